"""Sharing out a list, so that a flood of copies or rumours cannot fill it.

A ranking is walked from its best hit. A hit is seated while its independence cluster and its
series have a place left; only holders of the same or a higher authority are counted, so a copy
never keeps the official text out: the official text takes the copy's place. Where too few
official or outlet hits were seated, the best of them are seated first and the rest is walked anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from ledgerrag.retrieval.seam import ChunkRow, Hit, Places

Band = tuple[int, int]  # lowest and highest authority level
EVERY: Band = (1, 3)


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk with its score in billionths."""

    row: ChunkRow
    score: int

    @property
    def order(self) -> tuple[int, int]:
        """Best first, ties by row."""
        return (-self.score, self.row.row)


@dataclass(frozen=True, slots=True)
class Listed:
    """The head of a ranking.

    Args:
        hits: in order; nothing is missing between them.
        complete: the ranking ends here.
    """

    hits: Sequence[Scored]
    complete: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """Chunks that cannot be seated any more, so that a ranking may pass over them.

    Args:
        kind: `cluster` or `series`.
        name: of the cluster or series.
        band: the authority levels for which it is full.
        but: series that still may.
    """

    kind: Literal["cluster", "series"]
    name: str
    band: Band
    but: tuple[str, ...] = ()

    def holds(self, row: ChunkRow) -> bool:
        """Whether the chunk is barred."""
        name = row.cluster if self.kind == "cluster" else row.series
        barred = name == self.name and row.series not in self.but
        return barred and self.band[0] <= row.authority <= self.band[1]


class Ranker(Protocol):
    """Ranks a slice for one query."""

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:
        """At least the best `limit` hits of the band that no bar holds, or all of them."""
        ...

    def has(self, level: int) -> bool:
        """Whether there may be hits of exactly this authority level."""
        ...


@dataclass(frozen=True, slots=True)
class Sorted:
    """A ranker of hits that are all known, best first."""

    hits: Sequence[Scored]

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:  # noqa: ARG002
        """All hits of the band: whoever walks them passes over what is barred."""
        return Listed([h for h in self.hits if band[0] <= h.row.authority <= band[1]], True)

    def has(self, level: int) -> bool:
        """Whether there are hits of exactly this authority level."""
        return any(hit.row.authority == level for hit in self.hits)


@dataclass(slots=True)
class _Seat:
    hit: Scored
    kept: bool  # it holds a reserved place: nobody takes it
    taken: bool = False  # by a higher authority; it still counts, so that nothing is undone

    @property
    def level(self) -> int:
        return 9 if self.kept else int(self.hit.row.authority)


@dataclass(slots=True)
class _Seating:
    """Who sits where, under the limits per cluster and per series."""

    places: Places
    seats: list[_Seat] = field(default_factory=list)
    _rows: set[int] = field(default_factory=set)
    _series: dict[str, list[_Seat]] = field(default_factory=dict)
    _clusters: dict[str, list[_Seat]] = field(default_factory=dict)
    _taken: int = 0

    def seated(self) -> list[Scored]:
        return [seat.hit for seat in self.seats if not seat.taken]

    def held(self) -> int:
        """How many seats are held."""
        return len(self.seats) - self._taken

    def _series_of(self, cluster: str, level: int) -> list[str]:
        """Series of a cluster in the order in which they came."""
        seats = self._clusters.get(cluster, ())
        return list(dict.fromkeys(seat.hit.row.series for seat in seats if seat.level >= level))

    def _driven_out(self, cluster: str) -> set[str]:
        return {seat.hit.row.series for seat in self._clusters.get(cluster, ()) if seat.taken}

    def _in_series(self, series: str, level: int) -> int:
        return sum(1 for seat in self._series.get(series, ()) if seat.level >= level)

    def _full(self, row: ChunkRow, level: int) -> Iterator[Bar]:
        """What keeps chunks of this level out of the chunk's series and cluster."""
        band = (level, level)
        limit = self.places.per_series
        if limit and self._in_series(row.series, level) >= limit:
            yield Bar("series", row.series, band)
        limit = self.places.per_cluster
        held = self._series_of(row.cluster, level) if limit and row.cluster else []
        if held and len(held) >= limit:
            # Only those that came first go on: what was once kept out stays out, so that a walk
            # may pass over it for good.
            but = set(held[:limit]) - self._driven_out(row.cluster)
            yield Bar("cluster", row.cluster, band, tuple(sorted(but)))

    def admits(self, row: ChunkRow) -> bool:
        if row.row in self._rows:
            return False
        return not any(bar.holds(row) for bar in self._full(row, row.authority))

    def bars(self) -> list[Bar]:
        """Everything that is full, with the levels for which it is."""
        rows = {(s.hit.row.series, s.hit.row.cluster): s.hit.row for s in self.seats}.values()
        found = {bar for row in rows for level in (1, 2, 3) for bar in self._full(row, level)}
        for top in [bar for bar in found if bar.band == (3, 3)]:
            levels = {replace(top, band=(level, level)) for level in (1, 2, 3)}
            if levels <= found:
                found = found - levels | {replace(top, band=EVERY)}
        return sorted(found, key=lambda bar: (bar.kind, bar.name, bar.band))

    def seat(self, hit: Scored, *, kept: bool) -> None:
        seat = _Seat(hit, kept)
        self.seats.append(seat)
        self._rows.add(hit.row.row)
        self._series.setdefault(hit.row.series, []).append(seat)
        if hit.row.cluster:
            self._clusters.setdefault(hit.row.cluster, []).append(seat)
        self._make_room(hit.row)

    def _make_room(self, row: ChunkRow) -> None:
        """Take their places from lower authorities where the newcomer made one too many."""
        beside = [*self._series[row.series], *self._clusters.get(row.cluster, ())]
        seats = {seat.hit.row.row: seat for seat in beside}.values()
        worst_first = sorted(seats, key=lambda seat: seat.hit.order, reverse=True)
        for seat in sorted(worst_first, key=lambda seat: seat.level):
            if not seat.taken and seat.level < row.authority and self._crowded(row, seat.hit.row):
                seat.taken = True
                self._taken += 1

    def _crowded(self, row: ChunkRow, other: ChunkRow) -> bool:
        """Whether both share a series or cluster that now has one holder too many."""
        if other.series == row.series:
            live = [seat for seat in self._series[row.series] if not seat.taken]
            return 0 < self.places.per_series < len(live)
        copies = {s.hit.row.series for s in self._clusters.get(row.cluster, ()) if not s.taken}
        same = bool(row.cluster) and other.cluster == row.cluster
        return same and 0 < self.places.per_cluster < len(copies)


