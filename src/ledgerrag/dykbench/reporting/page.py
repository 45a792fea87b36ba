"""The report written: one self-contained HTML page and one Markdown file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from ledgerrag.audit.atomic import write_atomically
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.metrics import Measure, Scored, about
from ledgerrag.dykbench.provenance import Session
from ledgerrag.dykbench.reporting import aims, main_tables, more_tables, plots, properties
from ledgerrag.dykbench.reporting.facts import BASE, METRIC, OURS, Facts
from ledgerrag.dykbench.reporting.main_tables import fold
from ledgerrag.dykbench.reporting.plots import Plot
from ledgerrag.dykbench.reporting.tables import (
    NONE,
    Cell,
    Table,
    number,
    plain_rows,
    task_title,
)
from ledgerrag.wording import clipped

HTML: Final = "report.html"
MARKDOWN: Final = "report.md"
_MOST: Final = 150
_CLIP: Final = 400
_FEW: Final = 30


@dataclass(frozen=True, slots=True)
class Behind:
    """An item behind a figure.

    Args:
        item: the question.
        said: what the system answered.
        row: its figures.
        figures: measures with their values, for one line.
    """

    item: Item
    said: str
    row: Scored
    figures: tuple[tuple[str, str], ...]

    @property
    def right(self) -> bool:
        """Whether verdict and value are right."""
        return self.row.right


@dataclass(frozen=True, slots=True)
class Fold:
    """The items of a system and task, what went wrong first.

    Args:
        name: its id in the page.
        title: on its line.
        items: at most 150.
        more: how many are not shown.
    """

    name: str
    title: str
    items: tuple[Behind, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: tables and plots under one heading."""

    name: str
    title: str
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: both files, and how many figures and items stand in them."""

    html: Path
    markdown: Path
    tables: int
    items: int


def sections(
    facts: Facts, extra: Sequence[Table] = (), *, drawn: bool = True
) -> tuple[Section, ...]:
    """The parts of the page in their order.

    Args:
        facts: what it tells.
        extra: tables of others, such as the human study; they come last.
        drawn: with plots.
    """
    made = {plot.name: plot for plot in (plots.every(facts) if drawn else ())}

    def of(*names: str) -> tuple[Plot, ...]:
        return tuple(made[name] for name in names if name in made)

    known = {table.name: table for table in main_tables.every(facts)}
    split = {table.name: table for table in properties.by_property(facts)}
    matrices = [
        table
        for name in (OURS, BASE, "ledgerrag-paper")
        if (table := more_tables.confusion(facts, name)) is not None
    ]
    stream = (more_tables.steps(facts),) if Task.STREAM in facts.tasks else ()
    failures = examples(facts)
    kinds = tuple(split[name] for name in ("kinds", "sources", "splits"))
    measured = tuple(more_tables.measures(facts, task) for task in facts.tasks)
    two_three = (known["table-2"], known["table-3"])
    found = [
        Section(
            "overview",
            "Overview",
            (known["table-1"], aims.aims(facts)),
            of("plot-main"),
        ),
        Section("tasks", "Effect and cost by task", two_three, of("plot-cost")),
        Section("significance", "Significance", (known["table-4"], known["versus"])),
        Section("ablations", "Ablations", (known["table-5"],)),
        Section("verdicts", "Verdicts", tuple(matrices)),
        Section("errors", "Errors", (*stream, failures), of("plot-errors")),
        Section("latency", "Latency", (known["table-6"], more_tables.indexes(facts))),
        Section("slices", "Over time", (split["slices"],), of("plot-time")),
        Section("kinds", "By kind, source and wording", kinds),
        Section("every", "Every measure", measured),
        Section("again", "To be made again", (more_tables.reproduced(facts),)),
        Section("others", "Beside the run", tuple(extra)),
    ]
    return tuple(one for one in found if any(table.rows for table in one.tables))


def examples(facts: Facts) -> Table:
    """The first failures of our defaults, in their own words."""
    rows = tuple(
        (Cell(kind), Cell(item, link=f"{fold(OURS, facts.items[item].task)}"), Cell(text))
        for kind, item, text in more_tables.examples(facts, OURS)
    )
    title = f"Failures of {facts.title(OURS)}, the first of each kind"
    note = "At most three of a kind and task; all of them stand with the items."
    return Table("examples", title, note, ("Failure", "Item", "What shows it"), rows)


def folds(facts: Facts) -> tuple[Fold, ...]:
    """The items behind the figures, by system and task; a fold of all tasks points to them."""
    found: list[Fold] = []
    for system in facts.systems:
        for task in facts.tasks:
            rows = facts.of(system, task)
            if not rows:
                continue
            # What went wrong first, else in the order of the benchmark.
            order = sorted(rows, key=lambda row: (row.right and not row.misses, row.right))
            items = tuple(_behind(facts, row) for row in order[:_MOST])
            wrong = sum(1 for row in rows if not row.right)
            title = (
                f"{facts.title(system)}, {task_title(task)}: {len(rows):,} items, {wrong:,} wrong"
            )
            found.append(Fold(fold(system, task), title, items, len(rows) - len(items)))
    return tuple(found)


def _behind(facts: Facts, row: Scored) -> Behind:
    named = (METRIC[row.task], Measure.VALUE_ACCURACY, Measure.VERSION_ACCURACY, Measure.SUPPORT_F1)
    figures = tuple(
        (about(one).title, number(float(ratio.value), one))
        for one in dict.fromkeys((*named, Measure.RETRIEVAL_CALLS))
        if (ratio := row.ratio(one)) is not None and ratio.den
    )
    said = clipped(facts.said.get((row.system, row.item_id), ""), _CLIP)
    return Behind(facts.items[row.item_id], said, row, figures)


def condition(facts: Facts) -> tuple[tuple[str, str], ...]:
    """What the run was, line by line."""
    bench, run = facts.bench, facts.manifest
    counts = "; ".join(
        f"{task_title(task)} {held['items']:,} items over {held['documents']:,} documents"
        for task in bench.tasks
        for held in (bench.counts[task],)
    )
    last = run.sessions[-1] if run.sessions else None
    asked = len({row.item_id for row in facts.rows})
    told = [
        ("Benchmark", f"{bench.track} track, seed {bench.seed}, revision {bench.revision}"),
        ("Holds", counts),
        ("Asked", f"{asked:,} items, {len(facts.systems)} systems, {len(facts.rows):,} answers"),
        ("Digest", facts.digest),
        ("Program", f"{run.version}, {', '.join(one[:16] for one in run.codes)}"),
        ("Search", f"{run.mode}{f', {run.embedding}' if run.embedding else ''}"),
        ("Stance model", run.stance or "none"),
        ("Language model", run.language or "none: the local parts alone"),
        ("Judge", "; ".join(facts.judges) or "none was needed"),
    ]
    if last is not None:
        told.append(("Machine", f"{last.machine.line}; {last.jobs} at a time"))
        told.append(("Versions", last.machine.versions_line))
        told.append(("Started", "; ".join(map(_started, run.sessions))))
    few = {
        task: len({row.cluster for row in facts.rows if row.task == task}) for task in facts.tasks
    }
    thin = [f"{task_title(task)} {number}" for task, number in few.items() if number < _FEW]
    if thin:
        what = "independent groups of items: so few make intervals and p-values that say little"
        told.append(("Caution", f"{', '.join(thin)} {what}"))
    if len(run.codes) > 1:
        told.append(("Mixed", "answers of more than one state of the program stand side by side"))
    return tuple(told)


def _started(one: Session) -> str:
    """When a run was started, and what came of it: whatever was killed wrote no end."""
    if not one.seconds and not one.answered:
        return f"{one.started}, killed before its end"
    return f"{one.started}, {one.answered:,} answers in {one.seconds:,.0f} s"


def render(facts: Facts, extra: Sequence[Table] = (), *, drawn: bool = True) -> tuple[str, str]:
    """The page and the Markdown, as text."""
    parts = sections(facts, extra, drawn=drawn)
    known = [fold(system, task) for system in facts.systems for task in facts.tasks]
    page = _template("report.html.j2", escaped=True)(
        title=f"DyK-Bench, {facts.bench.track} track",
        condition=condition(facts),
        sections=parts,
        folds=folds(facts),
        known=_links(known, facts),
        none=NONE,
    )
    plain = _template("report.md.j2", escaped=False)(
        title=f"DyK-Bench, {facts.bench.track} track",
        condition=condition(facts),
        sections=parts,
        rows=plain_rows,
    )
    return page, plain


def _links(known: Iterable[str], facts: Facts) -> dict[str, str]:
    """Where a link leads: a figure over all tasks to the first of them."""
    found = {name: name for name in known}
    for system in facts.systems:
        tasks = [task for task in facts.tasks if facts.of(system, task)]
        if tasks:
            found[fold(system, "")] = fold(system, tasks[0])
    return found


def write(out: Path, facts: Facts, extra: Sequence[Table] = (), *, drawn: bool = True) -> Written:
    """Write both files, each whole or not at all.

    Args:
        out: their folder; made where it is missing.
        facts: what they tell.
        extra: tables of others.
        drawn: with plots.
    """
    page, plain = render(facts, extra, drawn=drawn)
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(out / HTML, [page.encode("utf-8")])
    write_atomically(out / MARKDOWN, [plain.encode("utf-8")])
    tables = sum(len(one.tables) for one in sections(facts, extra, drawn=False))
    items = sum(len(one.items) for one in folds(facts))
    return Written(out / HTML, out / MARKDOWN, tables, items)


def _template(name: str, *, escaped: bool) -> Callable[..., str]:
    from jinja2 import Environment, StrictUndefined

    text = resources.files("ledgerrag.dykbench.reporting").joinpath(name).read_text("utf-8")
    environment = Environment(
        autoescape=escaped,  # noqa: S701 - the page is escaped, Markdown is text
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.from_string(text).render
