"""What an open store holds, read back: answers, ledgers, versions, the journal and its proofs."""

from __future__ import annotations

from pathlib import Path

from ledgerrag.answer import Answer, Change
from ledgerrag.api import auditing, documents, proving, reading_back
from ledgerrag.api.asking import Asker
from ledgerrag.api.documents import DocumentView, TextView
from ledgerrag.api.proving import Line, RunProof
from ledgerrag.api.views import LedgerView, RunSummary
from ledgerrag.audit.checkpoint import Checkpoint
from ledgerrag.audit.export import Exported
from ledgerrag.audit.report import Report
from ledgerrag.model import Act, Document, Standing
from ledgerrag.pachon import course
from ledgerrag.store import Store


class Record:
    """The record of a store, for its readers; nothing here asks or takes in.

    Args:
        store: open.
        asker: knows the clock and the randomness of the store.
    """

    def __init__(self, store: Store, asker: Asker) -> None:
        self._store = store
        self._asker = asker

    @property
    def store(self) -> Store:
        """The record."""
        return self._store

    @property
    def asker(self) -> Asker:
        """Who runs questions over it: for systems that are built of the same parts."""
        return self._asker

    def answer(self, run: str) -> Answer:
        """The stored answer of a run.

        Raises:
            NotFoundError: no such run.
        """
        return reading_back.stored(self._store, run)

    def ledger(self, run: str) -> LedgerView:
        """The ledger of a run, read at its own (V, K).

        Raises:
            NotFoundError: no such run.
        """
        return reading_back.ledger(self._store, run)

    def runs(self, limit: int = 50, before: str = "") -> tuple[RunSummary, ...]:
        """The latest runs, newest first.

        Args:
            limit: most runs.
            before: only those that were stored before this run.
        """
        return reading_back.summaries(self._store, limit, before)

    def journal(self, run: str) -> tuple[Line, ...]:
        """The journal's lines of a run.

        Raises:
            NotFoundError: no such run.
        """
        return proving.journal(self._store, self._store.run(run))

    def proof(self, run: str) -> RunProof:
        """The journal's lines of a run, each with the proof that it is in the log.

        Raises:
            NotFoundError: no such run.
            IntegrityError: a line is not as it was written.
        """
        return proving.proof(self._store, self._store.run(run))

    def document(
        self, name: str, *, as_of: str = "", known_at: str = "", period: str = ""
    ) -> DocumentView:
        """The versions of a document or series, each with what it is at (V, K), and the acts.

        Raises:
            NotFoundError: nothing is stored under that name.
        """
        return documents.document(self._store, name, as_of, known_at, period, self._asker.today())

    def text(self, doc_id: str, version: int) -> TextView:
        """One version of a document with its text.

        Raises:
            NotFoundError: it is not stored.
        """
        return documents.text(self._store, doc_id, version)

    def between(self, name: str, first: str, last: str) -> tuple[Change, ...]:
        """What changed between two versions of a document, or between two dates of a series.

        Args:
            name: document, or series where dates are given.
            first: number of a version, `doc_id@version`, or a date.
            last: likewise.
        Raises:
            NotFoundError: nothing is stored under a name.
            DateError: a date that cannot be.
        """
        return documents.between(self._store, name, first, last, self._asker.today())

    def diff(self, series: str, start: str, end: str) -> tuple[Change, ...]:
        """The changes of a series between two dates, each version against the one before.

        Raises:
            NotFoundError: no such series; the message names similar ones.
            DateError: a date that cannot be.
        """
        return reading_back.diff(self._store, series, start, end, self._asker.today())

    def standing(
        self, name: str, *, as_of: str = "", known_at: str = "", period: str = ""
    ) -> tuple[tuple[Document, Standing], ...]:
        """What each version of a series, document or document version is at (V, K).

        Raises:
            NotFoundError: nothing is stored under that name.
        """
        return reading_back.standing(
            self._store, name, as_of, known_at, period, self._asker.today()
        )

    def counts(self) -> dict[str, int]:
        """How many documents, series, acts, chunks, clusters, entries and runs there are."""
        return self._store.counts()

    def pending_acts(self) -> tuple[Act, ...]:
        """Acts whose target is not stored yet."""
        return self._store.pending_acts()

    def incomplete(self) -> tuple[str, ...]:
        """Ingests that began and did not finish."""
        return tuple(one.ingest for one in course.incomplete(self._store))

    def verify(self, checkpoint: Path | None = None, key: Path | None = None) -> Report:
        """Verify the whole journal, against checkpoints kept outside where they are given."""
        return auditing.verify(self._store, checkpoint, key)

    def export(self, path: Path, *, run: str = "", checkpoint: Path | None = None) -> Exported:
        """Write the journal, or one run of it, to a file that anyone can verify."""
        return auditing.export_to(self._store, path, run, checkpoint)

    def checkpoint(self, folder: Path, key: Path) -> Checkpoint:
        """Sign the journal as it stands; the key is made where there is none (mode 0600)."""
        return auditing.checkpoint(self._store, folder, key, self._asker.entropy)
