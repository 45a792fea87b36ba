"""Dense search: exact cosine over the slice, the filter first, from vectors beside the store.

Chunks that have no vector yet are embedded when they are first searched, so a search is exact the
moment a document is committed. Where too many have none it says so instead of making the reader
wait: the step that makes them shows how far it is.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ledgerrag.embedding.seam import EmbeddingModel, Vectors
from ledgerrag.errors import ModelError, UnavailableError
from ledgerrag.retrieval import vectors
from ledgerrag.retrieval.bounds import visible
from ledgerrag.retrieval.filling import check_history, embedded, fill, folder_of
from ledgerrag.retrieval.folder import damaged
from ledgerrag.retrieval.places import Band, Bar, Listed, Scored, as_hits, share_out
from ledgerrag.retrieval.rebuild import Progress
from ledgerrag.retrieval.scanning import ONE, Mask, Table, best
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Receipt, Where
from ledgerrag.retrieval.source import TextSource

ENGINE = "exact cosine 1"
TAIL = 256  # chunks without a vector that a search embeds itself
_QUERIES = 1_024  # vectors of queries that a process remembers


class DenseIndex:
    """Searches the vectors of one model.

    Args:
        path: the folder of all vectors of the store.
        store: the record.
        model: embeds queries, and chunks that have no vector yet.
    """

    def __init__(self, path: Path, store: TextSource, model: EmbeddingModel) -> None:
        self.path = path
        self.model = model
        self._store = store
        self._lock = threading.Lock()
        self._held: vectors.Held | None = None
        self._tail: tuple[NDArray[np.void], Vectors] | None = None
        self._queries: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def embedding(self) -> str:
        """Name and digest of the model, as receipts give them."""
        return f"{self.model.name} {self.model.digest}"

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Cosine over the slice."""
        ranker = self.ranker(query, where)
        shared = share_out(ranker, places, where.authority_min or 1)
        return Found(as_hits(shared, ONE), self.receipt(ranker), ranker.body)

    def ranker(self, query: str, where: Where) -> DenseRanker:
        """Ranks the slice for one query."""
        last = self._store.last_row()
        return DenseRanker(self._table(last), self._store, self._embedded(query), where, last)

    def receipt(self, ranker: DenseRanker) -> Receipt:
        """What a search rested on."""
        return Receipt(
            mode="dense",
            stats="as_of",
            n_chunks=ranker.n,
            total_length=0,
            df=(),
            watermark=ranker.watermark,
            candidates=ranker.n,
            exact=True,
            analyzer="",
            engine=ENGINE,
            embedding=self.embedding,
        )

    def sync(self, progress: Progress | None = None) -> int:
        """Embed what has no vector yet; returns the number of chunks.

        Args:
            progress: told (chunks done, chunks to do) as it goes on.
        """
        added = fill(self.path, self._store, self.model, progress)
        self.close()
        return added

    def watermark(self) -> int:
        """Highest chunk row that has a vector on disk; 0 where none has."""
        held = vectors.read(folder_of(self.path, self.model), self._store.log_id, self.model.digest)
        return held.last if held else 0

    def close(self) -> None:
        """Release files."""
        with self._lock:
            self._held = self._tail = None

    def _embedded(self, query: str) -> Vectors:
        with self._lock:
            if query in self._queries:
                self._queries.move_to_end(query)
                return self._queries[query]
        found: Vectors = self.model.embed([query], "query")[0]
        with self._lock:
            self._queries[query] = found
            while len(self._queries) > _QUERIES:
                self._queries.popitem(last=False)
        return found

    def _table(self, last: int) -> Table:
        """Every chunk up to a row, with its vector."""
        with self._lock:
            if self._reached() < last:
                self._look(last)
            held, tail = self._held, self._tail
        kept = [(held.columns, held.vectors)] if held is not None else []
        if tail is not None:
            kept.append(tail)
        if not kept:
            return Table(np.zeros(0, vectors.RECORD), ())
        columns = kept[0][0] if len(kept) == 1 else np.concatenate([part[0] for part in kept])
        return Table(columns, tuple(part[1] for part in kept))

    def _reached(self) -> int:
        if self._tail is not None:
            return int(self._tail[0]["row"][-1])
        return self._held.last if self._held is not None else 0

    def _look(self, last: int) -> None:
        """Read the vectors anew, and embed what they lack."""
        own = folder_of(self.path, self.model)
        self._held = self._read(own)
        self._tail = None
        if self._reached() >= last:
            return
        rows = self._missing(self._reached(), last)
        if len(rows) > TAIL:
            raise UnavailableError(
                f"the store holds many chunks that {self.model.name} has not embedded yet",
                "run `ledgerrag index rebuild` with the same --mode, or wait for the one that runs",
            )
        if rows and not fill(self.path, self._store, self.model, wait=False):
            # Another process is at it: its vectors come, ours serve until then.
            self._tail = embedded(self._store, self.model, rows)
            return
        self._held = self._read(own)

    def _read(self, own: Path) -> vectors.Held | None:
        held = vectors.read(own, self._store.log_id, self.model.digest, self._held)
        if held is not None:
            check_history(own, self._store, held)
        return held

    def _missing(self, after: int, last: int) -> Sequence[ChunkRow]:
        return [row for row in self._store.chunks_after(after, TAIL + 1) if row.row <= last]


