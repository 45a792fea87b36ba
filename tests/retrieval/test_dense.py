from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledgerrag.dates import Moment
from ledgerrag.embedding.seam import HashedWords, Role, Vectors
from ledgerrag.errors import ModelError, UnavailableError
from ledgerrag.retrieval import dense as dense_room
from ledgerrag.retrieval.dense import DenseIndex
from ledgerrag.retrieval.filling import fill
from ledgerrag.retrieval.index import SearchIndex
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.memory import MemoryIndex
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Stats, Where

from .corpus import ListStore, chunk, laid_out, random_rows
from .test_lexical import WIDE, plans, queries, wheres

MODEL = HashedWords(dimension=16)
STATS: tuple[Stats, ...] = ("as_of", "index")


@dataclass
class Counting:
    """The double, with what it was asked."""

    inner: HashedWords = field(default_factory=lambda: MODEL)
    texts: list[tuple[str, Role]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def digest(self) -> str:
        return self.inner.digest

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        self.texts += [(text, role) for text in texts]
        return self.inner.embed(texts, role)


def opened(folder: Path, store: ListStore) -> SearchIndex:
    words = LexicalIndex.open(folder / "index", store)
    return SearchIndex(words, lambda: DenseIndex(folder / "vectors", store, MODEL))


def same(found: Found, slow: Found) -> None:
    """Everything but what names the engine."""
    assert found.hits == slow.hits
    assert found.vector == slow.vector
    assert replace(found.receipt, engine="") == replace(slow.receipt, engine="")


def test_the_oracle_holds_what_the_index_embeds() -> None:
    rows = laid_out(random_rows(3, 40))
    store = ListStore(rows)
    documents = store.documents(row.key for row in rows)
    assert [documents[r.key].text[r.start : r.end] for r in rows] == [r.tokens for r in rows]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 10_000),
    size=st.integers(0, 90),
    lag=st.integers(0, 90),
    asks=st.lists(
        st.tuples(queries, wheres, plans, st.sampled_from(STATS)),
        min_size=4,
        max_size=10,
    ),
)
def test_dense_and_hybrid_equal_the_oracle_that_holds_only_the_slice(
    seed: int, size: int, lag: int, asks: list[tuple[str, Where, Places, Stats]]
) -> None:
    rows = laid_out(random_rows(seed, size))
    store = ListStore(rows[: max(0, size - lag)])
    with tempfile.TemporaryDirectory() as name:
        index = opened(Path(name), store)
        index.vectors.sync()
        store.rows = rows
        oracle = MemoryIndex(rows, MODEL)
        for query, where, places, stats in asks:
            same(index.dense(query, where, places), oracle.dense(query, where, places))
            same(
                index.hybrid(query, where, places, stats),
                oracle.hybrid(query, where, places, stats),
            )
        index.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 10_000),
    query=queries,
    at=st.integers(-1, 20),
    watermark=st.integers(0, 60),
    calendar=st.booleans(),
    places=plans,
)
def test_nothing_published_after_k_or_ingested_after_the_watermark_changes_a_result(
    seed: int, query: str, at: int, watermark: int, *, calendar: bool, places: Places
) -> None:
    rows = laid_out(random_rows(seed, 60))
    where = Where(Moment(at, calendar), watermark)
    there = [r for r in rows if r.seq <= watermark and r.published[calendar] <= at]
    with tempfile.TemporaryDirectory() as name:
        full = opened(Path(name) / "full", ListStore(rows))
        # Its documents are the same: only the chunks of the slice were ever taken in.
        part = opened(Path(name) / "part", _Only(rows, there))
        for mode in ("dense", "hybrid"):
            one = getattr(full, mode)(query, where, places)
            other = getattr(part, mode)(query, where, places)
            assert one.hits == other.hits
            assert replace(one.receipt, watermark=0) == replace(other.receipt, watermark=0)
        full.close()
        part.close()


class _Only(ListStore):
    """Some of the chunks, as parts of the documents of all."""

    def __init__(self, every: list[ChunkRow], some: list[ChunkRow]) -> None:
        super().__init__(some)
        self.documents = ListStore(every).documents  # type: ignore[method-assign]  # a stand-in


def test_a_chunk_is_found_the_moment_it_is_committed_and_embedded_once(tmp_path: Path) -> None:
    rows = laid_out([chunk(n, f"fee{n} permit") for n in range(1, 6)])
    store, model = ListStore(rows[:3]), Counting()
    index = DenseIndex(tmp_path, store, model)
    assert len(index.dense("permit", Where(), WIDE).hits) == 3
    store.rows = rows
    assert len(index.dense("permit", Where(), WIDE).hits) == 5
    again = DenseIndex(tmp_path, store, model)
    assert len(again.dense("permit", Where(), WIDE).hits) == 5
    passages = [text for text, role in model.texts if role == "passage"]
    assert passages == [row.tokens for row in rows]


