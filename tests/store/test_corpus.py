from __future__ import annotations

import dataclasses

import pytest

from ledgerrag.errors import NotFoundError
from ledgerrag.model import Authority, DocKey, Document, Source
from ledgerrag.store import NewChunk, Store
from tests.making import act, document


@pytest.fixture
def kept(store: Store) -> list[Document]:
    with store.write() as tx:
        return [
            tx.add_document(
                document("rule", "one", series="s"), [NewChunk(0, 3, "one", 1)], bands=("x", "y")
            ),
            tx.add_document(document("rule", "two", version=2, series="s"), []),
            tx.add_document(
                document("post", "three", series="t", cluster="rule"),
                [NewChunk(0, 2, "th", 1), NewChunk(2, 5, "ree", 1)],
                sketch=b"sketch",
                bands=("y",),
            ),
        ]


def test_documents_and_acts_share_one_counter(store: Store) -> None:
    with store.write() as tx:
        first = tx.add_document(document("a"), [])
        second = tx.add_act(act("repeal", "a", published="2025-01-01"))
        third = tx.add_document(document("b"), [])
    assert second is not None
    assert (first.seq, second.seq, third.seq, store.seq()) == (1, 2, 3, 3)
    assert store.changed_since(0) == ((1, "document", "a"), (2, "act", "a"), (3, "document", "b"))
    assert store.changed_since(2) == ((3, "document", "b"),)
    assert store.changed_since(3) == ()


def test_documents_that_are_not_there_are_left_out(store: Store, kept: list[Document]) -> None:
    keys = [DocKey("rule", 2), DocKey("rule", 3), DocKey("none", 1), DocKey("rule", 2)]
    assert store.documents(keys) == {DocKey("rule", 2): kept[1]}
    assert store.documents([]) == {}
    with pytest.raises(NotFoundError, match="rule@3"):
        store.document(DocKey("rule", 3))


def test_the_latest_version_comes_with_its_text(store: Store, kept: list[Document]) -> None:
    assert store.latest("rule") == kept[1]
    assert store.latest("none") is None


def test_versions_come_by_seq_without_their_texts(store: Store, kept: list[Document]) -> None:
    heads = [dataclasses.replace(one, text="") for one in kept]
    assert store.versions(["t", "s", "none", "s"]) == {
        "t": (heads[2],),
        "s": (heads[0], heads[1]),
        "none": (),
    }
    assert store.versions(["s", "t"], upto=1) == {"s": (heads[0],), "t": ()}
    assert store.versions(["s"], upto=0) == {"s": ()}


def test_acts_are_found_by_target_and_by_what_takes_its_place(store: Store) -> None:
    with store.write() as tx:
        one = tx.add_act(act("supersede", "a", by="b", published="2025-01-01"))
        two = tx.add_act(act("repeal", "b", published="2025-01-02"))
        tx.add_act(act("repeal", "c", published="2025-01-03"))
    assert store.acts(["b"]) == (one, two)
    assert store.acts(["b", "a", "b"]) == (one, two)
    assert store.acts(["b"], upto=1) == (one,)
    assert store.acts([""]) == store.acts([]) == ()


def test_an_act_is_pending_until_what_it_names_is_there(store: Store) -> None:
    with store.write() as tx:
        for target in ("doc", "doc@2", "series", "other@x"):
            tx.add_act(act("repeal", target, published="2025-01-01"))

    def pending() -> list[str]:
        return [one.target for one in store.pending_acts()]

    assert pending() == ["doc", "doc@2", "series", "other@x"]
    with store.write() as tx:
        tx.add_document(document("doc", series="series"), [])
    assert pending() == ["doc@2", "other@x"]
    with store.write() as tx:
        tx.add_document(document("doc", version=2, series="series"), [])
        tx.add_document(document("other@x"), [])
    assert pending() == []


def test_chunks_come_in_rows_without_a_gap(store: Store, kept: list[Document]) -> None:
    rows = store.chunks_after(0)
    assert [(row.row, row.key, row.start) for row in rows] == [
        (1, DocKey("rule", 1), 0),
        (2, DocKey("post", 1), 0),
        (3, DocKey("post", 1), 2),
    ]
    assert store.chunks_after(1, limit=1) == rows[1:2]
    assert store.chunks_after(3) == ()
    assert store.last_row() == 3
    assert store.chunks([3, 1, 9]) == {1: rows[0], 3: rows[2]}


def test_bands_lead_to_the_documents_that_have_them(store: Store, kept: list[Document]) -> None:
    assert store.bands(["y", "x", "none"]) == {
        "y": ((1, "rule"), (3, "rule")),
        "x": ((1, "rule"),),
        "none": (),
    }
    assert store.bands(["y"], limit=1) == {"y": ((1, "rule"),)}
    assert store.sketch(3) == b"sketch"
    assert store.sketch(1) == b""


def test_series_are_suggested_nearest_first(store: Store) -> None:
    with store.write() as tx:
        for name in ("market-rule-12", "market-rule-13", "market-rule-120", "weather"):
            tx.add_document(document(name), [])
    assert store.series_like("rule-12", 5)[:2] == ("market-rule-12", "market-rule-120")
    assert store.series_like("Market Rule 13", 1) == ("market-rule-13",)
    assert store.series_like("zzz", 5) == ()
    assert store.series_like("", 5) == ()
    assert store.has_series("weather")
    assert not store.has_series("weathe")


def test_a_registry_gets_a_new_version_only_when_it_changes(store: Store) -> None:
    assert store.registry() == (0, {})
    one = Source("a", "A \u00e9", Authority.OFFICIAL)
    two = Source("b", "B", Authority.USER)
    with store.write() as tx:
        assert tx.put_registry([two, one]) == 1
        assert tx.put_registry([one, two]) == 1
        assert tx.put_registry([one]) == 2
    assert store.registry() == (2, {"a": one})
    assert store.registry(1) == (1, {"a": one, "b": two})
    with pytest.raises(NotFoundError):
        store.registry(3)


def test_counts_say_what_is_there(store: Store, kept: list[Document]) -> None:
    assert store.counts() == {
        "documents": 3,
        "series": 2,
        "acts": 0,
        "chunks": 3,
        "clusters": 1,
        "entries": 0,
        "runs": 0,
    }


def test_the_state_of_a_file_is_the_last_one_noted(store: Store) -> None:
    assert store.file_state("a") is None
    with store.write() as tx:
        tx.put_file_state("a", b"1" * 32)
        tx.put_file_state("a", b"1" * 32)
        tx.put_file_state("a", b"2" * 32)
        tx.put_file_state("b", b"3" * 32)
    assert store.file_state("a") == b"2" * 32


@pytest.mark.parametrize("name", ["a\x00b", "'; DROP TABLE document; --", "%_", "\U0001f600", '"'])
def test_any_name_can_be_stored_and_asked_for(store: Store, name: str) -> None:
    with store.write() as tx:
        kept = tx.add_document(document(name, name, series=name), [])
        tx.add_act(act("repeal", name, published="2025-01-01"))
    assert store.document(kept.key) == kept
    assert [one.key for one in store.versions([name])[name]] == [kept.key]
    assert len(store.acts([name])) == 1
    assert store.pending_acts() == ()


def test_half_a_surrogate_pair_finds_nothing(store: Store) -> None:
    assert store.documents([DocKey("\ud800", 1)]) == {}
    assert store.versions(["\ud800"]) == {"\ud800": ()}
