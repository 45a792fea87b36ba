"""The double of the index: every search looks at every chunk of its slice.

It holds rows in memory and, for each search, copies those of the slice into a corpus of their own,
so that its statistics cannot be anything but the slice's. Slow and plain: the oracle of the tests,
and a retriever for a handful of documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ledgerrag.embedding.seam import GRID, EmbeddingModel, Vectors
from ledgerrag.errors import UnavailableError
from ledgerrag.retrieval import fusion, scanning
from ledgerrag.retrieval.analyzer import ANALYZER, analyze
from ledgerrag.retrieval.bm25 import ONE, Bm25
from ledgerrag.retrieval.bounds import in_slice, wanted
from ledgerrag.retrieval.places import Band, Bar, Listed, Scored, Sorted, as_hits, share_out
from ledgerrag.retrieval.ranking import count
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Receipt, Stats, Where


@dataclass(frozen=True, slots=True)
class _Side:
    """A ranking by sorting everything."""

    ranked: Sorted
    score: Callable[[ChunkRow], int]

    @classmethod
    def of(cls, rows: Iterable[ChunkRow], score: Callable[[ChunkRow], int]) -> _Side:
        hits = [Scored(row, score(row)) for row in rows]
        return cls(Sorted(sorted((h for h in hits if h.score > 0), key=lambda h: h.order)), score)

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:
        return self.ranked.best(limit, band, bars)

    def has(self, level: int) -> bool:
        return self.ranked.has(level)

    def scored(self, rows: Sequence[ChunkRow]) -> Mapping[int, int]:
        found = {row.row: self.score(row) for row in rows}
        return {number: score for number, score in found.items() if score > 0}


class MemoryIndex:
    """A retriever by brute force.

    Args:
        rows: the corpus to begin with.
        model: embeds queries and texts; without one there is lexical search only.
        text: what a chunk says, for the model; its tokens where None.
    """

    def __init__(
        self,
        rows: Iterable[ChunkRow] = (),
        model: EmbeddingModel | None = None,
        text: Callable[[ChunkRow], str] | None = None,
    ) -> None:
        self._rows: list[ChunkRow] = []
        self._model = model
        self._text = text or (lambda row: row.tokens)
        self.add(rows)

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """BM25 over the slice, with the slice's own statistics unless `stats` is `index`."""
        side, receipt = self._lexical(query, where, stats)
        return Found(as_hits(share_out(side, places, where.authority_min or 1), ONE), receipt)

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Cosine over the slice.

        Raises:
            UnavailableError: there is no model.
        """
        side, receipt, vector = self._dense(query, where)
        shared = share_out(side, places, where.authority_min or 1)
        return Found(as_hits(shared, scanning.ONE), receipt, vector)

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Both, fused by rank.

        Raises:
            UnavailableError: there is no model.
        """
        words, receipt = self._lexical(query, where, stats)
        meaning, other, vector = self._dense(query, where)
        lowest = int(where.authority_min or 1)
        shared = fusion.listed([words, meaning], places, lowest)
        receipt = replace(receipt, mode="hybrid", embedding=other.embedding, fusion=fusion.RULE)
        return Found(as_hits(shared, fusion.ONE), receipt, vector)

    def _lexical(self, query: str, where: Where, stats: Stats) -> tuple[_Side, Receipt]:
        terms = sorted(set(analyze(query)))
        there = [row for row in self._rows if in_slice(where, row)]
        statistics = count(there if stats == "as_of" else self._rows, terms)
        scorer = Bm25(terms, statistics, lucene=stats == "index")
        side = _Side.of(
            (row for row in there if wanted(where, row)),
            lambda row: scorer.score(row.tokens, row.length),
        )
        receipt = Receipt(
            mode="lexical",
            stats=stats,
            n_chunks=statistics.n,
            total_length=statistics.total,
            df=tuple((term, statistics.df[term]) for term in terms),
            watermark=self._highest(where),
            candidates=statistics.holding,
            exact=True,
            analyzer=ANALYZER,
            engine="memory",
        )
        return side, receipt

    def _dense(self, query: str, where: Where) -> tuple[_Side, Receipt, bytes]:
        model = self._model
        if model is None:
            raise UnavailableError("no embedding model is configured", "use lexical retrieval")
        vector = model.embed([query], "query")[0]
        there = [row for row in self._rows if in_slice(where, row)]
        side = _Side.of(
            (row for row in there if wanted(where, row)),
            lambda row: cosine_u(model.embed([self._text(row)])[0], vector),
        )
        receipt = Receipt(
            mode="dense",
            stats="as_of",
            n_chunks=len(there),
            total_length=0,
            df=(),
            watermark=self._highest(where),
            candidates=len(there),
            exact=True,
            analyzer="",
            engine="memory",
            embedding=f"{model.name} {model.digest}",
        )
        return side, receipt, vector.astype("<f4").tobytes()

    def _highest(self, where: Where) -> int:
        bound = where.ingested_before
        seqs = [row.seq for row in self._rows if bound is None or row.seq <= bound]
        return max(seqs, default=0)

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Take in rows above the watermark; returns the number added. Idempotent."""
        watermark = self.watermark()
        fresh = sorted((row for row in rows if row.row > watermark), key=lambda row: row.row)
        self._rows.extend(fresh)
        return len(fresh)

    def watermark(self) -> int:
        """Highest chunk row held; 0 where empty."""
        return self._rows[-1].row if self._rows else 0

    def close(self) -> None:
        """Nothing to release."""


def cosine_u(one: Vectors, other: Vectors) -> int:
    """The product of two vectors on the grid in millionths, in whole numbers all the way."""
    pairs = zip(one, other, strict=True)
    whole = sum(round(float(x) * GRID) * round(float(y) * GRID) for x, y in pairs)
    return (whole * 1_000_000 + GRID * GRID // 2) // (GRID * GRID)
