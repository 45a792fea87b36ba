"""The tables that the paper has not: every measure, confusion, steps, failures, index, rows."""

from __future__ import annotations

from typing import Final

from ledgerrag.dykbench.items import Label, Task
from ledgerrag.dykbench.metrics import Measure, MissKind, Outcome, about
from ledgerrag.dykbench.reporting.facts import BASE, OURS, Facts, share
from ledgerrag.dykbench.reporting.main_tables import fold
from ledgerrag.dykbench.reporting.tables import (
    NONE,
    Cell,
    Table,
    data,
    measure_title,
    note,
    number,
    task_title,
)
from ledgerrag.dykbench.reproducing import checked, instance, rows

_ERRORS: Final = (Measure.RET_FAIL, Measure.CIT_MIS, Measure.FMT_MIS)
_MOST_STEPS: Final = 12


def measures(facts: Facts, task: str) -> Table:
    """Every measure of every system, of one task."""
    lines = {name: line for name in facts.systems if (line := facts.line(name, task))}
    columns = [one for one in Measure if any(one in line.values for line in lines.values())]
    rows = []
    for name, line in lines.items():
        cells = [Cell(facts.title(name), link=fold(name, task))]
        for measure in columns:
            value = line.value(measure)
            cells.append(
                Cell(NONE)
                if value is None
                else Cell(number(float(value), measure), link=fold(name, task))
            )
        rows.append(tuple(cells))
    heads = ("Method", *(measure_title(one) for one in columns))
    title = f"Every measure: {task_title(task)}"
    return Table(f"every-{task}", title, note("every"), heads, tuple(rows))


def confusion(facts: Facts, system: str, task: str = Task.CONFLICT) -> Table | None:
    """The confusion matrix of a system."""
    line = facts.line(system, task)
    if line is None:
        return None
    rows = []
    for gold in Label:
        counts = [line.confusion.count(gold, said) for said in Outcome]
        if not sum(counts):
            continue
        cells = [
            Cell(
                f"{count:,}",
                link=fold(system, task) if count else "",
                mark="best" if said.value == gold.value else "",
            )
            for said, count in zip(Outcome, counts, strict=True)
        ]
        share = line.confusion.count(gold, Outcome(gold.value)) / sum(counts)
        rows.append((Cell(gold.value), *cells, Cell(f"{sum(counts):,}"), Cell(f"{share:.3f}")))
    heads = ("Right is", *(said.value for said in Outcome), "Items", "Share right")
    title = f"Confusion matrix, {task_title(task)}: {facts.title(system)}"
    name = f"confusion-{system}-{task}"
    return Table(name, title, note("confusion"), heads, tuple(rows))


def steps(facts: Facts) -> Table:
    """Failures by step of the trajectories."""
    systems = [name for name in (OURS, f"{OURS}-refresh", BASE) if facts.of(name, Task.STREAM)]
    every = sorted({row.step for name in systems for row in facts.of(name, Task.STREAM)})
    rows = []
    for step in every[:_MOST_STEPS]:
        last = step == every[:_MOST_STEPS][-1] and len(every) > _MOST_STEPS
        cells = [Cell(f"{step} and later" if last else str(step))]
        for name in systems:
            held = [
                row
                for row in facts.of(name, Task.STREAM)
                if row.step == step or (last and row.step > step)
            ]
            for measure in _ERRORS:
                value = share(held, measure)
                text = NONE if value is None else f"{100 * value:.1f} %"
                cells.append(Cell(text, link=fold(name, Task.STREAM)))
        rows.append(tuple(cells))
    heads = [f"{facts.title(name)}: {measure_title(one)}" for name in systems for one in _ERRORS]
    known = ", ".join(
        f"{about(Measure(one['measure'])).title}"
        f" {100 * one['before']:.1f} % → {100 * one['after']:.1f} %"
        for one in data("paper.toml")["errors"]
    )
    told = f"{note('steps')} The paper, without and with its drift trigger: {known}."
    return Table("steps", "Failures by step of the stream", told, ("Step", *heads), tuple(rows))


def indexes(facts: Facts) -> Table:
    """What taking in each corpus cost, once for all systems; vectors whenever they were made."""
    rows = []
    for one in facts.manifest.indexes:
        cost = one.vectors
        words = one.seconds - cost.made_us / 1e6
        taken = f"{cost.found:,} of them were kept from before" if cost.found else ""
        made = (cost.made_us + cost.found_us) / 1e6
        rows.append(
            (
                Cell(task_title(one.task)),
                Cell(f"{one.documents:,}"),
                Cell(f"{words:,.0f}"),
                Cell(f"{cost.made + cost.found:,}" if one.embedding else NONE, taken),
                Cell(f"{made:,.0f}" if one.embedding else NONE),
            )
        )
    heads = ("Task", "Documents", "Taking in, s", "Vectors", "Making vectors, s")
    return Table("index", "Cost of the index", note("index"), heads, tuple(rows))


def examples(facts: Facts, system: str, most: int = 3) -> tuple[tuple[str, str, str], ...]:
    """The first failures of each kind and task: (kind, item, what shows it)."""
    found: list[tuple[str, str, str]] = []
    for task in facts.tasks:
        for kind in MissKind:
            shown_here = 0
            for row in facts.of(system, task):
                for miss in row.misses:
                    if miss.kind is kind and shown_here < most:
                        found.append((kind.value, row.item_id, miss.text))
                        shown_here += 1
    return tuple(found)


def reproduced(facts: Facts) -> Table:
    """Rows of figures that anyone can make again, where the run is of their instance."""
    name = instance(facts.bench)
    claimed = [row for row in rows() if row.condition == name]
    found = checked(claimed, facts.rows)
    cells = tuple(
        (
            Cell(facts.title(one.row.system)),
            Cell(task_title(one.row.task)),
            Cell(measure_title(one.row.measure)),
            Cell(number(one.row.expected)),
            Cell(number(one.row.tolerance)),
            Cell(number(one.value), link=fold(one.row.system, one.row.task)),
            Cell("holds" if one.holds else "off", mark="met" if one.holds else "short"),
        )
        for one in found
        if one.value is not None
    )
    command = claimed[0].command if claimed else ""
    heads = ("Method", "Task", "Metric", "Expected", "Tolerance", "This run", "")
    return Table("rows", "To be made again", f"{note('rows')} {command}", heads, cells)
