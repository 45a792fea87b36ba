"""The tables that the paper has not: aims, every measure, kinds, confusion, steps, slices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from ledgerrag.bench.figures import Aim
from ledgerrag.dykbench.items import Item, Label, Task
from ledgerrag.dykbench.metrics import Measure, MissKind, Outcome, Scored, about
from ledgerrag.dykbench.reporting.facts import BASE, METRIC, OURS, Facts, share
from ledgerrag.dykbench.reporting.main_tables import fold
from ledgerrag.dykbench.reporting.tables import (
    NONE,
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
from ledgerrag.dykbench.reproducing import checked, instance, rows

_SLICES: Final = 6
_ERRORS: Final = (Measure.RET_FAIL, Measure.CIT_MIS, Measure.FMT_MIS)
_MOST_STEPS: Final = 12


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


def _split(
    facts: Facts, name: str, title: str, of: Mapping[str, Mapping[str, str]], systems: Sequence[str]
) -> Table:
    """The metric of each task by a property of the items: of[task][item] is its name."""
    rows = []
    for task, named in of.items():
        measure = METRIC[task]
        for value in dict.fromkeys(named.values()):
            cells = [Cell(task_title(task)), Cell(value)]
            count = 0
            for system in systems:
                held = [row for row in facts.of(system, task) if named.get(row.item_id) == value]
                count = max(count, len(held))
                found = share(held, measure)
                cells.append(
                    Cell(NONE) if found is None else Cell(number(found), link=fold(system, task))
                )
            rows.append((*cells[:2], Cell(f"{count:,}"), *cells[2:]))
    heads = ("Task", "", "Items", *(facts.title(one) for one in systems))
    return Table(name, title, note(name), heads, tuple(rows))


def shown(facts: Facts) -> tuple[str, ...]:
    """The systems of tables that would be too wide with all of them: no ablations."""
    return tuple(name for name in facts.systems if "-without-" not in name)


def by_property(facts: Facts) -> Iterator[Table]:
    """The metric of each task by kind, source, split and time slice."""
    systems = shown(facts)
    for name, title in (("kind", "By kind"), ("source", "By source"), ("split", "By split")):
        of = {task: _named(facts, task, name) for task in facts.tasks}
        yield _split(facts, f"{name}s", title, of, systems)
    yield _split(facts, "slices", "Time slices", slices(facts), systems)


def _named(facts: Facts, task: str, name: str) -> dict[str, str]:
    named = {item.item_id: str(getattr(item, name)) for item in _asked(facts, task)}
    return dict(sorted(named.items(), key=lambda pair: (pair[1], pair[0])))


def _asked(facts: Facts, task: str) -> list[Item]:
    return [item for item in facts.items.values() if item.task == task]


def slices(facts: Facts) -> dict[str, dict[str, str]]:
    """The items of each task by the stretch of time that their K lies in."""
    found: dict[str, dict[str, str]] = {}
    for task in facts.tasks:
        items = sorted(_asked(facts, task), key=lambda item: (item.known_at[:10], item.item_id))
        days = sorted({item.known_at[:10] for item in items})
        # A day is never torn apart; where there are few days, each is a slice.
        size = max(1, -(-len(items) // _SLICES))
        named: dict[str, str] = {}
        group: list[Item] = []
        groups: list[list[Item]] = []
        for _, of_day in groupby(items, key=lambda item: item.known_at[:10]):
            group = [*group, *of_day]
            if len(group) >= size:
                groups.append(group)
                group = []
        if group:
            groups.append(group)
        for one in groups:
            first, last = one[0].known_at[:10], one[-1].known_at[:10]
            named.update(
                {item.item_id: first if first == last else f"{first} to {last}" for item in one}
            )
        if days:
            found[task] = named
    return found


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
