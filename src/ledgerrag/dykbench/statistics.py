"""Differences between systems, with intervals and p-values; what belongs together is kept together.

Every metric of the benchmark is a ratio of two sums over items (`metrics.counts.Ratio`), so that
one procedure serves all: clusters of items (trajectories, groups of one provision or rumour) are
drawn with replacement, both systems on the same draw, and both ratios taken anew. It agrees with
`scipy.stats.bootstrap`, against which it is tested, and is fast enough for every cell of a report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledgerrag.dykbench.metrics.counts import ZERO, Ratio
from ledgerrag.dykbench.metrics.measures import Measure
from ledgerrag.dykbench.metrics.scored import Scored
from ledgerrag.dykbench.metrics.streams import steps
from ledgerrag.errors import InputError

RESAMPLES: Final = 5_000
"""N of the paper, section 6.4."""
LEVEL: Final = 0.95
_NONE: Final = Ratio(ZERO, ZERO)
_NORMAL: Final = NormalDist()
# Draws and differences closer than this are equal but for rounding.
_TIE: Final = 1e-12

Floats: TypeAlias = "NDArray[np.float64]"

Method = Literal["BCa", "percentile", "constant", "one cluster"]


@dataclass(frozen=True, slots=True)
class Unit:
    """What one item (or step) adds to a measure.

    Args:
        cluster: what is drawn as a whole.
        ratio: numerator and denominator.
    """

    cluster: str
    ratio: Ratio


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the bounds of its interval.

    Args:
        value: the estimate.
        low: lower bound.
        high: upper bound.
        method: `BCa`; `percentile` where BCa has no answer (the estimate lies beyond its draws, or
            no cluster matters more than another); `constant` where every draw is the same;
            `one cluster` where there is nothing to draw from: then there is no interval, and the
            bounds are the estimate.
        clusters: how many were drawn from.
        resamples: how often.
    """

    value: float
    low: float
    high: float
    method: Method
    clusters: int
    resamples: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """One system against another on one measure.

    Args:
        ours: the measure of the system.
        base: that of the other.
        delta: ours - base, with its interval.
        p: two-sided p-value; see `compare`.
        items: items that both were asked.
    """

    ours: float
    base: float
    delta: Interval
    p: float
    items: int


def units(rows: Iterable[Scored], measure: Measure) -> dict[str, Unit]:
    """What each item of one system adds to a measure, by item.

    Items to which the measure does not apply add nothing and are kept, so that two systems have
    the same ones.

    Raises:
        InputError: an item is there twice, as with rows of two systems.
    """
    found: dict[str, Unit] = {}
    for row in rows:
        if row.item_id in found:
            raise InputError(
                f"item {row.item_id} is there twice", "give the rows of one system at a time"
            )
        found[row.item_id] = Unit(row.cluster, row.ratio(measure) or _NONE)
    return found


def step_units(rows: Iterable[Scored]) -> dict[str, Unit]:
    """UpdateF1 of each step of each trajectory, for its mean (`metrics.streams.steps`)."""
    return {
        f"{trajectory} {step}": Unit(trajectory, Ratio.of(f1))
        for (trajectory, step), f1 in steps(rows).items()
    }


def estimate(
    of: Mapping[str, Unit], seed: int, *, resamples: int = RESAMPLES, level: float = LEVEL
) -> Interval | None:
    """A measure of one system with its BCa interval, drawn by cluster; None where it has no items.

    Args:
        of: by `units` or `step_units`.
        seed: the same seed gives the same interval.
        resamples: draws.
        level: of the interval.
    """
    sums = _sums((of,))
    if not len(sums):
        return None
    return _interval(sums, seed, resamples, level)[0]


