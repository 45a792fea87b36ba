"""Hits, extras and misses, and shares of sums: the two shapes that every metric takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

ONE = Fraction(1)
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Counts:
    """What was found of what is there (van Rijsbergen 1979, chapter 7).

    Args:
        hits: found and there (true positives).
        extra: found and not there (false positives).
        missed: there and not found (false negatives).
    """

    hits: int = 0
    extra: int = 0
    missed: int = 0

    @classmethod
    def of(cls, found: Iterable[Hashable], there: Iterable[Hashable]) -> Self:
        """Compare two bags: what occurs twice must be found twice."""
        one, two = Counter(found), Counter(there)
        hits = (one & two).total()
        return cls(hits, one.total() - hits, two.total() - hits)

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.hits + other.hits, self.extra + other.extra, self.missed + other.missed)

    @property
    def precision(self) -> Fraction:
        """Share of what was found: hits / (hits + extra); 1 where nothing was found."""
        return Fraction(self.hits, self.hits + self.extra) if self.hits + self.extra else ONE

    @property
    def recall(self) -> Fraction:
        """Share of what is there: hits / (hits + missed); 1 where nothing is there."""
        return Fraction(self.hits, self.hits + self.missed) if self.hits + self.missed else ONE

    @property
    def f1(self) -> Fraction:
        """2 hits / (2 hits + extra + missed); 1 where nothing is there and nothing was found."""
        whole = 2 * self.hits + self.extra + self.missed
        return Fraction(2 * self.hits, whole) if whole else ONE

    @property
    def ratio(self) -> Ratio:
        """F1 as a share of sums: sums over items give the micro-averaged F1."""
        return Ratio(Fraction(2 * self.hits), Fraction(2 * self.hits + self.extra + self.missed))


@dataclass(frozen=True, slots=True)
class Ratio:
    """What one item adds to a metric: the metric of many items is (sum of num) / (sum of den).

    With den = 1 that is the mean of num over the items.

    Args:
        num: numerator.
        den: denominator, not negative; 0: the item has no weight.
    """

    num: Fraction
    den: Fraction = ONE

    @classmethod
    def of(cls, value: bool | int | Fraction) -> Self:
        """A value that is averaged over items."""
        return cls(Fraction(value))

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(self.num + other.num, self.den + other.den)

    @property
    def value(self) -> Fraction:
        """The quotient; 1 where there is nothing to divide by, as for an F1 over nothing."""
        return self.num / self.den if self.den else ONE

    def plain(self) -> list[str]:
        """As JSON: two exact fractions in words, `1/3`."""
        return [str(self.num), str(self.den)]

    @classmethod
    def from_plain(cls, value: Iterable[str]) -> Self:
        """Back from JSON.

        Raises:
            ValueError: not two fractions.
        """
        num, den = value
        return cls(Fraction(num), Fraction(den))


def harmonic(one: Fraction, two: Fraction) -> Fraction:
    """The harmonic mean of a precision and a recall: F1; 0 where both are."""
    return 2 * one * two / (one + two) if one + two else ZERO


def mean(values: Iterable[Fraction], otherwise: Fraction) -> Fraction:
    """The mean of exact fractions.

    Args:
        values: any number of them.
        otherwise: where there is none.
    """
    held = list(values)
    return sum(held, ZERO) / len(held) if held else otherwise
