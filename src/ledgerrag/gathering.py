"""Line 8 of Algorithm 1: retrieve, parse evidence tuples, assign stance, update the ledger.

Nothing here decides which claim is true. Whatever the retriever finds of a series, the version that
stands at (V, K) is read as well, and so is what an act put in its place: a search that ends at a
superseded text has still found the provision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ledgerrag.actions import Query
from ledgerrag.config import Params
from ledgerrag.corpus import Corpus
from ledgerrag.generate.findings import Near
from ledgerrag.ledger import Ledger, Lens, root_of
from ledgerrag.model import (
    UNIT,
    Claim,
    ClaimKind,
    DocKey,
    Document,
    Evidence,
    Judgement,
    Passage,
    Stance,
    Standing,
    Status,
)
from ledgerrag.reading import Candidate, Scored, hypothesise, on_topic_u, rank
from ledgerrag.retrieval.seam import Found, Places, Retriever, Where
from ledgerrag.stance.seam import StanceModel

_UNJUDGED = Judgement(Stance.NEUTRAL, 0, "not judged")
# Passages that are judged for one claim in one step; the rest are too far off topic to matter.
MOST_JUDGED = 48


class Rooms(Protocol):
    """What the loop reaches: three seams, each replaceable."""

    @property
    def retriever(self) -> Retriever: ...

    @property
    def corpus(self) -> Corpus: ...

    @property
    def stance(self) -> StanceModel: ...


@dataclass(frozen=True, slots=True)
class Sighting:
    """A passage seen for a claim.

    Args:
        root: id of the slot or assertion that was searched for.
        passage: what was seen.
        r_u: retrieval relevance of the chunk that led to it, in millionths.
        step: loop step.
    """

    root: str
    passage: Passage
    r_u: int
    step: int


@dataclass(frozen=True, slots=True)
class Search:
    """One retrieval call and what it returned."""

    query: Query
    found: Found


def search(
    queries: Iterable[Query], rooms: Rooms, where: Where, params: Params
) -> tuple[Search, ...]:
    """Ask the retriever, one call a query, within the slice."""
    return tuple(
        Search(
            query,
            rooms.retriever.lexical(
                query.text,
                replace(where, authority_min=query.authority_min),
                Places(
                    query.top_k,
                    (params.places_official, params.places_outlet),
                    params.per_cluster,
                    query.per_series,
                ),
                params.stats,
            ),
        )
        for query in queries
    )


def sight(
    searches: Iterable[Search], seen: Sequence[Sighting], rooms: Rooms, params: Params, step: int
) -> tuple[Sighting, ...]:
    """The passages of what was found, each once a claim, with the versions that stand beside it."""
    known = {(s.root, s.passage.span) for s in seen}
    fresh: list[Sighting] = []
    for one in searches:
        root = one.query.claim_id
        for chunk in _chunks(one.found, rooms.corpus, params):
            document = rooms.corpus.documents([chunk.key])[chunk.key]
            end = len(document.text) if chunk.end < 0 else chunk.end
            for passage in rooms.corpus.passages(document, chunk.start, end):
                if (root, passage.span) not in known:
                    known.add((root, passage.span))
                    fresh.append(Sighting(root, _titled(passage, chunk), chunk.r_u, step))
    return tuple(fresh)


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A part of a document to read; `end` below zero: the whole, reached through `formerly`."""

    key: DocKey
    start: int
    end: int
    r_u: int
    formerly: str = ""


def _titled(passage: Passage, chunk: _Chunk) -> Passage:
    """A successor also answers under the title of the text that led to it (a renumbering)."""
    if not chunk.formerly or chunk.formerly == passage.title:
        return passage
    return replace(passage, title=f"{chunk.formerly} / {passage.title}")


def _chunks(found: Found, corpus: Corpus, params: Params) -> list[_Chunk]:
    """The chunks found, then the standing versions that the hits lead to."""
    chunks = [_Chunk(hit.key, hit.start, hit.end, hit.r_u) for hit in found.hits]
    if params.adjudication == "paper":
        return chunks
    direct = {hit.key for hit in found.hits}
    documents = corpus.documents(direct)
    standings = corpus.standings(hit.series for hit in found.hits)
    led: dict[DocKey, _Chunk] = {}
    for hit in found.hits:
        for key in _standing_beside(hit.key, hit.series, standings, corpus):
            if key not in led or hit.r_u > led[key].r_u:
                led[key] = _Chunk(key, 0, -1, hit.r_u, documents[hit.key].title)
    corpus.documents(led)
    known = [replace(c, formerly=led[c.key].formerly) if c.key in led else c for c in chunks]
    return known + [led[key] for key in sorted(led) if key not in direct]


def _standing_beside(
    key: DocKey, series: str, standings: Mapping[DocKey, Standing], corpus: Corpus
) -> list[DocKey]:
    own = standings.get(key)
    if own is None or own.stands:
        return []
    family = {document.key for document in corpus.versions(series)}
    beside = [k for k in family if k in standings and standings[k].stands]
    if not beside and own.status is Status.SUPERSEDED and own.by:
        successor = corpus.successor(own.by)
        beside = [successor] if successor else []
    return sorted(beside)


