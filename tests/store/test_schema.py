# ruff: noqa: S608 - the names of tables and columns come from the schema itself
from __future__ import annotations

import sqlite3
from pathlib import Path

import apsw
import pytest

from ledgerrag.errors import StoreError
from ledgerrag.store import NewChunk, RunRow, Store
from ledgerrag.store.schema import check_library, steps
from ledgerrag.store.tokens import TokenRow, end_token, put_token
from tests.making import act, document
from tests.store.conftest import entropy
from tests.store.drafting import fill_drafts
from tests.store.watching import fill_watches


@pytest.fixture
def filled(path: Path) -> apsw.Connection:
    with Store.open(path, entropy=entropy) as store, store.write() as tx:
        tx.add_document(document("a", "text"), [NewChunk(0, 4, "text", 1)], sketch=b"s", bands="b")
        tx.add_act(act("repeal", "a", published="2025-02-01"))
        tx.put_registry(())
        tx.put_run(RunRow("r", "q", "v", "k", "c", b"l", b"a", b"q", 0), ["a"])
        tx.put_record("model", "k", b"body")
        tx.append_entry(b"{}", bytes(32), [(1, 0, bytes(32))])
        tx.put_payload("kept", b"salt", b"body")
        tx.put_payload("gone", b"salt", b"body")
        tx.erase_payload("gone")
        tx.put_idempotent("k", b"body")
        tx.put_file_state("f", bytes(32))
        put_token(tx, TokenRow("t", "0" * 64, "main", "s", "l", "ask", "c"))
        end_token(tx, "t", "c")
        fill_drafts(tx)
        fill_watches(tx)
    return apsw.Connection(str(path))


def tables(connection: apsw.Connection) -> list[str]:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return [str(row[0]) for row in rows]


def columns(connection: apsw.Connection, table: str) -> list[str]:
    return [f'"{row[1]}"' for row in connection.execute(f"PRAGMA table_info({table})")]


def test_no_row_of_any_table_can_be_changed_or_deleted(filled: apsw.Connection) -> None:
    for table in tables(filled):
        assert filled.execute(f"SELECT count(*) FROM {table}").get > 0, table
        for column in columns(filled, table):
            with pytest.raises(apsw.ConstraintError, match="append-only"):
                filled.execute(f"UPDATE {table} SET {column} = {column}")
        with pytest.raises(apsw.ConstraintError, match="append-only"):
            filled.execute(f"DELETE FROM {table}")


def test_no_row_of_any_table_can_be_replaced(filled: apsw.Connection) -> None:
    # REPLACE deletes the row in its way without asking the triggers for DELETE.
    for table in tables(filled):
        names = columns(filled, table)
        before = filled.execute(f"SELECT * FROM {table}").fetchall()
        for verb in ("REPLACE", "INSERT OR REPLACE", "INSERT OR IGNORE"):
            try:
                filled.execute(f"{verb} INTO {table} SELECT * FROM {table}")
            except apsw.ConstraintError:
                continue
            # Rows that are nothing but their key may be given again: nothing changes.
            assert filled.execute(f"SELECT * FROM {table}").fetchall() == before, (table, names)


def test_a_replacement_under_a_new_number_is_refused(filled: apsw.Connection) -> None:
    rest = ", ".join(columns(filled, "document")[1:])
    with pytest.raises(apsw.ConstraintError, match="holds this key already"):
        filled.execute(
            f"REPLACE INTO document SELECT 3, {rest} FROM document WHERE seq = 1"
        ).fetchall()


def test_numbers_without_a_gap_are_asked_for_by_the_file_itself(filled: apsw.Connection) -> None:
    for statement in (
        "INSERT INTO entry VALUES (2, zeroblob(32), x'00')",
        "INSERT INTO entry VALUES (0, zeroblob(32), x'00')",
        "INSERT INTO chunk VALUES (3, 1, 0, 1, 'x', 1)",
        "INSERT INTO registry VALUES (3, '[]')",
        "INSERT INTO file_state VALUES (9, 'f', x'00')",
    ):
        with pytest.raises(apsw.ConstraintError, match="is not the next number"):
            filled.execute(statement)


def test_an_erased_payload_cannot_come_back(filled: apsw.Connection) -> None:
    with pytest.raises(apsw.ConstraintError, match="holds this key already"):
        filled.execute("INSERT INTO payload VALUES ('gone', x'00', x'00')")


def test_every_table_is_strict_and_guarded(filled: apsw.Connection) -> None:
    listed = filled.execute("PRAGMA table_list").fetchall()
    assert {row[1] for row in listed if row[5] == 1} == set(tables(filled))
    guards = {str(row[0]) for row in filled.execute("SELECT name FROM sqlite_schema")}
    for table in tables(filled):
        assert {f"{table}_no_update", f"{table}_no_delete"} <= guards


def test_the_migrations_are_numbered_from_one_without_a_gap() -> None:
    assert [number for number, _ in steps()] == list(range(1, len(steps()) + 1))


def test_a_file_is_brought_from_nothing_to_the_present_schema(path: Path) -> None:
    with Store.open(path, entropy=entropy) as store:
        assert store.log_id == "0001020304050607"
        assert set(store.counts().values()) == {0}
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(steps()),)


def test_a_second_opening_changes_nothing(path: Path) -> None:
    Store.open(path, entropy=entropy).close()
    before = path.read_bytes()
    with Store.open(path, entropy=lambda size: b"\xff" * size) as store:
        assert store.log_id == "0001020304050607"
    assert path.read_bytes() == before


@pytest.mark.parametrize("readonly", [False, True])
def test_a_later_schema_is_refused_in_one_line(path: Path, readonly: bool) -> None:
    Store.open(path, entropy=entropy).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    told = f"has schema 99, this version knows up to {steps()[-1][0]}; upgrade"
    with pytest.raises(StoreError, match=told):
        Store.open(path, readonly=readonly, entropy=entropy)


def test_an_earlier_schema_is_not_read_before_it_is_brought_up(path: Path) -> None:
    Store.open(path, entropy=entropy).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 0")
    connection.close()
    with pytest.raises(StoreError):
        Store.open(path, readonly=True, entropy=entropy)


@pytest.mark.parametrize("version", ["3.7.0", "3.40.1", "3.50.4", "3.51.2"])
def test_a_library_that_can_corrupt_a_database_is_refused(version: str) -> None:
    with pytest.raises(StoreError, match="install apsw"):
        check_library(version)


@pytest.mark.parametrize("version", ["3.51.3", "3.52.0", "3.54.1", "4.0.0"])
def test_a_sound_library_is_taken(version: str) -> None:
    check_library(version)


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    def broken(size: int) -> bytes:
        raise RuntimeError("no entropy")

    with pytest.raises(RuntimeError):
        Store.open(path, entropy=broken)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    with Store.open(path, entropy=entropy) as store:
        assert store.seq() == 0
