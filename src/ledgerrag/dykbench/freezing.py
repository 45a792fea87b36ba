"""Freezing a benchmark: written beside its place and moved there whole, so that none is half there.

The same parts give the same bytes: no time, no path and no name of a machine is written.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ledgerrag.dykbench.folder import (
    ACTS,
    DOCUMENTS,
    DROPPED,
    DROPPED_FORM,
    EVENT_FORM,
    FORMAT,
    HISTORY,
    ITEM_FORM,
    ITEMS,
    MANIFEST,
    MANIFEST_FORM,
    PREVIOUS,
    SOURCES,
    Bench,
    Event,
    FileEntry,
    Manifest,
    open_bench,
)
from ledgerrag.dykbench.items import Dropped, Item, Part, Record, Task, Track
from ledgerrag.errors import InputError, StoreError
from ledgerrag.model import Source

_PARTIAL: Final = ".partial"


@dataclass(frozen=True, slots=True)
class Made:
    """What a benchmark was built from: track, seed, and how much was wanted."""

    track: Track
    seed: int
    items: int
    background: int


def write(out: Path, parts: Sequence[Part], made: Made, *, replace_old: bool = False) -> Bench:
    """Write a benchmark as built.

    Args:
        out: its folder; made here.
        parts: one for each task.
        made: from what.
        replace_old: replace a benchmark that is already there; nothing else is ever replaced.
    Raises:
        InputError: the place is taken; parts that do not fit together.
        StoreError: the folder cannot be written.
    """
    free(out, replace_old=replace_old)
    told = "; ".join(f"{part.task}: {len(part.items)} items" for part in parts)
    events = [Event(1, "built", reason=told)]
    events += [
        Event(1, "dropped", one.item_id, one.check, one.reason)
        for part in parts
        for one in part.dropped
    ]
    return _written(out, parts, made, 1, events)


def revise(bench: Bench, parts: Sequence[Part], events: Sequence[Event]) -> Bench:
    """The next revision of a benchmark, in its place: other items, the same documents.

    Args:
        bench: as it is.
        parts: every task, with its items and what was dropped as they are to be.
        events: what led to it; their revision is set here.
    """
    manifest = bench.manifest
    made = Made(manifest.track, manifest.seed, manifest.wanted_items, manifest.background)
    number = manifest.revision + 1
    history = [*bench.history(), *(replace(event, revision=number) for event in events)]
    return _written(bench.folder, parts, made, number, history)


def free(out: Path, *, replace_old: bool = False) -> None:
    """Make sure before a long build that a benchmark may be written there.

    Raises:
        InputError: something is there.
        StoreError: nothing can be written there.
    """
    above = next(one for one in out.absolute().parents if one.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        raise StoreError(f"{out} cannot be written: {above} takes no folder", "name another place")
    _, previous = _beside(out)
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        if previous.exists() and not replace_old:
            raise InputError(
                f"{previous} holds what was to be replaced when a build was killed",
                f"rename it to {out.name}, or give --replace to build anew",
            )
        return
    if not (out / MANIFEST).is_file():
        raise InputError(f"{out} is taken, and not by a benchmark", "name another folder")
    if not replace_old:
        raise InputError(
            f"{out} already holds a benchmark", "name another folder, or give --replace"
        )


def _beside(out: Path) -> tuple[Path, Path]:
    """Where a benchmark is written, and where the one before it waits until that is done.

    Raises:
        InputError: something else is there, which would be removed.
    """
    whole = out.absolute()
    found = whole.with_name(whole.name + _PARTIAL), whole.with_name(whole.name + PREVIOUS)
    for one in found:
        if one.exists() and not _known(one):
            told = f"{one} is in the way: it would be removed, and is no benchmark"
            raise InputError(told, "move it, or name another folder")
    return found


def _known(folder: Path) -> bool:
    """Whether a folder holds nothing but what is written here."""
    names = {MANIFEST, SOURCES, HISTORY, *Task}
    return folder.is_dir() and all(one.name in names for one in folder.iterdir())


def _written(
    out: Path, parts: Sequence[Part], made: Made, revision: int, history: Sequence[Event]
) -> Bench:
    _unique(parts)
    partial, previous = _beside(out)
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        files = [_put_text(partial, SOURCES, _toml(_merged(parts)))]
        for part in parts:
            (partial / part.task).mkdir()
            for name, records in (
                (DOCUMENTS, part.documents),
                (ACTS, part.acts),
                (ITEMS, map(_plain_item, part.items)),
                (DROPPED, map(_plain_dropped, part.dropped)),
            ):
                files.append(_put(partial, f"{part.task}/{name}", records))
        files.append(_put(partial, HISTORY, map(_plain_event, history)))
        counts = {str(part.task): _counts(part) for part in parts}
        manifest = Manifest(
            FORMAT, made.track, made.seed, made.items, made.background, revision,
            tuple(part.task for part in parts), tuple(files), counts,
        )  # fmt: skip
        _put_text(partial, MANIFEST, _manifest_text(manifest))
        _swap(partial, out.absolute(), previous)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"{out} cannot be written: {reason}", "check path and rights") from None
    return open_bench(out)


def _swap(partial: Path, out: Path, previous: Path) -> None:
    """Put the new folder in its place; at each moment one of the two is whole, and is kept."""
    if out.exists() and not any(out.iterdir()):
        out.rmdir()
    if out.exists():
        # The one in its place is whole: what waited for an earlier build is older.
        shutil.rmtree(previous, ignore_errors=True)
        out.rename(previous)
    try:
        partial.rename(out)
    except OSError:
        if previous.exists():
            previous.rename(out)
        raise
    shutil.rmtree(previous, ignore_errors=True)


def _unique(parts: Sequence[Part]) -> None:
    tasks = Counter(part.task for part in parts)
    ids = Counter(item.item_id for part in parts for item in part.items)
    for name, counted in (("task", tasks), ("item", ids)):
        twice = sorted(key for key, number in counted.items() if number > 1)
        if twice:
            raise InputError(f"{name} {twice[0]} is built twice", "mend the builder")


def _merged(parts: Sequence[Part]) -> dict[str, Source]:
    found: dict[str, Source] = {}
    for source in (source for part in parts for source in part.sources):
        if found.setdefault(source.key, source) != source:
            raise InputError(
                f"source {source.key} is described in two ways", "mend one of the builders"
            )
    return found


def _toml(sources: Mapping[str, Source]) -> str:
    return "\n".join(
        f"[sources.{_quoted(key)}]\nname = {_quoted(sources[key].name)}\n"
        f"authority_level = {int(sources[key].authority_level)}\n"
        for key in sorted(sources)
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _counts(part: Part) -> dict[str, int]:
    found = {
        "documents": len(part.documents),
        "acts": len(part.acts),
        "items": len(part.items),
        "dropped": len(part.dropped),
        "trajectories": len({item.trajectory for item in part.items if item.trajectory}),
        "groups": len({item.group for item in part.items}),
    }
    for item in part.items:
        for name in (f"kind {item.kind}", f"label {item.gold.label}", f"split {item.split}"):
            found[name] = found.get(name, 0) + 1
        found[f"source {item.source}"] = found.get(f"source {item.source}", 0) + 1
    return found


def _put(folder: Path, name: str, records: Iterable[Record]) -> FileEntry:
    digest, size, lines = hashlib.sha256(), 0, 0
    with (folder / name).open("wb") as file:
        for record in records:
            line = _line(record, name)
            file.write(line)
            digest.update(line)
            size, lines = size + len(line), lines + 1
        file.flush()
        os.fsync(file.fileno())
    return FileEntry(name, digest.hexdigest(), size, lines)


def _put_text(folder: Path, name: str, text: str) -> FileEntry:
    body = text.encode("utf-8")
    with (folder / name).open("wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    return FileEntry(name, hashlib.sha256(body).hexdigest(), len(body), text.count("\n"))


def _line(record: Record, name: str) -> bytes:
    try:
        text = json.dumps(
            dict(record), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
        )
        return text.encode("utf-8") + b"\n"
    except (TypeError, ValueError) as error:
        raise InputError(
            f"a record of {name} cannot be written: {error}", "mend the builder"
        ) from (None)


def _plain_item(item: Item) -> Record:
    found: dict[str, object] = ITEM_FORM.dump_python(item, mode="json")
    return found


def _plain_dropped(dropped: Dropped) -> Record:
    found: dict[str, object] = DROPPED_FORM.dump_python(dropped, mode="json")
    return found


def _plain_event(event: Event) -> Record:
    found: dict[str, object] = EVENT_FORM.dump_python(event, mode="json", exclude_defaults=True)
    return found


def _manifest_text(manifest: Manifest) -> str:
    plain = MANIFEST_FORM.dump_python(manifest, mode="json")
    return json.dumps(plain, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
