"""The double of the lexical index: every search looks at every chunk of its slice.

It holds rows in memory and, for each search, copies those of the slice into a corpus of their own,
so that its statistics cannot be anything but the slice's. Slow and plain: the oracle of the tests,
and a retriever for a handful of documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledgerrag.errors import UnavailableError
from ledgerrag.retrieval.analyzer import ANALYZER, analyze
from ledgerrag.retrieval.bm25 import ONE, Bm25
from ledgerrag.retrieval.bounds import in_slice, wanted
from ledgerrag.retrieval.places import Band, Bar, Listed, Scored, as_hits, share_out
from ledgerrag.retrieval.ranking import count
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Receipt, Stats, Where


class _FullRanker:
    """Ranks by sorting everything."""

    def __init__(self, rows: Sequence[ChunkRow], scorer: Bm25) -> None:
        scored = [Scored(row, scorer.score(row.tokens, row.length)) for row in rows]
        self.hits = sorted((hit for hit in scored if hit.score > 0), key=lambda hit: hit.order)

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:  # noqa: ARG002
        hits = [hit for hit in self.hits if band[0] <= hit.row.authority <= band[1]]
        return Listed(hits, complete=True)

    def has(self, level: int) -> bool:
        return any(hit.row.authority == level for hit in self.hits)


class MemoryIndex:
    """A retriever by brute force.

    Args:
        rows: the corpus to begin with.
    """

    def __init__(self, rows: Iterable[ChunkRow] = ()) -> None:
        self._rows: list[ChunkRow] = []
        self.add(rows)

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """BM25 over the slice, with the slice's own statistics unless `stats` is `index`."""
        terms = sorted(set(analyze(query)))
        there = [row for row in self._rows if in_slice(where, row)]
        statistics = count(there if stats == "as_of" else self._rows, terms)
        scorer = Bm25(terms, statistics, lucene=stats == "index")
        ranker = _FullRanker([row for row in there if wanted(where, row)], scorer)
        bound = where.ingested_before
        seqs = [row.seq for row in self._rows if bound is None or row.seq <= bound]
        receipt = Receipt(
            mode="lexical",
            stats=stats,
            n_chunks=statistics.n,
            total_length=statistics.total,
            df=tuple((term, statistics.df[term]) for term in terms),
            watermark=max(seqs, default=0),
            candidates=statistics.holding,
            exact=True,
            analyzer=ANALYZER,
            engine="memory",
        )
        shared = share_out(ranker, places, where.authority_min or 1)
        return Found(as_hits(shared, ONE), receipt)

    def dense(self, query: str, where: Where, places: Places) -> Found:  # noqa: ARG002
        """Not here: words only."""
        raise UnavailableError("no embedding model is configured", "use lexical retrieval")

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
