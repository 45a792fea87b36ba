"""Line 8 of Algorithm 1, second half: parse evidence tuples, assign stance, update the ledger.

Nothing here decides which claim is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ledgerrag import force, histories, solely
from ledgerrag.corpus import Corpus
from ledgerrag.leading import ANSWERS_U, hypothesis, stands, turned
from ledgerrag.ledger import Ledger
from ledgerrag.model import (
    UNIT,
    Authority,
    Basis,
    Claim,
    ClaimKind,
    DocKey,
    Document,
    Evidence,
    Judgement,
    Stance,
    Standing,
    Value,
)
from ledgerrag.reading import Question, Scored
from ledgerrag.reading.otherwise import otherwise
from ledgerrag.sighting import Rooms, Sighting, standings_of
from ledgerrag.stance.seam import StanceModel
from ledgerrag.topic import announced, ranked

OTHER_WORDS_U: Final = 900_000
"""What a reading in other words is worth, as a share of the same in the claim's own."""


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
        if governed and histories.only_recorded(claim):
            continue
        scored = ranked(claim, pool, rooms.corpus)
        documents = rooms.corpus.documents(one.passage.span.key for one, _ in scored)
        if governed:
            # What holds from a later day only is no side of what holds now.
            early = {key for key, one in documents.items() if announced(one, rooms.corpus)}
            scored = tuple(pair for pair in scored if pair[0].passage.span.key not in early)
        snippets += [
            (documents[one.passage.span.key].cluster, one.passage.text)
            for one, _ in scored
            if stands(one.passage.span.key, standings)
        ]
        judged = claim
        if claim.kind is ClaimKind.SLOT:
            ledger, found = hypothesis(ledger, claim, scored, documents, standings, rooms.stance)
            if found is None:
                continue
            judged = found
        found_here = entries(judged, scored, documents, rooms.stance)
        if claim.kind is ClaimKind.SLOT and governed:
            other = turned(ledger, claim, scored, found_here, standings)
            if other is not None:
                # Who is asked for a value and told `no` from above wants the value from there.
                judged, ledger = other, ledger.add_claim(other)
                found_here = entries(judged, scored, documents, rooms.stance)
        if governed:
            found_here += _other_posts(judged, scored, documents, found_here)
            found_here += _solely(claim, pool, found_here, standings, rooms)
        ledger = ledger.append(found_here)
    return ledger, tuple(dict.fromkeys(snippets))


def _solely(
    claim: Claim,
    pool: Sequence[Sighting],
    said: Sequence[Evidence],
    standings: Mapping[DocKey, Standing],
    rooms: Rooms,
) -> list[Evidence]:
    """What a provision says of a statement of its value, where no reading of it says anything."""
    mine = [one for one in pool if one.root == claim.claim_id]
    found = solely.told(claim, (s.passage.span.key for s in mine), standings, rooms.corpus)
    if found is None:
        return []
    passage, judgement = found
    key = passage.span.key
    if any(one.span.key == key for one in said):
        return []
    first = next(one for one in mine if one.passage.span.key == key)
    scored = Scored(passage, UNIT, judgement.value, UNIT)
    document = rooms.corpus.documents([key])[key]
    return [evidence(claim, scored, first, document, judgement)]


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
    found = histories.recorded(asked, provisions, [one.passage for one in mine], corpus)
    if found is None:
        return []
    series = found.document.series
    documents = corpus.documents(one.passage.span.key for one in mine)
    first = next(one for one in mine if documents[one.passage.span.key].series == series)
    judgement = Judgement(Stance.SUPPORT, UNIT, force.STANDING)
    scored = Scored(found.passage, UNIT, found.value, UNIT)
    return [evidence(slot, scored, first, found.document, judgement)]


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
    judged = list(zip(scored, _judged(claim, scored, judge), strict=True))
    saying = {one.passage.span.key for (one, _), said in judged if said.stance is Stance.SUPPORT}
    return [
        evidence(claim, one, sighting, documents[one.passage.span.key], said)
        for (one, sighting), said in judged
        # A text that supports a claim does not refute it too: the other figure is of another slot.
        if said.stance is Stance.SUPPORT
        or (said.stance is Stance.REFUTE and one.passage.span.key not in saying)
    ]


def _judged(
    claim: Claim, scored: Sequence[tuple[Scored, Sighting]], judge: StanceModel
) -> list[Judgement]:
    """The judgement of each passage; of the claim in its words where its own settle nothing.

    What answers a slot states its hypothesis itself: there the words of the slot were exchanged.
    """
    found = list(judge.judge([(claim, one.passage) for one, _ in scored]))
    other = [
        (n, one.retold.claim, one.passage)
        for n, (one, _) in enumerate(scored)
        if one.retold is not None and not claim.parent and found[n].stance is Stance.NEUTRAL
    ]
    again = judge.judge([(retold, passage) for _, retold, passage in other])
    for (n, _, _), said in zip(other, again, strict=True):
        found[n] = said
    read = {n for n, _, _ in other} | {
        n for n, (one, _) in enumerate(scored) if claim.parent and one.retold
    }
    return [_in_other_words(said) if n in read else said for n, said in enumerate(found)]


def _in_other_words(said: Judgement) -> Judgement:
    """A judgement that rests on words that were exchanged, told as what it is."""
    if said.stance is Stance.NEUTRAL:
        return said
    sure = said.confidence_u * OTHER_WORDS_U // UNIT
    return replace(said, confidence_u=sure, basis=said.basis or Basis.WORDS)


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
    # A hashtag may have been read as the words that it runs together; it is quoted as it stands.
    stands = sighting.passage if sighting.passage.span == one.passage.span else one.passage
    return Evidence(
        claim_id=claim.claim_id,
        span=one.passage.span,
        text=stands.text,
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
        value=_placed(judgement.value or one.value, one.passage.text, stands.text),
        basis=judgement.basis,
    )


def _placed(value: Value | None, read: str, text: str) -> Value | None:
    """A value with its place in the text as it stands; -1 where it is not there in those words."""
    if value is None or read == text or value.start < 0:
        return value
    # Words that were read apart stand near to where they were read.
    same = [m.start() for m in re.finditer(re.escape(value.text), text)]
    return replace(value, start=min(same, key=lambda at: abs(at - value.start), default=-1))
