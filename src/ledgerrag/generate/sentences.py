"""The answer's sentences: one statement a claim, in the words of the span it cites."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from ledgerrag.adjudication import Flag, Ruling
from ledgerrag.answer import Change, Sentence
from ledgerrag.force import STANDING, is_tombstone
from ledgerrag.generate.findings import Findings
from ledgerrag.generate.histories import as_it_reads, of_record
from ledgerrag.model import (
    Basis,
    Claim,
    ClaimKind,
    Domain,
    Evidence,
    Span,
    Stance,
    Value,
    ValueKind,
    Verdict,
)
from ledgerrag.wording import clipped, sentence

# A sentence up to this length answers by itself; of a longer one the value is told.
_SHORT = 200
# A longer one is no name, whatever it was taken for.
_LONGEST_NAME = 80
# The number of a section and the marks of its lists, run together with the first words.
_NUMBERED = re.compile(
    r"^(?:\d+(?:\.\d+)*\.?\s+(?=[A-Z(\[])|[-*•]\s+|\([A-Za-z0-9]{1,4}(?:\.\d+)?\)\s+)+"
)
# What a yes or no begins with: supported and refuted, of a question and of a draft.
_PLAIN = (("Yes", "No"), ("Supported", "Refuted"))
_PROBABLY = (("Probably yes", "Probably not"), ("Probably supported", "Probably refuted"))
_ENDED = (".", "!", "?", '"', "”", "’", ")", "]", "»", ";")


def told(
    findings: Findings, numbers: Mapping[Span, int], changes: Sequence[Change]
) -> tuple[Sentence, ...]:
    """One sentence an active claim; behind them what a change reads like now, and a total.

    Args:
        findings: the end of the run.
        numbers: citation numbers by span.
        changes: what changed in what is cited: the answer to a question that asks for it.
    """
    sentences, beside = [], []
    for claim in findings.ledger.active():
        ruling = findings.rulings[claim.claim_id]
        cited = findings.cited(ruling)
        marks = tuple(sorted({numbers[entry.span] for entry in cited}))
        sentences.append(Sentence(_statement(findings, claim, ruling, cited, changes), marks))
        now = _as_it_reads(findings, claim, cited)
        beside += [Sentence(now, marks)] if now else []
    total = _aggregate(findings, numbers)
    return (*sentences, *beside, *((total,) if total else ()))


def _as_it_reads(findings: Findings, claim: Claim, cited: Sequence[Evidence]) -> str:
    best = next(iter(cited), None)
    if best is None or best.rule != STANDING or claim.kind is not ClaimKind.SLOT:
        return ""
    return as_it_reads(findings, claim, replace(best, text=_NUMBERED.sub("", best.text)))


def value_text(entry: Evidence) -> str:
    """The value that an entry states, in its own words; the whole sentence where it has none."""
    return entry.value.text if entry.value else clipped(entry.text).rstrip(".;:, ")


def _statement(
    findings: Findings,
    claim: Claim,
    ruling: Ruling,
    cited: Sequence[Evidence],
    changes: Sequence[Change],
) -> str:
    root = findings.root(claim)
    if ruling.verdict is Verdict.UNVERIFIED or not cited:
        return _open(findings, root)
    if ruling.verdict is Verdict.CONTESTED:
        return _contested(findings, cited)
    best = cited[0]
    if best.rule == STANDING:
        slot = root.kind is ClaimKind.SLOT
        return of_record(findings, root, best) if slot else _force(findings, ruling, best)
    before = lead(findings, claim, ruling)
    if _is_slot(root, ruling):
        step = next((c for c in changes if c.after == str(best.span.key)), None)
        if step is not None and findings.asks_change(root):
            return sentence(step.summary)
        told = _answer(findings, claim, best)
        if findings.asks_source(root):
            told = _sourced(findings, best, told)
        if findings.asks_change(root):
            # What a text says now is no answer to what has changed in it.
            told = f"No earlier version was found: {told}"
        return f"{before}: {told}" if before else told
    return sentence(f"{before}: {_quoted(best) or value_text(best)}")


def lead(findings: Findings, claim: Claim, ruling: Ruling) -> str:
    """What stands before a statement: the verdict where one was asked for, and whose word it is.

    What a model alone reads is no plain yes or no, and neither is what holds under a condition. An
    answer by its kind alone is probable.

    Args:
        findings: the end of the run.
        claim: an active claim that is settled.
        ruling: how it ended.
    """
    only = "User-generated sources alone say" if Flag.LOW_AUTHORITY in ruling.flags else ""
    if _is_slot(findings.root(claim), ruling):
        if findings.basis(ruling) is not Basis.KIND:
            return only
        return f"{only}, probably" if only else "Probably"
    words = _PROBABLY if findings.basis(ruling) in (Basis.MODEL, Basis.KIND) else _PLAIN
    said = words[findings.draft][ruling.verdict is Verdict.REFUTED]
    limit = findings.restricted(claim, ruling)
    said += limit.told if limit else ""
    return f"{only} {said.casefold()}" if only and not findings.draft else said


def _is_slot(root: Claim, ruling: Ruling) -> bool:
    return root.kind is ClaimKind.SLOT and ruling.verdict is Verdict.SUPPORTED


def line_of(entry: Evidence) -> str:
    """The line of the cited sentence that states its value; the last one where that is unknown."""
    at = entry.value.start if entry.basis is Basis.KIND and entry.value is not None else -1
    first = entry.text.rfind("\n", 0, at if at >= 0 else None) + 1
    last = entry.text.find("\n", at) if at >= 0 else -1
    return entry.text[first : last if last >= 0 else None]


def _quoted(entry: Evidence) -> str:
    """The last line of the cited sentence where it is short enough to answer by itself."""
    line = _NUMBERED.sub("", line_of(entry))
    return line if len(line) <= _SHORT else ""


def _force(findings: Findings, ruling: Ruling, best: Evidence) -> str:
    document = findings.corpus.documents([best.span.key])[best.span.key]
    standing = findings.standings[best.span.key]
    lead = "Yes" if ruling.verdict is Verdict.SUPPORTED else "No"
    name = document.title or document.doc_id
    if standing.stands and is_tombstone(best.text):
        return sentence(f"{lead}: the text of {name} in force says {clipped(best.text)}")
    since = f" since {standing.since}" if standing.since else ""
    return sentence(f"{lead}: {name} is {standing.status}{since}")


def _sourced(findings: Findings, best: Evidence, told: str) -> str:
    """Which text says so, and from when, before what it says; a story is none."""
    document = findings.corpus.documents([best.span.key])[best.span.key]
    if document.domain is Domain.NEWS or not document.title:
        return told
    since = findings.standings[best.span.key].since
    return f"{document.title} ({document.key}, in force since {since}): {told}"


def _answer(findings: Findings, claim: Claim, best: Evidence) -> str:
    value = claim.value or best.value
    name = value is not None and value.kind is ValueKind.NAME
    if value is None or value.kind is ValueKind.TEXT or (name and len(value.text) > _LONGEST_NAME):
        return sentence(_whole(findings, best))
    if value.text in _quoted(best):
        return sentence(_quoted(best))
    document = findings.corpus.documents([best.span.key])[best.span.key]
    return sentence(f"{value.text}, says {document.title}" if document.title else value.text)


def _whole(findings: Findings, best: Evidence) -> str:
    """The cited sentence without its number; where it leads into a list, that stays visible."""
    text = clipped(_NUMBERED.sub("", best.text.strip()), 400)
    document = findings.corpus.documents([best.span.key])[best.span.key]
    goes_on = bool(document.text[best.span.end :].strip())
    return f"{text} ..." if goes_on and not text.endswith((*_ENDED, " ...")) else text


def _contested(findings: Findings, cited: Sequence[Evidence]) -> str:
    sides: dict[Stance, Evidence] = {}
    for entry in cited:
        sides.setdefault(entry.y, entry)
    parts = [
        f"{findings.corpus.source_name(entry.source)} says {value_text(entry)}"
        for entry in sides.values()
    ]
    return sentence("Open: " + ", ".join(parts) + "; neither outranks the other")


def _open(findings: Findings, root: Claim) -> str:
    asked = _asked(root)
    near = [one for one in findings.near if one.claim_id == root.claim_id]
    day = findings.corpus.at.v.label()
    if not near and not asked:
        return sentence("Nothing was found: the question has no words to search for")
    if not near:
        return sentence(f"Nothing was found that speaks to: {asked}")
    if near[0].aside:
        aside = "the nearest text may be about something else"
        settles = "states an answer to" if root.kind is ClaimKind.SLOT else "settles"
        return sentence(f"Nothing found {settles}: {asked} ({aside})")
    first = near[0].entry
    standing = findings.standings.get(first.span.key)
    if standing is not None and standing.stands:
        if first.authority.word == "user-generated":
            return sentence(
                f"Only user-generated sources speak to this, and none confirms: {asked}"
            )
        return sentence(f"Nothing found settles: {asked}")
    what = standing.status if standing else "unknown"
    return sentence(
        f"Nothing that stands as of {day} settles: {asked} (the nearest text is {what})"
    )


def _asked(root: Claim) -> str:
    """The words of a claim, to stand in a sentence of ours: a question keeps its mark."""
    text = clipped(root.text, 120)
    if text.endswith(" ..."):
        return text
    bare = text.rstrip("?!. ")
    return f"{bare}?" if bare and "?" in text[len(bare) :] else bare


def _aggregate(findings: Findings, numbers: Mapping[Span, int]) -> Sentence | None:
    aggregate = findings.question.aggregate
    if aggregate is None:
        return None
    active = {findings.root(claim).claim_id: claim for claim in findings.ledger.active()}
    values: list[Value] = []
    marks: set[int] = set()
    for claim_id in aggregate.claims:
        claim = active.get(claim_id)
        ruling = findings.rulings.get(claim.claim_id) if claim else None
        cited = findings.cited(ruling) if ruling else ()
        value = (claim.value if claim and claim.value else None) or (
            cited[0].value if cited else None
        )
        if ruling is None or ruling.verdict is not Verdict.SUPPORTED or value is None:
            missing = findings.ledger.claim(claim_id).text
            return Sentence(
                sentence(f"No {aggregate.operation} is given: nothing stands for {missing}"), ()
            )
        values.append(value)
        marks |= {numbers[entry.span] for entry in cited}
    return Sentence(_sum(aggregate.operation, values), tuple(sorted(marks)))


def _sum(operation: str, values: Sequence[Value]) -> str:
    if len({(value.kind, value.unit) for value in values}) != 1:
        return sentence(f"No {operation} is given: the values are not of one unit")
    try:
        amounts = [Decimal(value.amount) for value in values]
    except ArithmeticError:
        return sentence(f"No {operation} is given: the values are not numbers")
    total = amounts[0]
    for amount in amounts[1:]:
        total = total - amount if operation == "difference" else total + amount
    unit = values[0].unit
    parts = (" - " if operation == "difference" else " + ").join(value.text for value in values)
    return sentence(f"{operation}: {format(total, 'f')} {unit} ({parts})")
