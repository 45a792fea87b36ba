"""GraphRAG-lite: what is found, and what shares its entities.

After Edge et al., "From Local to Global: A Graph RAG Approach to Query-Focused Summarization"
(2024), its local search: the entities of the question and of the first hits are entry points of a
graph of texts and entities, and neighbours in it join the context. "Lite", as the LedgerRAG paper
has it: no index of summarised communities is kept, since one would have to be made anew for every
slice.

Ours: one search with a longer list is the neighbourhood. Its first k chunks are the seeds; chunks
and entities (names, and provisions by number) make the graph, an entity that stands in many chunks
counting for less. Relevance flows from the seeds over shared entities to the others, and the k
best of those join them. A voice then weighs its relevance, and as much again for its place in the
graph: what is connected with much of the context is believed more. Nobody's authority and no date
counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines.answering import answered
from ledgerrag.baselines.desk import Desk, Read
from ledgerrag.baselines.seam import Asked
from ledgerrag.baselines.voting import Settled, vote
from ledgerrag.model import UNIT, Claim, DocKey
from ledgerrag.reading.provisions import named
from ledgerrag.retrieval.seam import Hit, Mode
from ledgerrag.stance.names import names

# So many times k chunks are the neighbourhood in which the graph is drawn.
_NEIGHBOURHOOD: Final = 4


@dataclass(frozen=True, slots=True)
class GraphRag:
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


@dataclass(frozen=True, slots=True)
class Graph:
    """Texts and their entities.

    Args:
        hits: chunks, the best first.
        entities: of each of them, in the same order.
        worth: of an entity, in millionths: one over the number of chunks that have it.
    """

    hits: tuple[Hit, ...]
    entities: tuple[frozenset[str], ...]
    worth: Mapping[str, int]

    def tie(self, one: int, other: int) -> int:
        """How closely two chunks are tied, in millionths: the worth of what they share."""
        shared = self.entities[one] & self.entities[other]
        return min(UNIT, sum(self.worth[entity] for entity in shared))

    def context(self, k: int) -> tuple[int, ...]:
        """The first k chunks, and the k others to which most relevance flows from them."""
        seeds = range(min(k, len(self.hits)))
        others = range(len(seeds), len(self.hits))
        flow = {n: sum(self.hits[s].r_u * self.tie(s, n) for s in seeds) for n in others}
        tied = sorted((n for n in others if flow[n]), key=lambda n: (-flow[n], n))
        return (*seeds, *tied[:k])

    def centrality(self, context: Sequence[int]) -> dict[DocKey, int]:
        """How much of the context a document is tied to, in millionths."""
        most = max(1, len(context) - 1)
        found: dict[DocKey, int] = {}
        for one in context:
            share = sum(self.tie(one, other) for other in context if other != one) // most
            key = self.hits[one].key
            found[key] = max(share, found.get(key, 0))
        return found


def settle(desk: Desk, claim: Claim) -> Settled:
    """Search once, walk the graph, and follow the weight of what is read."""
    hits = desk.search(claim, desk.words(claim), desk.params.top_k * _NEIGHBOURHOOD)
    graph = drawn(desk, claim, hits)
    context = graph.context(desk.params.top_k)
    central = graph.centrality(context)

    def weight(read: Read) -> int:
        return read.relevance_u * (UNIT + central[read.document.key]) // UNIT

    reads = desk.read(claim, [graph.hits[n] for n in context])
    return vote(desk, claim, reads, weight, "relevance in the graph")


def drawn(desk: Desk, claim: Claim, hits: Sequence[Hit]) -> Graph:
    """The graph of chunks and entities; those of the question count twice.

    Args:
        desk: knows the documents.
        claim: the question.
        hits: chunks, the best first.
    """
    documents = desk.corpus.documents(hit.key for hit in hits)
    found = tuple(
        entities(documents[hit.key].title) | entities(documents[hit.key].text[hit.start : hit.end])
        for hit in hits
    )
    counted = Counter(entity for one in found for entity in one)
    asked = entities(desk.words(claim))
    worth = {
        entity: (2 if entity in asked else 1) * UNIT // count for entity, count in counted.items()
    }
    return Graph(tuple(hits), found, worth)


def entities(text: str) -> frozenset[str]:
    """Names, and provisions by their number.

    Args:
        text: a chunk, a title or a question.
    """
    called = {value.amount for value in names(text)}
    return frozenset(called | {f"{kind} {number}" for kind, number, _, _ in named(text)})
