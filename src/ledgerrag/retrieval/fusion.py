"""Two rankings as one: reciprocal rank fusion (Cormack, Clarke and Büttcher 2009, k = 60).

Each side shares out a list of its own, under the limits of the list that is wanted, so that a flood
cannot fill it. Every chunk of either list then has a place on each side: its own, or the one that
it would take there; beyond the end of a full list it has none. Its score is the sum of
1 / (k + place), in whole billionths.

A text that only one side finds stands behind many that both find half as well. In a list of five
it would be lost, though it may be the very provision that is asked about. So each side seats the
first of its own list, half of the places (the first side the larger half), before the fused ranking
fills the rest; the order of the list is that of the fused scores.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ledgerrag.retrieval.places import Ranker, Scored, Sorted, share_out
from ledgerrag.retrieval.seam import ChunkRow, Places

ONE = 1_000_000_000  # scores are counted in billionths
K = 60
DEPTH = 100  # least length of the list of a side
RULE = f"reciprocal rank 2, k {K}, depth {DEPTH}, halves kept"


class Side(Ranker, Protocol):
    """A ranker that can also score single chunks."""

    def scored(self, rows: Sequence[ChunkRow]) -> Mapping[int, int]:
        """The scores of chunks of the slice, by row; those that score nothing are left out."""
        ...


@dataclass(frozen=True, slots=True)
class _Listing:
    """The list of one side.

    Args:
        hits: best first.
        orders: of the same hits.
        full: what comes after its end has no place.
    """

    hits: Sequence[Scored]
    orders: Sequence[tuple[int, int]]
    full: bool

    def place(self, order: tuple[int, int]) -> int:
        """The place that a chunk holds, or would take; 0 where it has none."""
        found = bisect_left(self.orders, order)
        return 0 if self.full and found == len(self.orders) else found + 1


def listed(sides: Sequence[Side], places: Places, lowest: int = 1) -> list[tuple[Scored, bool]]:
    """The fused list of k, best first, each with whether its place is a reserved one.

    Args:
        sides: of the same slice; one that finds nothing may be left out.
        places: how the list is shared.
        lowest: lowest authority level that the slice holds.
    """
    listings = _listings(sides, places, lowest)
    hits = _fused(sides, listings)
    scores = {hit.row.row: hit.score for hit in hits}
    first = {
        hit.row.row
        for number, listing in enumerate(listings)
        for hit in listing.hits[: (places.k + len(listings) - 1 - number) // len(listings)]
    }
    # Who is seated first stands before all others; scores of the sum stay far below this.
    ranked = [Scored(hit.row, hit.score + (ONE if hit.row.row in first else 0)) for hit in hits]
    shared = share_out(Sorted(sorted(ranked, key=_order)), places, lowest)
    found = [(Scored(hit.row, scores[hit.row.row]), kept) for hit, kept in shared]
    return sorted(found, key=lambda one: one[0].order)


def fused(sides: Sequence[Side], places: Places, lowest: int = 1) -> Sorted:
    """The rankings of several sides as one; arguments as for `listed`."""
    return Sorted(_fused(sides, _listings(sides, places, lowest)))


def _fused(sides: Sequence[Side], listings: Sequence[_Listing]) -> list[Scored]:
    rows = {hit.row.row: hit.row for one in listings for hit in one.hits}
    total = dict.fromkeys(rows, 0)
    for side, listing in zip(sides, listings, strict=True):
        known = {hit.row.row: hit.score for hit in listing.hits}
        unknown = [row for number, row in sorted(rows.items()) if number not in known]
        for number, score in {**known, **side.scored(unknown)}.items():
            place = listing.place((-score, number))
            total[number] += ONE // (K + place) if place else 0
    return sorted((Scored(rows[number], score) for number, score in total.items()), key=_order)


def _order(hit: Scored) -> tuple[int, int]:
    return hit.order


def _listings(sides: Sequence[Side], places: Places, lowest: int) -> list[_Listing]:
    depth = max(DEPTH, 2 * places.k)
    return [_listing(side, replace(places, k=depth), lowest) for side in sides]


def _listing(side: Side, places: Places, lowest: int) -> _Listing:
    hits = [hit for hit, _ in share_out(side, places, lowest)]
    return _Listing(hits, [hit.order for hit in hits], len(hits) >= places.k)