class DenseRanker:
    """Ranks what one search may see.

    Args:
        table: all chunks.
        store: the record; hits are read from it.
        query: the vector of the query.
        where: the slice and its filters.
        last: highest row that is seen.
    """

    def __init__(
        self, table: Table, store: TextSource, query: Vectors, where: Where, last: int
    ) -> None:
        self._table, self._store, self._query, self._where = table, store, query, where
        there = table.in_slice(where, last)
        self.n = int(there.sum())
        self.watermark = _highest(table, where, last)
        self._allowed: Mask = there & table.wanted(where)
        self._rough = _rough(table, query)
        self._read: dict[int, ChunkRow] = {}

    @property
    def body(self) -> bytes:
        """The vector of the query: little-endian 32-bit floats."""
        return self._query.astype("<f4").tobytes()

    def has(self, level: int) -> bool:
        """Whether there may be hits of exactly this authority level."""
        return bool((self._allowed & (self._table.columns["level"] == level)).any())

    def best(self, limit: int, band: Band, bars: Sequence[Bar]) -> Listed:
        """The best `limit` hits of the band that no bar holds, or all of them."""
        open_to = self._table.open_to(band, list(bars))
        allowed = self._allowed if open_to is None else self._allowed & open_to
        places, scores, complete = best(self._table, self._query, self._rough, allowed, limit)
        rows = self._rows(places)
        hits = [Scored(row, int(score)) for row, score in zip(rows, scores, strict=True)]
        return Listed([hit for hit in hits if visible(self._where, hit.row)], complete)

    def scored(self, rows: Sequence[ChunkRow]) -> dict[int, int]:
        """The scores of chunks of the slice, by row; those that score nothing are left out."""
        numbers = np.array([row.row for row in rows], np.int64)
        places = np.searchsorted(self._table.columns["row"], numbers)
        scores = self._table.exact(places, self._query)
        return {row.row: int(s) for row, s in zip(rows, scores, strict=True) if s > 0}

    def _rows(self, places: NDArray[np.intp]) -> list[ChunkRow]:
        numbers = [int(number) for number in self._table.columns["row"][places]]
        unread = [number for number in numbers if number not in self._read]
        if unread:
            self._read.update(self._store.chunks(unread))
        if any(number not in self._read for number in unread):
            raise damaged(Path("vectors"), "hold rows that the store does not")
        return [self._read[number] for number in numbers]


def _rough(table: Table, query: Vectors) -> NDArray[np.float32]:
    if not table.parts:
        return np.zeros(0, np.float32)
    if table.parts[0].shape[1] != len(query):
        raise ModelError(
            f"the query has {len(query)} numbers, the vectors of the store have"
            f" {table.parts[0].shape[1]}",
            next_step="use the model that the vectors were made with",
        )
    return table.rough(query)


def _highest(table: Table, where: Where, last: int) -> int:
    """Highest ingest sequence number, as far as `ingested_before` admits it."""
    seqs = table.columns["seq"][table.columns["row"] <= last]
    if where.ingested_before is not None:
        seqs = seqs[seqs <= where.ingested_before]
    return int(seqs.max()) if len(seqs) else 0
