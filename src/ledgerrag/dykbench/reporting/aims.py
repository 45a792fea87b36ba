"""What LedgerRAG is meant to reach, and what the items behind a shortfall have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ledgerrag.bench.figures import Aim
from ledgerrag.dykbench.metrics import Measure, Scored, about
from ledgerrag.dykbench.reporting.facts import METRIC, OURS, Facts
from ledgerrag.dykbench.reporting.main_tables import fold
from ledgerrag.dykbench.reporting.tables import (
    Cell,
    Table,
    bounds,
    data,
    measure_title,
    note,
    number,
    signed,
    task_title,
)


def aims(facts: Facts) -> Table:
    """What LedgerRAG is meant to reach, how far it is from it, and why."""
    rows: list[tuple[Cell, ...]] = []
    for known in data("aims.toml")["aim"]:
        system, task, measure = known["system"], known["task"], Measure(known["measure"])
        found = facts.interval(system, task, measure)
        if found is None:
            continue
        aim = Aim(known["sign"], known["bound"])
        # A share that is met but for the last digit of a float is met.
        met = aim.met(round(found.value, 9))
        short = "" if met else f"short by {abs(found.value - aim.bound):.3f}"
        why = "" if met else reasons(facts.of(system, task), measure)
        rows.append(
            (
                Cell(facts.title(system)),
                Cell(task_title(task)),
                Cell(measure_title(measure)),
                Cell(f"{'≥' if aim.sign == '>=' else '≤'} {aim.bound:g}"),
                Cell(
                    number(found.value, measure),
                    bounds(found.low, found.high) if found.low < found.high else "",
                    link=fold(system, task),
                ),
                Cell("met" if met else short, mark="met" if met else "short"),
                Cell(why),
            )
        )
    rows += _first(facts)
    heads = ("System", "Task", "Metric", "Aim", "Value", "", "What the items have in common")
    return Table("aims", "What it must show", note("aims"), heads, tuple(rows))


def _first(facts: Facts) -> Iterator[tuple[Cell, ...]]:
    """Whether our defaults are first or tied on the metric of each task."""
    for task, measure in METRIC.items():
        ahead = []
        for other in facts.systems:
            if other == OURS or other.startswith(f"{OURS}-"):
                continue
            against = facts.versus(OURS, other, task, measure)
            if against is not None and against.delta.high < 0:
                ahead.append((against.delta.value, facts.title(other)))
        mine = facts.interval(OURS, task, measure)
        if mine is None:
            continue
        told = "; ".join(f"{name} {signed(-delta)}" for delta, name in sorted(ahead))
        rows = facts.of(OURS, task)
        yield (
            Cell(facts.title(OURS)),
            Cell(task_title(task)),
            Cell(measure_title(measure)),
            Cell("first or tied"),
            Cell(number(mine.value), bounds(mine.low, mine.high), link=fold(OURS, task)),
            Cell(f"behind: {told}" if ahead else "met", mark="short" if ahead else "met"),
            Cell(reasons(rows, measure) if ahead else ""),
        )


def failing(rows: Iterable[Scored], measure: Measure) -> list[Scored]:
    """The rows that keep a measure from being perfect."""
    high = about(measure).better == "high"
    found = []
    for row in rows:
        ratio = row.ratio(measure)
        if ratio is not None and ratio.den and (ratio.value < 1 if high else ratio.value > 0):
            found.append(row)
    return found


def reasons(rows: Sequence[Scored], measure: Measure) -> str:
    """What failing items have in common: their kinds, how they ended, which failures they had."""
    wrong = failing(rows, measure)
    applying = [row for row in rows if (ratio := row.ratio(measure)) is not None and ratio.den]
    if not wrong:
        return ""
    kinds = Counter(row.kind for row in wrong).most_common(4)
    asked = Counter(row.kind for row in applying)
    ends = Counter(f"{row.gold} → {row.outcome}" for row in wrong).most_common(3)
    misses = Counter(kind for row in wrong for kind in {one.kind for one in row.misses})
    told = [
        f"{len(wrong)} of {len(applying)} items",
        ", ".join(f"{kind} {number} of {asked[kind]}" for kind, number in kinds),
        ", ".join(f"{end}: {number}" for end, number in ends),
    ]
    if misses:
        told.append(", ".join(f"{kind} in {number}" for kind, number in misses.most_common()))
    return "; ".join(told)
