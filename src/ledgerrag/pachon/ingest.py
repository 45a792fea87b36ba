"""Ingest: from paths to committed documents and acts, resumable at any point.

A batch is one transaction with its journal entries. A file is noted as finished in the transaction
of its last record, so after a kill every file is either passed over or read again, and what was
stored of it is found unchanged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from ledgerrag.dates import PartialDate
from ledgerrag.errors import InputError
from ledgerrag.model import Domain, Source
from ledgerrag.pachon import acts, course, records
from ledgerrag.pachon.batch import Batch, FinishedFile, Known, Writer, prepare, summary_key
from ledgerrag.pachon.fields import is_future
from ledgerrag.pachon.progress import expected
from ledgerrag.pachon.readers import Opened, Raw, Rejected, find, read, sha256
from ledgerrag.pachon.records import Channel, Drafted, Quarantined, detect_language
from ledgerrag.pachon.report import IngestReport, Line, Tally, write_report
from ledgerrag.pachon.sources import Registry
from ledgerrag.store import Store, Tx
from ledgerrag.store.seam import JsonMap, Recorder

# Raised whenever the same bytes would be read differently: finished files are then read again.
READING = "pachon/1"
_BATCH_CHARACTERS = 8_000_000

Progress: TypeAlias = Callable[[int, int | None, str], None]
RecorderOf: TypeAlias = Callable[[Tx], Recorder]


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """What the ingest channel says, and how it works.

    Args:
        domain: of records that state none; reference where None.
        source: registry key of records that state none.
        published: date of records that state none.
        language: of records that state none; detected where empty.
        strict: records of unregistered sources are quarantined instead of taken as level 1.
        sources: the source registry; None keeps the one that the store holds.
        batch: records that are committed together.
    """

    domain: Domain | None = None
    source: str = ""
    published: PartialDate | None = None
    language: str = ""
    strict: bool = False
    sources: tuple[Source, ...] | None = None
    batch: int = 200

    @property
    def channel(self) -> Channel:
        """The part that records are read by."""
        return Channel(self.domain, self.source, self.published, self.language, self.strict)


def ingest(
    paths: Sequence[Path],
    store: Store,
    recorder_of: RecorderOf,
    *,
    options: IngestOptions,
    clock: Callable[[], datetime],
    progress: Progress | None = None,
) -> IngestReport:
    """Take in files and folders; the report is returned and written beside the store.

    Args:
        paths: files and folders.
        store: open for writing.
        recorder_of: gives the journal's recorder for an open transaction.
        options: what the channel says.
        clock: gives an aware datetime; what is published later is quarantined.
        progress: told (records done, records expected or None, file) after each file and batch.
    Raises:
        StoreBusyError: another writer held the store for too long.
        StoreError: the store or the report cannot be written.
    """
    if not paths:
        raise InputError("nothing to ingest", "name files or folders")
    run = _Ingest(store, recorder_of, options, clock, progress)
    run.begin(paths)
    found = list(find(paths))
    run.announce(found)
    for item in found:
        run.take(item)
    return run.end()


class _Ingest:
    """One ingest while it runs."""

    def __init__(
        self,
        store: Store,
        recorder_of: RecorderOf,
        options: IngestOptions,
        clock: Callable[[], datetime],
        progress: Progress | None,
    ) -> None:
        self._store = store
        self._recorder_of = recorder_of
        self._options = options
        self._channel = options.channel
        self._clock = clock
        self._progress = progress
        self._tally = Tally()
        self._batch = Batch()
        self._files = 0
        self._total: int | None = None

    def begin(self, paths: Sequence[Path]) -> None:
        """Settle the registry and record the start."""
        inputs = _digest(sorted(str(path.absolute()) for path in paths))
        with self._store.write() as tx:
            if self._options.sources is not None:
                tx.put_registry(self._options.sources)
            version, registered = tx.store.registry()
            still_open = course.incomplete(tx.store)
            # Under the writer's lock no two ingests begin at the same length of the journal.
            ingest_id = _digest([tx.store.log_id, tx.store.tree_size(), inputs])
            self._this = course.Open(ingest_id, inputs)
            course.started(self._recorder_of(tx), self._this, still_open, self._said(), version)
        self._registry = Registry(registered)
        self._resolves = [o.ingest for o in still_open if o.inputs == inputs]
        self._started = _utc(self._clock())
        self._reading = _digest([READING, self._said(), _registered(registered)])
        write_report(self._report(), self._store.path)

    def _said(self) -> JsonMap:
        return {
            "domain": self._options.domain.value if self._options.domain else "",
            "source": self._options.source,
            "published": self._options.published.text if self._options.published else "",
            "language": self._options.language,
            "strict": self._options.strict,
        }

    def announce(self, found: Sequence[Opened | Rejected]) -> None:
        """Count what is to come, for those who watch."""
        if self._progress is not None:
            self._total = expected([item for item in found if isinstance(item, Opened)])

    def take(self, item: Opened | Rejected) -> None:
        """Read one file."""
        self._files += 1
        if isinstance(item, Rejected):
            self._tally.reject(item.where, item.reason)
            return
        try:
            token = _digest([sha256(item.path).hex(), item.name, self._reading]).encode()
        except InputError as error:
            self._tally.reject(item.name, str(error))
            return
        if self._store.file_state(item.name) == token and self._pass_over(item.name, token):
            return
        documents, found_acts, clean = 0, 0, True
        for outcome in self._drafts(item):
            if isinstance(outcome, Drafted):
                documents += 1
                self._add(outcome, item.name)
            elif isinstance(outcome, acts.DraftedAct):
                found_acts += 1
                self._add(outcome, item.name)
            else:
                clean = False
        if clean:
            self._batch.finished.append(FinishedFile(item.name, token, documents, found_acts))

    def _pass_over(self, name: str, token: bytes) -> bool:
        summary = self._store.idempotent(summary_key(token))
        if summary is None:
            return False
        documents, found_acts = (int(part) for part in summary.split())
        self._tally.add("unchanged", documents)
        self._tally.add("acts_unchanged", found_acts)
        self._tell(name)
        return True

    def _add(self, item: Drafted | acts.DraftedAct, name: str) -> None:
        self._batch.add(item)
        full = len(self._batch.items) >= self._options.batch
        if full or self._batch.characters >= _BATCH_CHARACTERS:
            self._commit(name)

    def _drafts(self, opened: Opened) -> Iterator[Drafted | acts.DraftedAct | None]:
        """The usable records of a file; None for each that goes to the report instead."""
        for raw in read(opened):
            if isinstance(raw, Rejected):
                self._tally.reject(raw.where, raw.reason)
                yield None
                continue
            try:
                outcome = self._draft(raw)
            except InputError as error:
                self._tally.reject(raw.where, str(error))
                yield None
                continue
            if isinstance(outcome, Quarantined):
                self._tally.quarantine(outcome.where, outcome.reason)
                yield None
            else:
                yield outcome

    def _draft(self, raw: Raw) -> Drafted | acts.DraftedAct | Quarantined:
        found: Drafted | acts.DraftedAct | Quarantined
        if raw.kind == "act":
            found = acts.draft(raw, self._channel, self._registry)
        else:
            found = records.draft(raw, self._channel, self._registry, detect_language)
        if isinstance(found, Quarantined):
            return found
        published = found.document.published if isinstance(found, Drafted) else found.act.published
        if is_future(published, self._clock()):
            return Quarantined(
                raw.where, f"published {published} lies in the future; ingest it again from then on"
            )
        return found

    def _commit(self, name: str) -> None:
        batch, self._batch = self._batch, Batch()
        if not batch.items and not batch.finished:
            return
        drafts = [item for item in batch.items if isinstance(item, Drafted)]
        known = Known(self._store, drafts)
        prepared = prepare([draft for draft in drafts if known.same(draft) is None])
        with self._store.write() as tx:
            writer = Writer(tx, self._recorder_of(tx), known, drafts, prepared)
            for item in batch.items:
                writer.store(item)
            writer.finish(batch.finished)
        self._tally.take(writer.tally)
        self._tell(name)

    def _tell(self, name: str) -> None:
        if self._progress is not None:
            done = self._tally.done
            self._progress(done, None if self._total is None else max(self._total, done), name)

    def end(self) -> IngestReport:
        """Commit the rest, record the end and write the report."""
        self._commit("")
        pending = self._pending()
        self._tally.add("acts_pending", len(pending))
        with self._store.write() as tx:
            course.finished(self._recorder_of(tx), self._this, self._resolves, self._tally.counts)
        report = self._report(_utc(self._clock()), pending)
        write_report(report, self._store.path)
        return report

    def _pending(self) -> tuple[Line, ...]:
        return tuple(
            Line(
                self._tally.acts.get(act.act_id, "stored earlier"),
                f"act {act.act_id} ({act.kind.value}): the target {act.target!r:.200} is not"
                " stored; ingest it, or correct the target",
            )
            for act in self._store.pending_acts()
        )

    def _report(self, finished: str = "", pending: tuple[Line, ...] = ()) -> IngestReport:
        return IngestReport(
            ingest=self._this.ingest,
            started=self._started,
            finished=finished,
            resumed=bool(self._resolves),
            files=self._files,
            counts=dict(self._tally.counts),
            new_versions=tuple(self._tally.new_versions),
            quarantined=tuple(self._tally.quarantined),
            rejected=tuple(self._tally.rejected),
            pending=pending,
            notes=self._tally.remarks(),
        )


def _utc(stamp: datetime) -> str:
    return stamp.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def _registered(sources: dict[str, Source]) -> list[list[str | int]]:
    return [[key, int(sources[key].authority_level)] for key in sorted(sources)]
