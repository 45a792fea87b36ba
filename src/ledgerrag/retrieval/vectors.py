"""Vectors beside the store: append-only files, one folder for each model.

vectors.json    format, store, model, digest, dimension; written once
vectors.f32     one vector a row, 32-bit floats on the grid of `embedding.seam`, mapped into memory
columns         one record a row: what `Where` and the places of a list ask of a chunk
commits         how many rows are complete, with checksums of both files up to there
lock            held by whoever writes

A row counts from the moment that its commit is on disk. What a killed writer left behind it is cut
off by the next one, so nothing has to be mended by hand. Files only grow: a reader's view of them
stays as it was.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from ledgerrag.embedding.seam import Vectors
from ledgerrag.errors import IndexDamagedError, StoreError
from ledgerrag.retrieval.folder import REBUILD, sync_folder
from ledgerrag.retrieval.seam import ChunkRow

FORMAT = 1
_FILES = ("vectors.f32", "columns", "commits")
TAGS = ("doc", "series", "cluster", "source", "domain", "language")
RECORD = np.dtype(
    [(name, "<i8") for name in ("row", "utc", "calendar", "seq", "level")]
    + [(name, "<u8") for name in (*TAGS, "proof")]
)
_COMMIT = struct.Struct("<QIII")  # rows, crc32 of vectors, of columns, of these sixteen bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a folder of vectors says of itself.

    Args:
        store: log_id of the store whose chunks it holds.
        model: name of the embedding model.
        digest: of the model.
        dimension: length of a vector.
        format: of the folder.
    """

    store: str
    model: str
    digest: str
    dimension: int
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Commit:
    """How far the files are complete.

    Args:
        count: rows.
        vectors: crc32 of their vectors.
        columns: crc32 of their records.
    """

    count: int = 0
    vectors: int = 0
    columns: int = 0

    def packed(self) -> bytes:
        """As it stands in `commits`."""
        body = struct.pack("<QII", self.count, self.vectors, self.columns)
        return body + struct.pack("<I", zlib.crc32(body))


@dataclass(frozen=True, slots=True)
class Held:
    """The complete rows of a folder, as one reader sees them."""

    manifest: Manifest
    commit: Commit
    columns: NDArray[np.void]
    vectors: Vectors

    @property
    def last(self) -> int:
        """Highest chunk row; 0 where there is none."""
        return int(self.columns["row"][-1]) if self.commit.count else 0


def damaged(path: Path, reason: str) -> IndexDamagedError:
    """The error for vectors that cannot be used, with the step that mends it."""
    return IndexDamagedError(f"the vectors in {path.name} {reason}", REBUILD)


def tag(kind: str, name: str) -> int:
    """A name as 64 bits; 0 for no name.

    What is found by a tag is compared by name again. To keep another's text out of a list, a name
    with the tag of that very text would have to be found: 2^64 trials.
    """
    if not name:
        return 0
    body = f"{kind}\0{name}".encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(body, digest_size=8).digest(), "little") or 1


def records(rows: Sequence[ChunkRow]) -> NDArray[np.void]:
    """Chunks as records of `columns`."""
    found = np.zeros(len(rows), RECORD)
    for place, row in enumerate(rows):
        names = (str(row.key), row.series, row.cluster, row.source, row.domain, row.language)
        tags = [tag(kind, name) for kind, name in zip(TAGS, names, strict=True)]
        numbers = (row.row, *row.published, row.seq, int(row.authority))
        found[place] = (*numbers, *tags, proof(row))
    return found


def proof(row: ChunkRow) -> int:
    """What a chunk is, as 64 bits: a store put back from a copy goes on with other chunks."""
    stated = (row.row, str(row.key), row.start, row.end, row.seq, row.tokens)
    return tag("proof", repr(stated))


def read(path: Path, store: str, digest: str, known: Held | None = None) -> Held | None:
    """The complete rows of a folder, checked against their sums; None where none was made.

    Args:
        path: of the folder.
        store: log_id.
        digest: of the model.
        known: what was read before: only what was added since is checked.
    Raises:
        IndexDamagedError: unreadable, altered, or made for another store or model.
    """
    manifest = _manifest(path)
    if manifest is None:
        return None
    if (manifest.store, manifest.digest) != (store, digest):
        raise damaged(path, "belong to another store or model")
    commit = _last_commit(path)
    held = _mapped(path, manifest, commit)
    old = known.commit if known and known.commit.count <= commit.count else Commit()
    sums = (
        zlib.crc32(held.vectors[old.count :].tobytes(), old.vectors),
        zlib.crc32(held.columns[old.count :].tobytes(), old.columns),
    )
    if sums != (commit.vectors, commit.columns):
        raise damaged(path, "do not match their checksums")
    return held


