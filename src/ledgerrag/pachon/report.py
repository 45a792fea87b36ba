"""The report of an ingest: what came in, what did not, and why, per file and line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ledgerrag.errors import StoreError

FORMAT = 1
COUNTS = (
    "accepted",
    "new_version",
    "unchanged",
    "quarantined",
    "rejected",
    "acts_accepted",
    "acts_unchanged",
    "acts_pending",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A record that the reader of the report must know of.

    Args:
        where: file and line.
        reason: what happened and, where something can be done, the next step.
    """

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """A remark, with the number of records to which it applies and the first of them."""

    text: str
    count: int
    first: str


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did.

    Args:
        ingest: id of this ingest, as in the journal.
        started: UTC instant.
        finished: UTC instant; empty while it runs, and for good where it was killed.
        resumed: an earlier ingest of the same paths had not come to its end.
        files: files that were found.
        counts: records by outcome, see `COUNTS`.
        new_versions: documents that were there under another text or other dates.
        quarantined: set aside, not stored.
        rejected: unusable.
        pending: acts whose target the store does not hold yet.
        notes: remarks, most frequent first.
    """

    ingest: str
    started: str
    finished: str = ""
    resumed: bool = False
    files: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    new_versions: tuple[Line, ...] = ()
    quarantined: tuple[Line, ...] = ()
    rejected: tuple[Line, ...] = ()
    pending: tuple[Line, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was rejected: what the exit code says."""
        return not self.rejected

    @property
    def complete(self) -> bool:
        """Whether the ingest came to its end."""
        return bool(self.finished)

    @property
    def documents(self) -> int:
        """Documents that were stored by this ingest."""
        return self.counts["accepted"] + self.counts["new_version"]

    def as_json(self) -> str:
        """The report as JSON text."""
        body = {
            "v": FORMAT,
            "ingest": self.ingest,
            "started": self.started,
            "finished": self.finished,
            "complete": self.complete,
            "resumed": self.resumed,
            "ok": self.ok,
            "files": self.files,
            "counts": self.counts,
            "rejected": _lines(self.rejected),
            "quarantined": _lines(self.quarantined),
            "pending_acts": _lines(self.pending),
            "new_versions": _lines(self.new_versions),
            "notes": [{"note": n.text, "count": n.count, "first": n.first} for n in self.notes],
        }
        return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _lines(lines: Iterable[Line]) -> list[dict[str, str]]:
    return [{"where": line.where, "reason": line.reason} for line in lines]


@dataclass(slots=True)
class Tally:
    """The report while it grows."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    new_versions: list[Line] = field(default_factory=list)
    quarantined: list[Line] = field(default_factory=list)
    rejected: list[Line] = field(default_factory=list)
    notes: dict[str, tuple[int, str]] = field(default_factory=dict)
    acts: dict[str, str] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """Records with a known outcome."""
        return sum(self.counts.values()) - self.counts["acts_pending"]

    def add(self, outcome: str, number: int = 1) -> None:
        """Count records."""
        self.counts[outcome] += number

    def reject(self, where: str, reason: str) -> None:
        """A record or file that is unusable."""
        self.add("rejected")
        self.rejected.append(Line(where, reason))

    def quarantine(self, where: str, reason: str) -> None:
        """A record that is set aside."""
        self.add("quarantined")
        self.quarantined.append(Line(where, reason))

    def take(self, other: Tally) -> None:
        """Add what became of a batch, once it is committed."""
        for outcome, number in other.counts.items():
            self.counts[outcome] += number
        self.new_versions.extend(other.new_versions)
        self.acts.update(other.acts)
        for text, (count, first) in other.notes.items():
            before, place = self.notes.get(text, (0, first))
            self.notes[text] = (before + count, place)

    def note(self, where: str, texts: Iterable[str]) -> None:
        """Remarks on a record; equal ones are counted."""
        for text in texts:
            count, first = self.notes.get(text, (0, where))
            self.notes[text] = (count + 1, first)

    def remarks(self) -> tuple[Note, ...]:
        """The remarks, most frequent first."""
        found = [Note(text, count, first) for text, (count, first) in self.notes.items()]
        return tuple(sorted(found, key=lambda note: (-note.count, note.text)))


def report_path(store: Path) -> Path:
    """Where the report of a store's last ingest lies: beside it."""
    return store.with_name(store.name + ".ingest-report.json")


def write_report(report: IngestReport, store: Path) -> Path:
    """Write the report beside the store, whole or not at all.

    Raises:
        StoreError: the folder cannot be written.
    """
    path = report_path(store)
    draft = path.with_name(f"{path.name}.{os.getpid()}-{report.ingest}.tmp")
    try:
        with draft.open("w", encoding="utf-8") as stream:
            stream.write(report.as_json())
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StoreError(
            f"the ingest report {path.name} cannot be written: {error.strerror}",
            "make the store's folder writable",
        ) from None
    return path
