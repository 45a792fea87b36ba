from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.retrieval.fusion import DEPTH, ONE, K, fused, listed
from ledgerrag.retrieval.places import Band, Bar, Listed, Scored, Sorted, share_out
from ledgerrag.retrieval.seam import ChunkRow, Places

from .corpus import chunk

PLAIN = Places(k=10, per_level=(0, 0), per_cluster=0, per_series=0)


@dataclass
class Given:
    """A side whose scores are given by row."""

    rows: Mapping[int, ChunkRow]
    scores: Mapping[int, int]

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:
        hits = sorted((Scored(self.rows[n], s) for n, s in self.scores.items()), key=_order)
        return Sorted(hits).best(limit, band, bars)

    def has(self, level: int) -> bool:
        return any(self.rows[number].authority == level for number in self.scores)

    def scored(self, rows: Sequence[ChunkRow]) -> Mapping[int, int]:
        return {row.row: self.scores[row.row] for row in rows if row.row in self.scores}


def _order(hit: Scored) -> tuple[int, int]:
    return hit.order


def sides(*scores: Mapping[int, int], **kind: str) -> list[Given]:
    numbers = {number for one in scores for number in one}
    rows = {number: chunk(number, "fee", **kind) for number in numbers}  # type: ignore[arg-type]
    return [Given(rows, one) for one in scores]


def rows_of(found: Sorted) -> list[int]:
    return [hit.row.row for hit in found.hits]


points = st.dictionaries(st.integers(1, 60), st.integers(1, 9), max_size=60)


@given(points, points)
def test_without_limits_the_score_is_the_sum_of_reciprocal_ranks(
    one: dict[int, int], other: dict[int, int]
) -> None:
    expected: dict[int, int] = {}
    for scores in (one, other):
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        for rank, number in enumerate(ranked, 1):
            expected[number] = expected.get(number, 0) + ONE // (K + rank)
    found = fused(sides(one, other), PLAIN)
    assert {hit.row.row: hit.score for hit in found.hits} == expected
    assert rows_of(found) == sorted(expected, key=lambda number: (-expected[number], number))


@given(points)
def test_two_sides_that_agree_keep_their_order(scores: dict[int, int]) -> None:
    found = fused(sides(scores, scores), PLAIN)
    assert rows_of(found) == sorted(scores, key=lambda number: (-scores[number], number))


@given(points, points)
def test_the_order_of_the_sides_does_not_matter(one: dict[int, int], other: dict[int, int]) -> None:
    assert fused(sides(one, other), PLAIN) == fused(sides(other, one), PLAIN)


def test_beyond_the_end_of_a_full_list_there_is_no_place() -> None:
    long = {number: 1_000 - number for number in range(1, DEPTH + 21)}
    found = fused(sides(long, {DEPTH + 5: 7}), PLAIN)
    scores = {hit.row.row: hit.score for hit in found.hits}
    assert scores[DEPTH + 5] == ONE // (K + 1)
    assert DEPTH + 6 not in scores
    assert scores[DEPTH] == ONE // (K + DEPTH)


def test_a_longer_list_is_fused_from_longer_lists() -> None:
    long = {number: 1_000 - number for number in range(1, 401)}
    assert len(fused(sides(long, long), Places(150, (0, 0), 0, 0)).hits) == 300


def test_a_flood_of_copies_takes_one_place_of_a_side_and_the_copy_counts_where_it_would_stand() -> (
    None
):
    # Three hundred copies of one post, and a text that comes behind them on both sides.
    scores = dict.fromkeys(range(1, 301), 1_000) | {301: 5}
    rows = {
        number: chunk(number, "fee", cluster="flood" if number <= 300 else "", series=f"s{number}")
        for number in scores
    }
    places = Places(k=5, per_level=(0, 0), per_cluster=1, per_series=3)
    both = [Given(rows, scores), Given(rows, {**scores, 1: 0})]
    listed = [hit.row.row for hit, _ in share_out(fused(both, places), places)]
    # 1 stands first on one side and third on the other, 2 first and second.
    assert listed == [2, 301]


def test_what_only_one_side_finds_is_listed_too() -> None:
    assert rows_of(fused(sides({1: 9}, {2: 9}), PLAIN)) == [1, 2]


def test_nothing_found_is_an_empty_list() -> None:
    assert fused(sides({}, {}), PLAIN).hits == []
    assert fused([], PLAIN).hits == []


def test_each_side_keeps_the_first_half_of_its_list_and_the_order_is_that_of_the_scores() -> None:
    # One text leads the words and is unknown to the other side; thirty others are known to both.
    words = {1: 99} | {number: 90 - number for number in range(2, 32)}
    meaning = {40: 99} | {number: 50 + number for number in range(2, 32)}
    places = Places(k=5, per_level=(0, 0), per_cluster=0, per_series=0)
    both = sides(words, meaning)
    plain = [hit.row.row for hit, _ in share_out(fused(both, places), places)]
    assert not {1, 40} & set(plain)
    found = listed(both, places)
    # Three of the words, two of the meaning.
    assert {hit.row.row for hit, _ in found} == {1, 2, 3, 40, 31}
    assert [hit.order for hit, _ in found] == sorted(hit.order for hit, _ in found)
    scores = {hit.row.row: hit.score for hit in fused(both, places).hits}
    assert all(scores[hit.row.row] == hit.score for hit, _ in found)


@given(points, points, st.integers(1, 12))
def test_a_list_holds_k_or_all_that_there_is(
    one: dict[int, int], other: dict[int, int], k: int
) -> None:
    places = Places(k=k, per_level=(0, 0), per_cluster=0, per_series=0)
    found = [hit.row.row for hit, _ in listed(sides(one, other), places)]
    assert len(found) == min(k, len({*one, *other}))
    for scores, half in ((one, (k + 1) // 2), (other, k // 2)):
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        assert set(ranked[:half]) <= set(found)
