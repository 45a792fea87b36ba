from __future__ import annotations

import pytest

from ledgerrag.errors import InputError, StoreError
from ledgerrag.model import DocKey
from ledgerrag.store import NewChunk, Store, Tx
from tests.making import act, document
from tests.store.conftest import nothing


def test_what_raises_leaves_nothing_behind(store: Store) -> None:
    def half(tx: Tx) -> None:
        tx.add_document(document("a"), [NewChunk(0, 1, "a", 1)])
        tx.add_act(act("repeal", "a", published="2025-01-01"))
        tx.append_entry(b"{}", bytes(32), [])
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError), store.write() as tx:
        half(tx)
    assert set(store.counts().values()) == {0}
    with store.write() as tx:
        assert tx.add_document(document("b"), []).seq == 1


def test_a_version_is_stored_once(store: Store) -> None:
    with store.write() as tx:
        tx.add_document(document("a", "one"), [])
        with pytest.raises(StoreError, match="document a@1 is stored already; give it the next"):
            tx.add_document(document("a", "other"), [])
        assert tx.add_document(document("a", "two", version=2), []).seq == 2
    assert store.document(DocKey("a", 1)).text == "one"


def test_a_document_that_fails_half_way_takes_its_parts_with_it(store: Store) -> None:
    with store.write() as tx:
        with pytest.raises(StoreError, match="CHECK constraint"):
            tx.add_document(document("a"), [NewChunk(0, 1, "a", 1), NewChunk(5, 1, "b", 1)])
        with pytest.raises(InputError, match="surrogate"):
            tx.add_document(document("b", title="\ud800"), [])
        with pytest.raises(InputError, match="surrogate"):
            tx.add_document(document("c"), [NewChunk(0, 1, "\ud800", 1)])
        assert tx.add_document(document("d"), [NewChunk(0, 1, "d", 1)]).seq == 1
    assert store.counts()["documents"] == store.counts()["chunks"] == 1


def test_the_writing_thread_reads_what_it_wrote(store: Store) -> None:
    with store.write() as tx:
        kept = tx.add_document(document("a", "text"), [])
        assert tx.store.document(kept.key) == kept
        assert tx.store.seq() == 1


def test_a_savepoint_undoes_its_own_part_only(store: Store) -> None:
    def fail(tx: Tx) -> None:
        with tx.savepoint():
            tx.add_document(document("b"), [])
            raise RuntimeError("part")

    with store.write() as tx:
        tx.add_document(document("a"), [])
        with pytest.raises(RuntimeError):
            fail(tx)
        tx.add_document(document("c"), [])
    assert store.changed_since(0) == ((1, "document", "a"), (2, "document", "c"))


def test_an_ended_transaction_writes_nothing(store: Store) -> None:
    with store.write() as tx:
        pass
    with pytest.raises(StoreError, match="has ended"):
        tx.add_document(document("a"), [])
    with pytest.raises(StoreError, match="has ended"):
        tx.put_idempotent("k", b"")


def test_a_transaction_inside_a_transaction_is_refused(store: Store) -> None:
    with store.write() as tx:
        with pytest.raises(StoreError, match="open already"), store.write():
            pass
        with pytest.raises(StoreError, match="open already"):
            store.submit("k", nothing)
        with pytest.raises(StoreError, match="close it after"):
            store.close()
        tx.add_document(document("a"), [])
    assert store.seq() == 1
