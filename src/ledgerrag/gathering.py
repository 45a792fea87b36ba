"""Line 8 of Algorithm 1, second half: parse evidence tuples, assign stance, update the ledger.

Nothing here decides which claim is true.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace

from ledgerrag import force, histories
from ledgerrag.corpus import Corpus
from ledgerrag.ledger import Ledger
from ledgerrag.model import (
    NO_SOURCE,
    UNIT,
    Authority,
    Claim,
    ClaimKind,
    DocKey,
    Document,
    Domain,
    Evidence,
    Judgement,
    Stance,
    Standing,
    Value,
    ValueKind,
)
from ledgerrag.reading import Candidate, Question, Scored, hypothesise
from ledgerrag.reading.hypothesis import stated
from ledgerrag.reading.otherwise import otherwise
from ledgerrag.sighting import Rooms, Sighting, standings_of
from ledgerrag.stance.seam import StanceModel
from ledgerrag.topic import announced, outlived, ranked

# Below this topic score a passage speaks to too little of a question to answer it.
ANSWERS_U = 550_000
_STRICT = (ValueKind.DURATION, ValueKind.MONEY, ValueKind.PERCENT, ValueKind.DATE)
# A passage of another series fits as well as the best one from this share of its topic score.
AS_WELL_U = 850_000
# The same for a passage of a higher authority than that of the best one.
NEARLY_AS_WELL_U = 750_000
# From this confidence a reading is strong enough to end what a report says of a text.
_CLEARLY_U = 600_000


def update(
    ledger: Ledger,
    pool: Sequence[Sighting],
    question: Question,
    claims: Iterable[Claim],
    rooms: Rooms,
    *,
    governed: bool = True,
) -> tuple[Ledger, tuple[tuple[str, str], ...]]:
    """L_{s+1}: hypotheses for open slots, and a stance for every passage on topic.

    Args:
        ledger: L_s.
        pool: everything seen so far.
        question: what is asked.
        claims: the slots and assertions that this run looks after.
        rooms: judge and corpus.
        governed: the record answers what is asked of it, and posts that state other figures than
            the post that answers speak against it.
    Returns:
        The ledger, and (cluster, text) of the passages on topic that stand: snippets for cues.
    """
    standings = standings_of(pool, ledger, rooms.corpus)
    snippets: list[tuple[str, str]] = []
    for claim in claims:
        in_force = force.wanted(claim)
        if in_force is not None:
            ledger = ledger.append(_standing(claim, in_force, pool, question, standings, rooms))
            continue
        told = _history(ledger, claim, pool, question, rooms.corpus) if governed else []
        if told:
            ledger = ledger.append(told)
            continue
        scored = ranked(claim, pool, rooms.corpus)
        documents = rooms.corpus.documents(one.passage.span.key for one, _ in scored)
        if governed:
            # What holds from a later day only is no side of what holds now.
            early = {key for key, one in documents.items() if announced(one, rooms.corpus)}
            scored = [pair for pair in scored if pair[0].passage.span.key not in early]
        snippets += [
            (documents[one.passage.span.key].cluster, one.passage.text)
            for one, _ in scored
            if _stands(one.passage.span.key, standings)
        ]
        judged = claim
        if claim.kind is ClaimKind.SLOT:
            ledger, found = _hypothesis(ledger, claim, scored, documents, standings, rooms.stance)
            if found is None:
                continue
            judged = found
        found_here = entries(judged, scored, documents, rooms.stance)
        if claim.kind is ClaimKind.SLOT and governed:
            other = _turned(ledger, claim, scored, found_here, standings)
            if other is not None:
                # Who is asked for a value and told `no` from above wants the value from there.
                judged, ledger = other, ledger.add_claim(other)
                found_here = entries(judged, scored, documents, rooms.stance)
        if governed:
            found_here += _other_posts(judged, scored, documents, found_here)
        ledger = ledger.append(found_here)
    return ledger, tuple(dict.fromkeys(snippets))


def _standing(
    claim: Claim,
    in_force: bool,
    pool: Sequence[Sighting],
    question: Question,
    standings: Mapping[DocKey, Standing],
    rooms: Rooms,
) -> list[Evidence]:
    """The standing of the document that the claim asks about, as evidence."""
    mine = sorted(
        (s for s in pool if s.root == claim.claim_id), key=lambda sighting: sighting.passage.span
    )
    documents = rooms.corpus.documents(sighting.passage.span.key for sighting in mine)
    seen = [(sighting.passage, sighting.r_u) for sighting in mine]
    held = force.find(claim, question.provisions, seen, documents, standings)
    if held is None:
        return []
    y = force.stance(held, in_force=in_force)
    if y is Stance.NEUTRAL:
        return []
    sighting = next(s for s in mine if s.passage.span == held.passage.span)
    judgement = Judgement(y, UNIT, force.STANDING)
    scored = Scored(held.passage, UNIT, None, UNIT)
    document = documents[held.passage.span.key]
    return [evidence(claim, scored, sighting, document, judgement)]


def _history(
    ledger: Ledger, slot: Claim, pool: Sequence[Sighting], question: Question, corpus: Corpus
) -> list[Evidence]:
    """What the record says of the text whose history is asked about, as evidence for the slot."""
    asked = histories.asks(slot)
    if asked is None or any(claim.parent == slot.claim_id for claim in ledger.claims):
        return []
    mine = [one for one in pool if one.root == slot.claim_id]
    provisions = question.provisions
    found = histories.recorded(asked, provisions, (s.passage.span.key for s in mine), corpus)
    if found is None:
        return []
    series = found.document.series
    documents = corpus.documents(one.passage.span.key for one in mine)
    first = next(one for one in mine if documents[one.passage.span.key].series == series)
    judgement = Judgement(Stance.SUPPORT, UNIT, force.STANDING)
    scored = Scored(found.passage, UNIT, found.value, UNIT)
    return [evidence(slot, scored, first, found.document, judgement)]


def _hypothesis(
    ledger: Ledger,
    slot: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    documents: Mapping[DocKey, Document],
    standings: Mapping[DocKey, Standing],
    judge: StanceModel,
) -> tuple[Ledger, Claim | None]:
    """The slot's hypothesis: the one there is while the leading candidate says the same."""
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


