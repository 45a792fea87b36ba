"""The frozen benchmark on disk, read with proof; `freezing` writes it.

    manifest.json     what was asked for, the sha256 of every file, the counts
    sources.toml      the registry
    history.jsonl     what was built, dropped, edited and rejected, by whom and why
    TASK/documents.jsonl, acts.jsonl      as `ledgerrag ingest` reads them
    TASK/items.jsonl, dropped.jsonl       questions with gold; what did not pass

The same parts give the same bytes: no time, no path and no name of a machine is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from ledgerrag.dykbench.items import Dropped, Item, Part, Record, Task, Track
from ledgerrag.errors import InputError, IntegrityError, NotFoundError
from ledgerrag.model import Source
from ledgerrag.pachon import sources as registry

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
SOURCES: Final = "sources.toml"
HISTORY: Final = "history.jsonl"
DOCUMENTS: Final = "documents.jsonl"
ACTS: Final = "acts.jsonl"
ITEMS: Final = "items.jsonl"
DROPPED: Final = "dropped.jsonl"
PREVIOUS: Final = ".previous"
_RESTORE: Final = "restore the folder from a copy, or build it again"
_NAMES: Final = "name a folder that `ledgerrag dykbench build` made"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of the benchmark as the manifest knows it.

    Args:
        path: within the folder, with forward slashes.
        sha256: of its bytes, hex.
        size: bytes.
        lines: records; lines of `sources.toml`.
    """

    path: str
    sha256: str
    size: int
    lines: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a benchmark is.

    Args:
        format: of the folder.
        track: real or synthetic.
        seed: of the builders.
        wanted_items: most questions a task that were asked for; 0: as many as the data give.
        background: documents a slice that were asked for.
        revision: 1 as built; each audit or review that changed something adds one.
        tasks: which are in it.
        files: every file but this one.
        counts: by task: documents, acts, items, dropped, and items by kind, label and split.
    """

    format: int
    track: Track
    seed: int
    wanted_items: int
    background: int
    revision: int
    tasks: tuple[Task, ...]
    files: tuple[FileEntry, ...]
    counts: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the benchmark's history.

    Args:
        revision: the first revision that holds its effect.
        what: `built`, `audited`, `dropped`, `accepted`, `edited`, `rejected`.
        item_id: the item; empty for the whole.
        check: of a dropped item: the check that it failed.
        reason: in words.
        by: who decided; empty for the program.
        before: of an edited item: what was edited, as it was.
    """

    revision: int
    what: str
    item_id: str = ""
    check: str = ""
    reason: str = ""
    by: str = ""
    before: Mapping[str, str] = field(default_factory=dict)


MANIFEST_FORM = TypeAdapter(Manifest)
ITEM_FORM = TypeAdapter(Item)
DROPPED_FORM = TypeAdapter(Dropped)
EVENT_FORM = TypeAdapter(Event)


