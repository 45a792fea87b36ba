"""The record: one SQLite file in WAL mode that is only ever added to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw

from ledgerrag.errors import StoreBusyError, StoreError
from ledgerrag.store import schema
from ledgerrag.store.connections import (
    Pool,
    check_path,
    connect_reader,
    connect_writer,
    describe,
    explained,
)
from ledgerrag.store.corpus import CorpusReads
from ledgerrag.store.drafts import DraftReads
from ledgerrag.store.group import Group, Work
from ledgerrag.store.journal_rows import JournalReads
from ledgerrag.store.tokens import TokenReads
from ledgerrag.store.watches import WatchReads
from ledgerrag.store.writes import Tx


class Store(CorpusReads, DraftReads, JournalReads, TokenReads, WatchReads):
    """The record of one file; safe to share between threads, not across a fork.

    Reads outside a transaction see the last commit of any process. The thread that is inside
    `write()` reads what it has written so far; a thread inside `snapshot()` reads one state.

    Args:
        path: the file.
        log_id: names the journal, 16 hex digits.
        pool: reading connections.
        writer: the writing connection; None for a store that is only read.
        busy_ms: how long to wait for another writer.
    """

    def __init__(
        self, path: Path, log_id: str, pool: Pool, writer: apsw.Connection | None, busy_ms: int
    ) -> None:
        self.path = path
        self.log_id = log_id
        self._pool = pool
        self._writer = writer
        self._busy_ms = busy_ms
        self._writing = threading.RLock()
        self._inside = False
        self._group = Group(self)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = True,
        readonly: bool = False,
        busy_ms: int = 10_000,
        entropy: Callable[[int], bytes],
    ) -> Self:
        """Open a store, made and migrated where that is needed.

        Args:
            path: the file.
            create: whether a file that is missing may be made.
            readonly: nothing will be written.
            busy_ms: how long to wait for another writer, in milliseconds.
            entropy: source of random bytes, for the log id of a new store.
        Raises:
            NotFoundError: there is no such file or folder.
            StoreError: not a store, not readable, damaged, or of a later version.
        """
        schema.check_library(apsw.sqlite_lib_version())
        check_path(path, create=create and not readonly)
        path = path.absolute()
        with explained(path):
            pool = Pool(path, busy_ms)
            if readonly:
                writer = None
                first = connect_reader(path, busy_ms=busy_ms)
            else:
                writer = first = connect_writer(
                    path, create=create, busy_ms=busy_ms, entropy=entropy
                )
            log_id = str(first.execute("SELECT body FROM meta WHERE name = 'log_id'").get)
            if readonly:
                first.close()
        return cls(path, log_id, pool, writer, busy_ms)

    def close(self) -> None:
        """Release the file; a second time changes nothing."""
        with self._writing:
            if self._inside:
                raise StoreError(f"{self.path} is being written", "close it after the transaction")
            self._pool.close()
            writer, self._writer = self._writer, None
            if writer is not None:
                writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def write(self) -> Iterator[Tx]:
        """A transaction: committed when the block ends, undone when it raises.

        Raises:
            StoreBusyError: another writer held the store for too long.
            StoreError: the store is read-only or closed, or this thread is writing already.
        """
        self.lock_writer()
        try:
            with self.transaction() as tx:
                yield tx
            if tx.erased:
                self.forget()
        finally:
            self.unlock_writer()

    def submit(self, key: str, work: Work) -> bytes:
        """Commit a piece of work once, together with those that other threads submit.

        A key that was used before gives what it gave then, and the work is not done again. When
        the commit itself raises, the key tells whether it happened.

        Args:
            key: idempotency key.
            work: writes through the transaction; it may run in the thread of another submit, and
                must not open a transaction of its own.
        Raises:
            StoreBusyError: another writer held the store for too long.
            StoreError: not written; whatever the work raises comes through as it is.
        """
        return self._group.submit(key, work)

    @contextmanager
    def snapshot(self) -> Iterator[Self]:
        """Within the block this thread reads one state of the store, whatever others write."""
        with self._pool.reader() as connection:
            if connection.in_transaction:
                yield self
                return
            with explained(self.path):
                connection.execute("BEGIN")
                # The state is fixed by the first read, not by BEGIN.
                connection.execute("SELECT count(*) FROM meta").fetchall()
            try:
                with self._pool.holding(connection):
                    yield self
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def while_wanted(self, wanted: Callable[[], None]) -> Iterator[None]:
        """Within the block each read of this thread, outside a transaction, asks first.

        So that what reads the whole journal can be ended by whoever waits for it.

        Args:
            wanted: raises where nobody waits any more.
        """
        with self._pool.asking(wanted):
            yield

    def lock_writer(self) -> None:
        """Take the writer's lock of this process; for `write` and the group commit.

        Raises:
            StoreBusyError: another thread held it for too long.
            StoreError: this thread is writing already.
        """
        if not self._writing.acquire(timeout=self._busy_ms / 1000):
            raise StoreBusyError(f"{self.path} is being written by another thread", "try again")
        if self._inside:
            self._writing.release()
            raise StoreError("a transaction is open already", "write through the one that is open")
        self._inside = True

    def unlock_writer(self) -> None:
        """Give the writer's lock back."""
        self._inside = False
        self._writing.release()

    @contextmanager
    def transaction(self) -> Iterator[Tx]:
        """A transaction under the writer's lock; for `write` and the group commit."""
        writer = self._writer
        if writer is None:
            raise StoreError(
                f"{self.path} is not open for writing", "use a copy that may be written"
            )
        with explained(self.path):
            writer.execute("BEGIN IMMEDIATE")
        tx = Tx(self, writer)
        try:
            # What is written here may be the work of others: nobody's leaving ends that.
            with self._pool.holding(writer), self._pool.asking(None):
                yield tx
            with explained(self.path):
                writer.execute("COMMIT")
        finally:
            tx.end()
            if writer.in_transaction:
                writer.execute("ROLLBACK")

    def committed(self, key: str) -> bytes | None:
        """What is on record under an idempotency key, asked on a fresh connection."""
        with explained(self.path):
            connection = connect_reader(self.path, busy_ms=self._busy_ms)
            try:
                found = connection.execute("SELECT body FROM idempotency WHERE key = ?", (key,)).get
            finally:
                connection.close()
        return None if found is None else bytes(found)

    def forget(self) -> None:
        """Empty the write-ahead log, where erased bytes live on; for `write` and the group commit.

        Raises:
            StoreBusyError: a reader still holds a state that needs the log.
        """
        try:
            if self._writer is not None:
                self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError as error:
            raise StoreBusyError(
                "the payload is erased, but a reader still keeps it in the write-ahead log",
                "close the readers, then open the store again: that empties it",
            ) from error
        except apsw.Error as error:
            raise describe(error, self.path) from error
