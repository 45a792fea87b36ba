"""Rule-only: the title that fits, its latest version in effect, the first value of the right kind.

Ours, with no paper behind it: a benchmark made from templates can be solved by its template. This
baseline shows how far that goes, and is reported beside everything for that reason.

One search by words. Of the hits, the document whose title (or first sentence, where it has none)
shares most words with the claim; without a shared word, no answer. Of its series, the version that
began last by t, by the dates that the versions state (a look into the list of versions, not a
search). A question is answered by the first value of the expected kind in its text, or by the
sentence with most of the claim's words where no value is asked. A statement is compared with the
first figure or date of its kind; one without is put to the judge sentence by sentence, and the
first that is not neutral decides. No loop, no ledger, no second opinion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines.answering import answered
from ledgerrag.baselines.desk import Desk, Read, Voice
from ledgerrag.baselines.seam import Asked
from ledgerrag.baselines.voting import Settled, ruled, unsettled
from ledgerrag.gathering import evidence
from ledgerrag.model import (
    UNIT,
    Claim,
    ClaimKind,
    Document,
    Judgement,
    Passage,
    Stance,
    Value,
    ValueKind,
    Verdict,
)
from ledgerrag.reading import Scored
from ledgerrag.reading.hypothesis import stated
from ledgerrag.retrieval.seam import Hit, Mode
from ledgerrag.sighting import Sighting
from ledgerrag.stance.names import names
from ledgerrag.stance.parsed import bag
from ledgerrag.stance.units import NUMERIC
from ledgerrag.stance.values import values

_RULE = "rule only"
# A statement of another kind may hold the same words and deny them: that is for the judge.
_COMPARED = frozenset((*NUMERIC, ValueKind.DATE))


@dataclass(frozen=True, slots=True)
class RuleOnly:
    """See the module.

    Args:
        name: as tables use it.
        title: as a reader is told it.
        retrieval: by words or by meaning.
    """

    name: str
    title: str
    retrieval: Mode

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        """Answer by one search a claim; `before` is not used."""
        del before
        return answered(rag, asked, self.retrieval, settle)


def settle(desk: Desk, claim: Claim) -> Settled:
    """Find the title, take its version, and read off the value."""
    hit = titled(desk, claim, desk.search(claim, desk.words(claim)))
    document = None if hit is None else latest(desk, hit.series)
    if document is None:
        return unsettled(claim, "no title shares a word with it")
    passages = desk.corpus.passages(document, 0, len(document.text))
    compared = claim.value is not None and claim.value.kind in _COMPARED
    if claim.kind is ClaimKind.SLOT or compared:
        return _by_value(claim, document, passages)
    return _by_words(desk, claim, document, passages)


def titled(desk: Desk, claim: Claim, hits: Sequence[Hit]) -> Hit | None:
    """The hit whose title shares most words with the claim; the better rank where two share alike.

    Args:
        desk: knows the titles.
        claim: a slot or assertion.
        hits: the best first.
    """
    documents = desk.corpus.documents(hit.key for hit in hits)
    shared = {hit.row: _shared(claim.keys, _heading(desk, documents[hit.key])) for hit in hits}
    best = max(hits, key=lambda hit: (shared[hit.row], hit.r_u, -hit.row), default=None)
    return best if best is not None and shared[best.row] else None


def _heading(desk: Desk, document: Document) -> str:
    """The title; of a text without one, its first sentence."""
    if document.title:
        return document.title
    passages = desk.corpus.passages(document, 0, len(document.text))
    return passages[0].text if passages else ""


def latest(desk: Desk, series: str) -> Document | None:
    """The version of a series that began last by t, by its own dates; None where none has begun.

    Args:
        desk: knows t and what was published by K.
        series: of which documents are versions.
    """
    begun = [one for one in desk.corpus.versions(series) if _holds(one, desk)]
    if not begun:
        return None
    last = max(begun, key=lambda d: (d.effective_from.begins(), d.published.begins(), d.version))
    return desk.corpus.documents([last.key])[last.key]


def _holds(document: Document, desk: Desk) -> bool:
    at, end = desk.corpus.at.v, document.effective_to
    return document.effective_from.reached(at) and not (end is not None and end.reached(at))


def _shared(keys: Iterable[str], text: str) -> int:
    there = bag(text)
    return sum(key in there for key in keys)


def _by_value(claim: Claim, document: Document, passages: Sequence[Passage]) -> Settled:
    """The first value of the kind; a statement with another value of it is wrong."""
    kind = claim.value.kind if claim.value is not None else claim.expects
    if kind is ValueKind.TEXT:
        best = max(passages, key=lambda p: (_shared(claim.keys, p.text), -p.span.start))
        return _told(claim, document, best, None)
    for passage in passages:
        value = next((one for one in _stated(passage, kind) if _fits(claim, one)), None)
        if value is not None:
            return _told(claim, document, passage, value)
    return unsettled(claim, f"{document.key} states no value of the kind")


def _stated(passage: Passage, kind: ValueKind) -> tuple[Value, ...]:
    found = names(passage.text) if kind is ValueKind.NAME else values(passage.text)
    # A count may be of anything: money, days, people.
    kinds = NUMERIC if kind is ValueKind.QUANTITY else (kind,)
    return tuple(value for value in found if value.kind in kinds)


def _fits(claim: Claim, value: Value) -> bool:
    """Whether a statement may be measured by a value: one of the same unit."""
    return claim.value is None or claim.value.unit == value.unit


def _told(claim: Claim, document: Document, passage: Passage, value: Value | None) -> Settled:
    scored = Scored(passage, UNIT, value, UNIT)
    holds = claim.value is None or (value is not None and value.same(claim.value))
    judged = Judgement(Stance.SUPPORT if holds else Stance.REFUTE, UNIT, _RULE, value)
    said = stated(claim, scored, 1) if claim.kind is ClaimKind.SLOT else claim
    voice = _voice(said, document, scored, judged)
    return _decided(claim, said, voice)


def _by_words(desk: Desk, claim: Claim, document: Document, passages: Sequence[Passage]) -> Settled:
    """The first sentence of which the judge says anything."""
    said = desk.tools.stance.judge([(claim, passage) for passage in passages])
    for passage, judged in zip(passages, said, strict=True):
        if judged.stance is not Stance.NEUTRAL:
            scored = Scored(passage, UNIT, judged.value, UNIT)
            return _decided(claim, claim, _voice(claim, document, scored, judged))
    return unsettled(claim, f"{document.key} says nothing of it")


def _voice(claim: Claim, document: Document, scored: Scored, judged: Judgement) -> Voice:
    sighting = Sighting(claim.claim_id, scored.passage, UNIT, 0)
    entry = evidence(claim, scored, sighting, document, replace(judged, rule=_RULE))
    return Voice(Read(scored, sighting, document), entry)


def _decided(root: Claim, claim: Claim, voice: Voice) -> Settled:
    supported = voice.entry.y is Stance.SUPPORT
    verdict = Verdict.SUPPORTED if supported else Verdict.REFUTED
    reason = f"{voice.read.document.key} by its title, the latest version in effect"
    return ruled(root, claim, (voice,), (voice,), verdict, reason)
