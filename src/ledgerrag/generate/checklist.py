"""What a person must still check, and nothing that is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ledgerrag.adjudication import Flag, Ruling
from ledgerrag.answer import ChecklistItem, Citation
from ledgerrag.generate.beginnings import begins_later
from ledgerrag.generate.findings import Findings, Near
from ledgerrag.generate.restrictions import Kind
from ledgerrag.generate.sentences import line_of
from ledgerrag.model import Basis, Claim, Evidence, Passage, Span, Stance, ValueKind, Verdict
from ledgerrag.reading.retelling import retold
from ledgerrag.standing import At
from ledgerrag.wording import clipped, listed

_FLAGS = {
    Flag.SINGLE_SOURCE: "rests on one independent source",
    Flag.LOW_AUTHORITY: "rests on user-generated sources only",
    Flag.RETRACTED: "evidence for it was retracted or withdrawn",
    Flag.WEAK_DISSENT: "a passage may say otherwise, and was read with low confidence",
}
# Below this confidence the passage covers so little of the question that a person should read it.
LOOSE_U = 600_000
_LOOSE = "the passage speaks to part of the {asked} only: read it"
_ALONE = "no rule decides it, a model alone reads {reads}: read the passage yourself"
_OTHERWISE = (
    "the rules read {rules}, a model reads {model}; the answer follows the rules: read the passage "
    "yourself"
)
_KIND = (
    "the words of the question stand in no text; {marks} gives a {kind} of {subject} in words of "
    "its own, {words}: check that it is what is asked"
)
_KINDS = {
    ValueKind.PERCENT: "share",
    ValueKind.QUANTITY: "figure",
    ValueKind.MONEY: "sum",
    ValueKind.DURATION: "time",
}
_UNTOLD = "the record states {values}; none is named as asked"
_WORDED = "{marks} says it in other words; read: {words}: check that they mean the same"
_RESTRICTED = {
    Kind.CONDITION: '{marks} says so under a condition ("{words}"): check whether it is met',
    Kind.EXCEPTION: '{marks} makes an exception ("{words}"): check whether it applies',
}
_LATER = (
    '{marks} says of itself "{words}", and counts from its publication, since no other date came '
    "with it: check whether it holds yet"
)
_SIDES = ("refuting", "supporting")
# Of the nearest texts, so many are named beside what nothing settles.
_NAMED = 2
# The first words of a standing's note, and the kind of item that it makes.
_NOTES = (
    ("published later", "published-later"),
    ("repealed", "unknown-end"),
    ("still applies", "saved"),
    ("it ends", "unknown-end"),
    ("superseded", "unknown-end"),
    ("a later version", "retracted"),
    ("time zone", "time-zone"),
)


def checklist(
    findings: Findings, citations: Sequence[Citation], nearest: Sequence[Citation]
) -> tuple[ChecklistItem, ...]:
    """One item a thing to check: contested, unverified, thinly sourced, beyond the budget, noted.

    Args:
        findings: the end of the run.
        citations: what the answer cites.
        nearest: what it names for want of something that stands.
    """
    items: list[ChecklistItem] = []
    numbers = {(one.doc_id, one.version, one.start, one.end): one.n for one in citations}
    named = {(one.doc_id, one.version, one.start, one.end): one.n for one in nearest}
    for claim in findings.ledger.active():
        ruling = findings.rulings[claim.claim_id]
        root = findings.root(claim)
        about = clipped(root.text, 90)
        told = [
            *_verdict(findings, root, ruling, named),
            *_readings(findings, ruling, numbers),
            *_restricted(findings, claim, ruling, numbers),
            *_later(findings, ruling, numbers),
            *((str(flag), _FLAGS[flag]) for flag in ruling.flags if flag in _FLAGS),
        ]
        items += [ChecklistItem(kind, root.claim_id, f"{about}: {text}") for kind, text in told]
    settled = {
        findings.root(claim).claim_id
        for claim in findings.ledger.active()
        if findings.rulings[claim.claim_id].settled
    }
    items += [_close(findings, one) for one in findings.rivals if one.claim_id in settled]
    items += [
        ChecklistItem(_kind(note), "", f"[{one.n}] {one.doc_id}@{one.version}: {note}")
        for one in (*citations, *nearest)
        for note in one.notes
    ]
    items += [ChecklistItem("budget", "", reason) for reason in findings.stops]
    return tuple(dict.fromkeys(items))


_Place = tuple[str, int, int, int]


def _verdict(
    findings: Findings, root: Claim, ruling: Ruling, named: Mapping[_Place, int]
) -> Iterable[tuple[str, str]]:
    """What is open, why, and where nothing settles it: which texts to read first."""
    if ruling.verdict is Verdict.CONTESTED:
        yield "contested", ruling.reason
    if ruling.verdict is Verdict.UNVERIFIED:
        spans = [one.entry.span for one in findings.near if one.claim_id == root.claim_id]
        where = [
            f"[{named[_place(span)]}] {span.key} [{span.start}:{span.end}]"
            for span in dict.fromkeys(spans)
            if _place(span) in named
        ][:_NAMED]
        read = f"; read the nearest: {', '.join(where)}" if where else ""
        yield "unverified", f"{ruling.reason}{read}"
        for one in findings.undecided:
            if one.claim_id == root.claim_id:
                yield "by-kind", _UNTOLD.format(values=listed(one.texts))


def _readings(
    findings: Findings, ruling: Ruling, numbers: Mapping[_Place, int]
) -> Iterable[tuple[str, str]]:
    """Who read the passages so, where that was not the rules, undisputed and sure."""
    cited, basis = findings.cited(ruling), findings.basis(ruling)
    alone = [entry for entry in cited if entry.basis is Basis.MODEL]
    if alone and (basis is Basis.MODEL or not ruling.settled):
        yield "model-alone", _ALONE.format(reads=_read(alone, numbers))
    elif basis is Basis.KIND:
        yield "by-kind", _by_kind(findings, cited[0], numbers)
    elif ruling.settled and ruling.winners[0].confidence_u < LOOSE_U:
        yield "loose-match", _LOOSE.format(asked="statement" if findings.draft else "question")
    if basis is Basis.DOUBTED:
        doubted = [entry for entry in cited if entry.basis is Basis.DOUBTED]
        rules, model = _read(doubted, numbers), _read(doubted, numbers, turned=True)
        yield "second-opinion", _OTHERWISE.format(rules=rules, model=model)
    if basis is Basis.WORDS:
        worded = [entry for entry in cited if entry.basis is Basis.WORDS]
        words = _exchanged(findings, ruling, worded)
        yield "other-words", _WORDED.format(marks=_marks(worded, numbers), words=words)


def _exchanged(findings: Findings, ruling: Ruling, entries: Iterable[Evidence]) -> str:
    """`“pumpers” as “engines”`: the words of the question and those that were read for them."""
    root = findings.root(findings.ledger.claim(ruling.claim_id))
    found = []
    for entry in entries:
        title = findings.corpus.documents([entry.span.key])[entry.span.key].title
        read = retold(root, Passage(entry.span, entry.text, title))
        found += [f"“{one.asked}” as “{one.read}”" for one in (read.exchanges if read else ())]
    return ", ".join(dict.fromkeys(found)) or "words of one meaning"


def _by_kind(findings: Findings, entry: Evidence, numbers: Mapping[_Place, int]) -> str:
    """That the words of the question stand nowhere, and which words the source has."""
    document = findings.corpus.documents([entry.span.key])[entry.span.key]
    return _KIND.format(
        marks=_marks([entry], numbers),
        words=f"“{clipped(line_of(entry), 120)}”",
        subject=document.title or document.doc_id,
        kind=_KINDS.get(entry.value.kind, entry.value.kind) if entry.value else "value",
    )


def _read(
    entries: Iterable[Evidence], numbers: Mapping[_Place, int], *, turned: bool = False
) -> str:
    """`[1] as supporting it`; turned, the opposite."""
    sides: dict[Stance, list[Evidence]] = {}
    for entry in entries:
        sides.setdefault(entry.y, []).append(entry)
    return " and ".join(
        f"{_marks(group, numbers)} as {_SIDES[(y is Stance.SUPPORT) is not turned]} it"
        for y, group in sides.items()
    )


def _restricted(
    findings: Findings, claim: Claim, ruling: Ruling, numbers: Mapping[_Place, int]
) -> Iterable[tuple[str, str]]:
    limit = findings.restricted(claim, ruling)
    if limit is not None:
        marks = _marks(findings.cited(ruling)[:1], numbers)
        text = _RESTRICTED[limit.kind].format(marks=marks, words=clipped(limit.words, 90))
        yield str(limit.kind), text


def _later(
    findings: Findings, ruling: Ruling, numbers: Mapping[_Place, int]
) -> Iterable[tuple[str, str]]:
    """Where the cited text says that it takes effect after V, and nothing but the text says so."""
    cited = findings.cited(ruling)
    documents = findings.corpus.documents(entry.span.key for entry in cited)
    for entry in cited:
        words = begins_later(documents[entry.span.key], entry.span, findings.corpus.at.v)
        if words:
            marks = _marks([entry], numbers)
            yield "later-effect", _LATER.format(marks=marks, words=clipped(words, 90))


def _marks(entries: Iterable[Evidence], numbers: Mapping[_Place, int]) -> str:
    return "".join(f"[{n}]" for n in sorted({numbers[_place(one.span)] for one in entries}))


def _place(span: Span) -> _Place:
    return span.doc_id, span.version, span.start, span.end


def _close(findings: Findings, one: Near) -> ChecklistItem:
    about = clipped(findings.ledger.claim(one.claim_id).text, 90)
    said = one.entry.value.text if one.entry.value else clipped(one.entry.text, 60)
    where = f"{one.entry.span.key} [{one.entry.span.start}:{one.entry.span.end}]"
    return ChecklistItem(
        "close-call", one.claim_id, f"{about}: {where} fits nearly as well and says {said}"
    )


def dated(as_of: str, known_at: str, at: At) -> tuple[ChecklistItem, ...]:
    """What a year or month is read as, and that a day beyond K cannot be known.

    Args:
        as_of: V as stated.
        known_at: K as stated.
        at: the moments that they were reduced to.
    """
    items = []
    if len(as_of) < len("2026-07-01"):
        text = f"as of {as_of} is read as its last day, {at.v.label()}"
        items.append(ChecklistItem("as-of", "", text))
    if at.v.at > at.k.at:
        text = f"as of {as_of} lies after known at {known_at}: what changes between is not known"
        items.append(ChecklistItem("as-of", "", text))
    return tuple(items)


def _kind(note: str) -> str:
    for start, kind in _NOTES:
        if note.startswith(start):
            return "saved" if "still applies" in note else kind
    return "note"
