"""The journal of one run, with the proof that each of its lines is in the log."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.audit.chain import read_entry
from ledgerrag.audit.merkle import inclusion, leaf_hash, root, stored
from ledgerrag.errors import IntegrityError
from ledgerrag.store import RunRow, Store

VERIFY = "verify it with `ledgerrag audit verify`"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal.

    Args:
        seq: its number.
        text: the line, canonical JSON, as it was hashed.
    """

    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class ProvenLine:
    """A line with its inclusion in the tree (RFC 9162 2.1.3).

    Args:
        seq: its number: the index of its leaf.
        text: the line, canonical JSON; sha256 of a zero byte and its UTF-8 is the leaf.
        leaf: leaf hash, hex.
        path: inclusion path, hex, from the leaf up.
    """

    seq: int
    text: str
    leaf: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunProof:
    """The lines of a run, proven against one state of the log.

    Args:
        run: the run.
        log: name of the log.
        size: leaves of the tree.
        root: its root, hex.
        lines: those of the run, in order.
    """

    run: str
    log: str
    size: int
    root: str
    lines: tuple[ProvenLine, ...]


def journal(store: Store, row: RunRow) -> tuple[Line, ...]:
    """The lines of a run, in order: they stand together, and the last one is the answer.

    Raises:
        IntegrityError: the journal does not hold them where the run says.
    """
    lines: list[Line] = []
    for seq in range(row.entry, -1, -1):
        body = next((line for number, line in store.entries(seq, seq + 1) if number == seq), b"")
        entry = read_entry(body) if body else None
        if entry is None or entry.run != row.run:
            break
        lines.append(Line(seq, body.decode("utf-8")))
        if entry.type == "run":
            return tuple(reversed(lines))
    raise IntegrityError(
        f"the journal does not hold the run {row.run} up to entry {row.entry}", VERIFY
    )


def proof(store: Store, row: RunRow) -> RunProof:
    """The proof of a run against the log as it stands.

    Raises:
        IntegrityError: a line is not as it was written, or missing.
    """
    with store.snapshot():
        size = store.tree_size()
        lines = tuple(_proven(store, line, size) for line in journal(store, row))
        return RunProof(row.run, store.log_id, size, root(store, size).hex(), lines)


def _proven(store: Store, line: Line, size: int) -> ProvenLine:
    leaf = leaf_hash(line.text.encode("utf-8"))
    if stored(store, 0, line.seq) != leaf:
        raise IntegrityError(f"entry {line.seq} is not as it was written", VERIFY)
    path = tuple(part.hex() for part in inclusion(store, line.seq, size))
    return ProvenLine(line.seq, line.text, leaf.hex(), path)
