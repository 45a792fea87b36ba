"""Replay R2: the index is built from what was ingested up to a run's watermark, and searched again.

Words are indexed anew. Vectors are read from beside the store, checked against their sums; a vector
of a query is the recorded one, so that a machine that rounds otherwise searches for the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from ledgerrag.api.running import Entry, Seams
from ledgerrag.audit.recorded import query_key
from ledgerrag.embedding.seam import EmbeddingModel, Role, Vectors
from ledgerrag.errors import ReplayError, UnavailableError
from ledgerrag.model import DocKey, Document
from ledgerrag.retrieval.dense import DenseIndex
from ledgerrag.retrieval.index import SearchIndex
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.seam import ChunkRow
from ledgerrag.store import Store
from ledgerrag.store.seam import JsonMap


@dataclass(frozen=True, slots=True)
class UpTo:
    """The chunks of a store as they were at a watermark (a `retrieval.source.TextSource`).

    Args:
        store: the record.
        watermark: highest sequence number that is shown.
        last: highest chunk row at the watermark.
    """

    store: Store
    watermark: int
    last: int

    @classmethod
    def at(cls, store: Store, watermark: int) -> UpTo:
        """The chunks at a watermark; rows ascend with the sequence number."""
        last = 0
        while batch := store.chunks_after(last):
            within = [row.row for row in batch if row.seq <= watermark]
            last = within[-1] if within else last
            if len(within) < len(batch):
                break
        return cls(store, watermark, last)

    @property
    def log_id(self) -> str:
        """Of the store."""
        return self.store.log_id

    def chunks_after(self, row: int, limit: int = 10_000) -> tuple[ChunkRow, ...]:
        """The next chunks after a row, none from beyond the watermark."""
        return tuple(r for r in self.store.chunks_after(row, limit) if r.seq <= self.watermark)

    def chunks(self, rows: Iterable[int]) -> dict[int, ChunkRow]:
        """Chunks by row."""
        return self.store.chunks(rows)

    def documents(self, keys: Iterable[DocKey]) -> dict[DocKey, Document]:
        """Document versions with their texts."""
        return self.store.documents(keys)

    def last_row(self) -> int:
        """The highest row at the watermark."""
        return self.last


@dataclass(frozen=True, slots=True)
class RecordedQueries:
    """An embedding model whose vectors of queries come from the record of a run.

    Args:
        inner: embeds what is not on record.
        lookup: the stored vector for a query's key; None where there is none.
    """

    inner: EmbeddingModel
    lookup: Callable[[str], bytes | None]

    @property
    def name(self) -> str:
        """Of the model."""
        return self.inner.name

    @property
    def digest(self) -> str:
        """Of the model."""
        return self.inner.digest

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """As recorded, or as the model gives it."""
        if role == "query" and len(texts) == 1:
            body = self.lookup(query_key(texts[0], f"{self.name} {self.digest}"))
            if body is not None and len(body) % 4 == 0:
                return np.frombuffer(body, "<f4").reshape(1, -1)
        return self.inner.embed(texts, role)


def searched_again(
    folder: Path, source: UpTo, journal: Iterable[Entry], seams: Seams, run: str
) -> SearchIndex:
    """The index as it was at the watermark.

    Args:
        folder: where the words are indexed.
        source: the chunks up to the watermark.
        journal: the entries of the run: their receipts name the model.
        seams: the live seams, whose vectors are used.
        run: its id.
    Raises:
        ReplayError: when it is searched: the store is no longer searched with the run's model.
    """
    then = _embedding(journal)

    def open_vectors() -> DenseIndex:
        live = seams.retriever
        if not isinstance(live, SearchIndex):
            raise UnavailableError("there are no vectors to search", "replay at level R1")
        if live.vectors.embedding != then:
            raise ReplayError(
                f"the run was searched with {_short(then)}, the store has"
                f" {_short(live.vectors.embedding)}",
                "replay it at level R1, or open the store with the model of the run",
            )

        def lookup(key: str) -> bytes | None:
            return seams.store.record("model", f"{run}:{key}")

        model = RecordedQueries(live.vectors.model, lookup)
        return DenseIndex(live.vectors.path, source, model)

    return SearchIndex(LexicalIndex.open(folder, source), open_vectors)


def _embedding(journal: Iterable[Entry]) -> str:
    """The model that the run's receipts name; empty where words alone were searched."""
    for entry in journal:
        for one in cast("list[JsonMap]", entry.det.get("searches", [])):
            receipt = cast("JsonMap", one["receipt"])
            if receipt.get("embedding"):
                return str(receipt["embedding"])
    return ""


def _short(embedding: str) -> str:
    name, _, digest = embedding.rpartition(" ")
    return f"{name} {digest[:12]}" if name else "no model"
