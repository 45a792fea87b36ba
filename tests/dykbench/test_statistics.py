"""Intervals and p-values against numbers worked by hand, scipy and published examples."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from ledgerrag.dykbench.metrics import Measure, Ratio
from ledgerrag.dykbench.statistics import (
    Unit,
    compare,
    estimate,
    step_units,
    units,
)
from ledgerrag.errors import InputError
from tests.dykbench.metrics.test_summary import row


def made(values: list[float], size: int = 1) -> dict[str, Unit]:
    """Items with a value each, so many of them a cluster."""
    return {
        f"i{n:04}": Unit(f"c{n // size:04}", Ratio.of(Fraction(value)))
        for n, value in enumerate(values)
    }


def drawn(seed: int, count: int, share: float) -> list[float]:
    rng = random.Random(seed)
    return [float(rng.random() < share) for _ in range(count)]


def scipy_interval(values: Any, seed: int) -> tuple[float, float]:
    found = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(seed)
    )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


def test_an_interval_is_scipys_bca_interval_of_the_same_values() -> None:
    skewed = [x**3 for x in (0.1, 0.2, 0.3, 0.5, 0.7, 1.1, 1.3, 1.9, 2.0, 2.2, 2.9, 3.3)]
    found = estimate(made(skewed), 3, resamples=20_000)
    assert found is not None
    assert found.method == "BCa"
    low, high = scipy_interval(np.array(skewed), 4)
    assert found.value == pytest.approx(np.mean(skewed))
    assert found.low == pytest.approx(low, rel=0.04)
    assert found.high == pytest.approx(high, rel=0.04)


def test_the_interval_of_a_difference_is_scipys_over_sums_of_clusters() -> None:
    ours, base = made(drawn(1, 240, 0.9), 4), made(drawn(2, 240, 0.7), 4)
    found = compare(ours, base, 5, resamples=20_000)
    assert found is not None
    sums = [
        np.array([float(one.ratio.num) for one in of.values()]).reshape(60, 4).sum(axis=1)
        for of in (ours, base)
    ]
    low, high = scipy_interval((sums[0] - sums[1]) / 4, 6)
    assert found.delta.clusters == 60
    assert found.delta.value == pytest.approx(found.ours - found.base)
    assert (found.delta.low, found.delta.high) == pytest.approx((low, high), abs=0.006)


def test_items_of_a_cluster_are_drawn_together() -> None:
    # Two values, each twenty times in a row: to the bootstrap these are two things, not forty.
    values = [1.0] * 20 + [0.0] * 20
    apart, together = estimate(made(values), 1), estimate(made(values, 20), 1)
    assert apart is not None
    assert together is not None
    assert (together.low, together.high, together.clusters) == (0.0, 1.0, 2)
    assert apart.high - apart.low < 0.4


def test_the_p_value_is_that_of_all_draws_where_all_can_be_listed() -> None:
    ours, base = made([1.0, 1.0, 1.0, 0.0]), made([0.0, 0.0, 1.0, 0.0])
    gains = (1.0, 1.0, 0.0, 0.0)
    every = [sum(one) / 4 for one in product(gains, repeat=4)]
    # of 256 draws those that lie at least 0.5 from 0.5: all four the same kind, 2 of 16.
    exact = sum(abs(one - 0.5) >= 0.5 for one in every) / len(every)
    assert exact == 2 / 16
    found = compare(ours, base, 7, resamples=20_000)
    assert found is not None
    assert found.p == pytest.approx(exact, abs=0.01)


def test_a_difference_of_nothing_has_p_1_and_a_constant_one_the_least_p() -> None:
    same = compare(made([1.0, 0.0, 1.0]), made([1.0, 0.0, 1.0]), 1)
    assert same is not None
    assert (same.p, same.delta.low, same.delta.high, same.delta.method) == (1, 0, 0, "constant")
    always = compare(made([1.0] * 9), made([0.0] * 9), 1, resamples=999)
    assert always is not None
    assert (always.p, always.delta.low, always.delta.method) == (1 / 1000, 1.0, "constant")


def test_one_cluster_gives_no_interval_and_no_finding() -> None:
    found = compare(made([1.0, 1.0], 2), made([0.0, 0.0], 2), 1)
    assert found is not None
    assert (found.delta.method, found.p) == ("one cluster", 1.0)
    assert estimate({}, 1) is None
    assert compare({}, {}, 1) is None


def test_a_ratio_of_sums_is_taken_anew_in_each_draw() -> None:
    # micro F1: 2 hits / (2 hits + extra + missed) over clusters of different size.
    parts = [(2, 2), (0, 1), (8, 10), (2, 4), (6, 6), (0, 2)]
    of = {
        str(n): Unit(str(n), Ratio(Fraction(num), Fraction(den)))
        for n, (num, den) in enumerate(parts)
    }
    found = estimate(of, 2)
    assert found is not None
    assert found.value == pytest.approx(18 / 25)
    assert 0 <= found.low < found.value < found.high <= 1


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    ours, base = made(drawn(1, 80, 0.8)), made(drawn(2, 80, 0.6))
    assert compare(ours, base, 1) == compare(ours, base, 1)
    assert compare(ours, base, 1) != compare(ours, base, 2)


def test_other_items_are_not_compared() -> None:
    with pytest.raises(InputError, match="1 items were scored for one system only, i0001 first"):
        compare(made([1.0, 1.0]), made([1.0]), 1)


def test_rows_of_two_systems_are_not_taken_for_one() -> None:
    with pytest.raises(InputError, match="item a is there twice"):
        units([row("a"), row("a", system="base")], Measure.CRACC)


def test_an_item_that_a_measure_does_not_apply_to_adds_nothing() -> None:
    found = units([row("a"), row("b", step=2)], Measure.CRACC)
    assert [one.ratio.den for one in found.values()] == [0, 0]
    assert estimate(found, 1) is None
    assert step_units([row("b", step=2), row("c", step=1)]).keys() == {"t 2"}


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(5)
    hits = 0
    for trial in range(120):
        values = [float(rng.random() < 0.7) for _ in range(60)]
        found = estimate(made(values), trial, resamples=300)
        assert found is not None
        hits += found.low <= 0.7 <= found.high
    assert 0.88 <= hits / 120 <= 1
