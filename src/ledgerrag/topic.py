"""Which of the passages that were seen speak to a claim: on its topic, about whom it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ledgerrag.corpus import Corpus
from ledgerrag.dates import parse
from ledgerrag.ledger import root_of
from ledgerrag.model import (
    UNIT,
    Authority,
    Claim,
    ClaimKind,
    DocKey,
    Document,
    Domain,
    Passage,
    Standing,
    Status,
    ValueKind,
)
from ledgerrag.reading import Scored, on_topic_u, rank
from ledgerrag.reading.anchors import ENOUGH_U, named_u, turned_on
from ledgerrag.reading.announcing import holds_from
from ledgerrag.reading.hashtags import spelt
from ledgerrag.reading.namesakes import namesake
from ledgerrag.sighting import Sighting
from ledgerrag.stance.commands import addressed
from ledgerrag.stance.hearsay import only_asks
from ledgerrag.titles import asked_itself

# Passages that are judged for one claim in one step; the rest are too far off topic to matter.
MOST_JUDGED = 48
WHOLE_U = 560_000
"""How far a text speaks to a question that names it by its title alone."""


def ranked(
    claim: Claim, pool: Sequence[Sighting], corpus: Corpus
) -> tuple[tuple[Scored, Sighting], ...]:
    """The claim's sightings with their scores, best first, the off-topic ones left out."""
    mine = {
        s.passage.span: s
        for s in pool
        # What only asks, as the heading of an answer does, tells nothing.
        if s.root == root_of(claim) and not only_asks(s.passage.text)
    }
    passages = [spelt(claim.query or claim.text, s.passage) for s in mine.values()]
    scored = _asked(claim, rank(claim, passages), corpus)
    names = turned_on(claim, passages)
    kept = []
    for one in scored:
        if namesake(claim.query or claim.text, one.passage):
            continue
        read = names if one.retold is None else turned_on(one.retold.claim, passages)
        share = _names(read, one.passage, corpus)
        if one.topic_u >= on_topic_u and share >= ENOUGH_U:
            # Who is named in full leads before who shares part of the name.
            kept.append((_scaled(one, (UNIT + share) // 2), mine[one.passage.span]))
    kept.sort(key=lambda pair: (-pair[0].score_u, pair[0].passage.span))
    return tuple(kept[:MOST_JUDGED])


def _asked(claim: Claim, scored: Sequence[Scored], corpus: Corpus) -> Sequence[Scored]:
    """The scores with that of a text raised that alone bears the title which the question names.

    It is on topic then although it has not the question's words; how loosely, a reader is told.
    """
    if claim.kind is not ClaimKind.SLOT or claim.expects is not ValueKind.TEXT:
        return scored
    documents = corpus.documents(one.passage.span.key for one in scored)
    return [
        replace(one, topic_u=WHOLE_U, score_u=max(one.score_u, WHOLE_U // 2))
        if one.topic_u < WHOLE_U
        and not addressed(one.passage)
        and asked_itself(
            claim.keys, one.passage, documents[one.passage.span.key].text, documents.values()
        )
        else one
        for one in scored
    ]


def announced(document: Document, corpus: Corpus) -> bool:
    """Whether a notice says itself that what it states holds from a day after V only.

    Only where no day of effect is on record: the record goes before the words of a text.

    Args:
        document: as a search brought it up.
        corpus: whose V counts; it has the whole text.
    """
    if document.domain is not Domain.NEWS or document.effective_from != document.published:
        return False
    begins = holds_from(corpus.documents([document.key])[document.key].text)
    return begins is not None and not begins.reached(corpus.at.v)


def outlived(
    claim: Claim,
    speaking: Sequence[Scored],
    scored: Sequence[Scored],
    documents: Mapping[DocKey, Document],
    standings: Mapping[DocKey, Standing],
) -> frozenset[DocKey]:
    """Reports that may not answer: a text of higher authority answered, and has ended since.

    What a paper wrote of a rule does not outlast the rule. Nothing is put aside where a text of
    that authority still answers, nor what was published after the end.

    Args:
        claim: the slot.
        speaking: the passages that answer it equally well, standing or not.
        scored: all on its topic: what states the same value is what they report.
        documents: in which they stand.
        standings: what those are at (V, K).
    """
    said = [one for one in speaking if _says(claim, one)]
    keys = {one.passage.span.key for one in said}
    same = {one.passage.span.key for one in scored if _same(one, said)}
    top = max(
        (documents[key].authority_level for key in keys if standings[key].stands),
        default=Authority.USER,
    )
    ended = [
        key for key in keys | same if documents[key].authority_level > top and _over(standings[key])
    ]
    return frozenset(
        key
        for key in keys
        if standings[key].stands
        and any(not _after(documents[key], standings[old]) for old in ended)
    )


def _same(one: Scored, said: Sequence[Scored]) -> bool:
    value = one.value
    return value is not None and any(o.value is not None and o.value.same(value) for o in said)


def _says(claim: Claim, one: Scored) -> bool:
    return claim.expects is ValueKind.TEXT or one.value is not None or one.answers


_ENDED = (
    Status.RETRACTED,
    Status.WITHDRAWN,
    Status.REPEALED,
    Status.SUSPENDED,
    Status.SUPERSEDED,
    Status.LAPSED,
)


def _over(standing: Standing) -> bool:
    """Whether a text has ended, or is to end on a day that nobody has told."""
    return standing.status in _ENDED or (standing.status is Status.UNKNOWN and bool(standing.by))


def _after(document: Document, standing: Standing) -> bool:
    """Whether a document is surely younger than the end of a text."""
    return bool(standing.since) and document.published.after(parse(standing.since))


def seen(claim: Claim, pool: Sequence[Sighting], corpus: Corpus) -> tuple[Sighting, ...]:
    """The claim's sightings that name whom it names, on topic or not, in order of their spans."""
    mine = {s.passage.span: s for s in pool if s.root == root_of(claim)}
    read = {span: spelt(claim.query or claim.text, s.passage) for span, s in mine.items()}
    names = turned_on(claim, list(read.values()))
    return tuple(
        mine[span] for span in sorted(mine) if _names(names, read[span], corpus) >= ENOUGH_U
    )


def _scaled(one: Scored, share_u: int) -> Scored:
    return replace(
        one, score_u=one.score_u * share_u // UNIT, topic_u=one.topic_u * share_u // UNIT
    )


def _names(names: Sequence[str], passage: Passage, corpus: Corpus) -> int:
    if not names:
        return UNIT
    document = corpus.documents([passage.span.key])[passage.span.key]
    return named_u(names, passage, corpus.source_name(document.source))
