"""Figures that anyone can make again: rows of condition, command, expected value and tolerance.

After the reproductions of pyserini: a figure that is claimed stands in a data file beside the
command that makes it, and a test runs the command.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources

from ledgerrag.dykbench.folder import Manifest
from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.metrics import Measure, Scored, total


@dataclass(frozen=True, slots=True)
class Row:
    """A figure that is claimed.

    Args:
        condition: which benchmark, by the name of its instance.
        command: what makes it.
        system: whose answers.
        task: of which task.
        measure: which.
        expected: its value.
        tolerance: how far off it may be.
    """

    condition: str
    command: str
    system: str
    task: Task
    measure: Measure
    expected: float
    tolerance: float


@dataclass(frozen=True, slots=True)
class Checked:
    """A row with what came of it.

    Args:
        row: what is claimed.
        value: what was measured; None where the run has nothing for it.
    """

    row: Row
    value: float | None

    @property
    def holds(self) -> bool:
        """Whether the measured value is within the tolerance."""
        return self.value is not None and abs(self.value - self.row.expected) <= self.row.tolerance


def rows() -> tuple[Row, ...]:
    """Every row of the data file."""
    text = resources.files("ledgerrag.dykbench").joinpath("rows.toml").read_text("utf-8")
    return tuple(
        Row(
            name,
            held["command"],
            one["system"],
            Task(one["task"]),
            Measure(one["measure"]),
            float(one["expected"]),
            float(one.get("tolerance", held["tolerance"])),
        )
        for name, held in tomllib.loads(text).items()
        for one in held["rows"]
    )


def instance(manifest: Manifest) -> str:
    """The name of the instance that a benchmark is; empty where no row is about it."""
    from ledgerrag.dykbench.building import SMALL

    made = (manifest.track, manifest.seed, manifest.wanted_items, manifest.background)
    small = (SMALL.track, SMALL.seed, SMALL.items, SMALL.background)
    return "small" if made == small and manifest.revision == 1 else ""


def checked(claimed: Iterable[Row], scored: Sequence[Scored]) -> tuple[Checked, ...]:
    """Rows beside what was measured."""
    found = []
    for row in claimed:
        held = [one for one in scored if (one.system, one.task) == (row.system, row.task)]
        value = total(held, row.measure) if held else None
        found.append(Checked(row, None if value is None else float(value.value)))
    return tuple(found)
