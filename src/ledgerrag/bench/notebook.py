"""What a bench notes while it measures, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from ledgerrag.bench.estimates import median, percentile
from ledgerrag.bench.figures import Aim, Figure

UNIT: Final = 1_000_000  # nanoseconds in a millisecond
Timer = Callable[[], int]


@dataclass(slots=True)
class Notebook:
    """What is measured, line by line."""

    timer: Timer
    figures: list[Figure] = field(default_factory=list)
    raw: dict[str, list[object]] = field(default_factory=dict)

    def note(
        self, name: str, value: float, unit: str, aim: Aim | None = None, note: str = ""
    ) -> None:
        """One value."""
        self.figures.append(Figure(name, value, unit, aim, note))

    def spread(
        self, name: str, rounds: list[list[float]], aim: Aim | None = None, note: str = ""
    ) -> None:
        """Milliseconds: p50 and p95 of each round, of which the median counts."""
        p50, p95 = (median([percentile(one, part) for one in rounds]) for part in (50, 95))
        self.figures.append(Figure(name, p50, "ms", aim, note, p95))

    @contextmanager
    def timed(self) -> Iterator[list[float]]:
        """Milliseconds of the block, in the list that is given."""
        spent: list[float] = []
        begun = self.timer()
        yield spent
        spent.append((self.timer() - begun) / UNIT)
