from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ledgerrag.errors import NotFoundError, StoreError
from ledgerrag.store import Store, Tx
from ledgerrag.store.copying import copy_store
from tests.store.conftest import entropy


def count(path: Path) -> int:
    with Store.open(path, readonly=True, entropy=entropy) as store:
        return sum(1 for n in range(10_000) if store.idempotent(f"k{n}") is not None)


def write(store: Store, n: int) -> None:
    def work(tx: Tx) -> bytes:
        return b"done"

    store.submit(f"k{n}", work)


def test_a_copy_holds_what_was_committed_even_where_it_still_lies_in_the_log(
    store: Store, path: Path, tmp_path: Path
) -> None:
    for n in range(20):
        write(store, n)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    copy_store(path, tmp_path / "copy.db")
    assert count(tmp_path / "copy.db") == 20


def test_a_copy_is_the_file_alone(store: Store, path: Path, tmp_path: Path) -> None:
    write(store, 0)
    (tmp_path / "out").mkdir()
    copy_store(path, tmp_path / "out" / "copy.db")
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["copy.db"]


def test_a_copy_ends_and_is_one_state_while_another_thread_writes(
    store: Store, path: Path, tmp_path: Path
) -> None:
    stop = threading.Event()
    written = 0

    def writing() -> None:
        nonlocal written
        while not stop.is_set():
            write(store, written)
            written += 1

    thread = threading.Thread(target=writing)
    thread.start()
    try:
        counts = []
        for n in range(5):
            copy_store(path, tmp_path / f"{n}.db")
            counts.append(count(tmp_path / f"{n}.db"))
    finally:
        stop.set()
        thread.join()
    assert counts == sorted(counts)
    for n, found in enumerate(counts):
        with Store.open(tmp_path / f"{n}.db", readonly=True, entropy=entropy) as kept:
            # Without a gap: all that was committed before, and nothing after.
            assert all(kept.idempotent(f"k{i}") is not None for i in range(found))


def test_a_copy_of_nothing_names_the_store(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no store at"):
        copy_store(tmp_path / "none.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_file_that_is_no_store_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database, but long enough to look at\n" * 100)
    with pytest.raises(StoreError, match="is not a LedgerRAG store"):
        copy_store(tmp_path / "text.db", tmp_path / "copy.db")
