"""What an answer got right of a case, and where it went wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from ledgerrag.answer import Answer, Citation, ClaimVerdict
from ledgerrag.api import LedgerRAG
from ledgerrag.bench.gold import Case, agrees, in_force
from ledgerrag.model import ClaimKind, DocKey, Document, Value, ValueKind, Verdict
from ledgerrag.pachon.spans import passages
from ledgerrag.reading import on_topic_u, rank
from ledgerrag.stance.values import values


class Miss(StrEnum):
    """Why an answer is not fully right; the first that applies."""

    NONE = "right"
    RETRIEVAL = "provision not retrieved"
    UNANSWERED = "unanswered"
    CONTESTED = "contested"
    PROVISION = "other provision preferred"
    VERSION = "wrong version"
    AMBIGUOUS = "gold ambiguous: several values changed in the sentence"
    UNCHANGED = "gold ambiguous: old and new are the same value"
    VALUE = "right span, other value"
    PLACE = "right provision and version, other place"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case and what came of it.

    Args:
        case: the question and what is right.
        run: run id.
        verdict: of the first claim.
        reason: of that verdict.
        stated: the value that was answered, in words; empty where none.
        cited: document versions that the answer cites.
        rank: place of the first hit of the right provision over all searches, from 1; 0: none.
        retrieved: the right provision was among the hits.
        provision: the answer cites the right provision.
        version: of the right provision only the version in force is cited.
        in_force: everything that is cited is in force, whatever the provision.
        value: the value answered is the right one.
        close: the checklist says that another passage fits nearly as well.
        miss: what went wrong.
        why: the same for a reader, with what was cited instead.
        ms: how long the answer took.
    """

    case: Case
    run: str
    verdict: str
    reason: str
    stated: str
    cited: tuple[DocKey, ...]
    rank: int
    retrieved: bool
    provision: bool
    version: bool
    in_force: bool
    value: bool
    close: bool
    miss: Miss
    why: str
    ms: float

    def plain(self) -> dict[str, object]:
        """Ids, titles, days and values: what may be kept; no text."""
        case = self.case
        return {
            "line": case.entry.line,
            "series": case.entry.series,
            "title": case.entry.title,
            "kind": case.entry.kind,
            "side": case.side,
            "as_of": case.as_of,
            "gold_version": str(case.document.key) if case.document else "",
            "gold": case.token,
            "gold_values": [_told(one) for one in case.values],
            "posed": case.posed,
            "question": case.question,
            "run": self.run,
            "verdict": self.verdict,
            "stated": self.stated,
            "cited": [str(key) for key in self.cited],
            "rank": self.rank,
            "retrieved": self.retrieved,
            "provision": self.provision,
            "version": self.version,
            "in_force": self.in_force,
            "value": self.value,
            "close": self.close,
            "miss": str(self.miss),
            "why": self.why,
            "ms": round(self.ms, 2),
        }


def judge(rag: LedgerRAG, case: Case, answer: Answer, first_entry: int, ms: float) -> Outcome:
    """Compare an answer with what is right.

    Args:
        rag: the store.
        case: the question.
        answer: to it.
        first_entry: journal entries from here on are those of the run.
        ms: how long it took.
    """
    family = {one.key: one for one in rag.store.versions([case.entry.series])[case.entry.series]}
    place = _rank(rag, family, first_entry)
    marks = {n for sentence in answer.sentences for n in sentence.citations}
    citations = [one for one in answer.citations if one.n in marks]
    cited = tuple(dict.fromkeys(DocKey(one.doc_id, one.version) for one in citations))
    own = [key for key in cited if key in family]
    gold = case.document.key if case.document else None
    head = answer.verdicts[0] if answer.verdicts else None
    value = _value(rag, answer, head)
    settled = head is not None and head.verdict is Verdict.SUPPORTED
    right = settled and (agrees(value, case) or _same_place(value, citations, case))
    known = rag.store.documents(cited)
    outcome = Outcome(
        case=case,
        run=answer.run,
        verdict=str(head.verdict) if head else "",
        reason=head.reason if head else "",
        stated=head.value if head else "",
        cited=cited,
        rank=place,
        retrieved=place > 0,
        provision=bool(own),
        version=bool(own) and all(key == gold for key in own),
        in_force=bool(cited) and all(_holds(rag, known[key], case.as_of) for key in cited),
        value=right,
        close=any(item.kind == "close-call" for item in answer.checklist),
        miss=Miss.NONE,
        why="",
        ms=ms,
    )
    return _explained(rag, outcome, citations, known)


def _rank(rag: LedgerRAG, family: dict[DocKey, Document], first_entry: int) -> int:
    """The place of the provision's first hit, over the searches of the run."""
    names = {str(key) for key in family}
    best = 0
    for _, line in rag.store.entries(first_entry):
        entry = json.loads(line)
        for one in entry["det"].get("searches", ()) if entry["type"] == "step" else ():
            places = [n for n, hit in enumerate(one["hits"], 1) if hit[1] in names]
            if places and (not best or places[0] < best):
                best = places[0]
    return best


