"""`dykbench build|systems|run`: make the benchmark, and run systems over it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, cast

import typer

from ledgerrag.cli import bench, options, session
from ledgerrag.cli.page import Page, Part
from ledgerrag.cli.speaking import Wanted, spoken
from ledgerrag.errors import ConfigError, InputError

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG
    from ledgerrag.dykbench.conducting import Ran
    from ledgerrag.dykbench.folder import Manifest
    from ledgerrag.dykbench.items import Task, Track

app = typer.Typer(rich_markup_mode=None)

BENCH: TypeAlias = Annotated[
    Path, typer.Option("--bench", metavar="DIR", help="A benchmark that `dykbench build` made.")
]
RUN: TypeAlias = Annotated[
    Path, typer.Option("--run", metavar="DIR", help="A folder that `dykbench run` made.")
]
TASKS: TypeAlias = Annotated[
    str,
    typer.Option("--tasks", metavar="A,B", help="regchange, conflict, stream; all that are there."),
]
JOBS: TypeAlias = Annotated[
    int, typer.Option("--jobs", min=0, help="Processes; 0: one for each core.")
]


def examples(*lines: str) -> str:
    """Examples below the options of a command, one a line, never wrapped."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))


@app.command(
    "build",
    epilog=examples(
        "ledgerrag dykbench build --track synthetic --out bench --seed 7",
        "ledgerrag dykbench build --track real --sources data --out bench --tasks regchange",
    ),
)
def build(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where it goes.")],
    track: Annotated[
        str, typer.Option("--track", metavar="NAME", help="real or synthetic.")
    ] = "synthetic",
    sources: Annotated[
        Path | None,
        typer.Option("--sources", metavar="DIR", help="Folder of the raw data of the real track."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same bytes.")] = 1,
    items: Annotated[
        int, typer.Option("--items", min=0, help="Most questions (trajectories) a task; 0: all.")
    ] = 0,
    background: Annotated[
        int, typer.Option("--background", min=0, help="Documents that a slice shall hold.")
    ] = 12_400,
    tasks: TASKS = "",
    small: Annotated[
        bool, typer.Option("--small", help="The small instance of the synthetic track, for tests.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the benchmark that is there.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Build a benchmark: documents, acts, registry, questions with gold, manifest."""
    from ledgerrag.dykbench import building
    from ledgerrag.dykbench.items import Wanted as Size

    named = _track(track)
    if small and named != "synthetic":
        raise ConfigError("--small is of the synthetic track", "leave --track away")
    chosen = tasks_named(tasks)
    with bench.saying() as say:
        if small:
            made = building.build_small(out, chosen, replace_old=replace, say=say)
        else:
            size = Size(sources, seed, items, background)
            made = building.build(out, named, size, chosen, replace_old=replace, say=say)
    shown = made.manifest
    session.show(shown, lambda page: _built(page, out, shown, made.digest), json=json)


def _track(name: str) -> Track:
    if name not in ("real", "synthetic"):
        raise ConfigError(f"there is no track {name!r}", "choose from real, synthetic")
    return cast("Track", name)


def tasks_named(names: str, among: Sequence[Task] | None = None) -> tuple[Task, ...]:
    """Tasks by their names, with commas between; all of them where none is named."""
    from ledgerrag.dykbench.items import Task

    known = tuple(Task) if among is None else tuple(among)
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in known:
            raise ConfigError(f"there is no task {name!r}", f"choose from {', '.join(known)}")
    return tuple(task for task in known if task in wanted) if wanted else known


def _built(page: Page, out: Path, manifest: Manifest, digest: str) -> None:
    page.row(
        "Benchmark",
        f"{out} · {manifest.track} track, seed {manifest.seed}, revision {manifest.revision}",
    )
    page.row("Digest", digest)
    page.blank()
    names = ("items", "groups", "trajectories", "documents", "acts", "dropped")
    rows: list[list[list[Part]]] = []
    for task in manifest.tasks:
        counts = manifest.counts[task]
        cells: list[list[Part]] = [[str(task)]]
        cells += [[f"{counts[name]:,}"] for name in names]
        rows.append(cells)
    page.table(("Task", *(name.capitalize() for name in names)), rows)


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens a store for a run, with the language model that the options name; goes to processes.

    Args:
        wanted: what the options say.
    """

    wanted: Wanted

    def __call__(self, path: Path) -> AbstractContextManager[LedgerRAG]:
        """Open it."""
        return session.opened(path, wanted=self.wanted)


@app.command(
    "run",
    epilog=examples(
        "ledgerrag dykbench run --bench bench --out run --systems query-rag-bm25,ledgerrag",
        "ledgerrag dykbench run --bench bench --out run --systems all --jobs 2",
    ),
)
def run(
    bench_folder: BENCH,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="Folder of the run; one that exists goes on."),
    ],
    systems: Annotated[
        str,
        typer.Option(
            "--systems", metavar="A,B", help="Their names, or all; see `dykbench systems`."
        ),
    ] = "query-rag-bm25,ledgerrag",
    tasks: TASKS = "",
    jobs: JOBS = 0,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Most items a task, whole groups; 0: all.")
    ] = 0,
    mode: options.Mode = "",
    embedding: options.Embedding = "",
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Go on although the program has changed since.")
    ] = False,
    model: options.Model = False,
    require_model: options.RequireModel = False,
    record: options.Record = None,
    replay_only: options.ReplayOnly = None,
    json: options.Json = False,
) -> None:
    """Run systems over a benchmark; what was killed goes on where it was.

    Exit code 1: a system failed at some items; they are asked again the next time.
    """
    import time

    from ledgerrag import baselines
    from ledgerrag.api.opening import system_clock
    from ledgerrag.dykbench.conducting import Order, conduct
    from ledgerrag.dykbench.folder import open_bench

    wanted = Wanted(model, require_model, record, replay_only)
    names = systems_named(systems)
    with bench.saying() as say:
        say("reading the benchmark")
        opened = open_bench(bench_folder)
        order = Order(
            opened,
            out,
            names,
            tasks_named(tasks, opened.tasks),
            jobs_of(jobs, wanted),
            mode or _mode(names),
            embedding,
            limit,
            mixed,
            _language(wanted),
            Opener(wanted),
            os.environ,
        )
        progress = _counting(say)
        found = conduct(
            order,
            baselines.systems,
            now=system_clock,
            timer=time.perf_counter_ns,
            say=say,
            progress=progress,
        )
    session.show(found, lambda page: _ran(page, found), json=json)
    if found.failed:
        raise typer.Exit(1)


def systems_named(names: str) -> tuple[str, ...]:
    """Systems by their names, with commas between; all of them by `all`."""
    from ledgerrag import baselines

    if names.strip() == "all":
        return baselines.names()
    wanted = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if not wanted:
        raise InputError("no system is named", "see `ledgerrag dykbench systems`")
    for name in wanted:
        baselines.entry(name)
    return wanted


def _counting(say: Callable[[str], None]) -> session.Progress:
    def told(done: int, total: int | None, system: str) -> None:
        say(f"{done:,} of {total:,} answers, {system}" if total else f"{done:,} answers, {system}")

    return told


def jobs_of(jobs: int, wanted: Wanted) -> int:
    """How many processes: one for each core where 0, and one where a model's words are recorded."""
    if wanted.record is not None or wanted.replay_only is not None:
        # One file is written or read in the order of the questions.
        if jobs > 1:
            raise ConfigError("--record and --replay-only go with one process", "give --jobs 1")
        return 1
    if jobs:
        return jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _mode(names: Sequence[str]) -> str:
    """Vectors are made where a system needs them."""
    from ledgerrag import baselines

    dense = any(baselines.entry(name).retrieval != "lexical" for name in names)
    return "hybrid" if dense else "lexical"


def _language(wanted: Wanted) -> str:
    with spoken(wanted, Path("dykbench")) as language:
        return "" if language is None else f"{language.name} {language.digest}".strip()


def _ran(page: Page, found: Ran) -> None:
    page.row("Run", f"{found.out} · {found.answered:,} answers in {found.seconds:,.0f} s")
    if found.before:
        page.row("", f"{found.before:,} were there already")
    if found.failed:
        page.row("Failed", f"{found.failed:,}; they count as no answer and are asked again")


@app.command("systems")
def systems(json: options.Json = False) -> None:
    """List the systems that can be run."""
    from ledgerrag import baselines

    found = tuple(baselines.entries().values())
    plain = tuple((one.name, one.title, one.retrieval) for one in found)

    def view(page: Page) -> None:
        page.table(("Name", "", "Search"), [[[part] for part in row] for row in plain])

    session.show(plain, view, json=json, kind=tuple[tuple[str, str, str], ...])
