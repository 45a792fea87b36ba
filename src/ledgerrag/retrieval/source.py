"""What an index needs of the store, which is the record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ledgerrag.model import DocKey, Document
from ledgerrag.retrieval.seam import ChunkRow


class ChunkSource(Protocol):
    """Committed chunks: rows ascend, are never changed, removed or used again.

    Call it outside an open transaction: rows that are rolled back must never reach an index.
    """

    @property
    def log_id(self) -> str:
        """Which store it is; an index serves no other."""
        ...

    def chunks_after(self, row: int, limit: int = 10_000) -> tuple[ChunkRow, ...]:
        """The next chunks after a row, ascending."""
        ...

    def chunks(self, rows: Iterable[int]) -> dict[int, ChunkRow]:
        """Chunks by row."""
        ...

    def last_row(self) -> int:
        """The highest row; 0 where there is none."""
        ...


class TextSource(ChunkSource, Protocol):
    """Committed chunks and the documents that they are parts of."""

    def documents(self, keys: Iterable[DocKey]) -> dict[DocKey, Document]:
        """Document versions with their texts."""
        ...
