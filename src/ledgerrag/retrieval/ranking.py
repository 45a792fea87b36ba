"""Exact ranking of a slice: candidates of the engine, scores of our own, and a certificate.

The engine scores with the statistics of its whole index. Each term is boosted by idf in the slice
over the engine's idf; then only the mean length differs. The engine rounds lengths down, so its
score of a chunk, times max(1, mean in the slice / mean in the index), is never below ours. Hence
whatever scores above that bound of the last candidate is in its right place: nothing that was not
rescored can precede it. Where too few do, more candidates are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledgerrag.retrieval.bm25 import K1, ONE, Bm25, Statistics
from ledgerrag.retrieval.bounds import in_slice, visible
from ledgerrag.retrieval.engine import Snapshot
from ledgerrag.retrieval.folder import damaged
from ledgerrag.retrieval.places import Band, Bar, Listed, Scored
from ledgerrag.retrieval.seam import ChunkRow, Stats, Where
from ledgerrag.retrieval.source import ChunkSource

FIRST = 50  # candidates asked of the engine
STEPS = (16, FIRST, 200, 800, 3_200, 12_800)  # candidates rescored before the certificate is tried
_ROUNDING = 1e-4  # of the engine's 32-bit floats, generously; more terms round more often


@dataclass(frozen=True, slots=True)
class View:
    """The corpus as one search sees it.

    Args:
        snapshot: of the index.
        tail: rows of the store above the index's watermark, ascending.
        last: highest row of the index that is seen, for a store that is read as it was before the
            index was brought up to date; None where all are seen.
    """

    snapshot: Snapshot
    tail: tuple[ChunkRow, ...]
    last: int | None

    def statistics(self, where: Where, terms: Sequence[str], stats: Stats) -> Statistics:
        """Of the slice; of everything that there is where `stats` is `index`."""
        bounds = where if stats == "as_of" else Where()
        rows = [row for row in self.tail if in_slice(bounds, row)]
        return self.snapshot.statistics(bounds, terms, self.last).plus(count(rows, terms))

    def watermark(self, where: Where) -> int:
        """Highest ingest sequence number of a chunk, as far as `ingested_before` admits it."""
        bound = where.ingested_before
        tail = [row.seq for row in self.tail if bound is None or row.seq <= bound]
        return max(self.snapshot.highest_seq(bound, self.last), *tail, 0)


def count(rows: Iterable[ChunkRow], terms: Iterable[str]) -> Statistics:
    """Statistics of rows by looking at each."""
    n = total = holding = 0
    df = dict.fromkeys(terms, 0)
    for row in rows:
        n += 1
        total += row.length
        held = df.keys() & set(row.tokens.split(" "))
        holding += bool(held)
        for term in held:
            df[term] += 1
    return Statistics(n, total, df, holding)


class SliceRanker:
    """Ranks what one search may see.

    Args:
        view: index and tail.
        store: the record; tokens are read from it.
        where: the slice and its filters.
        scorer: with the statistics to score by.
        statistics: the same statistics.
    """

    def __init__(
        self, view: View, store: ChunkSource, where: Where, scorer: Bm25, statistics: Statistics
    ) -> None:
        self._view, self._store, self._where, self._scorer = view, store, where, scorer
        self._tail = self._score(row for row in view.tail if visible(where, row))
        self._slack = _slack(statistics, view.snapshot.whole, len(scorer.idf))
        self._boosts = view.snapshot.boosts(scorer.idf)
        weightless = [scorer.idf[term] for term, boost in self._boosts.items() if not boost]
        self._lost = sum(weightless) * (K1 + ONE) // ONE
        self._read: dict[int, Scored] = {}
        self.exact = True

    def has(self, level: int) -> bool:
        """Whether there may be hits of exactly this authority level."""
        return level in self._view.snapshot.levels or any(
            hit.row.authority == level for hit in self._tail
        )

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:
        """At least the best `limit` hits of the band that no bar holds, or all of them."""
        tail = [hit for hit in self._tail if _passes(hit.row, band, bars)]
        found: list[tuple[int, float]] = []
        hits: list[Scored] = []
        for size in STEPS:
            if size > len(found):
                asked = max(size, FIRST)
                found = self._candidates(band, bars, asked)
            rescored = self._rescored([row for row, _ in found[:size]])
            hits = sorted([*rescored, *tail], key=_order)
            if len(found) <= size and len(found) < asked:
                return Listed(hits, complete=True)
            bound = found[size - 1][1] * self._slack * ONE + self._lost
            certain = sum(1 for hit in hits if hit.score > bound)
            if certain >= limit:
                return Listed(hits[:certain], complete=False)
        self.exact = False
        return Listed(hits, complete=False)

    def scored(self, rows: Iterable[ChunkRow]) -> dict[int, int]:
        """The scores of chunks of the slice, by row; those that hold no term are left out."""
        return {hit.row.row: hit.score for hit in self._score(rows)}

    def _candidates(self, band: Band, bars: Sequence[Bar], limit: int) -> list[tuple[int, float]]:
        return self._view.snapshot.candidates(
            self._boosts,
            self._where,
            band=band,
            bars=bars,
            limit=limit,
            last=self._view.last,
        )

    def _rescored(self, rows: Sequence[int]) -> list[Scored]:
        unread = [row for row in rows if row not in self._read]
        chunks = self._store.chunks(unread)
        if len(chunks) < len(unread):
            raise damaged(self._view.snapshot.folder.parent, "holds rows that the store does not")
        self._read.update((hit.row.row, hit) for hit in self._score(chunks.values()))
        return [hit for row in rows if visible(self._where, (hit := self._read[row]).row)]

    def _score(self, rows: Iterable[ChunkRow]) -> list[Scored]:
        scored = (Scored(row, self._scorer.score(row.tokens, row.length)) for row in rows)
        return [hit for hit in scored if hit.score > 0]


def _slack(here: Statistics, whole: Statistics, terms: int) -> float:
    """By how much our score of a chunk may exceed the engine's."""
    mean = (here.total / max(1, here.n), whole.total / max(1, whole.n))
    return max(1.0, mean[0] / max(mean[1], 1e-9)) * (1 + _ROUNDING + 1e-6 * terms)


def _passes(row: ChunkRow, band: Band, bars: Sequence[Bar]) -> bool:
    return band[0] <= row.authority <= band[1] and not any(bar.holds(row) for bar in bars)


def _order(hit: Scored) -> tuple[int, int]:
    return hit.order
