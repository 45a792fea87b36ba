"""The numbered steps that bring a file to the present schema, and the library that may do it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import apsw

from ledgerrag.errors import StoreError

APPLICATION_ID = 0x4C524147
# The WAL-reset defect of SQLite 3.7.0 to 3.51.2 can corrupt a database with several connections.
FIRST_SAFE_LIBRARY = (3, 51, 3)
LOG_ID_BYTES = 8


def check_library(version: str) -> None:
    """Refuse an SQLite library whose WAL mode can corrupt a database.

    Args:
        version: as the library names itself: `3.54.1`.
    Raises:
        StoreError: the library is older than 3.51.3.
    """
    if tuple(int(part) for part in version.split(".")[:3]) < FIRST_SAFE_LIBRARY:
        raise StoreError(
            f"SQLite {version} can corrupt a database in WAL mode",
            "install apsw 3.51.3 or later",
        )


@cache
def steps() -> tuple[tuple[int, str], ...]:
    """The migrations that this version knows: (number, SQL), ascending."""
    folder = files("ledgerrag.store") / "migrations"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".sql")]
    return tuple(
        (int(entry.name[:4]), entry.read_text(encoding="utf-8"))
        for entry in sorted(found, key=lambda entry: entry.name)
    )


def schema_version(connection: apsw.Connection, path: Path) -> int:
    """The number of the last migration of the file; 0 for an empty file.

    Raises:
        StoreError: another program's database, or a schema from a later version of LedgerRAG.
    """
    version = int(connection.pragma("user_version"))
    owner = int(connection.pragma("application_id"))
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").get == 0
    if owner != APPLICATION_ID and not (empty and owner == 0 and version == 0):
        raise StoreError(
            f"{path} is an SQLite database of another program", "name a LedgerRAG store"
        )
    known = steps()[-1][0]
    if version > known:
        raise StoreError(
            f"{path} has schema {version}, this version knows up to {known}", "upgrade ledgerrag"
        )
    return version


def migrate(connection: apsw.Connection, path: Path, entropy: Callable[[int], bytes]) -> None:
    """Bring the file to the present schema in one transaction; nothing where it is there already.

    Args:
        connection: open for writing, in WAL mode, outside a transaction.
        path: for messages.
        entropy: source of random bytes, for the log id of a new file.
    """
    if schema_version(connection, path) == steps()[-1][0]:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again under the lock: another process may have been quicker.
        present = schema_version(connection, path)
        for number, sql in steps():
            if number > present:
                connection.execute(sql)
                connection.execute(f"PRAGMA user_version = {number}")
        if present == 0:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            log_id = entropy(LOG_ID_BYTES).hex()
            connection.execute("INSERT INTO meta VALUES ('log_id', ?)", (log_id,))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
