"""Medians, percentiles and intervals, as a reader of the tables understands them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

Z95: Final = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """A count out of a total with its Wilson interval of 95 %.

    Args:
        hits: how many.
        total: out of how many.
    """

    hits: int
    total: int

    @property
    def share(self) -> float:
        """Hits / total; 0 where nothing was counted."""
        return self.hits / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound of the share."""
        return wilson(self.hits, self.total)

    @property
    def range(self) -> str:
        """The interval in per cent, and the counts."""
        low, high = (100 * bound for bound in self.interval)
        return f"[{low:.1f}, {high:.1f}], {self.hits} of {self.total}"

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % {self.range}" if self.total else "0 of 0"


def wilson(hits: int, total: int, z: float = Z95) -> tuple[float, float]:
    """The score interval of a share (Wilson 1927); it stays within [0, 1] and fits small counts.

    Args:
        hits: successes.
        total: trials; none leave the share open: (0, 1).
        z: normal quantile.
    """
    if total <= 0:
        return 0.0, 1.0
    share = hits / total
    scale = 1 + z * z / total
    centre = (share + z * z / (2 * total)) / scale
    half = z / scale * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    # At the ends the formula gives 0 and 1 but for rounding.
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == total else min(1.0, centre + half)
    return low, high


def percentile(samples: Sequence[float], percent: int) -> float:
    """The smallest sample that at least so many per cent of all do not exceed (nearest rank).

    Args:
        samples: at least one.
        percent: 1 to 100.
    """
    ordered = sorted(samples)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def median(samples: Sequence[float]) -> float:
    """The middle sample, or the mean of the two in the middle.

    Args:
        samples: at least one.
    """
    ordered = sorted(samples)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
