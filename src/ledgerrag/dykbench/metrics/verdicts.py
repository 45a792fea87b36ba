"""CRAcc: whether the verdict is right, with the confusion matrix and what was left open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Self

from ledgerrag.dykbench.items import Label
from ledgerrag.dykbench.metrics.answers import value
from ledgerrag.dykbench.metrics.counts import ONE
from ledgerrag.dykbench.metrics.said import Said


class Outcome(StrEnum):
    """What an answer comes to: the columns of the confusion matrix."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    UNRESOLVED = "unresolved"
    OTHER = "another value"
    UNREADABLE = "unreadable"


def outcome(said: Said) -> Outcome:
    """The label that an answer gives; `another value` where it settles on a value that is wrong."""
    label = said.label
    if label is None:
        return Outcome.UNREADABLE
    if label is Label.SUPPORTED and value(said) is False:
        return Outcome.OTHER
    return Outcome(label.value)


def right(said: Said) -> bool:
    """Whether verdict and value are right: per-step answer accuracy, and of conflicts CRAcc.

    CRAcc = (items whose label is the gold's and, where a value is asked, whose value is the
    gold's) / items (paper, section 6.1). Where gold is unresolved, any verdict is wrong.
    """
    return outcome(said).value == said.item.gold.label.value


def abstained(said: Said) -> bool:
    """Whether no verdict was given: contested, unverified, or nothing that can be read."""
    return outcome(said) in (Outcome.UNRESOLVED, Outcome.UNREADABLE)


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of (gold label, outcome).

    Args:
        counts: those that are not 0.
    """

    counts: Mapping[tuple[Label, Outcome], int]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Label, Outcome]]) -> Self:
        """Count pairs."""
        found: dict[tuple[Label, Outcome], int] = {}
        for pair in pairs:
            found[pair] = found.get(pair, 0) + 1
        return cls({pair: found[pair] for pair in sorted(found)})

    def count(self, gold: Label, said: Outcome) -> int:
        """How often an item of that label ended so."""
        return self.counts.get((gold, said), 0)

    @property
    def total(self) -> int:
        """All items."""
        return sum(self.counts.values())

    @property
    def accuracy(self) -> Fraction:
        """The share on the diagonal; 1 where nothing was counted."""
        hits = sum(n for (gold, said), n in self.counts.items() if gold.value == said.value)
        return Fraction(hits, self.total) if self.total else ONE

    def plain(self) -> dict[str, dict[str, int]]:
        """As JSON: gold label -> outcome -> count, zeros included."""
        return {
            gold.value: {said.value: self.count(gold, said) for said in Outcome} for gold in Label
        }