def begin(path: Path, manifest: Manifest) -> None:
    """Make the folder's files; the caller holds its lock.

    Older files are taken out of the folder, never emptied: somebody may have them mapped.
    """
    try:
        for name in ("vectors.json", *_FILES):
            (path / name).unlink(missing_ok=True)
        for name in _FILES:
            (path / name).touch()
        draft = path / "vectors.json.new"
        draft.write_text(json.dumps(asdict(manifest), sort_keys=True), encoding="utf-8")
        _synced(draft)
        draft.replace(path / "vectors.json")
        sync_folder(path)
    except OSError as reason:
        raise _unwritable(path, reason) from None


def appended(path: Path, held: Held, columns: NDArray[np.void], vectors: Vectors) -> Held:
    """Add rows above the last one; the caller holds the folder's lock.

    Args:
        path: of the folder.
        held: what is there; whatever lies beyond is cut off.
        columns: records, rows ascending.
        vectors: one for each.
    Returns:
        What is there now, for the next call; it holds the rows added only.
    Raises:
        StoreError: they cannot be written.
    """
    body, names = vectors.astype("<f4").tobytes(), columns.tobytes()
    old = held.commit
    commit = Commit(
        old.count + len(columns), zlib.crc32(body, old.vectors), zlib.crc32(names, old.columns)
    )
    width = 4 * held.manifest.dimension
    try:
        _added(path / "vectors.f32", old.count * width, body)
        _added(path / "columns", old.count * RECORD.itemsize, names)
        whole = (path / "commits").stat().st_size // _COMMIT.size * _COMMIT.size
        _added(path / "commits", whole, commit.packed())
    except OSError as reason:
        raise _unwritable(path, reason) from None
    return Held(held.manifest, commit, columns, vectors)


def _unwritable(path: Path, reason: OSError) -> StoreError:
    return StoreError(
        f"the vectors in {path.name} cannot be written ({reason.strerror})",
        "check rights and free space, then run the command again",
    )


def _added(file: Path, at: int, body: bytes) -> None:
    with file.open("r+b") as handle:
        handle.truncate(at)
        handle.seek(at)
        handle.write(body)
        handle.flush()
        os.fsync(handle.fileno())


def _synced(file: Path) -> None:
    with file.open("r+b") as handle:
        os.fsync(handle.fileno())


def _manifest(path: Path) -> Manifest | None:
    file = path / "vectors.json"
    if not file.exists():
        return None
    try:
        manifest = Manifest(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        raise damaged(path, f"have no readable {file.name}") from None
    if manifest.format != FORMAT:
        raise damaged(path, f"have format {manifest.format}, not {FORMAT}")
    return manifest


def _last_commit(path: Path) -> Commit:
    """The last commit that is whole; a torn one at the end was never finished."""
    try:
        with (path / "commits").open("rb") as handle:
            return _newest(handle)
    except OSError:
        raise damaged(path, "have no readable commits") from None


def _newest(handle: BinaryIO) -> Commit:
    place = handle.seek(0, os.SEEK_END) // _COMMIT.size
    while place > 0:
        place -= 1
        handle.seek(place * _COMMIT.size)
        body = handle.read(_COMMIT.size)
        if len(body) == _COMMIT.size:
            count, vectors, columns, own = _COMMIT.unpack(body)
            if zlib.crc32(body[:16]) == own:
                return Commit(count, vectors, columns)
    return Commit()


def _mapped(path: Path, manifest: Manifest, commit: Commit) -> Held:
    shape = (commit.count, manifest.dimension)
    if not commit.count:
        return Held(manifest, commit, np.zeros(0, RECORD), np.zeros(shape, np.float32))
    try:
        columns = np.fromfile(path / "columns", RECORD, commit.count)
        vectors = np.memmap(path / "vectors.f32", "<f4", "r", 0, shape)
    except (OSError, ValueError):
        raise damaged(path, "are cut short") from None
    if len(columns) != commit.count:
        raise damaged(path, "are cut short")
    return Held(manifest, commit, columns, vectors.view(np.ndarray))