def test_a_query_that_comes_again_is_not_embedded_again(tmp_path: Path) -> None:
    model = Counting()
    index = DenseIndex(tmp_path, ListStore(laid_out([chunk(1, "fee")])), model)
    for _ in range(3):
        index.dense("fee", Where(), WIDE)
    assert [text for text, role in model.texts if role == "query"] == ["fee"]


def test_too_many_chunks_without_vectors_are_not_embedded_behind_the_readers_back(
    tmp_path: Path,
) -> None:
    rows = laid_out([chunk(n, f"fee {n}") for n in range(1, dense_room.TAIL + 2)])
    model = Counting()
    index = DenseIndex(tmp_path, ListStore(rows), model)
    with pytest.raises(UnavailableError, match="index rebuild"):
        index.dense("fee", Where(), WIDE)
    assert not [text for text, role in model.texts if role == "passage"]
    index.sync()
    assert len(index.dense("fee 7", Where(), WIDE).hits) == len(rows)


def test_while_another_process_embeds_a_search_goes_on_with_vectors_of_its_own(
    tmp_path: Path,
) -> None:
    from ledgerrag.retrieval import folder
    from ledgerrag.retrieval.filling import folder_of

    rows = laid_out([chunk(n, f"fee {n}") for n in range(1, 9)])
    store = ListStore(rows[:4])
    index = DenseIndex(tmp_path, store, MODEL)
    index.sync()
    store.rows = rows
    with folder.lock(folder_of(tmp_path, MODEL), wait=True):
        found = index.dense("fee 7", Where(), WIDE)
        assert index.watermark() == 4
    same(found, MemoryIndex(rows, MODEL).dense("fee 7", Where(), WIDE))
    fill(tmp_path, store, MODEL)
    same(index.dense("fee 7", Where(), WIDE), found)


def test_a_store_read_as_it_was_sees_no_later_row(tmp_path: Path) -> None:
    rows = laid_out([chunk(n, f"fee {n}") for n in range(1, 9)])
    DenseIndex(tmp_path, ListStore(rows), MODEL).sync()
    then = DenseIndex(tmp_path, ListStore(rows[:5]), MODEL)
    same(
        then.dense("fee 7", Where(), WIDE),
        MemoryIndex(rows[:5], MODEL).dense("fee 7", Where(), WIDE),
    )


def test_equal_texts_score_equally_and_stand_in_the_order_of_rows(tmp_path: Path) -> None:
    rows = laid_out([chunk(n, "fee fine" if n % 2 else "tax rate") for n in range(1, 400)])
    index = DenseIndex(tmp_path, ListStore(rows), MODEL)
    index.sync()
    hits = index.dense("fee", Where(), Places(30, (0, 0), 0, 0)).hits
    assert [hit.row for hit in hits] == list(range(1, 61, 2))
    assert {hit.r_u for hit in hits} == {1_000_000}


def test_what_is_at_right_angles_to_the_query_is_not_found(tmp_path: Path) -> None:
    model = HashedWords(dimension=4096)
    rows = laid_out([chunk(1, "fee"), chunk(2, "tax")])
    found = DenseIndex(tmp_path, ListStore(rows), model).dense("fee", Where(), WIDE)
    assert [hit.row for hit in found.hits] == [1]
    assert DenseIndex(tmp_path, ListStore(rows), model).dense("", Where(), WIDE).hits == ()


def test_a_model_whose_vectors_have_another_length_is_refused(tmp_path: Path) -> None:
    store = ListStore(laid_out([chunk(1, "fee")]))
    DenseIndex(tmp_path, store, HashedWords(dimension=16)).sync()
    with pytest.raises(ModelError, match="the query has 32 numbers"):
        DenseIndex(tmp_path, store, HashedWords(dimension=32)).dense("fee", Where(), WIDE)


def test_vectors_of_two_models_never_meet(tmp_path: Path) -> None:
    store = ListStore(laid_out([chunk(1, "fee"), chunk(2, "tax")]))
    one, other = HashedWords(16), HashedWords(16, digest="2")
    DenseIndex(tmp_path, store, one).sync()
    index = DenseIndex(tmp_path, store, other)
    assert index.watermark() == 0
    index.sync()
    assert index.watermark() == 2
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 2
    assert DenseIndex(tmp_path, store, one).watermark() == 2


def test_the_query_vector_is_given_with_the_result_bit_for_bit(tmp_path: Path) -> None:
    store = ListStore(laid_out([chunk(1, "fee")]))
    found = DenseIndex(tmp_path, store, MODEL).dense("fee tax", Where(), WIDE)
    assert np.array_equal(np.frombuffer(found.vector, "<f4"), MODEL.embed(["fee tax"])[0])
