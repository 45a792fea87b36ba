"""Which statement a question for a value is answered with: the hypothesis that is judged then."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from ledgerrag.ledger import Ledger
from ledgerrag.model import (
    NO_SOURCE,
    UNIT,
    Authority,
    Claim,
    DocKey,
    Document,
    Domain,
    Evidence,
    Stance,
    Standing,
    Value,
    ValueKind,
)
from ledgerrag.reading import Candidate, Scored, hypothesise
from ledgerrag.reading.hypothesis import stated
from ledgerrag.sighting import Sighting
from ledgerrag.stance.seam import StanceModel
from ledgerrag.titles import unspoken
from ledgerrag.topic import outlived

# Below this topic score a passage speaks to too little of a question to answer it.
ANSWERS_U = 550_000
_STRICT = (ValueKind.DURATION, ValueKind.MONEY, ValueKind.PERCENT, ValueKind.DATE)
# A passage of another series fits as well as the best one from this share of its topic score.
AS_WELL_U = 850_000
# The same for a passage of a higher authority than that of the best one.
NEARLY_AS_WELL_U = 750_000
# From this confidence a reading is strong enough to end what a report says of a text.
_CLEARLY_U = 600_000


def hypothesis(
    ledger: Ledger,
    slot: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    documents: Mapping[DocKey, Document],
    standings: Mapping[DocKey, Standing],
    judge: StanceModel,
) -> tuple[Ledger, Claim | None]:
    """The slot's hypothesis: the one there is while the leading candidate says the same.

    Args:
        ledger: with the hypotheses made so far.
        slot: the question.
        scored: the passages on its topic.
        documents: in which they stand.
        standings: what those are at (V, K).
        judge: says whether what has ended said the same as a report.
    Returns:
        The ledger, with a new hypothesis if there is one, and the hypothesis to be judged.
    """
    earlier = [claim for claim in ledger.claims if claim.parent == slot.claim_id]
    speaking = _same_subject(slot, scored, documents)
    past = outlived(slot, speaking, [one for one, _ in scored], documents, standings)
    candidates = [_candidate(one, documents, standings) for one in speaking]
    number = len(earlier) + 1
    new = hypothesise(slot, [_barred(one, past) for one in candidates], number)
    if new is None and past:
        # What ended says the same: the ruling then tells the reader why the report does not count.
        report = hypothesise(slot, candidates, number)
        new = report if report and _said_before(report, speaking, standings, judge) else None
    if new is None:
        return ledger, earlier[-1] if earlier else None
    for old in earlier:
        if _same(old, new):
            # A hypothesis that comes back is the active one again only if it is the last.
            if old is earlier[-1]:
                return ledger, old
            break
    return ledger.add_claim(new), new


def turned(
    ledger: Ledger,
    slot: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    said: Sequence[Evidence],
    standings: Mapping[DocKey, Standing],
) -> Claim | None:
    """The hypothesis of what refutes the present one from above, if that states one value.

    Args:
        ledger: with the hypotheses made so far.
        slot: the question.
        scored: the passages on its topic.
        said: what they say of the present hypothesis.
        standings: what their documents are at (V, K).
    """
    held = [one for one in said if stands(one.span.key, standings)]
    top = max((one.authority for one in held), default=None)
    first = [one for one in held if one.authority is top]
    best = [one for one in first if not any(_overtakes(other, one) for other in first)]
    values = [one.value for one in best if one.y is Stance.REFUTE and one.value is not None]
    against = len(values) == len(best) and all(one.y is Stance.REFUTE for one in best)
    if not values or not against or any(not one.same(values[0]) for one in values):
        return None
    if not of_kind(values[0], slot.expects):
        return None
    spans = {one.span for one in best}
    passage = next(one for one, _ in scored if one.passage.span in spans)
    number = sum(claim.parent == slot.claim_id for claim in ledger.claims) + 1
    return stated(slot, replace(passage, value=values[0]), number)


def _overtakes(other: Evidence, one: Evidence) -> bool:
    """Whether the same issuer has since said otherwise."""
    if other.source != one.source or other.y is one.y or other.domain is not one.domain:
        return False
    if one.effective_from.after(other.effective_from):
        return False
    return other.effective_from.after(one.effective_from) or other.ts.after(one.ts)


def _candidate(
    one: Scored, documents: Mapping[DocKey, Document], standings: Mapping[DocKey, Standing]
) -> Candidate:
    key = one.passage.span.key
    document = documents[key]
    return Candidate(
        scored=one,
        authority=document.authority_level,
        stands=stands(key, standings),
        published=document.published,
        effective=document.effective_from,
        issuer=document.source if _speaks_for_itself(document) else "",
        report=document.domain is Domain.NEWS,
    )


def _speaks_for_itself(document: Document) -> bool:
    # A platform is one source with many authors, and a file without a source has none.
    return document.authority_level > Authority.USER and document.source != NO_SOURCE


def _barred(one: Candidate, past: Container[DocKey]) -> Candidate:
    return replace(one, stands=one.stands and one.scored.passage.span.key not in past)


def _said_before(
    report: Claim,
    speaking: Sequence[Scored],
    standings: Mapping[DocKey, Standing],
    judge: StanceModel,
) -> bool:
    """Whether a text that does not stand any more clearly says what a report does."""
    fallen = [one for one in speaking if not stands(one.passage.span.key, standings)]
    judged = judge.judge([(report, one.passage) for one in fallen])
    return any(
        said.stance is Stance.SUPPORT and min(said.confidence_u, one.topic_u) >= _CLEARLY_U
        for one, said in zip(fallen, judged, strict=True)
    )


def _same_subject(
    slot: Claim, scored: Sequence[tuple[Scored, Sighting]], documents: Mapping[DocKey, Document]
) -> list[Scored]:
    """The passages that answer: of the series that fits best, and of others those that fit as well.

    Where the text that the question is about was retracted or repealed, a neighbour that fits
    less well does not take its place.
    """
    if not scored:
        return []
    best = max((one for one, _ in scored), key=lambda one: (one.topic_u, one.score_u))
    first = documents[best.passage.span.key]
    return [
        one
        for one, _ in scored
        if one.topic_u >= ANSWERS_U
        and of_kind(one.value, slot.expects)
        and _fits(one, documents[one.passage.span.key], best, first)
        and not _elsewhere(slot, one, documents)
    ]


def _elsewhere(slot: Claim, one: Scored, documents: Mapping[DocKey, Document]) -> bool:
    """Whether a clause that bears the title of the text asked says little of what is asked."""
    if slot.expects is not ValueKind.TEXT:
        return False
    keys = slot.keys if one.retold is None else one.retold.claim.keys
    return unspoken(keys, one.passage, documents.values())


def _fits(one: Scored, document: Document, best: Scored, first: Document) -> bool:
    """Whether a passage fits as well as the best one; a higher authority may word it otherwise."""
    above = document.authority_level > first.authority_level
    enough = NEARLY_AS_WELL_U if above else AS_WELL_U
    return document.series == first.series or one.topic_u * UNIT >= best.topic_u * enough


def of_kind(value: Value | None, expects: ValueKind) -> bool:
    """Whether a value may answer: a sum of money is no duration, a bare figure may be either.

    Args:
        value: as a passage states it; None answers in words.
        expects: the kind that is asked for.
    """
    if value is None or expects not in _STRICT or value.kind is expects:
        return True
    return value.kind is ValueKind.QUANTITY and not value.unit


def stands(key: DocKey, standings: Mapping[DocKey, Standing]) -> bool:
    """Whether a document holds at (V, K)."""
    standing = standings.get(key)
    return standing is not None and standing.stands


def _same(old: Claim, new: Claim) -> bool:
    if old.value is not None and new.value is not None:
        return old.value.same(new.value)
    return old.value is None and new.value is None and old.text == new.text
