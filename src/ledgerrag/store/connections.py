"""Connections to one file: how they are opened, who uses which, and what their errors mean.

One connection writes, under a lock; readers are lent out of a pool, so that threads may come and
go. A thread that holds the write transaction or a snapshot reads through that connection.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from ledgerrag.errors import InputError, LedgerRAGError, NotFoundError, StoreBusyError, StoreError
from ledgerrag.store import schema

WAL_PAGES = 4_000
WAL_BYTES = 64 * 1024 * 1024
CACHE_KIB = 8_192
CREATE_PAUSE = 0.02


_MEANING: tuple[tuple[type[apsw.Error], type[StoreError], str, str], ...] = (
    (apsw.BusyError, StoreBusyError, "is being written by another process", "try again later"),
    (apsw.LockedError, StoreBusyError, "is locked", "try again later"),
    (apsw.NotADBError, StoreError, "is not a LedgerRAG store", "name a store or a new file"),
    (apsw.CorruptError, StoreError, "is damaged", "restore it from a copy"),
    (apsw.ReadOnlyError, StoreError, "is read-only", "make it writable, or only read from it"),
    (apsw.FullError, StoreError, "cannot grow: the disk is full", "free some space"),
    (
        apsw.CantOpenError,
        StoreError,
        "cannot be opened",
        "check the rights of the file and its folder",
    ),
)


def describe(error: Exception, path: Path) -> LedgerRAGError:
    """What an error of the driver means to the user, in one line."""
    if isinstance(error, UnicodeEncodeError):
        return InputError("the text holds half of a surrogate pair", "re-encode it as UTF-8")
    for kind, wanted, meaning, step in _MEANING:
        if isinstance(error, kind):
            return wanted(f"{path} {meaning}", step)
    return StoreError(f"{path}: {error}", "check the record that was given")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Errors of the driver become errors of the store."""
    try:
        yield
    except (apsw.Error, UnicodeEncodeError) as error:
        raise describe(error, path) from error


def check_path(path: Path, *, create: bool) -> None:
    """Refuse a path that cannot be a store before the driver sees it.

    Raises:
        NotFoundError: there is no file and none may be made.
        StoreError: a folder stands there, or the folder that should hold it is missing.
    """
    if "\x00" in str(path):
        raise StoreError(f"{str(path)!r} cannot be a path", "name a file")
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder", "name a file in it, such as store.ledger")
        if path.exists():
            return
        if not path.parent.is_dir():
            raise NotFoundError(f"the folder {path.parent} does not exist", "make it first")
    except OSError as error:
        raise StoreError(f"{path} cannot be a store: {error.strerror}", "name a file") from error
    if not create:
        raise NotFoundError(f"there is no store at {path}", "make one with `ledgerrag ingest`")


def connect(path: Path, *, flags: int, busy_ms: int, name: str = "") -> apsw.Connection:
    """A connection with the settings that every one has."""
    connection = apsw.Connection(name or str(path), flags=flags)
    connection.set_busy_timeout(busy_ms)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.pragma("foreign_keys", 1)
    connection.pragma("recursive_triggers", 1)
    connection.pragma("temp_store", "memory")
    connection.pragma("cache_size", -CACHE_KIB)
    return connection


def _enter_wal(connection: apsw.Connection, path: Path, tries: int) -> None:
    # Two creators that meet at the switch are told "busy" at once, whatever the time-out is.
    pause = threading.Event()
    for left in range(max(tries, 1), 0, -1):
        try:
            mode = connection.pragma("journal_mode", "wal")
        except apsw.BusyError:
            if left == 1:
                raise
            pause.wait(CREATE_PAUSE)
        else:
            if mode != "wal":
                raise StoreError(f"{path} cannot be kept in WAL mode", "use a local disk")
            return


