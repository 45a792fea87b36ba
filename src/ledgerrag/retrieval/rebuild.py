"""Building an index from the record, and bringing it up to the record's last row (the outbox).

The index is derived: everything in it comes from the store, in row order. Its highest row is its
watermark, so a writer that was killed is carried on with by whoever comes next.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from ledgerrag.retrieval import engine, folder
from ledgerrag.retrieval.seam import ChunkRow
from ledgerrag.retrieval.source import ChunkSource

BATCH = 10_000
Progress = Callable[[int, int], None]


def rebuild(
    path: Path, store: ChunkSource, progress: Progress | None = None, *, missing_only: bool = False
) -> int:
    """Build the index afresh beside the old one, then put it to use from one moment to the next.

    Readers that hold the old one go on with it until they look again. A build that is killed
    leaves the old index as it was.

    Args:
        path: the index folder.
        store: the record.
        progress: told (rows done, last row of the store) after each batch.
        missing_only: leave an index alone that is there by the time the lock is held.
    Returns:
        The number of rows indexed.
    Raises:
        StoreError: it cannot be written.
    """
    with folder.lock(path, wait=True):
        if missing_only and not folder.is_missing(path):
            return 0
        old = sorted(p for p in path.iterdir() if p.is_dir() and p.name[1:].isdecimal())
        number = 1 + max((int(p.name[1:]) for p in old), default=0)
        fresh = path / f"g{number:06d}"
        engine.create(fresh)
        added = engine.append(fresh, _batches(store, 0, progress))
        _make_durable(fresh)
        _sign(path, store, fresh)
        for unused in old:
            shutil.rmtree(unused, ignore_errors=True)
        return added


def catch_up(
    path: Path, store: ChunkSource, progress: Progress | None = None, *, wait: bool = True
) -> int:
    """Index the rows of the store above the index's watermark.

    Args:
        path: the index folder.
        store: the record.
        progress: told (rows done, last row of the store) after each batch.
        wait: for another writer; otherwise nothing is done while there is one.
    Returns:
        The number of rows added.
    Raises:
        IndexDamagedError: the index is missing, damaged or made for something else.
        StoreError: it cannot be written.
    """
    folder.read(path, store.log_id)
    with folder.lock(path, wait=wait) as held:
        if not held:
            return 0
        generation = path / folder.read(path, store.log_id).generation
        watermark = engine.Snapshot(generation).watermark
        if store.last_row() <= watermark:
            return 0
        added = engine.append(generation, _batches(store, watermark, progress))
        _sign(path, store, generation)
        return added


def check_history(path: Path, store: ChunkSource, manifest: folder.Manifest) -> None:
    """Compare the row that the manifest remembers with the store's.

    Raises:
        IndexDamagedError: the store holds another row there, or none.
    """
    if manifest.row and manifest.proof != _proof(store, manifest.row):
        raise folder.damaged(path, f"and the store differ at row {manifest.row}")


def _sign(path: Path, store: ChunkSource, generation: Path) -> None:
    row = engine.Snapshot(generation).watermark
    proof = _proof(store, row) if row else ""
    folder.write(path, folder.Manifest(generation.name, store.log_id, row, proof))


def _proof(store: ChunkSource, row: int) -> str:
    chunk = store.chunks([row]).get(row)
    if chunk is None:
        return ""
    stated = (chunk.row, str(chunk.key), chunk.start, chunk.end, chunk.seq, chunk.tokens)
    return hashlib.sha256(repr(stated).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _batches(
    store: ChunkSource, after: int, progress: Progress | None
) -> Iterator[tuple[ChunkRow, ...]]:
    done, last = 0, store.last_row()
    while batch := store.chunks_after(after, BATCH):
        yield batch
        after = batch[-1].row
        done += len(batch)
        if progress is not None:
            progress(done, max(last, after))


def _make_durable(generation: Path) -> None:
    for file in sorted(generation.iterdir()):
        with file.open("r+b") as handle:
            os.fsync(handle.fileno())
    folder.sync_folder(generation)
    folder.sync_folder(generation.parent)