def _walk(
    ranker: Ranker, seating: _Seating, want: int, band: Band, known: Listed, *, kept: bool
) -> None:
    """Seat hits of a band in the order of the ranking until `want` seats are held.

    Args:
        ranker: gives more of the ranking.
        seating: is filled.
        want: seats to be held in the end.
        band: authority levels.
        known: the beginning of the ranking of all levels.
        kept: whether they hold reserved places.
    """
    head, limit, longest = known, max(2 * want, 1), 0
    while True:
        before = len(seating.seats)
        for hit in head.hits:
            if seating.held() >= want:
                return
            if band[0] <= hit.row.authority <= band[1] and seating.admits(hit.row):
                seating.seat(hit, kept=kept)
        if head.complete or seating.held() >= want:
            return
        if len(seating.seats) == before and head is not known:
            if len(head.hits) <= longest:
                return  # the ranker looks no deeper
            # All that was listed is seated or kept out.
            limit, longest = limit * 4, len(head.hits)
        head = ranker.best(limit, band, seating.bars())


def share_out(ranker: Ranker, places: Places, lowest: int = 1) -> list[tuple[Scored, bool]]:
    """The list of k, best first (ties by row), each with whether its place is a reserved one.

    Args:
        ranker: ranks the slice.
        places: how the list is shared.
        lowest: lowest authority level that the slice holds.
    """
    if places.k <= 0:
        return []
    head = ranker.best(places.k, EVERY, ())
    plain = _Seating(places)
    _walk(ranker, plain, places.k, EVERY, head, kept=False)
    official = min(places.per_level[0], places.k)
    quotas = ((3, official), (2, min(places.per_level[1], places.k - official)))
    levels = [int(hit.row.authority) for hit in plain.seated()]
    short = [q for lv, q in quotas if lv >= lowest and levels.count(lv) < q and ranker.has(lv)]
    final = plain
    if short and len(levels) == places.k:  # a list that is not full holds all that there is
        final = _Seating(places)
        for level, quota in quotas:
            if level >= lowest and ranker.has(level):
                want = final.held() + quota
                _walk(ranker, final, want, (level, level), head, kept=True)
        _walk(ranker, final, places.k, EVERY, head, kept=False)
    usual = {hit.row.row for hit in plain.seated()}
    return [(hit, hit.row.row not in usual) for hit in sorted(final.seated(), key=_order)]


def _order(hit: Scored) -> tuple[int, int]:
    return hit.order


def as_hits(shared: Sequence[tuple[Scored, bool]], one: int) -> tuple[Hit, ...]:
    """Hits of the seam, r_u relative to the best of the list.

    Args:
        shared: the list as shared out.
        one: what a score of 1 is counted as.
    """
    best = max((hit.score for hit, _ in shared), default=1)
    return tuple(
        Hit(
            row=hit.row.row,
            key=hit.row.key,
            series=hit.row.series,
            start=hit.row.start,
            end=hit.row.end,
            score=hit.score / one,
            r_u=(hit.score * 2_000_000 + best) // (2 * best),
            authority=hit.row.authority,
            source=hit.row.source,
            cluster=hit.row.cluster,
            reserved=reserved,
        )
        for hit, reserved in shared
    )