@dataclass(frozen=True, slots=True)
class Bench:
    """A benchmark that was opened: every file was there with its sha256.

    Args:
        folder: where it lies.
        manifest: what it is.
        digest: sha256 of the manifest's bytes: it stands for the whole benchmark.
    """

    folder: Path
    manifest: Manifest
    digest: str

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Its tasks, in order."""
        return self.manifest.tasks

    def path(self, task: Task, name: str) -> Path:
        """A file of a task."""
        return self.folder / task / name

    @property
    def registry(self) -> Path:
        """The source registry, for `ingest`."""
        return self.folder / SOURCES

    def sources(self) -> tuple[Source, ...]:
        """Who speaks with which authority."""
        return registry.load(self.registry)

    def items(self, task: Task) -> tuple[Item, ...]:
        """The questions of a task with their gold."""
        return tuple(_read(self.path(task, ITEMS), ITEM_FORM))

    def dropped(self, task: Task) -> tuple[Dropped, ...]:
        """What did not pass."""
        return tuple(_read(self.path(task, DROPPED), DROPPED_FORM))

    def records(self, task: Task, name: str = DOCUMENTS) -> Iterator[dict[str, Any]]:
        """Documents (or, by `ACTS`, acts) of a task, one by one."""
        for number, line in _lines(self.path(task, name)):
            found = json.loads(line)
            if not isinstance(found, dict):
                raise IntegrityError(f"{task}/{name}, line {number} is no record", _RESTORE)
            yield found

    def history(self) -> tuple[Event, ...]:
        """What happened to it, oldest first."""
        return tuple(_read(self.folder / HISTORY, EVENT_FORM))

    def part(self, task: Task) -> Part:
        """All of one task; its records are read from the files each time that they are needed."""
        return Part(
            task,
            _Filed(self, task, DOCUMENTS),
            _Filed(self, task, ACTS),
            self.sources(),
            self.items(task),
            self.dropped(task),
        )


@dataclass(frozen=True, slots=True)
class _Filed:
    """Records of a file of the benchmark."""

    bench: Bench
    task: Task
    name: str

    def __len__(self) -> int:
        path = f"{self.task}/{self.name}"
        return sum(entry.lines for entry in self.bench.manifest.files if entry.path == path)

    def __iter__(self) -> Iterator[Record]:
        yield from self.bench.records(self.task, self.name)


def open_bench(folder: Path) -> Bench:
    """Open a benchmark and compare every file with the manifest.

    Raises:
        NotFoundError: there is no such folder.
        InputError: it is no benchmark, or of a form that this release does not know.
        IntegrityError: a file is missing or has other bytes.
    """
    if not folder.is_dir():
        before = folder.with_name(folder.name + PREVIOUS)
        step = f"rename {before.name} to {folder.name}" if before.is_dir() else _NAMES
        raise NotFoundError(f"there is no benchmark at {folder}", step)
    file = folder / MANIFEST
    if not file.is_file():
        raise InputError(f"{folder} is no benchmark: it has no {MANIFEST}", _NAMES)
    body = file.read_bytes()
    manifest = _manifest(body, folder)
    for entry in manifest.files:
        _check(folder, entry)
    return Bench(folder, manifest, hashlib.sha256(body).hexdigest())


def _manifest(body: bytes, folder: Path) -> Manifest:
    try:
        found = json.loads(body)
    except ValueError:
        raise IntegrityError(f"{folder}: {MANIFEST} is not JSON", _RESTORE) from None
    stated = found.get("format") if isinstance(found, dict) else None
    if not isinstance(stated, int):
        raise InputError(f"{folder} is no benchmark: its {MANIFEST} is another one's", _NAMES)
    if stated != FORMAT:
        raise InputError(
            f"{folder} has format {stated}; this release reads {FORMAT}",
            "use the release that made it, or build it again",
        )
    try:
        return MANIFEST_FORM.validate_python(found)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise IntegrityError(f"{folder}: {MANIFEST}: {place} is damaged", _RESTORE) from None


def _check(folder: Path, entry: FileEntry) -> None:
    file = folder / entry.path
    if ".." in Path(entry.path).parts or Path(entry.path).is_absolute():
        raise IntegrityError(f"{folder}: {MANIFEST} names a file outside the folder", _RESTORE)
    if not file.is_file():
        raise IntegrityError(f"{folder}: {entry.path} is missing", _RESTORE)
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    if digest != entry.sha256:
        raise IntegrityError(
            f"{folder}: {entry.path} is not as the manifest says ({file.stat().st_size} bytes,"
            f" {entry.size} expected)",
            _RESTORE,
        )


def _read(path: Path, form: TypeAdapter[T]) -> Iterator[T]:
    for number, line in _lines(path):
        try:
            yield form.validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise IntegrityError(
                f"{path.parent.name}/{path.name}, line {number}: {place or 'the line'} is damaged",
                _RESTORE,
            ) from None


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        yield from enumerate(file, 1)
