"""Which builder makes which task of which track; a builder is loaded when it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.freezing import Made, free, write
from ledgerrag.dykbench.items import Builder, Part, Task, Track, Wanted
from ledgerrag.errors import InputError, UnavailableError

SMALL: Final = Made("synthetic", 7, 0, 0)
_ROOM: Final = "ledgerrag.dykbench"
_WHERE: Final[dict[tuple[Track, Task], tuple[str, str]]] = {
    ("real", Task.REGCHANGE): (f"{_ROOM}.real.regchange", "build"),
    ("real", Task.CONFLICT): (f"{_ROOM}.real.conflict", "build"),
    ("real", Task.STREAM): (f"{_ROOM}.real.stream", "build"),
    ("synthetic", Task.REGCHANGE): (f"{_ROOM}.synthetic", "build_regchange"),
    ("synthetic", Task.CONFLICT): (f"{_ROOM}.synthetic", "build_conflict"),
    ("synthetic", Task.STREAM): (f"{_ROOM}.synthetic", "build_stream"),
}


def builder(track: Track, task: Task) -> Builder:
    """The builder of a task.

    Raises:
        UnavailableError: this release ships none.
    """
    module, name = _WHERE[track, task]
    try:
        return cast("Builder", getattr(import_module(module), name))
    except (ModuleNotFoundError, AttributeError) as error:
        # A library that a builder needs and that is missing is another matter.
        if isinstance(error, ModuleNotFoundError) and not (error.name or "").startswith(_ROOM):
            raise
        raise UnavailableError(
            f"this release builds no {task} of the {track} track", "leave it out with --tasks"
        ) from None


def build(
    out: Path,
    track: Track,
    wanted: Wanted,
    tasks: Sequence[Task] = tuple(Task),
    *,
    replace_old: bool = False,
    builders: Callable[[Track, Task], Builder] = builder,
    say: Callable[[str], None] = lambda _: None,
) -> Bench:
    """From raw sources to a frozen benchmark.

    Args:
        out: its folder.
        track: real or synthetic.
        wanted: seed, size, and the folder of the raw data.
        tasks: which to build.
        replace_old: replace a benchmark that is already there.
        builders: finds a builder.
        say: told what is being done.
    Raises:
        InputError: the real track without data; a place that is taken; no item came out.
    """
    free(out, replace_old=replace_old)
    if track == "real" and (wanted.sources is None or not wanted.sources.is_dir()):
        named = wanted.sources if wanted.sources is not None else "no folder"
        raise InputError(
            f"the real track is made from raw data: {named} was given",
            "name their folder with --sources DIR, or build --track synthetic",
        )
    if track == "synthetic":
        wanted = replace(wanted, sources=None)
    chosen = tuple(dict.fromkeys(tasks))
    makers = [(task, builders(track, task)) for task in chosen]
    parts: list[Part] = []
    for task, make in makers:
        say(f"building {task}")
        part = make(wanted)
        if not part.items:
            raise InputError(f"no question of {task} came out", "give more data or a larger size")
        parts.append(part)
    made = Made(track, wanted.seed, wanted.items, wanted.background)
    say("writing")
    return write(out, parts, made, replace_old=replace_old)


def build_small(
    out: Path,
    tasks: Sequence[Task] = tuple(Task),
    *,
    replace_old: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> Bench:
    """The small frozen instance of the synthetic track: for tests, and for a first look.

    Args:
        out: its folder.
        tasks: which to build.
        replace_old: replace a benchmark that is already there.
        say: told what is being done.
    """
    from ledgerrag.dykbench.synthetic import small

    free(out, replace_old=replace_old)
    parts = []
    for task in dict.fromkeys(tasks):
        say(f"building {task}")
        parts.append(small(task))
    return write(out, parts, SMALL, replace_old=replace_old)
