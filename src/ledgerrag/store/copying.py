"""A copy of a store that is in use: one state of it, whole, in a file of its own."""

from __future__ import annotations

from pathlib import Path

import apsw

from ledgerrag.store.connections import check_path, connect_reader, explained

STEP_PAGES = 2_048


def copy_store(path: Path, out: Path, *, busy_ms: int = 10_000) -> None:
    """Copy a store while others may read and write it.

    The copy is one committed state: what is written meanwhile is in it or not, never half. It has
    no write-ahead log, so that the file alone is the store.

    Args:
        path: the store.
        out: the file to make; it must not exist.
        busy_ms: how long to wait for a lock, in milliseconds.
    Raises:
        NotFoundError: there is no store at the path.
        StoreError: not a store, damaged, or the copy cannot be written.
    """
    check_path(path, create=False)
    with explained(path):
        source = connect_reader(path, busy_ms=busy_ms)
    try:
        # A read transaction that stands still: a busy writer would start the copy over and over.
        with explained(path):
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM meta").fetchall()
        with explained(out):
            _copy(source, out)
    finally:
        source.close()


def _copy(source: apsw.Connection, out: Path) -> None:
    target = apsw.Connection(str(out))
    try:
        with target.backup("main", source, "main") as backup:
            while not backup.done:
                backup.step(STEP_PAGES)
        target.pragma("synchronous", "extra")
        target.pragma("journal_mode", "delete")
    finally:
        target.close()
