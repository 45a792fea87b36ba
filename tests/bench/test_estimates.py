from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.bench.estimates import Share, median, percentile, wilson


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [
        # By hand from the score formula with z = 1.959964.
        (8, 10, 0.4902, 0.9433),
        (1, 10, 0.0179, 0.4042),
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (95, 100, 0.8882, 0.9785),
    ],
)
def test_a_wilson_interval_is_what_the_formula_gives_by_hand(
    hits: int, total: int, low: float, high: float
) -> None:
    assert wilson(hits, total) == pytest.approx((low, high), abs=5e-5)


def test_no_trials_leave_a_share_open() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert str(Share(0, 0)) == "0 of 0"


def test_a_share_is_told_with_its_interval_and_its_counts() -> None:
    assert str(Share(8, 10)) == "80.0 % [49.0, 94.3], 8 of 10"


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_stays_within_0_and_1(case: tuple[int, int]) -> None:
    hits, total = case
    low, high = wilson(hits, total)
    assert 0 <= low <= hits / total <= high <= 1


def test_a_percentile_is_a_sample_and_the_median_may_lie_between_two() -> None:
    samples = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert percentile(samples, 50) == 3.0
    assert percentile(samples, 95) == 5.0
    assert percentile(samples, 1) == 1.0
    assert median(samples) == 3.0
    assert median([1.0, 2.0]) == 1.5
