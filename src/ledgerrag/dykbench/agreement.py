"""How far two raters agree, beyond chance; and how far scores go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from ledgerrag.bench.estimates import Z95
from ledgerrag.dykbench.metrics.counts import ONE, ZERO
from ledgerrag.errors import InputError


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa with its interval of 95 %.

    Args:
        value: kappa, exact.
        observed: share of items on which the raters agree.
        expected: share on which they would by chance.
        low: lower bound.
        high: upper bound.
        items: how many both rated.
    """

    value: Fraction
    observed: Fraction
    expected: Fraction
    low: float
    high: float
    items: int


def kappa(one: Sequence[str], two: Sequence[str]) -> Kappa | None:
    """Cohen's kappa (Cohen 1960): (p_o - p_e) / (1 - p_e), over the same items in the same order.

    The interval is kappa ± 1.96 · se, cut to [-1, 1], with the large-sample variance of Fleiss,
    Cohen and Everitt (1969): (A + B - C) / ((1 - p_e)² n), where
    A = Σ p_ii (1 - (p_i. + p_.i)(1 - κ))², B = (1 - κ)² Σ_{i≠j} p_ij (p_.i + p_j.)²,
    C = (κ - p_e (1 - κ))². Where both use one and the same category throughout, kappa is 1.

    Returns:
        None where there is no item.
    Raises:
        InputError: not as many labels of the one as of the other.
    """
    if len(one) != len(two):
        raise InputError(
            f"one rater has {len(one)} labels and the other {len(two)}",
            "compare labels of the same items",
        )
    n = len(one)
    if not n:
        return None
    names = sorted(set(one) | set(two))
    rows = {name: Fraction(one.count(name), n) for name in names}
    columns = {name: Fraction(two.count(name), n) for name in names}
    cells = {(a, b): ZERO for a in names for b in names}
    for pair in zip(one, two, strict=True):
        cells[pair] += Fraction(1, n)
    observed = sum((cells[name, name] for name in names), ZERO)
    expected = sum((rows[name] * columns[name] for name in names), ZERO)
    if expected == 1:
        return Kappa(ONE, ONE, ONE, 1.0, 1.0, n)
    value = (observed - expected) / (1 - expected)
    rest = 1 - value
    first = sum(
        (cells[name, name] * (1 - (rows[name] + columns[name]) * rest) ** 2 for name in names),
        ZERO,
    )
    second = rest**2 * sum(
        (cells[a, b] * (columns[a] + rows[b]) ** 2 for a in names for b in names if a != b), ZERO
    )
    variance = (first + second - (value - expected * rest) ** 2) / ((1 - expected) ** 2 * n)
    half = Z95 * sqrt(max(ZERO, variance))
    return Kappa(
        value,
        observed,
        expected,
        max(-1.0, float(value) - half),
        min(1.0, float(value) + half),
        n,
    )


def pearson(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Pearson's r: Σ (x - x̄)(y - ȳ) / sqrt(Σ (x - x̄)² Σ (y - ȳ)²).

    Returns:
        None where there are fewer than two items, or one rater never varies.
    """
    if len(one) != len(two):
        raise InputError("scores of two raters must be of the same items", "compare the same items")
    n = len(one)
    if n < 2:
        return None
    x, y = ([Fraction(value) for value in values] for values in (one, two))
    x_mean, y_mean = sum(x, ZERO) / n, sum(y, ZERO) / n
    both = sum(((a - x_mean) * (b - y_mean) for a, b in zip(x, y, strict=True)), ZERO)
    spread = sum(((a - x_mean) ** 2 for a in x), ZERO) * sum(((b - y_mean) ** 2 for b in y), ZERO)
    return float(both) / sqrt(spread) if spread else None


def spearman(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Spearman's rho: Pearson's r of the ranks, ties sharing the mean of their ranks."""
    return pearson(ranks(one), ranks(two))


def ranks(values: Sequence[float]) -> tuple[float, ...]:
    """Ranks from 1; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for place in order[at : end + 1]:
            found[place] = (at + end) / 2 + 1
        at = end + 1
    return tuple(found)
