from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ledgerrag.errors import AbandonedError
from ledgerrag.model import Document
from ledgerrag.store import NewChunk, Store, Tx
from tests.making import document
from tests.store.conftest import entropy

ROOT = Path(__file__).parents[2]
CHUNKS = (NewChunk(0, 4, "some", 1), NewChunk(5, 9, "text", 1))
CHILD = Path(__file__).with_name("write_child.py")


def adds(one: Document) -> Callable[[Tx], bytes]:
    return lambda tx: b"%d" % tx.add_document(one, CHUNKS).seq


def start(path: Path, name: str, count: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, CHILD, path, name, str(count)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def check(store: Store, documents: int) -> None:
    counts = store.counts()
    assert counts["documents"] == store.seq() == documents
    assert counts["chunks"] == store.last_row() == 2 * documents
    assert [seq for seq, _, _ in store.changed_since(0)] == list(range(1, documents + 1))


def test_processes_that_create_and_write_at_the_same_time_lose_nothing(path: Path) -> None:
    children = [start(path, name, 40) for name in ("a", "b", "c")]
    with Store.open(path, entropy=entropy) as store:
        # A reader at work meanwhile sees whole transactions only.
        seen = [0]
        while any(child.poll() is None for child in children):
            with store.snapshot():
                check(store, store.seq())
                seen.append(store.seq())
        assert [child.returncode for child in children] == [0, 0, 0]
        assert seen == sorted(seen)
        check(store, 120)
        for name in ("a", "b", "c"):
            assert all(store.has_series(f"{name}-{number}") for number in range(40))


def test_threads_write_and_read_one_store_at_the_same_time(store: Store) -> None:
    failures: list[BaseException] = []

    def write(name: str) -> None:
        try:
            for number in range(25):
                one = document(f"{name}-{number}", "some text")
                if number % 2:
                    store.submit(one.doc_id, adds(one))
                else:
                    with store.write() as tx:
                        tx.add_document(one, CHUNKS)
                assert store.latest(one.doc_id) is not None
        except BaseException as error:  # noqa: BLE001 - reported by the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        with store.snapshot():
            check(store, store.seq())
    assert failures == []
    check(store, 100)


def test_a_snapshot_does_not_see_what_comes_after_it(store: Store) -> None:
    with store.write() as tx:
        tx.add_document(document("a"), [])
    with store.snapshot() as view:
        other = threading.Thread(target=lambda: store.submit("k", adds(document("b"))))
        other.start()
        other.join()
        assert view.seq() == 1
        with store.snapshot() as inner:
            assert inner.seq() == 1
        with store.write() as tx:
            assert tx.store.seq() == 2
        assert view.seq() == 1
    assert store.seq() == 2


def test_other_threads_do_not_see_an_open_transaction(store: Store) -> None:
    seen: list[int] = []
    with store.write() as tx:
        tx.add_document(document("a"), [])
        other = threading.Thread(target=lambda: seen.append(store.seq()))
        other.start()
        other.join()
    assert seen == [0]


def test_a_store_that_is_closed_and_opened_again_is_the_same(path: Path) -> None:
    with Store.open(path, entropy=entropy) as store:
        with store.write() as tx:
            kept = tx.add_document(document("a", "text"), [NewChunk(0, 4, "text", 1)])
        rows, log_id = store.chunks_after(0), store.log_id
    with Store.open(path, entropy=os.urandom) as store:
        assert store.log_id == log_id
        assert store.document(kept.key) == kept
        assert store.chunks_after(0) == rows
        with store.write() as tx:
            assert tx.add_document(document("b"), []).seq == 2


def test_a_store_keeps_its_file_when_the_working_folder_changes(path: Path, tmp_path: Path) -> None:
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        store = Store.open(Path(path.name), entropy=entropy)
    finally:
        os.chdir(here)
    with store:
        assert store.seq() == 0
        assert store.path == path


def test_reads_that_nobody_wants_any_more_end_and_a_transaction_is_never_disturbed(
    tmp_path: Path,
) -> None:
    def unwanted() -> None:
        raise AbandonedError("nobody waits", "send it again")

    with Store.open(tmp_path / "s.db", entropy=entropy) as store:
        with store.while_wanted(unwanted):
            with pytest.raises(AbandonedError):
                store.tree_size()
            with store.write() as tx:
                assert tx.store.tree_size() == 0
            assert store.submit("key", lambda tx: b"%d" % tx.store.tree_size()) == b"0"
        assert store.tree_size() == 0
