"""`dykbench build|systems|run`: make the benchmark, and run systems over it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ledgerrag.cli import bench, options, session
from ledgerrag.cli.dykbench_options import (
    BENCH,
    JOBS,
    LIMIT,
    MIXED,
    RUN_OUT,
    SYSTEMS,
    TASKS,
    examples,
    jobs_of,
    mode_of,
    systems_named,
    tasks_named,
)
from ledgerrag.cli.page import Page, Part
from ledgerrag.cli.speaking import Wanted, spoken
from ledgerrag.errors import ConfigError

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG
    from ledgerrag.dykbench.conducting import Order, Ran
    from ledgerrag.dykbench.folder import Bench, Manifest
    from ledgerrag.dykbench.items import Track
    from ledgerrag.dykbench.running import Find

app = typer.Typer(rich_markup_mode=None)


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
        "ledgerrag dykbench run --bench bench --out run --systems my_system.py:MINE",
    ),
)
def run(
    bench_folder: BENCH,
    out: RUN_OUT,
    systems: SYSTEMS = "query-rag-bm25,ledgerrag",
    tasks: TASKS = "",
    jobs: JOBS = 0,
    limit: LIMIT = 0,
    mode: options.Mode = "",
    embedding: options.Embedding = "",
    mixed: MIXED = False,
    model: options.Model = False,
    require_model: options.RequireModel = False,
    record: options.Record = None,
    replay_only: options.ReplayOnly = None,
    json: options.Json = False,
) -> None:
    """Run systems over a benchmark; what was killed goes on where it was.

    Exit code 1: a system failed at some items; they are asked again the next time.
    """
    from ledgerrag.dykbench.conducting import Order

    wanted = Wanted(model, require_model, record, replay_only)
    names, find = systems_named(systems)

    def order(opened: Bench) -> Order:
        return Order(
            opened, out, names, tasks_named(tasks, opened.tasks), jobs_of(jobs, wanted),
            mode or mode_of(names, find), embedding, limit, mixed, _language(wanted),
            Opener(wanted), os.environ,
        )  # fmt: skip

    found = _conducted(bench_folder, order, find)
    session.show(found, lambda page: _ran(page, found), json=json)
    if found.failed:
        raise typer.Exit(1)


def _conducted(folder: Path, order: Callable[[Bench], Order], find: Find) -> Ran:
    import time

    from ledgerrag.api.opening import system_clock
    from ledgerrag.dykbench.conducting import conduct
    from ledgerrag.dykbench.folder import open_bench

    with bench.saying() as say:
        say("reading the benchmark")
        told = _counting(say)
        asked = order(open_bench(folder))
        timer = time.perf_counter_ns
        return conduct(asked, find, now=system_clock, timer=timer, say=say, progress=told)


def _counting(say: Callable[[str], None]) -> session.Progress:
    def told(done: int, total: int | None, system: str) -> None:
        say(f"{done:,} of {total:,} answers, {system}" if total else f"{done:,} answers, {system}")

    return told


def _language(wanted: Wanted) -> str:
    with spoken(wanted, Path("dykbench")) as language:
        return "" if language is None else f"{language.name} {language.digest}".strip()


def _ran(page: Page, found: Ran) -> None:
    page.row("Run", f"{found.out} · {found.answered:,} answers in {found.seconds:,.0f} s")
    if found.before:
        page.row("", f"{found.before:,} were there already")
    if found.failed:
        page.row("Failed", f"{found.failed:,}; they count as no answer and are asked again")
        page.row("", f"first {found.reason}")


@app.command("systems")
def systems(json: options.Json = False) -> None:
    """List the systems that can be run."""
    from ledgerrag import baselines

    found = tuple(baselines.entries().values())
    plain = tuple((one.name, one.title, one.retrieval) for one in found)

    def view(page: Page) -> None:
        page.table(("Name", "", "Search"), [[[part] for part in row] for row in plain])

    session.show(plain, view, json=json, kind=tuple[tuple[str, str, str], ...])
