from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from ledgerrag.errors import StoreBusyError, StoreError
from ledgerrag.store import Store, Tx
from tests.making import document
from tests.store.conftest import entropy, nothing

Outcome = bytes | BaseException


def adds(name: str) -> Callable[[Tx], bytes]:
    return lambda tx: b"%d" % tx.add_document(document(name), []).seq


def together(store: Store, works: dict[str, Callable[[Tx], bytes]]) -> dict[str, Outcome]:
    """Submit from one thread each while the writer is held, so that they form one group."""
    outcomes: dict[str, Outcome] = {}

    def submit(key: str, work: Callable[[Tx], bytes]) -> None:
        try:
            outcomes[key] = store.submit(key, work)
        except BaseException as error:  # noqa: BLE001 - the outcome is what is tested
            outcomes[key] = error

    threads = [threading.Thread(target=submit, args=item) for item in works.items()]
    pause = threading.Event()
    store.lock_writer()
    for number, thread in enumerate(threads, start=1):
        thread.start()
        while len(store._group._queue) < number:
            pause.wait(0.001)
    store.unlock_writer()
    for thread in threads:
        thread.join()
    return outcomes


def commits(store: Store) -> list[str]:
    """Grows by one at each commit of the writer."""
    seen: list[str] = []

    def note() -> bool:
        seen.append("commit")
        return False

    assert store._writer is not None
    store._writer.set_commit_hook(note)
    return seen


def test_a_key_gives_what_it_gave_first_and_the_work_is_not_done_again(store: Store) -> None:
    assert store.submit("k", adds("a")) == b"1"
    assert store.submit("k", adds("b")) == b"1"
    assert store.seq() == 1
    assert store.submit("empty", nothing) == b""
    assert store.submit("empty", adds("c")) == b""


def test_a_key_holds_after_reopening(path: Path) -> None:
    with Store.open(path, entropy=entropy) as store:
        store.submit("k", adds("a"))
    with Store.open(path, entropy=entropy) as store:
        assert store.submit("k", adds("b")) == b"1"
        assert store.idempotent("k") == b"1"


def test_writes_that_wait_share_one_commit(store: Store) -> None:
    seen = commits(store)
    outcomes = together(store, {f"k{number}": adds(f"d{number}") for number in range(8)})
    assert sorted(outcomes.values()) == [b"%d" % number for number in range(1, 9)]  # type: ignore[type-var]
    assert len(seen) == 1


def test_one_that_fails_does_not_take_the_others_with_it(store: Store) -> None:
    def fails(tx: Tx) -> bytes:
        tx.add_document(document("lost"), [])
        raise ValueError("mine alone")

    outcomes = together(
        store, {"a": adds("a"), "b": fails, "c": adds("a"), "d": adds("d"), "a2": adds("e")}
    )
    assert (outcomes["a"], outcomes["d"], outcomes["a2"]) == (b"1", b"2", b"3")
    assert isinstance(outcomes["b"], ValueError)
    assert isinstance(outcomes["c"], StoreError)
    assert [name for _, _, name in store.changed_since(0)] == ["a", "d", "e"]
    assert store.idempotent("b") is None
    assert store.submit("b", adds("b")) == b"4"


def test_the_same_key_twice_in_a_group_is_done_once(store: Store) -> None:
    outcomes: list[bytes] = []
    threads = [
        threading.Thread(target=lambda name=name: outcomes.append(store.submit("k", adds(name))))
        for name in "abcd"
    ]
    store.lock_writer()
    for thread in threads:
        thread.start()
    store.unlock_writer()
    for thread in threads:
        thread.join()
    assert outcomes == [b"1"] * 4
    assert store.seq() == 1


def test_a_commit_that_raised_but_happened_is_reported_as_done(store: Store) -> None:
    def raises(connection: apsw.Connection, name: str, pages: int) -> int:
        raise apsw.IOError("after the commit")

    assert store._writer is not None
    # The hook runs when the commit is in the log already.
    store._writer.set_wal_hook(raises)
    outcomes = together(store, {"a": adds("a"), "b": adds("b")})
    assert outcomes == {"a": b"1", "b": b"2"}
    assert store.seq() == 2
    with pytest.raises(StoreError, match="after the commit"), store.write() as tx:
        tx.put_idempotent("plain", b"")


def test_a_commit_that_raised_and_did_not_happen_is_reported_as_failed(store: Store) -> None:
    assert store._writer is not None
    store._writer.set_commit_hook(lambda: True)
    outcomes = together(store, {"a": adds("a"), "b": adds("b")})
    assert all(isinstance(outcome, StoreError) for outcome in outcomes.values())
    assert store.seq() == 0
    store._writer.set_commit_hook(None)
    assert store.submit("a", adds("a")) == b"1"


def test_an_interruption_reports_nobody_as_done(store: Store) -> None:
    def interrupted(tx: Tx) -> bytes:
        raise KeyboardInterrupt

    outcomes = together(store, {"a": adds("a"), "b": interrupted, "c": adds("c")})
    kinds = sorted(type(outcome).__name__ for outcome in outcomes.values())
    assert kinds == ["KeyboardInterrupt", "StoreError", "StoreError"]
    assert store.seq() == 0
    assert store.submit("a", adds("a")) == b"1"


def test_a_disk_that_is_full_fails_the_group_and_not_the_store(store: Store) -> None:
    assert store._writer is not None
    full = int(store._writer.pragma("page_count")) + 2
    store._writer.pragma("max_page_count", full)
    big = "x" * 200_000
    outcomes = together(
        store,
        {"a": adds("a"), "b": lambda tx: b"%d" % tx.add_document(document("b", big), []).seq},
    )
    assert isinstance(outcomes["b"], StoreError)
    assert "disk is full" in str(outcomes["b"])
    store._writer.pragma("max_page_count", 1_000_000)
    assert store.submit("b", adds("b")).isdigit()
    assert store.submit("a", adds("a")).isdigit()
    assert store.seq() == 2


def test_a_submit_that_is_not_taken_on_in_time_has_not_happened(path: Path) -> None:
    with Store.open(path, busy_ms=20, entropy=entropy) as store:
        seen: list[BaseException] = []

        def late() -> None:
            try:
                store.submit("late", adds("late"))
            except StoreBusyError as error:
                seen.append(error)

        with store.write():
            thread = threading.Thread(target=late)
            thread.start()
            thread.join()
        assert len(seen) == 1
        assert store.submit("next", adds("next")) == b"1"
        assert store.idempotent("late") is None


def test_a_submit_from_inside_the_work_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="open already"):
        store.submit("k", lambda tx: tx.store.submit("inner", nothing))
    # The refused one is not left in the queue.
    assert store.submit("k", adds("a")) == b"1"
    assert store.seq() == 1
