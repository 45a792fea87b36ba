"""Rows added up: a table by system and any of task, kind, source, split and step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from ledgerrag.bench.estimates import percentile
from ledgerrag.dykbench.metrics.counts import ONE, Ratio, mean
from ledgerrag.dykbench.metrics.measures import Measure
from ledgerrag.dykbench.metrics.misses import Miss, MissKind
from ledgerrag.dykbench.metrics.scored import Scored
from ledgerrag.dykbench.metrics.streams import steps
from ledgerrag.dykbench.metrics.verdicts import Confusion

By: TypeAlias = Literal["task", "kind", "source", "split", "step"]
_EXAMPLES: Final = 5


@dataclass(frozen=True, slots=True)
class Value:
    """A measure of several items.

    Args:
        value: exact.
        items: how many it was taken over.
    """

    value: Fraction
    items: int


@dataclass(frozen=True, slots=True)
class Latency:
    """Wall time of answers, in microseconds.

    Args:
        p50: median, nearest rank.
        p95: 95th percentile, nearest rank.
        mean: arithmetic mean, rounded down.
        stages: mean microseconds by stage, rounded down, by name.
    """

    p50: int
    p95: int
    mean: int
    stages: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table.

    Args:
        system: whose.
        where: what the items have in common, in the order asked for: ("task", "stream").
        items: how many.
        values: measures that apply to one at least.
        update_by_step: mean of UpdateF1 over the steps of all trajectories; None outside streams.
        confusion: gold labels against outcomes.
        latency: wall time.
        misses: how many of each kind.
        examples: the first few of each kind, with their items.
        judges: who judged, with the kind of judge.
    """

    system: str
    where: tuple[tuple[By, str], ...]
    items: int
    values: Mapping[Measure, Value]
    update_by_step: Value | None
    confusion: Confusion
    latency: Latency
    misses: Mapping[MissKind, int]
    examples: tuple[tuple[str, Miss], ...]
    judges: tuple[str, ...]

    def value(self, measure: Measure) -> Fraction | None:
        """A measure's value; None where it applies to no item."""
        found = self.values.get(measure)
        return found.value if found else None

    def plain(self) -> dict[str, object]:
        """As JSON; values as floats, for reports."""
        return {
            "system": self.system,
            **dict(self.where),
            "items": self.items,
            "values": {
                one.value: {"value": float(held.value), "items": held.items}
                for one, held in self.values.items()
            },
            "update_by_step": float(self.update_by_step.value) if self.update_by_step else None,
            "confusion": self.confusion.plain(),
            "latency_us": {
                "p50": self.latency.p50,
                "p95": self.latency.p95,
                "mean": self.latency.mean,
                "stages": dict(self.latency.stages),
            },
            "misses": {kind.value: self.misses[kind] for kind in MissKind},
            "examples": [{"item_id": item, **miss.plain()} for item, miss in self.examples],
            "judges": list(self.judges),
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """The table.

    Args:
        by: what it is divided by, besides the system.
        lines: by system in the order in which they came, then by the division.
    """

    by: tuple[By, ...]
    lines: tuple[Line, ...]

    def line(self, system: str, **where: str) -> Line:
        """The line of a system with the given division.

        Raises:
            KeyError: there is none.
        """
        for one in self.lines:
            if one.system == system and dict(one.where) == where:
                return one
        raise KeyError((system, where))

    def plain(self) -> dict[str, object]:
        """As JSON."""
        return {"by": list(self.by), "lines": [one.plain() for one in self.lines]}


def summarise(rows: Iterable[Scored], by: Sequence[By] = ()) -> Summary:
    """Add rows up.

    Args:
        rows: of any systems and items.
        by: what to divide by, besides the system.
    """
    groups: dict[tuple[str, tuple[tuple[By, str], ...]], list[Scored]] = {}
    order: dict[str, int] = {}
    for row in rows:
        where = tuple((name, str(getattr(row, name))) for name in by)
        order.setdefault(row.system, len(order))
        groups.setdefault((row.system, where), []).append(row)
    keys = sorted(groups, key=lambda key: (order[key[0]], *(_sorted(v) for _, v in key[1])))
    return Summary(tuple(by), tuple(_line(*key, groups[key]) for key in keys))


def total(rows: Iterable[Scored], measure: Measure) -> Value | None:
    """A measure over rows: (sum of numerators) / (sum of denominators).

    None where it applies to none of them, or to none with any weight.
    """
    found = [ratio for row in rows if (ratio := row.ratio(measure)) is not None]
    summed = sum(found, Ratio(Fraction(0), Fraction(0)))
    weighty = summed.den > 0 or measure in (Measure.UPDATE_F1, Measure.UPDATE_F1_STRICT)
    return Value(summed.value, len(found)) if found and weighty else None


def _sorted(value: str) -> tuple[int, str]:
    return (int(value), "") if value.isdecimal() else (-1, value)


def _line(system: str, where: tuple[tuple[By, str], ...], rows: Sequence[Scored]) -> Line:
    stepwise = steps(rows)
    missed = [(row.item_id, miss) for row in rows for miss in row.misses]
    values = {one: held for one in Measure if (held := total(rows, one)) is not None}
    return Line(
        system=system,
        where=where,
        items=len(rows),
        values=values,
        update_by_step=Value(mean(stepwise.values(), ONE), len(stepwise)) if stepwise else None,
        confusion=Confusion.of((row.gold, row.outcome) for row in rows),
        latency=_latency(rows),
        misses={kind: sum(1 for _, one in missed if one.kind is kind) for kind in MissKind},
        examples=tuple(
            one
            for kind in MissKind
            for one in [pair for pair in missed if pair[1].kind is kind][:_EXAMPLES]
        ),
        judges=tuple(sorted({f"{row.judge} ({row.judge_kind})" for row in rows if row.judge})),
    )


def _latency(rows: Sequence[Scored]) -> Latency:
    times = [row.time.us for row in rows]
    spent: dict[str, int] = {}
    for row in rows:
        for name, us in row.time.stages:
            spent[name] = spent.get(name, 0) + us
    return Latency(
        int(percentile(times, 50)),
        int(percentile(times, 95)),
        sum(times) // len(times),
        tuple((name, spent[name] // len(rows)) for name in sorted(spent)),
    )
