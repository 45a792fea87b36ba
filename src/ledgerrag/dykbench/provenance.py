"""The manifest of a run: code, benchmark, systems, models, machine; one run a folder at a time."""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from ledgerrag.audit.atomic import write_atomically
from ledgerrag.baselines import Submitted, System
from ledgerrag.bench.machine import Machine
from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.stores import Indexed
from ledgerrag.errors import InputError, IntegrityError, NotFoundError, StoreBusyError
from ledgerrag.version import __version__

FORMAT: Final = 1
FILE: Final = "run.json"
_LOCK: Final = "run.lock"


@dataclass(frozen=True, slots=True)
class Tested:
    """A system under test as the manifest names it.

    Args:
        name: as commands use it.
        title: as readers are told it.
        file: sha256 of the file that it is written in; empty where it has none.
    """

    name: str
    title: str
    file: str


@dataclass(frozen=True, slots=True)
class Session:
    """One time that the run was started; a run that was killed has several.

    Args:
        started: UTC instant.
        seconds: until it ended; 0 where it was killed.
        systems: asked for.
        tasks: asked for.
        jobs: processes.
        answered: items answered in this session.
        machine: what it ran on.
        code: sha256 of the program's files.
    """

    started: str
    seconds: float
    systems: tuple[str, ...]
    tasks: tuple[Task, ...]
    jobs: int
    answered: int
    machine: Machine
    code: str