def standings_of(
    pool: Iterable[Sighting], ledger: Ledger, corpus: Corpus
) -> Mapping[DocKey, Standing]:
    """What every document seen or held is at (V, K)."""
    keys = {sighting.passage.span.key for sighting in pool}
    keys |= {entry.span.key for entry in ledger.entries}
    documents = corpus.documents(sorted(keys))
    return corpus.standings(sorted({document.series for document in documents.values()}))


def ranked(claim: Claim, pool: Sequence[Sighting]) -> tuple[tuple[Scored, Sighting], ...]:
    """The claim's sightings with their scores, best first, the off-topic ones left out."""
    mine = {s.passage.span: s for s in pool if s.root == root_of(claim)}
    scored = rank(claim, [sighting.passage for sighting in mine.values()])
    kept = [(one, mine[one.passage.span]) for one in scored if one.topic_u >= on_topic_u]
    return tuple(kept[:MOST_JUDGED])


def update(
    ledger: Ledger,
    pool: Sequence[Sighting],
    claims: Iterable[Claim],
    rooms: Rooms,
) -> Ledger:
    """L_{s+1}: hypotheses for open slots, and a stance for every passage on topic.

    Args:
        ledger: L_s.
        pool: everything seen so far.
        claims: the slots and assertions that this run looks after.
        rooms: judge and corpus.
    """
    standings = standings_of(pool, ledger, rooms.corpus)
    for claim in claims:
        scored = ranked(claim, pool)
        documents = rooms.corpus.documents(one.passage.span.key for one, _ in scored)
        judged = claim
        if claim.kind is ClaimKind.SLOT:
            ledger, found = _hypothesis(ledger, claim, scored, documents, standings)
            if found is None:
                continue
            judged = found
        ledger = ledger.append(_entries(judged, scored, documents, rooms.stance))
    return ledger


def _hypothesis(
    ledger: Ledger,
    slot: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    documents: Mapping[DocKey, Document],
    standings: Mapping[DocKey, Standing],
) -> tuple[Ledger, Claim | None]:
    """The slot's hypothesis: the one there is while the leading candidate says the same."""
    earlier = [claim for claim in ledger.claims if claim.parent == slot.claim_id]
    candidates = [
        Candidate(
            scored=one,
            authority=documents[one.passage.span.key].authority_level,
            stands=_stands(one.passage.span.key, standings),
            published=documents[one.passage.span.key].published,
            effective=documents[one.passage.span.key].effective_from,
        )
        for one, _ in scored
    ]
    new = hypothesise(slot, candidates, len(earlier) + 1)
    if new is None:
        return ledger, earlier[-1] if earlier else None
    for old in earlier:
        if _same(old, new):
            # A hypothesis that comes back is the active one again only if it is the last.
            if old is earlier[-1]:
                return ledger, old
            break
    return ledger.add_claim(new), new


def _stands(key: DocKey, standings: Mapping[DocKey, Standing]) -> bool:
    standing = standings.get(key)
    return standing is not None and standing.stands


def _same(old: Claim, new: Claim) -> bool:
    if old.value is not None and new.value is not None:
        return old.value.same(new.value)
    return old.value is None and new.value is None and old.text == new.text


def _entries(
    claim: Claim,
    scored: Sequence[tuple[Scored, Sighting]],
    documents: Mapping[DocKey, Document],
    judge: StanceModel,
) -> list[Evidence]:
    judgements = judge.judge([(claim, one.passage) for one, _ in scored])
    return [
        _evidence(claim, one, sighting, documents[one.passage.span.key], judgement)
        for (one, sighting), judgement in zip(scored, judgements, strict=True)
        if judgement.stance is not Stance.NEUTRAL
    ]


def _evidence(
    claim: Claim, one: Scored, sighting: Sighting, document: Document, judgement: Judgement
) -> Evidence:
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
        confidence_u=judgement.confidence_u,
        rule=judgement.rule,
        cluster=document.cluster,
        domain=document.domain,
        step=sighting.step,
        value=judgement.value or one.value,
    )


def near(
    claims: Iterable[Claim], pool: Sequence[Sighting], lens: Lens, corpus: Corpus
) -> tuple[Near, ...]:
    """For claims that nothing settles: the passages closest to them, one a document.

    Those that do not hold at (V, K) come first: they say what was, or will be.
    """
    found: list[Near] = []
    for claim in claims:
        scored = ranked(claim, pool)
        documents = corpus.documents(one.passage.span.key for one, _ in scored)
        best: dict[DocKey, Near] = {}
        for one, sighting in scored:
            document = documents[one.passage.span.key]
            entry = _evidence(claim, one, sighting, document, _UNJUDGED)
            best.setdefault(document.key, Near(entry, root_of(claim)))
        order = sorted(best.values(), key=lambda item: lens.stands(item.entry))
        found += order[:3]
    return tuple(found)
