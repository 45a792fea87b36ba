"""Tables 1 to 6 of the paper, its figure beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from ledgerrag.baselines import PaperFigures, entries
from ledgerrag.dykbench.metrics import Measure, about
from ledgerrag.dykbench.reporting.facts import BASE, METRIC, OURS, Facts
from ledgerrag.dykbench.reporting.tables import (
    NONE,
    Cell,
    Mark,
    Table,
    bounds,
    data,
    measure_title,
    milliseconds,
    note,
    number,
    p_value,
    signed,
    task_title,
)
from ledgerrag.dykbench.significance import holm, mcnemar

_CALLS: Final = Measure.RETRIEVAL_CALLS
_ABLATED: Final = "-without-"


def fold(system: str, task: str) -> str:
    """The id of the fold with the items of a system."""
    return f"items-{system}-{task}" if task else f"items-{system}-all"


def figure(facts: Facts, system: str, task: str, measure: Measure, paper: str = "") -> Cell:
    """A figure with its interval and the link to its items; a dash where it applies to nothing."""
    found = facts.interval(system, task, measure)
    if found is None:
        return Cell(NONE, paper=paper)
    small = bounds(found.low, found.high) if found.low < found.high else ""
    return Cell(number(found.value, measure), small, paper, fold(system, task))


def table_1(facts: Facts) -> Table:
    """Overall: the metric of each task, and retrieval calls."""
    systems = [name for name in facts.systems if _ABLATED not in name]
    columns = [(task, METRIC[task]) for task in METRIC] + [(task, _CALLS) for task in METRIC]
    heads = ("Method", *(f"{task_title(task)}: {measure_title(one)}" for task, one in columns))
    marks = {(task, one): _marks(facts, systems, task, one) for task, one in columns[:3]}
    rows = []
    for system in systems:
        cells = [Cell(facts.title(system))]
        for task, measure in columns:
            cell = figure(facts, system, task, measure, paper_figure(system, task, measure))
            mark = marks.get((task, measure), {}).get(system, "")
            cells.append(Cell(cell.text, cell.small, cell.paper, cell.link, mark))
        rows.append(tuple(cells))
    return Table("table-1", "Table 1. All systems on all tasks", note("table1"), heads, tuple(rows))


def paper_figure(system: str, task: str, measure: Measure) -> str:
    """What the paper reports of a system, as it writes it; empty where it reports nothing."""
    entry = entries().get(system)
    found: PaperFigures | None = entry.paper if entry else None
    if found is None:
        return ""
    name = task if measure is not _CALLS else f"calls_{task}"
    value = getattr(found, name, None)
    return "" if value is None else (f"{value:.4f}" if measure is not _CALLS else f"{value:.2f}")


def _marks(facts: Facts, systems: Sequence[str], task: str, measure: Measure) -> Mapping[str, Mark]:
    """The best of a column, and what is tied with it within the interval of the difference."""
    values = {
        name: found.value for name in systems if (found := facts.interval(name, task, measure))
    }
    if not values:
        return {}
    best = (max if about(measure).better == "high" else min)(values.values())
    first = [name for name, value in values.items() if value == best]
    marks: dict[str, Mark] = dict.fromkeys(first, "best")
    for name in values.keys() - set(first):
        against = facts.versus(first[0], name, task, measure)
        if against is not None and against.delta.low <= 0 <= against.delta.high:
            marks[name] = "tied"
    return marks


def table_2(facts: Facts) -> Table:
    """Effectiveness: our defaults against Query-RAG (BM25)."""
    rows = []
    for known in data("paper.toml")["effect"]:
        task, measure = known["task"], Measure(known["measure"])
        against = facts.versus(OURS, BASE, task, measure)
        change = Cell(NONE, paper=signed(known["ours"] - known["base"], 4))
        if against is not None:
            small = bounds(against.delta.low, against.delta.high, sign=True)
            change = Cell(signed(against.delta.value), small, change.paper, fold(OURS, task))
        rows.append(
            (
                Cell(task_title(task)),
                Cell(measure_title(measure)),
                figure(facts, BASE, task, measure, f"{known['base']:.4f}"),
                figure(facts, OURS, task, measure, f"{known['ours']:.4f}"),
                change,
            )
        )
    heads = ("Task", "Metric", facts.title(BASE), facts.title(OURS), "Change")
    return Table("table-2", "Table 2. Effectiveness by task", note("table2"), heads, tuple(rows))


def table_3(facts: Facts) -> Table:
    """Cost: retrieval calls and wall time."""
    rows: list[tuple[Cell, ...]] = []
    for known in data("paper.toml")["cost"]:
        task = known["task"]
        change = NONE
        against = facts.versus(OURS, BASE, task, _CALLS)
        if against is not None:
            change = signed(against.delta.value, 2)
        rows.append(
            (
                Cell(task_title(task)),
                Cell("Retrieval calls"),
                figure(facts, BASE, task, _CALLS, f"{known['base_calls']:.2f}"),
                figure(facts, OURS, task, _CALLS, f"{known['ours_calls']:.2f}"),
                Cell(
                    change,
                    paper=signed(known["ours_calls"] - known["base_calls"], 2),
                    link=fold(OURS, task),
                ),
            )
        )
        rows.append(_latency_row(facts, task, known))
    heads = ("Task", "Metric", facts.title(BASE), facts.title(OURS), "Change")
    return Table("table-3", "Table 3. Cost by task", note("table3"), heads, tuple(rows))


def _latency_row(facts: Facts, task: str, known: Mapping[str, Any]) -> tuple[Cell, ...]:
    cells = [Cell(task_title(task)), Cell("Latency, mean")]
    means = []
    for system, name in ((BASE, "base_ms"), (OURS, "ours_ms")):
        line = facts.line(system, task)
        text, small = NONE, ""
        if line is not None:
            means.append(line.latency.mean)
            text = milliseconds(line.latency.mean)
            small = f"p50 {milliseconds(line.latency.p50)}, p95 {milliseconds(line.latency.p95)}"
        cells.append(Cell(text, small, f"{known[name]:,} ms", fold(system, task) if small else ""))
    change = NONE
    if len(means) == 2:
        apart = (means[1] - means[0]) / 1_000
        change = f"{signed(apart, 1)} ms"
    paper = signed(known["ours_ms"] - known["base_ms"], 0)
    return (*cells, Cell(change, paper=f"{paper} ms", link=fold(OURS, task)))


def table_4(facts: Facts) -> Table:
    """Significance against Query-RAG (BM25)."""
    known = data("paper.toml")["significance"]
    found = {
        f"{one['task']} {one['measure']}": facts.versus(
            OURS, BASE, one["task"], Measure(one["measure"])
        )
        for one in known
    }
    adjusted = holm({name: one.p for name, one in found.items() if one is not None})
    rows = []
    for one in known:
        name = f"{one['task']} {one['measure']}"
        against = found[name]
        paper = f"{signed(one['delta'])} {bounds(one['low'], one['high'], sign=True)}"
        head = (Cell(task_title(one["task"])), Cell(measure_title(Measure(one["measure"]))))
        if against is None:
            rows.append((*head, Cell(NONE, paper=paper), Cell(NONE), Cell(NONE), Cell(NONE)))
            continue
        small = bounds(against.delta.low, against.delta.high, sign=True)
        rows.append(
            (
                *head,
                Cell(signed(against.delta.value), small, paper, fold(OURS, one["task"])),
                Cell(p_value(against.p), paper="< 0.001"),
                Cell(p_value(adjusted[name])),
                Cell(f"{against.items:,}", f"{against.delta.clusters:,} clusters"),
            )
        )
    heads = ("Subset", "Metric", "Ours − base", "p", "p, Holm", "Items")
    title = f"Table 4. Significance: {facts.title(OURS)} against {facts.title(BASE)}"
    return Table("table-4", title, note("table4"), heads, tuple(rows))


def versus(facts: Facts) -> Table:
    """Our defaults against every other system, on the metric of each task."""
    rows: list[tuple[Cell, ...]] = []
    others = [name for name in facts.systems if name != OURS and _ABLATED not in name]
    for task, measure in METRIC.items():
        found = {
            name: against
            for name in others
            if (against := facts.versus(OURS, name, task, measure)) is not None
        }
        adjusted = holm({name: against.p for name, against in found.items()})
        for name, against in found.items():
            delta = against.delta
            tied = delta.low <= 0 <= delta.high
            verdict = "tied" if tied else ("ours is better" if delta.low > 0 else "ours is worse")
            rows.append(
                (
                    Cell(facts.title(name)),
                    Cell(task_title(task)),
                    Cell(
                        signed(delta.value),
                        bounds(delta.low, delta.high, sign=True),
                        link=fold(name, task),
                    ),
                    Cell(p_value(adjusted[name])),
                    Cell(verdict),
                    Cell(_mcnemar(facts, name, task)),
                )
            )
    heads = (
        "Against",
        "Task",
        "Ours − theirs",
        "p, Holm",
        "",
        "McNemar: ours alone, theirs alone, p",
    )
    title = f"{facts.title(OURS)} against each other system"
    return Table("versus", title, note("versus"), heads, tuple(rows))


def _mcnemar(facts: Facts, other: str, task: str) -> str:
    ours, theirs = facts.common(OURS, other, task)
    found = mcnemar(
        {row.item_id: row.right for row in ours}, {row.item_id: row.right for row in theirs}
    )
    return f"{found.ours_only}, {found.base_only}, {p_value(float(found.p))}"


def table_5(facts: Facts) -> Table:
    """Ablations."""
    systems = [name for name in facts.systems if _ABLATED in name or name == OURS]
    heads = ["Method"]
    for task in METRIC:
        heads += [f"{task_title(task)}: {measure_title(METRIC[task])}", "Change"]
    rows = []
    for system in systems:
        cells = [Cell(facts.title(system))]
        for task, measure in METRIC.items():
            paper = paper_figure(system, task, measure)
            cells.append(figure(facts, system, task, measure, paper))
            cells.append(_loss(facts, system, task, measure, paper))
        rows.append(tuple(cells))
    title = "Table 5. Ablations"
    return Table("table-5", title, note("table5"), tuple(heads), tuple(rows))


def _loss(facts: Facts, system: str, task: str, measure: Measure, paper: str) -> Cell:
    if system == OURS:
        return Cell("")
    full = paper_figure(OURS, task, measure)
    apart = signed(float(paper) - float(full), 4) if paper and full else ""
    against = facts.versus(system, OURS, task, measure)
    if against is None:
        return Cell(NONE, paper=apart)
    small = bounds(against.delta.low, against.delta.high, sign=True)
    return Cell(signed(against.delta.value), small, apart, fold(system, task))


def table_6(facts: Facts) -> Table:
    """Latency of one answer, by task."""
    rows = []
    for known in data("paper.toml")["cost"]:
        task = known["task"]
        line = facts.line(OURS, task)
        stages = "" if line is None else _stages(line.latency.stages)
        latency = Cell(NONE, paper=f"{known['ours_ms']:,} ms")
        if line is not None:
            small = f"p50 {milliseconds(line.latency.p50)}, p95 {milliseconds(line.latency.p95)}"
            latency = Cell(milliseconds(line.latency.mean), small, latency.paper, fold(OURS, task))
        calls = figure(facts, OURS, task, _CALLS, f"{known['ours_calls']:.2f}")
        rows.append((Cell(task_title(task)), calls, latency, Cell(stages or NONE)))
    heads = ("Scenario", "Retrieval calls, mean", "Latency, mean", "By stage, mean")
    title = f"Table 6. Latency of one answer: {facts.title(OURS)}"
    return Table("table-6", title, note("table6"), heads, tuple(rows))


def _stages(stages: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {milliseconds(us)}" for name, us in stages)


def every(facts: Facts) -> Iterator[Table]:
    """The tables of the paper, in its order, and ours against each."""
    for make in (table_1, table_2, table_3, table_4, versus, table_5, table_6):
        yield partial(make, facts)()