def connect_writer(
    path: Path, *, create: bool, busy_ms: int, entropy: Callable[[int], bytes]
) -> apsw.Connection:
    """The writing connection, its file created and migrated where that is needed.

    Raises:
        apsw.Error: as the driver has it.
        StoreError: not a store of ours, or one from a later version.
    """
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
    connection = connect(path, flags=flags, busy_ms=busy_ms)
    try:
        _check_writable(connection, path, create=create)
        # EXTRA also syncs the folder, so that a new file survives a loss of power.
        connection.pragma("synchronous", "extra")
        _enter_wal(connection, path, int(busy_ms / (CREATE_PAUSE * 1000)))
        connection.pragma("secure_delete", 1)
        connection.pragma("wal_autocheckpoint", WAL_PAGES)
        connection.pragma("journal_size_limit", WAL_BYTES)
        schema.migrate(connection, path, entropy)
        connection.pragma("synchronous", "full")
        _finish_erasures(connection, busy_ms)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_reader(path: Path, *, busy_ms: int) -> apsw.Connection:
    """A connection that only reads.

    Raises:
        apsw.Error: as the driver has it.
        StoreError: not a store of ours, or of another schema.
    """
    flags, name = apsw.SQLITE_OPEN_READONLY, ""
    if _archived(path):
        flags |= apsw.SQLITE_OPEN_URI
        name = f"{path.absolute().as_uri()}?immutable=1"
    connection = connect(path, flags=flags, busy_ms=busy_ms, name=name)
    try:
        _check_readable(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _archived(path: Path) -> bool:
    """Whether the file lies where nobody can write, with nothing left in a write-ahead log.

    SQLite reads a file in WAL mode only where it can make its lock file, unless nothing moves.
    """
    log = path.with_name(path.name + "-wal")
    still = not log.exists() or log.stat().st_size == 0
    return still and not os.access(path.parent, os.W_OK)


def _finish_erasures(connection: apsw.Connection, busy_ms: int) -> None:
    # A writer that was killed after erasing has left the bytes in its write-ahead log.
    connection.set_busy_timeout(0)
    with suppress(apsw.BusyError, apsw.LockedError):
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    connection.set_busy_timeout(busy_ms)


def _check_writable(connection: apsw.Connection, path: Path, *, create: bool) -> None:
    # The driver falls back to reading where it may not write.
    if connection.readonly("main"):
        raise StoreError(f"{path} is read-only", "make it writable, or only read from it")
    if schema.schema_version(connection, path) == 0 and not create:
        raise StoreError(f"{path} is an empty file", "make a store with `ledgerrag ingest`")


def _check_readable(connection: apsw.Connection, path: Path) -> None:
    present, known = schema.schema_version(connection, path), schema.steps()[-1][0]
    if present == 0:
        raise StoreError(f"{path} is an empty file", "make a store with `ledgerrag ingest`")
    if present < known:
        raise StoreError(
            f"{path} has schema {present}, this version reads {known}", "open it once for writing"
        )


class Pool:
    """Reading connections of one file, lent to one thread at a time.

    Args:
        path: the file.
        busy_ms: how long a reader waits for a lock.
    """

    def __init__(self, path: Path, busy_ms: int) -> None:
        self.path = path
        self._busy_ms = busy_ms
        self._idle: list[apsw.Connection] = []
        self._lock = threading.Lock()
        self._held = threading.local()
        self._closed = False

    def held(self) -> apsw.Connection | None:
        """The connection that this thread holds for a transaction or a snapshot."""
        connection: apsw.Connection | None = getattr(self._held, "connection", None)
        return connection

    @contextmanager
    def holding(self, connection: apsw.Connection) -> Iterator[None]:
        """Within the block this thread reads through the connection."""
        before = self.held()
        self._held.connection = connection
        try:
            yield
        finally:
            self._held.connection = before

    @contextmanager
    def asking(self, wanted: Callable[[], None] | None) -> Iterator[None]:
        """Within the block each read of this thread asks first; None: none does."""
        before = getattr(self._held, "wanted", None)
        self._held.wanted = wanted
        try:
            yield
        finally:
            self._held.wanted = before

    @contextmanager
    def reader(self) -> Iterator[apsw.Connection]:
        """A connection for reading, of this thread alone within the block."""
        wanted: Callable[[], None] | None = getattr(self._held, "wanted", None)
        if wanted is not None:
            wanted()
        held = self.held()
        if held is not None:
            yield held
            return
        connection = self._take()
        try:
            yield connection
        finally:
            self._give(connection)

    def _take(self) -> apsw.Connection:
        with self._lock:
            if self._closed:
                raise StoreError(f"{self.path} has been closed", "open it again")
            if self._idle:
                return self._idle.pop()
        return connect_reader(self.path, busy_ms=self._busy_ms)

    def _give(self, connection: apsw.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Close the idle connections now and the lent ones when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