def _value(rag: LedgerRAG, answer: Answer, head: ClaimVerdict | None) -> Value | None:
    """The value in canonical form: the claim's in the ledger, else what its words say."""
    if head is None:
        return None
    claims = {claim.claim_id: claim for claim in rag.ledger(answer.run).claims}
    claim = claims.get(head.claim_id)
    if claim is not None and claim.value is not None:
        return claim.value
    return next((one for one in values(head.value) if one.kind is head.kind), None)


def _same_place(value: Value | None, citations: Iterable[Citation], case: Case) -> bool:
    """Whether the words answered are those at the recorded place of the version in force."""
    if value is None or value.start < 0 or case.place is None or case.document is None:
        return False
    for one in citations:
        if DocKey(one.doc_id, one.version) == case.document.key:
            start = one.start + value.start
            if start < case.place[1] and case.place[0] < start + len(value.text):
                return one.quote[value.start : value.start + len(value.text)] == value.text
    return False


def _holds(rag: LedgerRAG, document: Document, as_of: str) -> bool:
    family = rag.store.versions([document.series])[document.series]
    found = in_force(family, date.fromisoformat(as_of))
    return found is not None and found.key == document.key


def _explained(
    rag: LedgerRAG,
    outcome: Outcome,
    citations: list[Citation],
    known: dict[DocKey, Document],
) -> Outcome:
    if outcome.value and outcome.version:
        return outcome
    miss, why = _why(rag, outcome, citations, known)
    return replace(outcome, miss=miss, why=why)


def _why(
    rag: LedgerRAG, outcome: Outcome, citations: list[Citation], known: dict[DocKey, Document]
) -> tuple[Miss, str]:
    case = outcome.case
    gold = _gold_sentence(rag, outcome)
    if not outcome.retrieved:
        there = "; its value is right all the same" if outcome.value else ""
        return Miss.RETRIEVAL, f"cited instead: {_titles(known) or 'nothing'}{there}"
    if outcome.verdict == Verdict.CONTESTED:
        return Miss.CONTESTED, f"{outcome.reason}; {gold}"
    if not outcome.cited or outcome.verdict == Verdict.UNVERIFIED:
        return Miss.UNANSWERED, f"{outcome.reason}; {gold}"
    if not outcome.provision:
        same = " (the value is the same)" if outcome.value else ""
        return Miss.PROVISION, f"cited {_titles(known)}{same}; {gold}"
    if not outcome.version:
        return Miss.VERSION, _standings(rag, outcome)
    if not case.changed:
        return Miss.UNCHANGED, f"answered {outcome.stated}; {gold}"
    if case.rivals:
        return Miss.AMBIGUOUS, f"answered {outcome.stated}; {case.rivals} more changed there"
    place = case.place
    covering = place is not None and any(
        one.start <= place[0] < one.end
        for one in citations
        if case.document is not None and DocKey(one.doc_id, one.version) == case.document.key
    )
    miss = Miss.VALUE if covering else Miss.PLACE
    return miss, f"answered {outcome.stated or 'no value'}; {gold}"


def _titles(known: dict[DocKey, Document]) -> str:
    return "; ".join(dict.fromkeys(one.title or one.series for one in known.values()))


def _standings(rag: LedgerRAG, outcome: Outcome) -> str:
    """What the cited versions of the provision are said to be on the day."""
    found = rag.standing(outcome.case.entry.series, as_of=outcome.case.as_of)
    told = [
        f"{document.key} is {standing.status}"
        + (f" since {standing.since}" if standing.since else "")
        + (f" by {standing.rule}" if standing.rule else "")
        for document, standing in found
        if document.key in outcome.cited or standing.stands
    ]
    return "; ".join(told)


def _gold_sentence(rag: LedgerRAG, outcome: Outcome) -> str:
    """How the sentence with the recorded value ranks among those of its version."""
    case = outcome.case
    if case.document is None or case.place is None:
        return "the recorded value was not found in the version in force"
    slots = [c for c in rag.ledger(outcome.run).claims if c.kind is ClaimKind.SLOT]
    if not slots:
        return "the question was read as an assertion"
    whole = passages(case.document, 0, len(case.document.text))
    scored = rank(slots[0], whole)
    kinds = {one.kind for one in case.values}
    expects = slots[0].expects
    for number, one in enumerate(scored, 1):
        if one.passage.span.start <= case.place[0] < one.passage.span.end:
            topic = f"{one.topic_u / 10_000:.0f} % on topic"
            if one.topic_u < on_topic_u:
                topic += f" (below {on_topic_u / 10_000:.0f})"
            asked = "" if expects in kinds or not kinds else f", asked for {expects}"
            if expects is ValueKind.TEXT:
                asked = ", asked for text"
            picked = f", picked {one.value.text}" if one.value else ", picked no value"
            return f"gold sentence is {number} of {len(scored)}, {topic}{asked}{picked}"
    return "no passage holds the recorded place"


def _told(value: Value) -> str:
    return " ".join(part for part in (value.kind, value.amount, value.unit) if part)
