"""Two rankings as one: reciprocal rank fusion (Cormack, Clarke and Büttcher 2009, k = 60).

Each side shares out a list of its own, under the limits of the list that is wanted, so that a flood
cannot fill it. Every chunk of either list then has a place on each side: its own, or the one that
it would take there; beyond the end of a full list it has none. Its score is the sum of
1 / (k + place), in whole billionths; what comes of it is shared out as any ranking is.
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
RULE = f"reciprocal rank 1, k {K}, depth {DEPTH}"


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


def fused(sides: Sequence[Side], places: Places, lowest: int = 1) -> Sorted:
    """The rankings of several sides as one.

    Args:
        sides: of the same slice; one that finds nothing may be left out.
        places: of the list that is wanted.
        lowest: lowest authority level that the slice holds.
    """
    depth = max(DEPTH, 2 * places.k)
    listings = [_listing(side, replace(places, k=depth), lowest) for side in sides]
    rows = {hit.row.row: hit.row for one in listings for hit in one.hits}
    total = dict.fromkeys(rows, 0)
    for side, listing in zip(sides, listings, strict=True):
        known = {hit.row.row: hit.score for hit in listing.hits}
        unknown = [row for number, row in sorted(rows.items()) if number not in known]
        for number, score in {**known, **side.scored(unknown)}.items():
            place = listing.place((-score, number))
            total[number] += ONE // (K + place) if place else 0
    hits = [Scored(rows[number], score) for number, score in total.items()]
    return Sorted(sorted(hits, key=lambda hit: hit.order))


def _listing(side: Side, places: Places, lowest: int) -> _Listing:
    hits = [hit for hit, _ in share_out(side, places, lowest)]
    return _Listing(hits, [hit.order for hit in hits], len(hits) >= places.k)