@dataclass(frozen=True, slots=True)
class RunManifest:
    """What a run is.

    Args:
        format: of the folder.
        benchmark: digest of the benchmark.
        track: of the benchmark.
        seed: of the benchmark.
        revision: of the benchmark.
        folder: where the benchmark lay, as it was named.
        version: of the program.
        mode: how the stores were made: lexical, dense or hybrid.
        embedding: name and digest of the embedding model; empty where there are no vectors.
        stance: name and digest of the stance model that ships.
        language: the language model that helped; empty: none.
        systems: every system that has answered something.
        tasks: every task of which something was asked.
        sessions: each start.
        indexes: the corpora that were taken in, and what that cost.
    """

    format: int
    benchmark: str
    track: str
    seed: int
    revision: int
    folder: str
    version: str
    mode: str
    embedding: str
    stance: str
    language: str
    systems: tuple[Tested, ...] = ()
    tasks: tuple[Task, ...] = ()
    sessions: tuple[Session, ...] = ()
    indexes: tuple[Indexed, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The programs that gave answers; more than one where a run went on after a change."""
        return tuple(dict.fromkeys(one.code for one in self.sessions))


_FORM = TypeAdapter(RunManifest)


def begun(bench: Bench, *, mode: str, embedding: str, stance: str, language: str) -> RunManifest:
    """The manifest of a run that begins."""
    known = bench.manifest
    return RunManifest(
        FORMAT, bench.digest, known.track, known.seed, known.revision, bench.folder.name,
        __version__, mode, embedding, stance, language,
    )  # fmt: skip


def tested(system: System) -> Tested:
    """A system as the manifest names it."""
    try:
        own = system.file if isinstance(system, Submitted) else None
        source = own or inspect.getsourcefile(type(system))
        body = Path(source).read_bytes() if source else b""
    except (OSError, TypeError):
        body = b""
    return Tested(system.name, system.title, hashlib.sha256(body).hexdigest() if body else "")


@cache
def code_digest() -> str:
    """sha256 over every file of the program, by path: what decides an answer besides its input.

    Taken once: what is changed later is not what this process runs.
    """
    digest = hashlib.sha256()
    for path, file in sorted(_files(files("ledgerrag"), "")):
        digest.update(f"{path}\x00{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(folder: Traversable, at: str) -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir():
        if one.name == "__pycache__":
            continue
        if one.is_dir():
            yield from _files(one, f"{at}{one.name}/")
        else:
            yield f"{at}{one.name}", one


def read(run: Path) -> RunManifest:
    """The manifest of a run.

    Raises:
        NotFoundError: there is no run at this place.
        IntegrityError: it is damaged.
    """
    file = run / FILE
    if not file.is_file():
        raise NotFoundError(
            f"there is no run at {run}", "name a folder that `ledgerrag dykbench run --out` made"
        )
    try:
        found = json.loads(file.read_bytes())
        if isinstance(found, dict) and found.get("format") not in (FORMAT, None):
            raise InputError(
                f"{run} has format {found['format']}; this release reads {FORMAT}",
                "use the release that made it, or run again into another folder",
            )
        return _FORM.validate_python(found)
    except (ValueError, ValidationError):
        raise IntegrityError(f"{file} is damaged", "restore it, or run again elsewhere") from None


def write(run: Path, manifest: RunManifest) -> None:
    """Write the manifest of a run, whole or not at all."""
    plain = _FORM.dump_python(manifest, mode="json")
    body = json.dumps(plain, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    write_atomically(run / FILE, [body.encode("utf-8")])


def going_on(old: RunManifest, new: RunManifest, code: str, *, mixed: bool) -> RunManifest:
    """The manifest of a run that goes on.

    Args:
        old: as it was left.
        new: as it would begin now.
        code: digest of the program now.
        mixed: whether answers of another program may stand beside ours; the manifest tells.
    Raises:
        InputError: it was begun with something else.
    """
    for name in ("benchmark", "mode", "embedding", "stance", "language"):
        before, now = getattr(old, name), getattr(new, name)
        if before != now:
            raise InputError(
                f"the run was begun with {name} {before[:16] or 'none'}, not {now[:16] or 'none'}",
                "give --out another folder, or the same options",
            )
    if old.sessions and code not in old.codes and not mixed:
        raise InputError(
            "the program has changed since the run was begun",
            "give --out another folder, or --mixed to go on and have the manifest say so",
        )
    return old


def over(manifest: RunManifest, run: Path, bench: Bench) -> None:
    """Make sure that a run is over this benchmark, in this revision.

    Raises:
        InputError: it is over another one.
    """
    if manifest.benchmark != bench.digest:
        raise InputError(
            f"{run} is a run of another benchmark or revision",
            "name the benchmark that it was run over, or run again",
        )


def unchanged(old: RunManifest, systems: Sequence[System]) -> None:
    """Make sure that submitted systems are what has answered in this run before.

    Those that ship are part of the program, which `going_on` compares.

    Args:
        old: the run as it was left.
        systems: as they are now.
    Raises:
        InputError: the file of one has changed.
    """
    known = {one.name: one for one in old.systems}
    for system in systems:
        if not isinstance(system, Submitted) or system.name not in known:
            continue
        if known[system.name].file != tested(system).file:
            raise InputError(
                f"the file of {system.name} has changed since it was run",
                "give the system another name, or --out another folder",
            )


def with_session(manifest: RunManifest, session: Session, systems: Sequence[System]) -> RunManifest:
    """The manifest with one more start, or with the last one as it ended."""
    known = {one.name: one for one in manifest.systems}
    known.update({one.name: tested(one) for one in systems})
    before = tuple(one for one in manifest.sessions if one.started != session.started)
    tasks = {*manifest.tasks, *session.tasks}
    return replace(
        manifest,
        systems=tuple(known.values()),
        tasks=tuple(task for task in Task if task in tasks),
        sessions=(*before, session),
    )


@contextmanager
def alone(run: Path) -> Iterator[None]:
    """Hold a run's folder: a second `run` into it is refused.

    Raises:
        InputError: something else is there.
        StoreBusyError: another process holds it.
    """
    _ours(run)
    run.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (run / _LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreBusyError(
                f"another run is writing to {run}", "wait for it, or name another folder"
            ) from None
        yield


def _ours(run: Path) -> None:
    """Make sure that a run's files do not come between somebody else's."""
    if not run.exists() or (run.is_dir() and not any(run.iterdir())):
        return
    # A run that was killed before its manifest was written has only its lock and its stores.
    if not any((run / name).exists() for name in (FILE, _LOCK, "stores")):
        raise InputError(f"{run} is taken, and not by a run", "name another folder")
