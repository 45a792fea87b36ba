"""Tests of significance beside the bootstrap: of paired verdicts, and of several comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ledgerrag.dykbench.metrics.counts import ONE
from ledgerrag.errors import InputError


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two systems' right and wrong verdicts on the same items.

    Args:
        ours_only: right by ours alone.
        base_only: right by the other alone.
        p: exact two-sided p-value.
    """

    ours_only: int
    base_only: int
    p: Fraction


def mcnemar(ours: Mapping[str, bool], base: Mapping[str, bool]) -> McNemar:
    """McNemar's exact test (McNemar 1947) of whether two systems are right equally often.

    With n items that one alone gets right and k the smaller part of them,
    p = min(1, 2 Σ_{i<=k} C(n, i) / 2^n); 1 where they never differ. It takes items as independent:
    for trajectories the clustered bootstrap is the one to read.

    Args:
        ours: whether right, by item.
        base: the same of the other system.
    Raises:
        InputError: the two were not asked the same items.
    """
    if ours.keys() != base.keys():
        raise InputError("McNemar's test compares verdicts on the same items", "run both on them")
    b = sum(1 for item, right in ours.items() if right and not base[item])
    c = sum(1 for item, right in ours.items() if not right and base[item])
    n = b + c
    tail = sum(comb(n, i) for i in range(min(b, c) + 1))
    return McNemar(b, c, min(ONE, Fraction(2 * tail, 2**n)))


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """Adjusted p-values of several comparisons (Holm 1979); each still below alpha is significant.

    Sorted p_(1) <= ... <= p_(m), the adjusted one is max_{j<=i} min(1, (m - j + 1) p_(j)).

    Args:
        p_values: by comparison: one a baseline.
    """
    order = sorted(p_values, key=lambda name: (p_values[name], name))
    found: dict[str, float] = {}
    least = 0.0
    for place, name in enumerate(order):
        least = max(least, min(1.0, (len(order) - place) * p_values[name]))
        found[name] = least
    return {name: found[name] for name in p_values}
