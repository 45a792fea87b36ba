"""`LedgerRAG`: a store, its index and its journal, to take in, to ask and to read back."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from ledgerrag import config as configuration
from ledgerrag.answer import Answer
from ledgerrag.api import affecting, auditing, choosing, replaying
from ledgerrag.api.asking import Question
from ledgerrag.api.assembling import Assembled, Wishes, assemble
from ledgerrag.api.following import NOBODY, Follower
from ledgerrag.api.opening import SealedIndex, channel, note_analysis, system_clock
from ledgerrag.api.record import Record
from ledgerrag.api.views import AffectedReport, DraftReport, ReplayReport
from ledgerrag.audit.acting import ActingRecorder
from ledgerrag.embedding.seam import EmbeddingModel
from ledgerrag.language.seam import LanguageModel
from ledgerrag.pachon.delivery import Delivered, Delivery, deliver, digest_of
from ledgerrag.pachon.ingest import ingest
from ledgerrag.pachon.readers.batched import read_batch
from ledgerrag.pachon.records import Channel
from ledgerrag.pachon.report import IngestReport
from ledgerrag.retrieval.dense import DenseIndex
from ledgerrag.retrieval.index import SearchIndex
from ledgerrag.retrieval.rebuild import rebuild
from ledgerrag.store import RunRow, Tx
from ledgerrag.store.seam import Recorder


class LedgerRAG(Record):
    """Questions with dates in, answers with evidence out; everything on record.

    Open it with `LedgerRAG.open`; close it, or use it as a context manager. It may be used from
    several threads; several processes may open one store.
    """

    def __init__(self, parts: Assembled) -> None:
        super().__init__(parts.store, parts.asker)
        self._index = parts.index
        self._journal = parts.journal

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
            UnavailableError: a new store is to be searched by meaning, and its embedding model is
                not installed or not configured; nothing was made.
        """
        wishes = Wishes(create, readonly, embedding, clock, entropy, timer, language, require_model)
        return cls(assemble(Path(path), configuration.load(preset, config, params), wishes))

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
        options = channel(
            domain=domain, source=source, published=published, strict=strict, sources=sources
        )
        note_analysis(self._store)
        vectors = self._wants_vectors()
        report = ingest(
            [Path(path) for path in paths],
            self._store,
            self.recorder,
            options=options,
            clock=self._asker.clock,
            progress=progress,
        )
        self._index.sync()
        if vectors is not None:
            vectors.sync(None if progress is None else lambda n, of: progress(n, of, "vectors"))
        return report

    def deliver(
        self,
        path: Path,
        *,
        lines: bool = False,
        acts_only: bool = False,
        source: str = "",
        actor: str = "",
        idem: str = "",
        wanted: Callable[[], None] = lambda: None,
    ) -> tuple[Delivered, ...]:
        """Take in a batch of records, each answered for itself, and make them searchable.

        Args:
            path: JSON that holds one record or a list, or JSON Lines.
            lines: it is JSON Lines.
            acts_only: documents are rejected.
            source: registry key of records that state none.
            actor: who delivers, for the journal.
            idem: idempotency key: sent again, it gives the same results and stores nothing twice.
            wanted: raises where nobody waits any more; what is stored until then stays.
        Raises:
            InputError: nothing in it can be read, or the key was used for another delivery.
        """
        note_analysis(self._store)
        vectors = self._wants_vectors()
        delivery = Delivery(
            read_batch(path, lines=lines),
            acts_only,
            Channel(source=source),
            digest_of(path),
            f"deliver:{idem}" if idem else "",
            wanted,
        )
        found = deliver(
            delivery,
            self._store,
            lambda tx: ActingRecorder(self.recorder(tx), actor, idem),
            self._asker.clock,
        )
        self._index.sync()
        if vectors is not None:
            vectors.sync()
        return found

    def recorder(self, tx: Tx) -> Recorder:
        """What appends to the journal inside an open transaction of the store."""
        return self._journal.recorder(tx, self._asker.clock)

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
        follower: Follower = NOBODY,
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
            follower: sees each step as it happens, and may end the run.
        Raises:
            DateError: a date that cannot be.
            ConfigError: no such preset or parameter.
            AbandonedError: the follower ended the run; nothing was kept.
        """
        question = Question(
            text, as_of, known_at, period, no_hindsight, preset, dict(params or {}), actor, idem
        )
        return self._asker.ask(question, follower)

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

    def rebuild_index(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Build the index afresh from the record; returns the number of chunks.

        Vectors that are missing or damaged are made too, where the store is searched by them.
        """
        chunks = rebuild(self._index.path, self._store, progress)
        if isinstance(self._index, SearchIndex):
            choosing.mend(self._store, self._asker.params, self._index, progress)
        return chunks
