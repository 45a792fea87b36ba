"""What a report is made from: rows of figures by system and task, and the statistics over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from ledgerrag.answer import Answer
from ledgerrag.baselines import entries
from ledgerrag.dykbench.folder import Bench, Manifest
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.metrics import Line, Measure, Scored, about, summarise, total
from ledgerrag.dykbench.provenance import RunManifest
from ledgerrag.dykbench.results import RESULTS, file_of, read_results
from ledgerrag.dykbench.statistics import Comparison, Interval, compare, estimate, units

OURS: Final = "ledgerrag"
BASE: Final = "query-rag-bm25"
METRIC: Final[Mapping[str, Measure]] = {
    Task.REGCHANGE: Measure.ANS2GRAM_F1,
    Task.CONFLICT: Measure.CRACC,
    Task.STREAM: Measure.UPDATE_F1,
}
SEED: Final = 5

Key: TypeAlias = "tuple[str, str]"


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that a report tells.

    Args:
        manifest: of the run.
        bench: manifest of the benchmark.
        digest: of the benchmark.
        items: those that were asked, by id.
        rows: every scored answer.
        said: what was answered, for the items behind the figures: the text by (system, item).
        resamples: draws of the bootstrap.
    """

    manifest: RunManifest
    bench: Manifest
    digest: str
    items: Mapping[str, Item]
    rows: tuple[Scored, ...]
    said: Mapping[Key, str]
    resamples: int
    _by: dict[Key, tuple[Scored, ...]] = field(default_factory=dict, repr=False, compare=False)
    _kept: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that have answered, in the order of the registry, others after them."""
        seen = {row.system for row in self.rows}
        known = [name for name in entries() if name in seen]
        return (*known, *sorted(seen - set(known)))

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks of which something was answered."""
        seen = {row.task for row in self.rows}
        return tuple(task for task in Task if task in seen)

    @property
    def judges(self) -> tuple[str, ...]:
        """Who judged, with the kind of judge."""
        return tuple(sorted({f"{row.judge} ({row.judge_kind})" for row in self.rows if row.judge}))

    def title(self, system: str) -> str:
        """A system as a reader is told it."""
        titles = {one.name: one.title for one in self.manifest.systems}
        return titles.get(system, system)

    def of(self, system: str, task: str = "") -> tuple[Scored, ...]:
        """The rows of a system; of one task, or of all where it is empty."""
        key = (system, task)
        if key not in self._by:
            self._by[key] = tuple(
                row for row in self.rows if row.system == system and task in ("", row.task)
            )
        return self._by[key]

    def line(self, system: str, task: str = "") -> Line | None:
        """The rows of a system added up; None where there are none."""
        rows = self.of(system, task)
        return summarise(rows).lines[0] if rows else None

    def interval(self, system: str, task: str, measure: Measure) -> Interval | None:
        """A figure with its interval; None where it applies to no item."""
        make = partial(self._interval, system, task, measure)
        found = self._once(("interval", system, task, measure), make)
        return found if isinstance(found, Interval) else None

    def versus(self, ours: str, base: str, task: str, measure: Measure) -> Comparison | None:
        """One system against another over the items that both have answered."""
        make = partial(self._versus, ours, base, task, measure)
        found = self._once(("versus", ours, base, task, measure), make)
        return found if isinstance(found, Comparison) else None

    def gain(self, ours: str, base: str, task: str, measure: Measure) -> float | None:
        """By how much the first is better, whichever way is better."""
        found = self.versus(ours, base, task, measure)
        if found is None:
            return None
        return found.delta.value * (1 if about(measure).better == "high" else -1)

    def common(self, one: str, two: str, task: str) -> tuple[list[Scored], list[Scored]]:
        """The rows of two systems over the items that both have answered."""
        first, second = self.of(one, task), self.of(two, task)
        both = {row.item_id for row in first} & {row.item_id for row in second}
        return (
            [row for row in first if row.item_id in both],
            [row for row in second if row.item_id in both],
        )

    def _interval(self, system: str, task: str, measure: Measure) -> Interval | None:
        return estimate(units(self.of(system, task), measure), SEED, resamples=self.resamples)

    def _versus(self, ours: str, base: str, task: str, measure: Measure) -> Comparison | None:
        one, two = self.common(ours, base, task)
        if not one:
            return None
        return compare(units(one, measure), units(two, measure), SEED, resamples=self.resamples)

    def _once(self, key: object, make: Callable[[], object]) -> object:
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]


def gather(
    bench: Bench,
    run: Path,
    manifest: RunManifest,
    rows: Sequence[Scored],
    *,
    resamples: int = 5_000,
) -> Facts:
    """Collect what the report needs beside the rows.

    Args:
        bench: the benchmark.
        run: folder of the run.
        manifest: of the run.
        rows: its figures.
        resamples: draws of the bootstrap.
    """
    tasks, asked = {row.task for row in rows}, {row.item_id for row in rows}
    items = {
        item.item_id: item
        for task in bench.tasks
        if task in tasks
        for item in bench.items(task)
        if item.item_id in asked
    }
    said = {
        (system, item): result.error or _text(result.answer)
        for system in {row.system for row in rows}
        for item, result in read_results(file_of(run, RESULTS, system)).items()
    }
    return Facts(manifest, bench.manifest, bench.digest, items, tuple(rows), said, resamples)


def share(rows: Sequence[Scored], measure: Measure) -> float | None:
    """A measure of any rows; None where it applies to none of them."""
    found = total(rows, measure) if rows else None
    return None if found is None else float(found.value)


def _text(answer: Answer | None) -> str:
    return "" if answer is None else answer.text