def _turned(
    ledger: Ledger,
    slot: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    said: Sequence[Evidence],
    standings: Mapping[DocKey, Standing],
) -> Claim | None:
    """The hypothesis of what refutes the present one from above, if that states one value."""
    held = [one for one in said if _stands(one.span.key, standings)]
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
        stands=_stands(key, standings),
        published=document.published,
        effective=document.effective_from,
        issuer=document.source if _reports(document) else "",
    )


def _reports(document: Document) -> bool:
    # A platform is one source with many authors, and a file without a source has none.
    told = document.authority_level > Authority.USER and document.source != NO_SOURCE
    return told and document.domain is Domain.NEWS


def _barred(one: Candidate, past: Container[DocKey]) -> Candidate:
    return replace(one, stands=one.stands and one.scored.passage.span.key not in past)


def _said_before(
    report: Claim,
    speaking: Sequence[Scored],
    standings: Mapping[DocKey, Standing],
    judge: StanceModel,
) -> bool:
    """Whether a text that does not stand any more clearly says what a report does."""
    fallen = [one for one in speaking if not _stands(one.passage.span.key, standings)]
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
    ]


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


def _stands(key: DocKey, standings: Mapping[DocKey, Standing]) -> bool:
    standing = standings.get(key)
    return standing is not None and standing.stands


def _same(old: Claim, new: Claim) -> bool:
    if old.value is not None and new.value is not None:
        return old.value.same(new.value)
    return old.value is None and new.value is None and old.text == new.text


def entries(
    claim: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    documents: Mapping[DocKey, Document],
    judge: StanceModel,
) -> list[Evidence]:
    """What passages say of an assertion, as evidence; the neutral ones left out.

    Args:
        claim: the assertion.
        scored: the passages.
        documents: in which they stand.
        judge: judges all of them at once.
    """
    judgements = judge.judge([(claim, one.passage) for one, _ in scored])
    judged = list(zip(scored, judgements, strict=True))
    saying = {one.passage.span.key for (one, _), said in judged if said.stance is Stance.SUPPORT}
    return [
        evidence(claim, one, sighting, documents[one.passage.span.key], said)
        for (one, sighting), said in judged
        # A text that supports a claim does not refute it too: the other figure is of another slot.
        if said.stance is Stance.SUPPORT
        or (said.stance is Stance.REFUTE and one.passage.span.key not in saying)
    ]


def _other_posts(
    claim: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    documents: Mapping[DocKey, Document],
    said: Sequence[Evidence],
) -> list[Evidence]:
    """Where posts alone support an answer: independent posts that state another figure."""
    support = [one for one in said if one.y is Stance.SUPPORT]
    if any(one.authority > Authority.USER for one in support):
        return []
    spoken = {one.span.key for one in said}
    known = {one.cluster for one in support}
    other = Judgement(Stance.REFUTE, UNIT, "another figure")
    return [
        evidence(claim, one, sighting, documents[one.passage.span.key], other)
        for one, sighting in scored
        if support
        and one.topic_u >= ANSWERS_U
        and one.passage.span.key not in spoken
        and documents[one.passage.span.key].authority_level is Authority.USER
        and documents[one.passage.span.key].cluster not in known
        and otherwise(claim, one)
    ]


def evidence(
    claim: Claim, one: Scored, sighting: Sighting, document: Document, judgement: Judgement
) -> Evidence:
    """The tuple of equation (1) for a passage and what was judged of it."""
    return Evidence(
        claim_id=claim.claim_id,
        span=one.passage.span,
        text=one.passage.text,
        source=document.source,
        ts=document.published,
        effective_from=document.effective_from,
        authority=document.authority_level,
        y=judgement.stance,
        r_u=max(1, sighting.r_u * one.score_u // UNIT),
        # A sentence may say the claim word for word and still speak to half of the question only.
        confidence_u=min(judgement.confidence_u, one.topic_u),
        rule=judgement.rule,
        cluster=document.cluster,
        domain=document.domain,
        step=sighting.step,
        value=judgement.value or one.value,
        basis=judgement.basis,
    )
