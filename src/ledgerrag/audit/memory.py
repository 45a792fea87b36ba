"""A journal store in memory: the double that tests and demonstrations use in place of SQLite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ledgerrag.audit.merkle import Node
from ledgerrag.errors import NotFoundError


class MemoryJournal:
    """Lines, tree nodes and payloads in lists and dictionaries; reader and transaction in one.

    Args:
        log_id: name of the log.
    """

    def __init__(self, log_id: str = "0123456789abcdef") -> None:
        self.log_id = log_id
        self.lines: list[bytes] = []
        self.leaves: list[bytes] = []
        self.nodes: dict[tuple[int, int], bytes] = {}
        self.payloads: dict[str, tuple[bytes, bytes]] = {}

    @property
    def store(self) -> MemoryJournal:
        """Itself: there is no isolation in memory."""
        return self

    @contextmanager
    def write(self) -> Iterator[MemoryJournal]:
        """A transaction that undoes its work when it fails."""
        before = (
            list(self.lines), list(self.leaves), dict(self.nodes), dict(self.payloads)
        )  # fmt: skip
        try:
            yield self
        except BaseException:
            self.lines, self.leaves, self.nodes, self.payloads = before
            raise

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Lines by seq."""
        end = len(self.lines) if stop is None else min(stop, len(self.lines))
        for seq in range(start, end):
            yield seq, self.lines[seq]

    def payload(self, commit: str) -> tuple[bytes, bytes] | None:
        """Salt and body."""
        return self.payloads.get(commit)

    def head(self) -> tuple[int, bytes]:
        """Number of entries and the leaf hash of the last."""
        return len(self.lines), self.leaves[-1] if self.leaves else bytes(32)

    def tree_size(self) -> int:
        """Number of leaves."""
        return len(self.lines)

    def node(self, level: int, index: int) -> bytes:
        """A stored tree node."""
        try:
            return self.nodes[level, index]
        except KeyError:
            raise NotFoundError(f"there is no node {index} at level {level}") from None

    def append_entry(self, body: bytes, leaf: bytes, nodes: Sequence[Node]) -> int:
        """Add a line."""
        self.lines.append(body)
        self.leaves.append(leaf)
        self.nodes.update({(level, index): value for level, index, value in nodes})
        return len(self.lines) - 1

    def put_payload(self, commit: str, salt: bytes, body: bytes) -> None:
        """Keep a payload."""
        self.payloads[commit] = (salt, body)

    def erase_payload(self, commit: str) -> None:
        """Forget a payload."""
        self.payloads.pop(commit, None)
