"""What changed, what is coming, and who says otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledgerrag.adjudication import Rule, Ruling
from ledgerrag.answer import Change, Disputed, Edit, Pending
from ledgerrag.difference import Focus, change
from ledgerrag.generate.findings import Findings
from ledgerrag.generate.sentences import value_text
from ledgerrag.ledger import Mark, cluster_of
from ledgerrag.model import (
    Act,
    Authority,
    DocKey,
    Document,
    Domain,
    Evidence,
    Span,
    Stance,
    Status,
    Verdict,
)
from ledgerrag.wording import clipped, counted

_NOUN = {Authority.USER: "post", Authority.OUTLET: "report", Authority.OFFICIAL: "official text"}
_GONE = (Status.RETRACTED, Status.WITHDRAWN, Status.NOT_YET)


def changes(findings: Findings) -> tuple[Change, ...]:
    """The step from the version before to the one cited, where drift fired or evidence shows it."""
    found: dict[tuple[str, str], Change] = {}
    for claim in findings.ledger.active():
        ruling = findings.rulings[claim.claim_id]
        asked = findings.asks_change(findings.root(claim))
        drifted = (
            findings.drift
            or asked
            or any(
                _status(findings, mark.entry.span.key) is Status.SUPERSEDED
                for mark in ruling.losers
            )
        )
        for entry in findings.cited(ruling):
            if drifted:
                step = _from_before(findings, entry.span)
                if step is not None and step.edits:
                    found.setdefault((step.before, step.after), step)
        for mark in ruling.losers:
            step = _restated(findings, ruling, mark)
            if step is not None:
                found.setdefault((step.before, step.after), step)
    return tuple(found.values())


def _from_before(findings: Findings, span: Span) -> Change | None:
    corpus, key = findings.corpus, span.key
    cited = corpus.documents([key])[key]
    standings = corpus.standings([cited.series])
    earlier = [
        document
        for document in corpus.versions(cited.series)
        if document.key != key
        and document.effective_from.begins() <= cited.effective_from.begins()
        and (document.effective_from.begins(), document.published.begins(), document.version)
        < (cited.effective_from.begins(), cited.published.begins(), cited.version)
        and standings[document.key].status not in _GONE
    ]
    if not earlier:
        return None
    last = max(
        earlier, key=lambda d: (d.effective_from.begins(), d.published.begins(), d.version, d.seq)
    )
    before = corpus.documents([last.key])[last.key]
    return change(before, cited, cited.effective_from.text, Focus(span.start, span.end))


def _restated(findings: Findings, ruling: Ruling, mark: Mark) -> Change | None:
    """The same issuer says otherwise in another document: old value -> new value."""
    if mark.rule != Rule.LATER or not ruling.winners:
        return None
    later = next((e for e in ruling.winners if str(e.span.key) == mark.by), ruling.winners[0])
    before, after = value_text(mark.entry), value_text(later)
    date = later.effective_from.text
    return Change(
        series=findings.corpus.documents([later.span.key])[later.span.key].series,
        before=str(mark.entry.span.key),
        after=str(later.span.key),
        effective_from=date,
        edits=(Edit(before, after),),
        summary=f"{before} -> {after} from {date}",
    )


def pendings(findings: Findings) -> tuple[Pending, ...]:
    """What is announced for after V: in the series cited, and by evidence not yet in force.

    Of a series, the next change; with hindsight it may have been published after V, and says so.
    A report that came later is news, not an announcement.
    """
    found: dict[str, Pending] = {}
    corpus = findings.corpus
    for ruling in findings.rulings.values():
        for entry in findings.cited(ruling):
            cited = corpus.documents([entry.span.key])[entry.span.key]
            coming = sorted(corpus.coming(cited.series), key=lambda one: one[1])
            for item, begins in [c for c in coming if _announces(findings, cited, c[0])][:1]:
                one = _coming(findings, cited, entry, item, begins)
                found.setdefault(one.key, one)
        top = max((entry.authority for entry in ruling.winners), default=Authority.USER)
        for mark in ruling.losers:
            key = mark.entry.span.key
            late = mark.entry.domain is Domain.NEWS and not mark.entry.ts.reached(corpus.at.v)
            series = corpus.documents([key])[key].series
            cited_series = {p.key.rpartition("@")[0] for p in found.values()} | {
                corpus.documents([e.span.key])[e.span.key].series for e in findings.cited(ruling)
            }
            if (
                _status(findings, key) is Status.NOT_YET
                and mark.entry.authority >= top
                and not late
                and series not in cited_series
            ):
                one = _announced(mark.entry)
                found.setdefault(one.key, one)
    return tuple(sorted(found.values(), key=lambda one: (one.effective_from, one.key)))


def _announces(findings: Findings, cited: Document, item: Document | Act) -> bool:
    if isinstance(item, Act) or item.published.reached(findings.corpus.at.v):
        return True
    if item.domain is Domain.NEWS:
        return False
    return item.content_sha256 != cited.content_sha256


def _coming(
    findings: Findings, cited: Document, entry: Evidence, item: Document | Act, begins: str
) -> Pending:
    later = (
        ""
        if item.published.reached(findings.corpus.at.v)
        else (f" (published later, {item.published.local_date})")
    )
    if isinstance(item, Act):
        since = f" from {begins}" if begins else ""
        summary = f"{item.kind} of {item.target}{since}{later}"
        return Pending(item.act_id, begins, summary, item.note)
    document = findings.corpus.documents([item.key])[item.key]
    step = change(cited, document, begins, Focus(entry.span.start, entry.span.end, later=False))
    return Pending(str(item.key), begins, step.summary + later, "")


def _announced(entry: Evidence) -> Pending:
    begins = entry.effective_from.text
    return Pending(
        str(entry.span.key), begins, f"{value_text(entry)} from {begins}", clipped(entry.text)
    )


def disputes(findings: Findings, numbers: Mapping[Span, int]) -> tuple[Disputed, ...]:
    """Positions that differ from the answer, one line a position, and both sides of an open one."""
    found: list[Disputed] = []
    for claim_id, ruling in findings.rulings.items():
        against = [
            mark.entry
            for mark in ruling.losers
            if mark.rule in (Rule.AUTHORITY, Rule.STRENGTH, Rule.COPY, Rule.EQUATION_5)
            and ruling.verdict in (Verdict.SUPPORTED, Verdict.REFUTED)
            and mark.entry.y is not _side(ruling)
        ]
        marks = "".join(f" [{numbers[e.span]}]" for e in findings.cited(ruling)[:1])
        why = "outranked by" + marks if marks else "outranked"
        found += [_disputed(claim_id, group, why, outranked=True) for group in _positions(against)]
        if ruling.verdict is Verdict.CONTESTED:
            found += [
                _disputed(claim_id, group, "open", outranked=False)
                for group in _positions(ruling.winners)
            ]
    return tuple(found)


def _side(ruling: Ruling) -> Stance:
    return Stance.SUPPORT if ruling.verdict is Verdict.SUPPORTED else Stance.REFUTE


def _positions(entries: Sequence[Evidence]) -> list[list[Evidence]]:
    groups: dict[tuple[str, str, str, int], list[Evidence]] = {}
    for entry in entries:
        value = entry.value
        held = (str(value.kind), value.amount, value.unit) if value else ("", str(entry.y), "")
        groups.setdefault((*held, -entry.authority), []).append(entry)
    return [groups[key] for key in sorted(groups, key=lambda key: (key[3], key[:3]))]


def _disputed(claim_id: str, group: Sequence[Evidence], why: str, *, outranked: bool) -> Disputed:
    keys = tuple(sorted({str(entry.span.key) for entry in group}))
    clusters = len({cluster_of(entry) for entry in group})
    level = group[0].authority
    say = "says" if len(keys) == 1 else "say"
    return Disputed(
        claim_id=claim_id,
        summary=(
            f"{counted(len(keys), _NOUN[level])} {say} {clipped(value_text(group[0]), 80)} "
            f"({level.word}, {counted(clusters, 'independent source')}): {why}"
        ),
        keys=keys,
        authority=level,
        clusters=clusters,
        outranked=outranked,
    )


def _status(findings: Findings, key: DocKey) -> Status | None:
    standing = findings.standings.get(key)
    return standing.status if standing else None
