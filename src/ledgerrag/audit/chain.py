"""The checks on lines as they pass: form, order, binding to the line before, payloads, tree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ledgerrag.audit.canonical import loads
from ledgerrag.audit.journal import FIELDS, FORMAT, NO_PREVIOUS, commitment
from ledgerrag.audit.merkle import Frontier, Node, leaf_hash
from ledgerrag.audit.report import Findings
from ledgerrag.errors import IntegrityError, LedgerRAGError
from ledgerrag.store.seam import Json

ERASE = "erase"
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line taken apart, as far as verifying needs it.

    Args:
        log: name of the log.
        seq: its number.
        prev: leaf hash of the line before, hex.
        type: kind of entry.
        run: run id.
        pay: (name, commitment, size) of each payload, by name.
        erases: the commitment that an entry of type `erase` is about; empty otherwise.
    """

    log: str
    seq: int
    prev: str
    type: str
    run: str
    pay: tuple[tuple[str, str, int], ...]
    erases: str


def read_entry(line: bytes) -> Entry:
    """Take a line apart.

    Raises:
        IntegrityError: not canonical, or not the twelve fields of an entry.
    """
    try:
        value = loads(line, canonical=True)
    except LedgerRAGError as reason:
        raise IntegrityError(reason.message) from None
    if not isinstance(value, dict) or set(value) != FIELDS:
        raise IntegrityError("not the twelve fields of an entry")
    log, prev, kind, run = (_text(value, name) for name in ("log", "prev", "type", "run"))
    _text(value, "actor")
    _text(value, "idem")
    seq = _count(value, "seq")
    _count(value, "step")
    det, obs, pay = (_map(value, name) for name in ("det", "obs", "pay"))
    if value["v"] is True or value["v"] != FORMAT or not kind or not _HASH.fullmatch(prev):
        raise IntegrityError("a field of the entry has a value that no entry has")
    _text(obs, "at")
    return Entry(log, seq, prev, kind, run, _payloads(pay), _erased(kind, det))


def _text(value: dict[str, Json], name: str) -> str:
    part = value.get(name)
    if not isinstance(part, str):
        raise IntegrityError(f"field {name} is no text")
    return part


def _count(value: dict[str, Json], name: str) -> int:
    part = value.get(name)
    if not isinstance(part, int) or isinstance(part, bool) or part < 0:
        raise IntegrityError(f"field {name} is no number from 0 on")
    return part


def _map(value: dict[str, Json], name: str) -> dict[str, Json]:
    part = value[name]
    if not isinstance(part, dict):
        raise IntegrityError(f"field {name} is no object")
    return part


def _payloads(pay: dict[str, Json]) -> tuple[tuple[str, str, int], ...]:
    found = []
    for name in sorted(pay):
        said = _map(pay, name)
        commit = _text(said, "commit")
        if set(said) != {"commit", "size"} or not _HASH.fullmatch(commit):
            raise IntegrityError(f"payload {name} has no commitment")
        found.append((name, commit, _count(said, "size")))
    return tuple(found)


def _erased(kind: str, det: dict[str, Json]) -> str:
    return _text(det, "commit") if kind == ERASE else ""


class Chain:
    """Follows a log line by line from its first entry.

    Args:
        log: the log's name; lines of another log are problems.
        findings: where problems go.
        sizes: sizes at which the root is wanted.
    """

    def __init__(self, log: str, findings: Findings, sizes: Iterable[int] = ()) -> None:
        self.frontier = Frontier()
        self.roots: dict[int, bytes] = {}
        self.head = NO_PREVIOUS
        self._log = log
        self._findings = findings
        self._sizes = frozenset(sizes)
        self._next = 0
        self._note_root()

    @property
    def entries(self) -> int:
        """Lines that have passed."""
        return self.frontier.size

    def add(self, line: bytes) -> tuple[Entry | None, list[Node]]:
        """Check a line; return it taken apart (None where it cannot be) and its tree nodes."""
        at = self.frontier.size
        entry: Entry | None = None
        try:
            entry = read_entry(line)
        except IntegrityError as reason:
            self._findings.add("form", reason.message, at)
            self._next += 1
        if entry is not None:
            self._check_place(entry, at)
        self.head = leaf_hash(line)
        nodes = self.frontier.append(self.head)
        self._note_root()
        return entry, nodes

    def _check_place(self, entry: Entry, at: int) -> None:
        if entry.log != self._log:
            self._findings.add("seq", f"belongs to log {entry.log[:40]!a}", at)
        if entry.seq != self._next:
            self._findings.add("seq", f"is numbered {entry.seq} where {self._next} follows", at)
        if entry.prev != self.head.hex():
            self._findings.add("prev", "does not continue the line before it", at)
        self._next = entry.seq + 1

    def _note_root(self) -> None:
        if self.frontier.size in self._sizes:
            self.roots[self.frontier.size] = self.frontier.root()


class Payloads:
    """Checks payloads against their commitments and tells erased ones from missing ones."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._absent: dict[str, tuple[int, str]] = {}
        self._erased: set[str] = set()
        self._present: dict[str, int] = {}
        self.fitting = 0

    def found(
        self, seq: int, said: tuple[str, str, int], content: tuple[bytes, bytes] | None
    ) -> None:
        """Check what is kept under a commitment; None where nothing is."""
        name, commit, size = said
        if content is None:
            self._absent[commit] = (seq, name)
            return
        salt, body = content
        self._present[commit] = seq
        if len(body) == size and len(salt) == 32 and commitment(salt, body) == commit:
            self.fitting += 1
        else:
            self._findings.add("payload", f"payload {name} was changed", seq)

    def erasure(self, entry: Entry) -> None:
        """Take note of an entry that erases."""
        if entry.erases:
            self._erased.add(entry.erases)

    @property
    def absent(self) -> bool:
        """Whether a payload is absent for which no erasure has been seen."""
        return any(commit not in self._erased for commit in self._absent)

    def close(self) -> int:
        """Settle what was absent and return how many payloads were erased on record."""
        for commit, (seq, name) in self._absent.items():
            if commit not in self._erased:
                self._findings.add("missing", f"payload {name} is gone without an erasure", seq)
        for commit in sorted(self._erased & self._present.keys()):
            self._findings.add("erasure", "an erased payload is there", self._present[commit])
        return sum(commit in self._erased for commit in self._absent)
