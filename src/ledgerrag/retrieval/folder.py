"""The folder of an index: a small manifest that names the generation in use, and its lock.

index.json          format, analyzer, store and generation; replaced atomically
lock                held by whoever writes; the system frees it when a process dies
g000001/            one generation of the engine's files
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from ledgerrag.errors import IndexDamagedError, StoreError
from ledgerrag.retrieval.analyzer import ANALYZER

FORMAT = 1
MANIFEST = "index.json"
REBUILD = "run `ledgerrag index rebuild`"
_SUFFIXES = ("fast", "fieldnorm", "idx", "pos", "store", "term")
_FOOTER_MAGIC = 1337


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index folder says of itself.

    Args:
        generation: name of the folder in use.
        store: log_id of the store that it indexes.
        row: a row that it holds; 0 while empty.
        proof: digest of that row: a store put back from a copy goes on with other rows.
        analyzer: version of the analyzer whose tokens it holds.
        format: of the folder and the engine's fields.
    """

    generation: str
    store: str
    row: int = 0
    proof: str = ""
    analyzer: str = ANALYZER
    format: int = FORMAT


def damaged(path: Path, reason: str) -> IndexDamagedError:
    """The error for an index that cannot be used, with the step that mends it."""
    return IndexDamagedError(f"the search index {path.name} {reason}", REBUILD)


def is_missing(path: Path) -> bool:
    """Whether no index was ever finished here; a first build that was killed leaves no manifest."""
    return not (path / MANIFEST).exists()


def read(path: Path, store: str) -> Manifest:
    """The manifest of an index that serves this store with this analyzer.

    Raises:
        IndexDamagedError: missing, unreadable, or made for something else.
    """
    if is_missing(path):
        raise damaged(path, "is missing")
    try:
        manifest = Manifest(**json.loads((path / MANIFEST).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        raise damaged(path, f"has no readable {MANIFEST}") from None
    if manifest.format != FORMAT:
        raise damaged(path, f"has format {manifest.format}, not {FORMAT}")
    if manifest.analyzer != ANALYZER:
        raise damaged(path, f"was made by analyzer {manifest.analyzer}, not {ANALYZER}")
    if manifest.store != store:
        raise damaged(path, f"belongs to store {manifest.store}, not {store}")
    return manifest


def write(path: Path, manifest: Manifest) -> None:
    """Put a generation to use: from one moment to the next, and for good."""
    draft = path / f"{MANIFEST}.new"
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(manifest), file, sort_keys=True)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path / MANIFEST)
    sync_folder(path)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def lock(path: Path, *, wait: bool) -> Iterator[bool]:
    """Hold the writer's lock of an index folder; gives False where another holds it.

    Args:
        path: the index folder; made if missing.
        wait: until the lock is free. A killed process frees its lock.
    Raises:
        StoreError: the folder cannot be made or written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        file = (path / "lock").open("ab")
    except OSError as reason:
        raise StoreError(
            f"the search index {path.name} cannot be written ({reason.strerror})",
            "check the path, its rights and the free space",
        ) from None
    with file:
        held = _take(file.fileno(), wait=wait)
        try:
            yield held
        finally:
            if held:
                _free(file.fileno())


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int, *, wait: bool) -> bool:
        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except OSError:  # LK_LOCK gives up after ten seconds
                if not wait:
                    return False
            else:
                return True

    def _free(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(handle: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _free(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


def check(path: Path, generation: str) -> None:
    """Compare every engine file in use with the checksum at its end.

    Raises:
        IndexDamagedError: a file is gone, cut short or altered.
    """
    folder = path / generation
    segments = _segments(path, folder)
    for name in (f"{segment}.{suffix}" for segment in sorted(segments) for suffix in _SUFFIXES):
        try:
            body = (folder / name).read_bytes()
        except OSError:
            if _segments(path, folder) != segments:
                return check(path, generation)  # a writer merged it away meanwhile
            raise damaged(path, f"is damaged: {name} cannot be read") from None
        if not _whole(body):
            raise damaged(path, f"is damaged: {name} does not match its checksum")
    return None


def _segments(path: Path, folder: Path) -> set[str]:
    try:
        segments = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["segments"]
        return {segment["segment_id"].replace("-", "") for segment in segments}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise damaged(path, "has no readable meta.json") from None


def _whole(body: bytes) -> bool:
    """Whether a file of tantivy is complete: body, footer (JSON), its size, a magic number."""
    size, magic = int.from_bytes(body[-8:-4], "little"), int.from_bytes(body[-4:], "little")
    if magic != _FOOTER_MAGIC or size + 8 > len(body):
        return False
    end = len(body) - 8 - size
    try:
        stated = json.loads(body[end : end + size])["crc"]
    except (ValueError, KeyError, TypeError):
        return False
    return bool(zlib.crc32(memoryview(body)[:end]) == stated)
