"""Exports: a log, or one run of it, as a single file that proves itself.

JSON Lines, each line canonical JSON with a `kind`, in this order and no other:

    header       format, log, scope (`log` or `run`), run, size, root, head
    checkpoint   note: a signed note, as it is kept; smallest first
    consistency  old, new, proof: from a checkpoint's size to the export's (scope `run` only)
    entry        entry: the line of the log; proof: its inclusion (scope `run` only)
    payload      seq, name, commit, salt, encoding (`utf8` or `base64`), body: after its entry
    end          checkpoints, entries, payloads: how many there were

Nothing in it depends on when or where it was written: the same log gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerrag.audit.atomic import write_atomically
from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.chain import Entry, read_entry
from ledgerrag.audit.checkpoint import Checkpoint
from ledgerrag.audit.form import FORMAT
from ledgerrag.audit.merkle import consistency, inclusion, leaf_hash, root, stored
from ledgerrag.audit.note import encode64, parse_note
from ledgerrag.audit.seam import JournalReader
from ledgerrag.errors import InputError, IntegrityError, NotFoundError
from ledgerrag.store.seam import Json, JsonMap


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export holds.

    Args:
        entries: lines of the log.
        payloads: payloads with their salts.
        size: size of the tree that the export speaks of.
        root: its root, hex.
    """

    entries: int
    payloads: int
    size: int
    root: str


def export(
    store: JournalReader, path: Path, *, run: str = "", checkpoints: Sequence[bytes] = ()
) -> Exported:
    """Write a log, or one run of it, to a file.

    Args:
        store: the log; one state of it (`store.snapshot()`) where others may erase meanwhile.
        path: the file; it is replaced in one step.
        run: only the entries of this run, each with a proof that it is in the log.
        checkpoints: signed notes to go along.
    Raises:
        NotFoundError: the log has no entry of the run.
        InputError: a checkpoint is newer than the log, or the file cannot be written.
        IntegrityError: the log cannot be read as it was written: verify it.
    """
    size = store.tree_size()
    notes = _ordered(checkpoints, size)
    writer = _RunWriter(store, run, size, notes) if run else _LogWriter(store, "", size, notes)
    write_atomically(path, writer.lines())
    return Exported(writer.entries, writer.payloads, writer.size, writer.root.hex())


class _LogWriter:
    """Writes a whole log; what differs for a run is overridden."""

    scope = "log"

    def __init__(
        self, store: JournalReader, run: str, size: int, notes: Sequence[tuple[Checkpoint, str]]
    ) -> None:
        self.store = store
        self.run = run
        self.size = size
        self.notes = notes
        self.root = root(store, size)
        self.entries = 0
        self.payloads = 0

    def lines(self) -> Iterator[bytes]:
        """Every line of the export, with its newline."""
        yield _line(
            "header",
            {
                "format": FORMAT,
                "log": self.store.log_id,
                "scope": self.scope,
                "run": self.run,
                "size": self.size,
                "root": self.root.hex(),
                "head": self.head(),
            },
        )
        for _, note in self.notes:
            yield _line("checkpoint", {"note": note})
        yield from self.links()
        for seq, body in self.body():
            yield self.entry(seq, body)
            self.entries += 1
            yield from self._payload_lines(seq, _read(seq, body))
        told: JsonMap = {"entries": self.entries, "payloads": self.payloads}
        yield _line("end", {"checkpoints": len(self.notes), **told})

    def head(self) -> str:
        """Leaf hash of the last entry."""
        if not self.size:
            return bytes(32).hex()
        return stored(self.store, 0, self.size - 1).hex()

    def links(self) -> Iterator[bytes]:
        """Lines that bind the checkpoints to the entries: none, as the whole log does that."""
        return iter(())

    def body(self) -> Iterator[tuple[int, bytes]]:
        """The lines of the log that are exported."""
        return iter(self.store.entries(0, self.size))

    def entry(self, seq: int, body: bytes) -> bytes:  # noqa: ARG002 - a run needs the number
        """A line of the log, its bytes kept as they are."""
        return b'{"entry":' + body + b',"kind":"entry"}\n'

    def _payload_lines(self, seq: int, entry: Entry) -> Iterator[bytes]:
        for name, commit, _ in entry.pay:
            kept = self.store.payload(commit)
            if kept is not None:
                salt, body = kept
                said: JsonMap = {"seq": seq, "name": name, "commit": commit, "salt": salt.hex()}
                yield _line("payload", {**said, **_written(body)})
                self.payloads += 1


