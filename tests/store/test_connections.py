from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from ledgerrag.errors import LedgerRAGError, NotFoundError, StoreBusyError, StoreError
from ledgerrag.store import Store
from ledgerrag.store.schema import APPLICATION_ID
from tests.making import document
from tests.store.conftest import entropy, nothing


def refused(path: Path, **options: bool) -> str:
    with pytest.raises(LedgerRAGError) as caught:
        Store.open(path, entropy=entropy, **options)
    line = str(caught.value)
    assert "\n" not in line
    assert path.name in line
    return line


def test_a_missing_file_is_not_made_where_creating_is_not_asked_for(path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no store at"):
        Store.open(path, create=False, entropy=entropy)
    with pytest.raises(NotFoundError, match="there is no store at"):
        Store.open(path, readonly=True, entropy=entropy)
    assert not path.exists()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="nowhere does not exist; make it first"):
        Store.open(tmp_path / "nowhere" / "a.ledger", entropy=entropy)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    assert "is a folder" in refused(tmp_path)


def test_a_folder_that_is_a_file_is_named(path: Path) -> None:
    path.write_text("x")
    with pytest.raises(LedgerRAGError, match=r"does not exist|cannot be a store"):
        Store.open(path / "a.ledger", entropy=entropy)


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be a path"):
        Store.open(tmp_path / "a\x00b", entropy=entropy)
    with pytest.raises(StoreError, match="cannot be a store"):
        Store.open(tmp_path / ("a" * 300), entropy=entropy)


@pytest.mark.parametrize("readonly", [False, True])
def test_a_file_of_something_else_is_refused_and_kept(path: Path, readonly: bool) -> None:
    path.write_bytes(b"# A Markdown file, longer than the header of a database is.\n" * 50)
    before = path.read_bytes()
    assert "is not a LedgerRAG store" in refused(path, readonly=readonly)
    assert path.read_bytes() == before


@pytest.mark.parametrize("readonly", [False, True])
def test_a_database_of_another_program_is_refused_and_kept(path: Path, readonly: bool) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (a)")
    other.close()
    before = path.read_bytes()
    assert "another program" in refused(path, readonly=readonly)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store_only_where_creating_is_asked_for(path: Path) -> None:
    path.touch()
    assert "is an empty file" in refused(path, create=False)
    assert "is an empty file" in refused(path, readonly=True)
    with Store.open(path, entropy=entropy) as store:
        assert store.seq() == 0


def test_a_truncated_store_is_refused_in_one_line(path: Path) -> None:
    with Store.open(path, entropy=entropy) as store, store.write() as tx:
        tx.add_document(document("a", "text" * 5_000), [])
    path.write_bytes(path.read_bytes()[:5_000])
    assert "is damaged" in refused(path)


def test_a_read_only_store_reads_and_refuses_to_write(path: Path, store: Store) -> None:
    with store.write() as tx:
        tx.add_document(document("a", "text"), [])
    with Store.open(path, readonly=True, entropy=entropy) as reader:
        assert reader.log_id == store.log_id
        assert reader.seq() == 1
        with pytest.raises(StoreError, match="not open for writing"), reader.write():
            pass
        with pytest.raises(StoreError, match="not open for writing"):
            reader.submit("k", nothing)


_AS_NOBODY = """
import os, sys
from pathlib import Path
from ledgerrag.errors import StoreError
from ledgerrag.store import Store, schema
schema.steps()
os.setgid(65534); os.setuid(65534)
try:
    Store.open(Path(sys.argv[1]), entropy=os.urandom)
except StoreError as error:
    print(error)
"""


def test_a_file_that_may_not_be_written_is_refused_in_one_line() -> None:
    # The superuser may write anything: there another user tries, in a folder that it may see.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "corpus.ledger"
        Store.open(path, entropy=entropy).close()
        path.chmod(0o444)
        if os.geteuid() != 0:
            assert "is read-only" in refused(path)
            return
        done = subprocess.run(
            [sys.executable, "-c", _AS_NOBODY, path], capture_output=True, text=True, check=True
        )
        assert done.stdout.count("\n") == 1
        assert "is read-only" in done.stdout


def test_every_state_of_a_file_that_is_opened_is_ours(path: Path, store: Store) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    assert store._writer is not None
    assert store._writer.pragma("synchronous") == 2
    assert store._writer.pragma("secure_delete") == 1


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError, match="has been closed"):
        store.seq()
    with pytest.raises(StoreError, match="not open for writing"), store.write():
        pass


def test_a_writer_that_waits_too_long_is_told_who_holds_the_store(path: Path) -> None:
    with (
        Store.open(path, entropy=entropy) as one,
        Store.open(path, busy_ms=20, entropy=entropy) as other,
    ):
        with one.write() as tx:
            tx.put_idempotent("k", b"")
            with pytest.raises(StoreBusyError, match="another process"), other.write():
                pass
            with pytest.raises(StoreBusyError, match="another process"):
                other.submit("x", nothing)
        assert other.submit("x", nothing) == b""


def test_a_thread_that_waits_too_long_is_told_so(path: Path) -> None:
    with Store.open(path, busy_ms=20, entropy=entropy) as store:
        seen: list[Exception] = []

        def second() -> None:
            try:
                with store.write():
                    pass
            except StoreBusyError as error:
                seen.append(error)

        with store.write():
            thread = threading.Thread(target=second)
            thread.start()
            thread.join()
        assert "another thread" in str(seen[0])


def test_readers_of_threads_that_end_are_used_again(store: Store) -> None:
    for _ in range(20):
        thread = threading.Thread(target=store.seq)
        thread.start()
        thread.join()
    assert len(store._pool._idle) == 1
