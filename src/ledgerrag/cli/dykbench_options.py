"""What the commands of `dykbench` take: folders, tasks, systems, processes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from ledgerrag.cli.speaking import Wanted
from ledgerrag.errors import ConfigError, InputError

if TYPE_CHECKING:
    from ledgerrag.baselines import Roster
    from ledgerrag.dykbench.items import Task
    from ledgerrag.dykbench.provenance import RunManifest

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
RUN_OUT: TypeAlias = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder of the run; one that exists goes on.")
]
SYSTEMS: TypeAlias = Annotated[
    str,
    typer.Option(
        "--systems",
        metavar="A,B",
        help="Names (see `dykbench systems`) or all; your own: FILE.py:NAME or module:NAME.",
    ),
]
LIMIT: TypeAlias = Annotated[
    int, typer.Option("--limit", min=0, help="Most items a task, whole groups; 0: all.")
]
MIXED: TypeAlias = Annotated[
    bool, typer.Option("--mixed", help="Go on although the program has changed since.")
]
REPORT_OUT: TypeAlias = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Where report.html and report.md go; the run."),
]
ANSWERED: TypeAlias = Annotated[
    str, typer.Option("--systems", metavar="A,B", help="Only these; all that have answered.")
]
RESAMPLES: TypeAlias = Annotated[
    int, typer.Option("--resamples", min=100, help="Draws of the bootstrap.")
]
HUMAN: TypeAlias = Annotated[
    Path | None,
    typer.Option("--human", metavar="FILE", help="Output of `human score --json`, as tables."),
]
CALIBRATION: TypeAlias = Annotated[
    Path | None,
    typer.Option("--calibration", metavar="FILE", help="Output of `calibrate --json`."),
]
PLOTS: TypeAlias = Annotated[bool, typer.Option("--plots/--no-plots", help="With plots.")]


def examples(*lines: str) -> str:
    """Examples below the options of a command, one a line, never wrapped."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))


def tasks_named(names: str, among: Sequence[Task] | None = None) -> tuple[Task, ...]:
    """Tasks by their names, with commas between; all of them where none is named."""
    from ledgerrag.dykbench.items import Task

    known = tuple(Task) if among is None else tuple(among)
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if names.strip() and not wanted:
        raise ConfigError("no task is named", f"choose from {', '.join(known)}")
    for name in wanted:
        if name not in known:
            raise ConfigError(f"there is no task {name!r}", f"choose from {', '.join(known)}")
    return tuple(task for task in known if task in wanted) if wanted else known


def systems_named(names: str) -> tuple[tuple[str, ...], Roster]:
    """Systems by their names, with commas between, and what finds them; all of them by `all`."""
    from ledgerrag import baselines

    if names.strip() == "all":
        return baselines.roster(baselines.names())
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if not wanted:
        raise InputError("no system is named", "see `ledgerrag dykbench systems`")
    return baselines.roster(wanted)


def systems_of(names: str, run: Path, manifest: RunManifest) -> tuple[str, ...]:
    """Systems that have answered in a run, by name; all of them where none is named."""
    held = tuple(one.name for one in manifest.systems)
    wanted = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if names.strip() and not wanted:
        raise InputError("no system is named", f"choose from {', '.join(held)}")
    for name in wanted:
        if name not in held:
            raise InputError(
                f"{run} holds no answers of {name!r}",
                f"choose from {', '.join(held)}, or run it first",
            )
    return wanted or held


def folder_for(out: Path) -> None:
    """Make sure before long work that a folder can be at this place.

    Raises:
        InputError: a file is there.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file", "name a folder")


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


def mode_of(names: Sequence[str], find: Roster) -> str:
    """Vectors are made where a system needs them."""
    from ledgerrag import baselines

    searches = {
        baselines.entry(name).retrieval for name in names if name not in find.references
    } | {one.retrieval for one in find.submitted}
    return "lexical" if searches <= {"lexical"} else "hybrid"
