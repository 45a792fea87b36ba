"""Making the vectors of what the store holds: in row order, batch by batch, carried on with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ledgerrag.embedding.seam import EmbeddingModel, Vectors
from ledgerrag.errors import IndexDamagedError, ModelError
from ledgerrag.retrieval import folder, vectors
from ledgerrag.retrieval.rebuild import Progress
from ledgerrag.retrieval.seam import ChunkRow
from ledgerrag.retrieval.source import TextSource

BATCH = 256  # chunks between two commits: what a killed process loses, a few seconds of work


def folder_of(path: Path, model: EmbeddingModel) -> Path:
    """The folder of a model's vectors: vectors of two digests never meet.

    Args:
        path: of all vectors of a store.
        model: by whom they are made.
    """
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in model.name)[:40].strip("-")
    return path / f"{name}-{hashlib.sha256(model.digest.encode()).hexdigest()[:12]}"


def fill(
    path: Path,
    store: TextSource,
    model: EmbeddingModel,
    progress: Progress | None = None,
    *,
    wait: bool = True,
) -> int:
    """Embed the chunks of the store that have no vector yet.

    Each batch counts from its commit on, so whoever comes after a killed process carries on.

    Args:
        path: of all vectors of the store.
        store: the record.
        model: its vectors are kept in a folder of their own.
        progress: told (chunks done, chunks to do) before the first batch and after each.
        wait: for another writer; otherwise nothing is done while there is one.
    Returns:
        The number of chunks embedded.
    Raises:
        IndexDamagedError: the vectors there cannot be used.
        ModelError: the model failed; what was done before is kept.
        StoreError: they cannot be written.
    """
    own = folder_of(path, model)
    with folder.lock(own, wait=wait) as held:
        return _filled(own, store, model, progress) if held else 0


def refill(
    path: Path, store: TextSource, model: EmbeddingModel, progress: Progress | None = None
) -> int:
    """As `fill`, after putting vectors aside that are damaged or of another history."""
    own = folder_of(path, model)
    with folder.lock(own, wait=True):
        try:
            sound = vectors.read(own, store.log_id, model.digest)
            if sound is not None:
                check_history(own, store, sound)
        except IndexDamagedError:
            (own / "vectors.json").unlink(missing_ok=True)
        return _filled(own, store, model, progress)


def check_history(path: Path, store: TextSource, held: vectors.Held) -> None:
    """Compare the last row with the store's.

    Raises:
        IndexDamagedError: the store holds another chunk there, or none.
    """
    if not held.commit.count or store.last_row() < held.last:
        return  # a store that is read as it was before the vectors were brought up to date
    chunk = store.chunks([held.last]).get(held.last)
    if chunk is None or vectors.proof(chunk) != int(held.columns["proof"][-1]):
        raise vectors.damaged(path, f"and the store differ at row {held.last}")


def passages(store: TextSource, rows: Sequence[ChunkRow]) -> list[str]:
    """What is embedded of chunks: the title, then the chunk's own text."""
    documents = store.documents({row.key for row in rows})
    found = []
    for row in rows:
        document = documents[row.key]
        found.append(f"{document.title}\n{document.text[row.start : row.end]}".strip())
    return found


def embedded(
    store: TextSource, model: EmbeddingModel, rows: Sequence[ChunkRow]
) -> tuple[NDArray[np.void], Vectors]:
    """Chunks as records and vectors."""
    found = model.embed(passages(store, rows))
    if found.shape[:1] != (len(rows),):
        raise ModelError(f"{model.name} gave {len(found)} vectors for {len(rows)} texts")
    return vectors.records(rows), found


def _filled(path: Path, store: TextSource, model: EmbeddingModel, progress: Progress | None) -> int:
    held = vectors.read(path, store.log_id, model.digest)
    if held is not None:
        check_history(path, store, held)
    last, done = held.last if held else 0, 0
    to_do = _left(store, last) if progress else 0
    while batch := store.chunks_after(last, BATCH):
        if progress is not None:
            progress(done, max(to_do, done))
        columns, found = embedded(store, model, batch)
        if held is None:
            manifest = vectors.Manifest(store.log_id, model.name, model.digest, int(found.shape[1]))
            vectors.begin(path, manifest)
            held = vectors.Held(manifest, vectors.Commit(), columns[:0], found[:0])
        if held.manifest.dimension != found.shape[1]:
            raise ModelError(
                f"{model.name} gives vectors of {found.shape[1]}, not {held.manifest.dimension}",
                next_step="use the model that the vectors were made with, or another store",
            )
        held = vectors.appended(path, held, columns, found)
        last, done = batch[-1].row, done + len(batch)
    if progress is not None and done:
        progress(done, done)
    return done


def _left(store: TextSource, last: int) -> int:
    count = 0
    while batch := store.chunks_after(last):
        count += len(batch)
        last = batch[-1].row
    return count
