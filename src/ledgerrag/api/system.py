"""`LedgerRAG`: a store, its index and its journal, opened together."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from ledgerrag import config as configuration
from ledgerrag.answer import Answer, Change
from ledgerrag.api import affecting, auditing, choosing, reading_back, replaying
from ledgerrag.api.asking import Asker, Question
from ledgerrag.api.opening import (
    SealedIndex,
    check_analysis,
    domain_named,
    index_path,
    note_analysis,
    system_clock,
)
from ledgerrag.api.views import (
    AffectedReport,
    DraftReport,
    LedgerView,
    ReplayReport,
    RunSummary,
)
from ledgerrag.audit.checkpoint import Checkpoint
from ledgerrag.audit.export import Exported
from ledgerrag.audit.journal import Journal
from ledgerrag.audit.report import Report
from ledgerrag.dates import parse
from ledgerrag.embedding.seam import EmbeddingModel
from ledgerrag.language.seam import LanguageModel
from ledgerrag.model import Act, Document, Standing
from ledgerrag.pachon import course
from ledgerrag.pachon import sources as registry
from ledgerrag.pachon.ingest import IngestOptions, ingest
from ledgerrag.pachon.report import IngestReport
from ledgerrag.retrieval.dense import DenseIndex
from ledgerrag.retrieval.index import SearchIndex
from ledgerrag.retrieval.rebuild import rebuild
from ledgerrag.store import RunRow, Store


class LedgerRAG:
    """Questions with dates in, answers with evidence out; everything on record.

    Open it with `LedgerRAG.open`; close it, or use it as a context manager. It may be used from
    several threads; several processes may open one store.
    """

    def __init__(
        self, store: Store, index: SearchIndex | SealedIndex, asker: Asker, journal: Journal
    ) -> None:
        self._store = store
        self._index = index
        self._asker = asker
        self._journal = journal

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        create: bool = True,
        readonly: bool = False,
        preset: str = "auto",
        config: Path | None = None,
        params: Mapping[str, str | int] | None = None,
        embedding: str | EmbeddingModel = "",
        clock: Callable[[], datetime] = system_clock,
        entropy: Callable[[int], bytes] = os.urandom,
        timer: Callable[[], int] = time.perf_counter_ns,
        language: LanguageModel | None = None,
        require_model: bool = False,
    ) -> Self:
        """Open a store and the index beside it (`<path>.index/`).

        Args:
            path: the store, one SQLite file.
            create: make a store where there is none.
            readonly: read back, verify and export only; a copy on read-only media will do.
            preset: auto, regulation, news or paper.
            config: TOML with `[params]`.
            params: single parameters by name.
            embedding: the embedding model of dense and hybrid search, or its name as in
                `embedding.opening`; the store's own where empty. It is opened when it is needed.
            clock: gives an aware datetime: the default of as_of and known_at, and journal times.
            entropy: gives n random bytes: run ids, salts, keys.
            timer: monotonic nanoseconds, for the cost of an answer.
            language: a language model that helps to read, search and write; None: none.
            require_model: where it fails, raise its error instead of going on without it.
        Raises:
            StoreError: the store cannot be opened.
            IndexDamagedError: the index must be rebuilt.
        """
        chosen = configuration.load(preset, config, params)
        location = Path(path)
        store = Store.open(location, create=create, readonly=readonly, entropy=entropy)
        try:
            check_analysis(store)
            folder = index_path(location)
            index = (
                SealedIndex(folder)
                if readonly
                else choosing.open_index(folder, store, embedding, os.environ)
            )
        except BaseException:
            store.close()
            raise
        journal = Journal(store, entropy)
        asker = Asker(
            store,
            index,
            journal,
            chosen,
            clock,
            entropy,
            timer,
            language,
            require_model=require_model,
        )
        return cls(store, index, asker, journal)

    def close(self) -> None:
        """Release the files."""
        self._index.close()
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def store(self) -> Store:
        """The record."""
        return self._store

    def ingest(
        self,
        *paths: str | Path,
        sources: str | Path | None = None,
        domain: str = "",
        published: str = "",
        source: str = "",
        strict: bool = False,
        progress: Callable[[int, int | None, str], None] | None = None,
    ) -> IngestReport:
        """Take in files and folders, and make them searchable.

        Args:
            paths: Markdown, text, JSON Lines, HTML, PDF, feeds; documents and acts.
            sources: the source registry, TOML; the stored one where None.
            domain: of records that state none.
            published: date of records that state none.
            source: registry key of records that state none.
            strict: quarantine records of unknown sources.
            progress: told (records done, records expected or None, file).
        """
        options = IngestOptions(
            domain=domain_named(domain),
            source=source,
            published=parse(published, name="published") if published else None,
            strict=strict,
            sources=registry.load(Path(sources)) if sources else None,
        )
        note_analysis(self._store)
        vectors = self._wants_vectors()
        report = ingest(
            [Path(path) for path in paths],
            self._store,
            lambda tx: self._journal.recorder(tx, self._asker.clock),
            options=options,
            clock=self._asker.clock,
            progress=progress,
        )
        self._index.sync()
        if vectors is not None:
            vectors.sync(None if progress is None else lambda n, of: progress(n, of, "vectors"))
        return report

    def _wants_vectors(self) -> DenseIndex | None:
        """The dense index, where an ingest is to make vectors."""
        index = self._index
        if isinstance(index, SealedIndex):
            return None
        asker = self._asker
        wanted = choosing.prepare(self._store, self._journal, asker.clock, asker.params, index)
        return index.vectors if wanted else None

    def ask(
        self,
        text: str,
        *,
        as_of: str = "",
        known_at: str = "",
        no_hindsight: bool = False,
        period: str = "",
        preset: str = "",
        params: Mapping[str, str | int] | None = None,
        actor: str = "",
        idem: str = "",
    ) -> Answer:
        """Answer a question as of V, as known at K.

        Args:
            text: the question; any text.
            as_of: V, a date of any precision; today where empty.
            known_at: K; today where empty.
            no_hindsight: K = V.
            period: the subject period asked about; read from the question where empty.
            preset: another preset for this question.
            params: single parameters for this question.
            actor: who asks, for the journal.
            idem: idempotency key: the same key gives the same answer, asked once.
        Raises:
            DateError: a date that cannot be.
            ConfigError: no such preset or parameter.
        """
        question = Question(
            text, as_of, known_at, period, no_hindsight, preset, dict(params or {}), actor, idem
        )
        return self._asker.ask(question)

    def check(
        self,
        draft: str,
        *,
        as_of: str = "",
        known_at: str = "",
        no_hindsight: bool = False,
        preset: str = "",
        params: Mapping[str, str | int] | None = None,
        actor: str = "",
    ) -> DraftReport:
        """Judge every statement of a draft, paragraph by paragraph; arguments as for `ask`."""
        question = Question(
            draft, as_of, known_at, "", no_hindsight, preset, dict(params or {}), actor
        )
        return self._asker.check(question)

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

    def ledger(self, run: str) -> LedgerView:
        """The ledger of a run, read at its own (V, K).

        Raises:
            NotFoundError: no such run.
        """
        return reading_back.ledger(self._store, run)

    def answer(self, run: str) -> Answer:
        """The stored answer of a run.

        Raises:
            NotFoundError: no such run.
        """
        return reading_back.stored(self._store, run)

    def runs(self, limit: int = 50) -> tuple[RunSummary, ...]:
        """The latest runs, newest first."""
        return reading_back.summaries(self._store, limit)

    def affected(self, *, since: int | None = None, names: Sequence[str] = ()) -> AffectedReport:
        """The stored answers whose evidence later documents and acts touch.

        Args:
            since: changes after this sequence number; each answer's own watermark where None.
            names: series, documents or versions to look for instead of what changed.
        """
        return affecting.affected(self._asker, since, names, refresh=False)

    def refresh(
        self, *, since: int | None = None, names: Sequence[str] = (), actor: str = ""
    ) -> AffectedReport:
        """Ask the touched claims of the affected answers again, and only those."""
        return affecting.affected(self._asker, since, names, refresh=True, actor=actor)

    def verify(self, checkpoint: Path | None = None, key: Path | None = None) -> Report:
        """Verify the whole journal, against checkpoints kept outside where they are given."""
        return auditing.verify(self._store, checkpoint, key)

    def replay(self, run: str, level: str = "R1") -> ReplayReport:
        """Execute a run again and compare: R0, R1, R2 or R3.

        Raises:
            NotFoundError: no such run.
            ReplayError: the record does not hold what the run needs.
        """
        row: RunRow = self._store.run(run)
        if level == "R0":
            return auditing.verify_run(self._store, row)
        live = self._asker.live(row)
        return replaying.replay(row, level, self._asker.seams(live), live)

    def export(self, path: Path, *, run: str = "", checkpoint: Path | None = None) -> Exported:
        """Write the journal, or one run of it, to a file that anyone can verify."""
        return auditing.export_to(self._store, path, run, checkpoint)

    def checkpoint(self, folder: Path, key: Path) -> Checkpoint:
        """Sign the journal as it stands; the key is made where there is none (mode 0600)."""
        return auditing.checkpoint(self._store, folder, key, self._asker.entropy)

    def rebuild_index(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Build the index afresh from the record; returns the number of chunks.

        Vectors that are missing or damaged are made too, where the store is searched by them.
        """
        chunks = rebuild(self._index.path, self._store, progress)
        if isinstance(self._index, SearchIndex):
            choosing.mend(self._store, self._asker.params, self._index, progress)
        return chunks

    def counts(self) -> dict[str, int]:
        """How many documents, series, acts, chunks, clusters, entries and runs there are."""
        return self._store.counts()

    def pending_acts(self) -> tuple[Act, ...]:
        """Acts whose target is not stored yet."""
        return self._store.pending_acts()

    def incomplete(self) -> tuple[str, ...]:
        """Ingests that began and did not finish."""
        return tuple(one.ingest for one in course.incomplete(self._store))
