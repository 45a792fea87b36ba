from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

from ledgerrag.errors import NotFoundError, StoreBusyError, StoreError
from ledgerrag.store import RunRow, Store, Tx
from tests.store.conftest import entropy, nothing


def leaf(number: int) -> bytes:
    return hashlib.sha256(bytes([number % 256])).digest()


def run(name: str, entry: int = 0) -> RunRow:
    return RunRow(name, "how long?", "2026-08-01", "2026-08-01", "now", b"l", b"a", b"r", entry)


def test_entries_are_counted_from_zero_and_read_in_pages(store: Store) -> None:
    assert store.head() == (0, bytes(32))
    assert store.tree_size() == 0
    with store.write() as tx:
        for number in range(1_201):
            assert tx.append_entry(b"%d" % number, leaf(number), []) == number
    assert store.head() == (1_201, leaf(1_200))
    assert [seq for seq, _ in store.entries()] == list(range(1_201))
    assert list(store.entries(1_199)) == [(1_199, b"1199"), (1_200, b"1200")]
    assert [seq for seq, _ in store.entries(498, 503)] == [498, 499, 500, 501, 502]
    assert list(store.entries(5, 5)) == list(store.entries(1_201)) == []


def test_the_leaves_are_level_zero_of_the_tree(store: Store) -> None:
    with store.write() as tx:
        tx.append_entry(b"a", leaf(0), [(0, 0, leaf(0))])
        tx.append_entry(b"b", leaf(1), [(0, 1, leaf(1)), (1, 0, leaf(9))])
    assert (store.node(0, 1), store.node(1, 0)) == (leaf(1), leaf(9))
    with pytest.raises(NotFoundError, match="no node 1 at level 1"):
        store.node(1, 1)
    with pytest.raises(NotFoundError):
        store.node(0, 2)


def test_a_node_is_written_once(store: Store) -> None:
    with store.write() as tx:
        tx.append_entry(b"a", leaf(0), [(1, 0, leaf(9))])
        with pytest.raises(StoreError, match="not the leaf of entry 1"):
            tx.append_entry(b"b", leaf(1), [(0, 1, leaf(2))])
        with pytest.raises(StoreError, match="holds this key already"):
            tx.append_entry(b"b", leaf(1), [(1, 0, leaf(8))])
    assert store.tree_size() == 1


def test_runs_come_newest_first(store: Store) -> None:
    with store.write() as tx:
        for name in ("c", "a", "b"):
            tx.put_run(run(name), [])
    assert [row.run for row in store.runs()] == ["b", "a", "c"]
    assert [row.run for row in store.runs(limit=1)] == ["b"]
    assert store.run("a") == run("a")
    with pytest.raises(NotFoundError, match="there is no run x"):
        store.run("x")


def test_runs_are_found_by_what_their_evidence_rests_on(store: Store) -> None:
    with store.write() as tx:
        tx.put_run(run("z"), ["s", "doc", "doc@1", "s"])
        tx.put_run(run("y"), ["doc@2"])
    assert store.runs_touching(["s", "doc@1", "none"]) == {"z": ("doc@1", "s")}
    assert list(store.runs_touching(["doc@2", "doc"])) == ["z", "y"]
    assert store.runs_touching([]) == {}


def test_a_run_is_stored_once(store: Store) -> None:
    with store.write() as tx:
        tx.put_run(run("a"), ["s"])
        with pytest.raises(StoreError, match=r"holds this key already|UNIQUE"):
            tx.put_run(run("a"), ["t"])
    assert store.runs_touching(["t"]) == {}


def test_a_recorded_result_is_never_overwritten(store: Store) -> None:
    assert store.record("model", "k") is None
    with store.write() as tx:
        tx.put_record("model", "k", b"one")
        tx.put_record("model", "k", b"one")
        tx.put_record("retrieval", "k", b"other kind")
        with pytest.raises(StoreError, match="another model result is recorded"):
            tx.put_record("model", "k", b"two")
    assert store.record("model", "k") == b"one"


def test_an_idempotency_key_is_used_once(store: Store) -> None:
    assert store.idempotent("k") is None
    with store.write() as tx:
        tx.put_idempotent("k", b"")
        with pytest.raises(StoreError, match="was used before"):
            tx.put_idempotent("k", b"")
    assert store.idempotent("k") == b""


def everything(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


@pytest.mark.parametrize("seed", range(4))
def test_an_erased_payload_is_gone_from_every_byte_of_the_store(
    path: Path, store: Store, seed: int
) -> None:
    # Sizes below, about and above a page, so that rows share pages, fill them and overflow.
    chance = random.Random(seed)
    kept: list[str] = []
    erased: list[str] = []
    for _ in range(40):
        with store.write() as tx:
            for _ in range(chance.randrange(8)):
                name = f"p{len(kept) + len(erased):05d}."
                times = chance.choice([2, 15, 110, 210, 550, 1_300])
                tx.put_payload(name, f"salt-{name}".encode(), f"secret-{name}".encode() * times)
                kept.append(name)
            for name in chance.sample(kept, min(len(kept), chance.randrange(6))):
                tx.erase_payload(name)
                kept.remove(name)
                erased.append(name)
        left = everything(path)
        for name in erased:
            assert f"secret-{name}".encode() not in left
            assert f"salt-{name}".encode() not in left
            assert store.payload(name) is None
    for name in kept:
        found = store.payload(name)
        assert found is not None
        assert found[0] == f"salt-{name}".encode()
        assert found[1].startswith(f"secret-{name}".encode())
    assert len(erased) > 50


def test_erasing_again_changes_nothing_and_an_unknown_payload_is_named(store: Store) -> None:
    with store.write() as tx:
        tx.put_payload("c", b"salt", b"body")
        tx.put_payload("c", b"salt", b"body")
        tx.erase_payload("c")
        tx.erase_payload("c")
        with pytest.raises(NotFoundError, match="there is no payload x"):
            tx.erase_payload("x")
        with pytest.raises(StoreError, match="was erased"):
            tx.put_payload("c", b"salt", b"body")
        assert tx.store.payload("c") is None


def test_an_erasure_that_a_reader_holds_up_says_so_and_the_next_opening_ends_it(
    path: Path,
) -> None:
    with Store.open(path, busy_ms=20, entropy=entropy) as store:
        with store.write() as tx:
            tx.put_payload("c", b"salt", b"the secret body")
        with Store.open(path, readonly=True, entropy=entropy) as reader:
            with reader.snapshot():
                assert reader.payload("c") is not None
                with (
                    pytest.raises(StoreBusyError, match="the payload is erased, but"),
                    store.write() as tx,
                ):
                    tx.erase_payload("c")
                assert reader.payload("c") is not None
            assert reader.payload("c") is None
            assert b"the secret body" in everything(path)
        with Store.open(path, entropy=entropy):
            assert b"the secret body" not in everything(path)


def puts(tx: Tx) -> bytes:
    tx.put_payload("c", b"salt", b"body")
    return b""


def erases(tx: Tx) -> bytes:
    tx.erase_payload("c")
    return b""


def test_a_group_tells_the_one_that_erases_when_bytes_remain(path: Path) -> None:
    with Store.open(path, busy_ms=20, entropy=entropy) as store:
        store.submit("put", puts)
        with Store.open(path, readonly=True, entropy=entropy) as reader, reader.snapshot():
            with pytest.raises(StoreBusyError, match="the payload is erased, but"):
                store.submit("erase", erases)
            assert store.submit("other", nothing) == b""
        assert store.submit("again", erases) == b""