class _RunWriter(_LogWriter):
    """Writes the entries of one run, and erasures of its payloads, each with its proof."""

    scope = "run"

    def __init__(
        self, store: JournalReader, run: str, size: int, notes: Sequence[tuple[Checkpoint, str]]
    ) -> None:
        self._seqs = _of_run(store, run, size)
        # A tree that was signed is the better ground for proofs than one that nobody saw.
        signed = notes[-1][0].size if notes else 0
        super().__init__(store, run, signed if signed > self._seqs[-1] else size, notes)

    def head(self) -> str:
        return ""

    def links(self) -> Iterator[bytes]:
        for checkpoint, _ in self.notes:
            if 0 < checkpoint.size < self.size:
                proof = consistency(self.store, checkpoint.size, self.size)
                yield _line(
                    "consistency",
                    {"old": checkpoint.size, "new": self.size, "proof": _hexes(proof)},
                )

    def body(self) -> Iterator[tuple[int, bytes]]:
        for seq in self._seqs:
            yield from self.store.entries(seq, seq + 1)

    def entry(self, seq: int, body: bytes) -> bytes:
        # The proof is against the stored nodes: a line that was changed since would not fit it.
        if stored(self.store, 0, seq) != leaf_hash(body):
            raise IntegrityError(f"entry {seq} is not as it was written", "verify the log")
        proof = dumps(_hexes(inclusion(self.store, seq, self.size)))
        return b'{"entry":' + body + b',"kind":"entry","proof":' + proof + b"}\n"


def _of_run(store: JournalReader, run: str, size: int) -> list[int]:
    """Numbers of the run's entries, and of those that erase a payload of the run."""
    marker = b'"run":' + dumps(run)
    seqs: list[int] = []
    absent: set[str] = set()
    for seq, line in store.entries(0, size):
        if marker in line or (absent and b'"type":"erase"' in line):
            entry = _read(seq, line)
            if entry.run == run:
                absent.update(commit for _, commit, _ in entry.pay if not store.payload(commit))
            if entry.run == run or entry.erases in absent:
                seqs.append(seq)
    if not seqs:
        raise NotFoundError(
            f"the log has no entry of run {run[:80]!a}", "`ledgerrag ledger list` shows the runs"
        )
    return seqs


def _ordered(checkpoints: Sequence[bytes], size: int) -> list[tuple[Checkpoint, str]]:
    by_size = {}
    for data in checkpoints:
        checkpoint = Checkpoint.parse(parse_note(data).text)
        by_size[checkpoint.size] = (checkpoint, data.decode("utf-8"))
    notes = [by_size[key] for key in sorted(by_size)]
    if notes and notes[-1][0].size > size:
        raise InputError(
            f"a checkpoint is of {notes[-1][0].size} entries, the log has {size}",
            "verify the log: its end may be cut off",
        )
    return notes


def _read(seq: int, line: bytes) -> Entry:
    try:
        return read_entry(line)
    except IntegrityError as reason:
        raise IntegrityError(f"entry {seq}: {reason.message}", "verify the log") from None


def _line(kind: str, fields: JsonMap) -> bytes:
    return dumps({"kind": kind, **fields}) + b"\n"


def _written(body: bytes) -> JsonMap:
    """A body as text where it is text, so that a reader can read it."""
    try:
        return {"encoding": "utf8", "body": body.decode("utf-8")}
    except UnicodeDecodeError:
        return {"encoding": "base64", "body": encode64(body)}


def _hexes(proof: Sequence[bytes]) -> list[Json]:
    return [part.hex() for part in proof]
