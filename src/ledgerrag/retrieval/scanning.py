"""Exact cosine over chunks in memory: a rough pass for all, a whole-number score for the best.

The rough pass is done in 32 bits. Its error for unit vectors of dimension d is below d * 2^-23
(Higham 2002, section 3.1), so whatever lies further than twice that below the k-th best cannot be
among the best k. All others are scored exactly: see `embedding.seam`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from ledgerrag.dates import Moment
from ledgerrag.embedding.seam import GRID, Vectors
from ledgerrag.retrieval.places import EVERY, Band, Bar
from ledgerrag.retrieval.seam import Where
from ledgerrag.retrieval.vectors import tag

ONE = 1_000_000  # scores are counted in millionths
MANY = 200_000  # rows beyond which faiss scans, where it is installed: in less than half the time
_BLOCK = 8_192  # rows scored exactly at a time: 64 bits take twice the room

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Table:
    """Chunks with their vectors, as one search sees them.

    Args:
        columns: records of `vectors.RECORD`, rows ascending.
        parts: their vectors, one table after the other.
        many: a part of more rows is scanned by faiss, where that is installed.
    """

    columns: NDArray[np.void]
    parts: tuple[Vectors, ...]
    many: int = MANY

    def rough(self, query: Vectors) -> NDArray[np.float32]:
        """Cosine of every row in 32 bits."""
        return np.concatenate([_scan(part, query, self.many) for part in self.parts])

    def exact(self, places: NDArray[np.intp], query: Vectors) -> NDArray[np.int64]:
        """Cosine of some rows in millionths, rounded to the nearest; the same on every machine."""
        wanted = query.astype(np.float64)
        scores = [self._products(places[at : at + _BLOCK], wanted) for at in _steps(len(places))]
        whole = np.concatenate(scores) * float(GRID * GRID) if scores else np.zeros(0)
        return (whole.astype(np.int64) * ONE + GRID * GRID // 2) // (GRID * GRID)

    def _products(
        self, places: NDArray[np.intp], query: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        found = np.zeros(len(places))
        first = 0
        for part in self.parts:
            here = (places >= first) & (places < first + len(part))
            found[here] = part[places[here] - first].astype(np.float64) @ query
            first += len(part)
        return found

    def in_slice(self, where: Where, last: int) -> Mask:
        """Which rows were there by then: `bounds.in_slice`, for all rows at once."""
        columns = self.columns
        found: Mask = columns["row"] <= last
        if where.ingested_before is not None:
            found &= columns["seq"] <= where.ingested_before
        moment: Moment | None = where.published_before
        if moment is not None:
            found &= columns["calendar" if moment.calendar else "utc"] <= moment.at
        return found

    def wanted(self, where: Where) -> Mask:
        """Which rows pass the filters: `bounds.wanted`, for all rows at once."""
        columns = self.columns
        found: Mask = np.ones(len(columns), np.bool_)
        if where.authority_min is not None:
            found &= columns["level"] >= int(where.authority_min)
        if where.domain is not None:
            found &= columns["domain"] == tag("domain", where.domain)
        if where.language:
            found &= columns["language"] == tag("language", where.language)
        for kind, names in (("source", where.sources), ("doc", tuple(map(str, where.docs)))):
            if names:
                tags = np.array([tag(kind, name) for name in names], np.uint64)
                found &= np.isin(columns[kind], tags)
        return found

    def open_to(self, band: Band, bars: list[Bar]) -> Mask | None:
        """Which rows are of the band and held by no bar; None where all are."""
        if band == EVERY and not bars:
            return None
        level = self.columns["level"]
        found: Mask = (level >= band[0]) & (level <= band[1])
        for bar in bars:
            held = self.columns[bar.kind] == tag(bar.kind, bar.name)
            held &= (level >= bar.band[0]) & (level <= bar.band[1])
            if bar.but:
                free = np.array([tag("series", name) for name in bar.but], np.uint64)
                held &= ~np.isin(self.columns["series"], free)
            found &= ~held
        return found


@cache
def _faiss() -> ModuleType | None:
    """The extra `faiss`, if it is installed."""
    try:
        import faiss
    except ImportError:
        return None
    found: ModuleType = faiss
    return found


def _scan(part: Vectors, query: Vectors, many: int) -> NDArray[np.float32]:
    faiss = _faiss() if len(part) > many else None
    if faiss is None:
        return part @ query
    # On the mapped file as it lies there: no index of faiss, which would be a copy.
    rows, asked = np.ascontiguousarray(part), np.ascontiguousarray(query)
    found = np.empty(len(rows), np.float32)
    faiss.fvec_inner_products_ny(
        *(faiss.swig_ptr(one) for one in (found, asked, rows)), len(asked), len(rows)
    )
    return found


def _steps(length: int) -> range:
    return range(0, length, _BLOCK)


def slack(dimension: int) -> float:
    """By how much a rough cosine may differ from the true one, and its millionth from both."""
    return float(dimension) * 2.0**-23 + 1.0 / ONE


def best(
    table: Table, query: Vectors, rough: NDArray[np.float32], allowed: Mask, limit: int
) -> tuple[NDArray[np.intp], NDArray[np.int64], bool]:
    """The best `limit` allowed rows in order: places, scores, and whether these are all.

    Best first, ties by row; rows that score nothing are left out.
    """
    places = np.flatnonzero(allowed)
    complete = len(places) <= limit
    if not complete:
        seen = rough[places]
        bar = np.partition(seen, len(seen) - limit)[len(seen) - limit]
        places = places[seen >= bar - 2 * slack(len(query))]
    scores = table.exact(places, query)
    order = np.lexsort((places, -scores))[: len(places) if complete else limit]
    places, scores = places[order], scores[order]
    found = scores > 0
    return places[found], scores[found], complete or not bool(found.all())