def compare(
    ours: Mapping[str, Unit],
    base: Mapping[str, Unit],
    seed: int,
    *,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> Comparison | None:
    """The paired bootstrap of two systems over the same items (Efron and Tibshirani 1993).

    Clusters are drawn with replacement; the interval of the difference is BCa (chapter 14), its
    acceleration from the jackknife over clusters. The p-value is two-sided, from the same draws
    moved to the null (chapter 16.4): with d the difference and d* those of the B draws,
    p = (1 + #{|d* - d| >= |d|}) / (B + 1). It is at least 1 / (B + 1) and 1 where d = 0; it is
    another procedure than the interval, and at its edge the two may disagree.

    Args:
        ours: of the system, by `units` or `step_units`.
        base: of the other.
        seed: the same seed gives the same figures.
        resamples: B.
        level: of the interval.
    Returns:
        None where the measure applies to no item of either.
    Raises:
        InputError: the two were not asked the same items.
    """
    if ours.keys() != base.keys():
        apart = sorted(ours.keys() ^ base.keys())
        raise InputError(
            f"{len(apart)} items were scored for one system only, {apart[0]} first",
            "run both systems over the same items",
        )
    sums = _sums((ours, base))
    if not len(sums):
        return None
    interval, draws = _interval(sums, seed, resamples, level)
    one, two = (_ratio(of.values()) for of in (ours, base))
    p = 1.0
    if len(draws):
        distance = abs(interval.value)
        # Draws that lie as far off but for rounding count: else a tie would look like a finding.
        beyond = int(np.count_nonzero(np.abs(draws - interval.value) >= distance - _TIE))
        p = (1 + beyond) / (len(draws) + 1)
    return Comparison(one, two, interval, p, len(ours))


def _ratio(held: Iterable[Unit]) -> float:
    return float(sum((one.ratio for one in held), _NONE).value)


def _sums(systems: Sequence[Mapping[str, Unit]]) -> Floats:
    """One row a cluster: numerator and denominator of each system; idle clusters are left out."""
    found: dict[str, list[Ratio]] = {}
    for place, of in enumerate(systems):
        for one in of.values():
            row = found.setdefault(one.cluster, [_NONE] * len(systems))
            row[place] = row[place] + one.ratio
    rows = [
        [float(part) for ratio in found[name] for part in (ratio.num, ratio.den)]
        for name in sorted(found)
        if any(ratio.den for ratio in found[name])
    ]
    return np.array(rows, dtype=float).reshape(len(rows), 2 * len(systems))


def _statistic(sums: Floats) -> Floats:
    """Ours minus base, or ours alone, of rows of sums; a ratio of nothing is 1, as an empty F1."""
    top, bottom = sums[:, ::2], sums[:, 1::2]
    ratios = np.where(bottom > 0, top / np.where(bottom > 0, bottom, 1.0), 1.0)
    found: Floats = ratios[:, 0] - ratios[:, 1] if ratios.shape[1] > 1 else ratios[:, 0]
    return found


def _interval(sums: Floats, seed: int, resamples: int, level: float) -> tuple[Interval, Floats]:
    value, clusters = float(_statistic(sums.sum(axis=0, keepdims=True))[0]), len(sums)
    if clusters < 2:
        return Interval(value, value, value, "one cluster", clusters, 0), np.empty(0)
    draws = _statistic(_counts(clusters, seed, resamples) @ sums)
    if float(np.ptp(draws)) <= _TIE:
        return Interval(value, value, value, "constant", clusters, resamples), draws
    edges, method = _edges(sums, draws, value, level)
    low, high = (float(bound) for bound in np.quantile(draws, edges))
    return Interval(value, low, high, method, clusters, resamples), draws


def _edges(
    sums: Floats, draws: Floats, value: float, level: float
) -> tuple[tuple[float, float], Method]:
    """Which quantiles of the draws bound the interval (Efron 1987, equation 2.3)."""
    plain = ((1 - level) / 2, (1 + level) / 2)
    near = np.abs(draws - value) <= _TIE
    below = float(np.mean((draws < value) & ~near) + np.mean(near) / 2)
    left_out = _statistic(sums.sum(axis=0, keepdims=True) - sums)
    off = left_out.mean() - left_out
    spread = float((off**2).sum())
    if not 0 < below < 1 or spread <= _TIE**2:
        return plain, "percentile"
    shift = _NORMAL.inv_cdf(below)
    bend = float((off**3).sum()) / (6 * spread**1.5)
    moved = [shift + _NORMAL.inv_cdf(edge) for edge in plain]
    if any(1 - bend * one <= 0 for one in moved):
        return plain, "percentile"
    low, high = (_NORMAL.cdf(shift + one / (1 - bend * one)) for one in moved)
    return (low, high), "BCa"


@lru_cache(maxsize=2)
def _counts(clusters: int, seed: int, resamples: int) -> Floats:
    """How often each cluster is drawn, one row a draw; the same for every measure of a table."""
    rng = np.random.default_rng(seed)
    even = np.full(clusters, 1 / clusters)
    return rng.multinomial(clusters, even, size=resamples).astype(np.float64)
