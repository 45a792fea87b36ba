"""Line 8 of Algorithm 1, first half: retrieve documents and see their passages.

Whatever the retriever finds of a series, the version that stands at (V, K) is read as well, and so
is what an act put in its place: a search that ends at a superseded text has still found the
provision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ledgerrag.actions import Query
from ledgerrag.config import Params
from ledgerrag.corpus import Corpus
from ledgerrag.ledger import Ledger
from ledgerrag.model import Authority, DocKey, Passage, Standing, Status
from ledgerrag.reading.cited import Cited
from ledgerrag.retrieval.seam import Found, Places, Retriever, Where
from ledgerrag.stance.seam import StanceModel


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
    """One query and what it found.

    Args:
        query: what was asked.
        found: hits and receipt.
        called: the retriever was called; False where an earlier list already answers.
    """

    query: Query
    found: Found
    called: bool = True


def search(
    queries: Iterable[Query], rooms: Rooms, where: Where, params: Params
) -> tuple[Search, ...]:
    """Ask the retriever, at most one call a query, within the slice."""
    done: list[Search] = []
    for query in queries:
        if query.cited is not None:
            looked_up = Search(query, _titled_so(query.cited, query, rooms, where, params))
            done.append(looked_up)
            if looked_up.found.hits:
                continue
        known = next((one for one in done if _answers(one, query)), None)
        if known is not None:
            done.append(Search(query, known.found, called=False))
            continue
        places = Places(
            query.top_k,
            (params.places_official, params.places_outlet),
            params.per_cluster,
            query.per_series,
        )
        slice_ = replace(where, authority_min=query.authority_min)
        found = _found(rooms.retriever, query.text, slice_, places, params)
        done.append(Search(query, found))
    return tuple(done)


# Of what has all words of a title and a number, so much is looked at: more than one act has.
_LOOKED_UP = 100


def _titled_so(provision: Cited, query: Query, rooms: Rooms, where: Where, params: Params) -> Found:
    """What bears the title and number of a provision, by words whatever the mode of the search.

    Among all that has these words a ranking would put what repeats them before what they name.
    """
    slice_ = replace(where, authority_min=query.authority_min, holding=provision.terms)
    places = Places(_LOOKED_UP, (0, 0), 0, query.per_series)
    text = f"{provision.title} {provision.number}"
    found = rooms.retriever.lexical(text, slice_, places, params.stats)
    documents = rooms.corpus.documents(hit.key for hit in found.hits)
    hits = tuple(hit for hit in found.hits if provision.names(documents[hit.key].title))
    return replace(found, hits=hits[: query.top_k])


def _found(retriever: Retriever, text: str, where: Where, places: Places, params: Params) -> Found:
    if params.retrieval == "dense":
        return retriever.dense(text, where, places)
    ask = retriever.hybrid if params.retrieval == "hybrid" else retriever.lexical
    return ask(text, where, places, params.stats)


def _answers(earlier: Search, query: Query) -> bool:
    """Whether a list without bound on authority, all of it official, is the official list too."""
    first = earlier.query
    return (
        first.cited is None
        and query.authority_min is Authority.OFFICIAL
        and (first.claim_id, first.text, first.top_k, first.per_series)
        == (query.claim_id, query.text, query.top_k, query.per_series)
        and all(hit.authority is Authority.OFFICIAL for hit in earlier.found.hits)
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
    # Also of a version hit directly, the whole is read: the hit may be another part of it.
    return known + [led[key] for key in sorted(led)]


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
