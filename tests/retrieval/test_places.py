from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.retrieval import ranking
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.places import Band, Bar, Listed, Scored, share_out
from ledgerrag.retrieval.seam import Hit, Places, Where

from .corpus import ListStore, chunk


@dataclass
class Ranked:
    """Gives exactly what is asked for, or everything at once."""

    hits: list[Scored]
    stingy: bool
    asked: list[tuple[Band, int]] = field(default_factory=list)

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:
        self.asked.append((band, limit))
        if not self.stingy:
            return Listed(self.hits, complete=True)
        hits = [
            hit
            for hit in self.hits
            if band[0] <= hit.row.authority <= band[1]
            and not any(bar.holds(hit.row) for bar in bars)
        ]
        return Listed(hits[:limit], complete=len(hits) <= limit)

    def has(self, level: int) -> bool:
        return self.stingy or any(hit.row.authority == level for hit in self.hits)


def ranked(kinds: Sequence[tuple[int, str, str]], *, stingy: bool = True) -> Ranked:
    """(authority, cluster, series) from the best hit to the worst."""
    hits = [
        Scored(chunk(n, "fee", authority=level, cluster=cluster, series=series), 10_000 - n // 2)
        for n, (level, cluster, series) in enumerate(kinds, 1)
    ]
    return Ranked(hits, stingy)


kinds = st.lists(
    st.tuples(
        st.sampled_from([1, 1, 1, 2, 3]), st.sampled_from(["", "x", "y"]), st.sampled_from("stuv")
    ),
    max_size=40,
)
plans = st.builds(
    Places,
    k=st.integers(0, 7),
    per_level=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    per_cluster=st.integers(0, 2),
    per_series=st.integers(0, 3),
)


@settings(max_examples=200)
@given(kinds=kinds, places=plans)
def test_how_much_is_fetched_at_a_time_changes_nothing(
    kinds: list[tuple[int, str, str]], places: Places
) -> None:
    slowly = share_out(ranked(kinds), places)
    assert slowly == share_out(ranked(kinds, stingy=False), places)


@settings(max_examples=200)
@given(kinds=kinds, places=plans)
def test_a_list_keeps_its_length_order_and_limits(
    kinds: list[tuple[int, str, str]], places: Places
) -> None:
    shared = share_out(ranked(kinds), places)
    rows = [hit.row for hit, _ in shared]
    assert len(rows) <= places.k
    assert [hit.order for hit, _ in shared] == sorted(hit.order for hit, _ in shared)
    for row in rows:
        same = {r.series for r in rows if r.cluster == row.cluster}
        assert not places.per_cluster or not row.cluster or len(same) <= places.per_cluster
        versions = [r for r in rows if r.series == row.series]
        assert not places.per_series or len(versions) <= places.per_series


@settings(max_examples=200)
@given(kinds=kinds, k=st.integers(1, 7), levels=st.tuples(st.integers(0, 4), st.integers(0, 4)))
def test_each_level_gets_its_places_where_it_has_hits(
    kinds: list[tuple[int, str, str]], k: int, levels: tuple[int, int]
) -> None:
    places = Places(k=k, per_level=levels, per_cluster=0, per_series=0)
    held = [int(hit.row.authority) for hit, _ in share_out(ranked(kinds), places)]
    official = min(levels[0], k)
    for level, quota in ((3, official), (2, min(levels[1], k - official))):
        there = sum(1 for kind in kinds if kind[0] == level)
        assert held.count(level) >= min(quota, there)


@settings(max_examples=200)
@given(kinds=kinds, k=st.integers(0, 7))
def test_without_limits_and_reserves_it_is_the_plain_ranking(
    kinds: list[tuple[int, str, str]], k: int
) -> None:
    source = ranked(kinds)
    places = Places(k=k, per_level=(0, 0), per_cluster=0, per_series=0)
    assert share_out(source, places) == [(hit, False) for hit in source.hits[:k]]


def test_one_chunk_of_each_cluster_and_three_of_a_series() -> None:
    source = ranked(
        [(2, "x", "a"), (2, "x", "b"), (2, "x", "a"), (2, "x", "a"), (2, "x", "a"), (2, "y", "c")]
    )
    shared = share_out(source, Places(k=5, per_level=(0, 0), per_cluster=1, per_series=3))
    assert [hit.row.row for hit, _ in shared] == [1, 3, 4, 6]


def test_chunks_without_a_cluster_are_independent() -> None:
    source = ranked([(2, "", name) for name in "abcdef"])
    shared = share_out(source, Places(k=5))
    assert [hit.row.row for hit, _ in shared] == [1, 2, 3, 4, 5]


def test_a_copy_never_keeps_the_official_text_out() -> None:
    source = ranked([(1, "x", "copy"), (3, "x", "act"), (3, "", "b"), (3, "", "c"), (1, "", "d")])
    shared = share_out(source, Places(k=4, per_level=(2, 0)))
    assert [hit.row.series for hit, _ in shared] == ["act", "b", "c", "d"]


def test_a_rumour_under_the_name_of_a_series_never_keeps_its_official_version_out() -> None:
    source = ranked([*[(1, "", "rule")] * 4, (3, "", "rule"), (2, "", "b")])
    shared = share_out(source, Places(k=5))
    assert [hit.row.row for hit, _ in shared] == [1, 2, 5, 6]


def test_no_probe_is_made_where_the_list_has_all_levels() -> None:
    source = ranked(
        [(3, "", "a"), (3, "", "b"), (2, "", "c"), *[(1, "", f"r{n}") for n in range(9)]]
    )
    assert all(not reserved for _, reserved in share_out(source, Places()))
    assert source.asked == [((1, 3), 5)]


@pytest.mark.parametrize("copies", [5, 20, 50, 51, 200])
@pytest.mark.parametrize("cluster", ["", "flood"])
def test_a_flood_leaves_the_only_official_text_in_the_list(
    tmp_path: Path, copies: int, cluster: str
) -> None:
    rumour, filler = "the reporting period is ninety days", "other words of a lengthy notice " * 40
    rows = [chunk(n, rumour, authority=1, cluster=cluster) for n in range(1, copies + 1)]
    rows.append(chunk(copies + 1, f"The period for filing: 270 days. {filler}", authority=3))
    rows.append(chunk(copies + 2, f"A new period, an outlet writes. {filler}", authority=2))
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    hits = index.lexical("what is the reporting period?", Where(), Places()).hits
    assert len(hits) == (3 if cluster else 5)
    held = {int(hit.authority): hit for hit in hits}
    assert set(held) == {1, 2, 3}
    assert {held[3].reserved, held[2].reserved} == {not cluster}
    assert min(hit.row for hit in hits) == 1
    assert list(hits) == sorted(hits, key=_order)


def test_a_flood_of_copies_is_searched_without_reading_them_all(tmp_path: Path) -> None:
    store = ListStore([chunk(n, "fee " * (n % 7 + 1), cluster="x") for n in range(1, 400)])
    store.rows += [chunk(n, "fee " + "tax " * 50, cluster="") for n in range(400, 405)]
    found = LexicalIndex.open(tmp_path / "index", store).lexical("fee", Where(), Places())
    assert [hit.row for hit in found.hits][1:] == [400, 401, 402, 403]


@pytest.mark.parametrize("cluster", ["", "flood"])
def test_a_flood_deeper_than_is_looked_is_told_and_leaves_the_official_text_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cluster: str
) -> None:
    monkeypatch.setattr(ranking, "FIRST", 8)
    monkeypatch.setattr(ranking, "STEPS", (4, 8))
    rows = [chunk(n, "reporting period", authority=1, cluster=cluster) for n in range(1, 99)]
    rows.append(chunk(99, "period " + "filler words " * 40, authority=3))
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    found = index.lexical("reporting period", Where(), Places())
    assert 99 in {hit.row for hit in found.hits}
    assert not found.receipt.exact


def _order(hit: Hit) -> tuple[float, int]:
    return (-hit.score, hit.row)
