"""Which of the passages that were seen speak to a claim: on its topic, about whom it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ledgerrag.corpus import Corpus
from ledgerrag.ledger import root_of
from ledgerrag.model import UNIT, Claim, Passage
from ledgerrag.reading import Scored, on_topic_u, rank
from ledgerrag.reading.anchors import ENOUGH_U, anchors, named_u
from ledgerrag.sighting import Sighting

# Passages that are judged for one claim in one step; the rest are too far off topic to matter.
MOST_JUDGED = 48


def ranked(
    claim: Claim, pool: Sequence[Sighting], corpus: Corpus
) -> tuple[tuple[Scored, Sighting], ...]:
    """The claim's sightings with their scores, best first, the off-topic ones left out."""
    mine = {s.passage.span: s for s in pool if s.root == root_of(claim)}
    scored = rank(claim, [sighting.passage for sighting in mine.values()])
    names = anchors(claim.query or claim.text)
    kept = []
    for one in scored:
        share = _names(names, one.passage, corpus)
        if one.topic_u >= on_topic_u and share >= ENOUGH_U:
            # Who is named in full leads before who shares part of the name.
            kept.append((_scaled(one, (UNIT + share) // 2), mine[one.passage.span]))
    kept.sort(key=lambda pair: (-pair[0].score_u, pair[0].passage.span))
    return tuple(kept[:MOST_JUDGED])


def seen(claim: Claim, pool: Sequence[Sighting], corpus: Corpus) -> tuple[Sighting, ...]:
    """The claim's sightings that name whom it names, on topic or not, in order of their spans."""
    mine = {s.passage.span: s for s in pool if s.root == root_of(claim)}
    names = anchors(claim.query or claim.text)
    return tuple(
        mine[span] for span in sorted(mine) if _names(names, mine[span].passage, corpus) >= ENOUGH_U
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
