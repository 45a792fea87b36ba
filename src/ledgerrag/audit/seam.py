"""What the journal asks of a store: a narrow view of `ledgerrag.store` that a double can offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ledgerrag.audit.merkle import Node, NodeReader


class JournalReader(NodeReader, Protocol):
    """A store as a reader of the journal sees it."""

    @property
    def log_id(self) -> str:
        """Name of the log, 16 hex digits, made with the store."""
        ...

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Lines by seq, from 0 on."""
        ...

    def payload(self, commit: str) -> tuple[bytes, bytes] | None:
        """Salt and body of a payload; None where it was erased or never there."""
        ...

    def head(self) -> tuple[int, bytes]:
        """Number of entries, and the leaf hash of the last (32 zero bytes where there is none)."""
        ...


class JournalWriter(Protocol):
    """An open transaction as the journal writes through it."""

    @property
    def store(self) -> JournalReader:
        """The store as the transaction sees it."""
        ...

    def append_entry(self, body: bytes, leaf: bytes, nodes: Sequence[Node]) -> int:
        """Add a line with its leaf hash and the tree nodes that it completes."""
        ...

    def put_payload(self, commit: str, salt: bytes, body: bytes) -> None:
        """Keep a payload under its commitment."""
        ...

    def erase_payload(self, commit: str) -> None:
        """Forget a payload; the commitment stays in the journal."""
        ...
