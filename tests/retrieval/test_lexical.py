from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledgerrag.dates import Moment
from ledgerrag.errors import UnavailableError
from ledgerrag.model import Authority, DocKey, Domain
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.memory import MemoryIndex
from ledgerrag.retrieval.seam import Found, Places, Retriever, Stats, Where

from .corpus import WORDS, ListStore, chunk, random_rows

WIDE = Places(k=1000, per_level=(0, 0), per_cluster=0, per_series=0)


def same(found: Found, slow: Found) -> None:
    """Everything but what names the engine and the effort."""
    assert found.hits == slow.hits
    assert found.receipt.exact
    for name in ("stats", "n_chunks", "total_length", "df", "watermark", "candidates", "analyzer"):
        assert getattr(found.receipt, name) == getattr(slow.receipt, name), name


moments = st.none() | st.builds(Moment, st.integers(-2, 24), st.booleans())
keys = st.builds(DocKey, st.integers(0, 60).map(lambda n: f"d{n} \0é"), st.just(1))
wheres = st.builds(
    Where,
    published_before=moments,
    ingested_before=st.none() | st.integers(0, 80),
    authority_min=st.none() | st.sampled_from(Authority),
    sources=st.lists(st.sampled_from(["gov", "wire", "post \U0001f980", ""])).map(tuple),
    domain=st.none() | st.sampled_from(Domain),
    language=st.sampled_from(["", "", "en", "fr"]),
    docs=st.just(()) | st.lists(keys, max_size=30).map(tuple),
    holding=st.just(())
    | st.lists(st.sampled_from([*WORDS, "absent"]), max_size=3, unique=True).map(
        lambda words: tuple(term for word in words for term in analyze(word))
    ),
)
plans = st.just(WIDE) | st.builds(
    Places,
    k=st.integers(0, 8),
    per_level=st.tuples(st.integers(0, 3), st.integers(0, 3)),
    per_cluster=st.integers(0, 2),
    per_series=st.integers(0, 3),
)
queries = st.lists(st.sampled_from([*WORDS, "the", "absent"]), max_size=6).map(" ".join)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 10_000),
    size=st.integers(0, 90),
    lag=st.integers(0, 90),
    asks=st.lists(
        st.tuples(queries, wheres, plans, st.sampled_from(["as_of", "index"])),
        min_size=4,
        max_size=12,
    ),
)
def test_a_search_equals_the_oracle_that_holds_only_the_slice(
    seed: int, size: int, lag: int, asks: list[tuple[str, Where, Places, Stats]]
) -> None:
    rows = random_rows(seed, size)
    store = ListStore(rows[: max(0, size - lag)])
    with tempfile.TemporaryDirectory() as folder:
        index = LexicalIndex.open(Path(folder) / "index", store)
        store.rows = rows[: max(0, size - lag // 2)]
        if lag % 3:
            index.sync()
        store.rows = rows
        oracle = MemoryIndex(rows)
        for query, where, places, stats in asks:
            same(
                index.lexical(query, where, places, stats),
                oracle.lexical(query, where, places, stats),
            )
        index.close()


@pytest.mark.parametrize("stats", ["as_of", "index"])
def test_ties_beyond_the_first_candidates_are_broken_by_row(tmp_path: Path, stats: Stats) -> None:
    rows = [chunk(n, "fee " * (1 + n % 2) + "fine " * (40 + n % 5)) for n in range(1, 601)]
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    where = Where(published_before=Moment(0), ingested_before=500)
    places = Places(k=70, per_level=(0, 0), per_cluster=0, per_series=0)
    found = index.lexical("fee", where, places, stats)
    same(found, MemoryIndex(rows).lexical("fee", where, places, stats))
    assert found.receipt.candidates > 50


def test_statistics_are_those_of_the_slice_and_not_of_its_filters(tmp_path: Path) -> None:
    rows = [chunk(n, "fee", authority=1 + n % 3, published=(n, n)) for n in range(1, 31)]
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    wide = Where(published_before=Moment(10))
    narrow = Where(published_before=Moment(10), authority_min=Authority(3), domain=Domain.NEWS)
    one, other = index.lexical("fee", wide, WIDE), index.lexical("fee", narrow, WIDE)
    assert (one.receipt.n_chunks, one.receipt.df) == (10, (("fee", 10),))
    assert (other.receipt.n_chunks, other.receipt.df) == (10, (("fee", 10),))
    assert {h.score for h in one.hits} == {h.score for h in other.hits}
    assert {int(h.authority) for h in other.hits} == {3}


def test_what_must_hold_all_words_is_found_behind_what_repeats_one(tmp_path: Path) -> None:
    rows = [chunk(n, "fee " * 9) for n in range(1, 301)]
    rows += [chunk(301, "fee 21 " + "word " * 300), chunk(302, "21 " * 9)]
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    found = index.lexical("fee 21", Where(holding=("fee", "21")), Places(k=3))
    assert [hit.row for hit in found.hits] == [301]
    assert found.receipt.n_chunks == 302


def test_nothing_is_found_before_everything(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path / "index", ListStore(random_rows(1, 40)))
    for calendar in (True, False):
        where = Where(published_before=Moment(-100, calendar=calendar))
        found = index.lexical("fee tax rate", where, Places())
        assert found.hits == ()
        assert found.receipt.n_chunks == 0


def test_each_axis_of_publication_is_asked_on_its_own(tmp_path: Path) -> None:
    rows = [chunk(1, "fee", published=(100, 0)), chunk(2, "fee", published=(0, 100))]
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    calendar = index.lexical("fee", Where(published_before=Moment(50, calendar=True)), WIDE)
    utc = index.lexical("fee", Where(published_before=Moment(50, calendar=False)), WIDE)
    assert [h.row for h in calendar.hits] == [1]
    assert [h.row for h in utc.hits] == [2]


ODD = [
    *('"', "'", '"fee', "fee AND NOT tax", "body:fee^9 OR *", "+fee -tax", "(fee", "fee~2 \\"),
    *(
        "\x00",
        "the of and",
        "",
        " ",
        "\ud800 fee",
        "🦀",
        "法律第五条",
        "[a TO b]",
        "tags:*",
        "/re/",
    ),
]


@pytest.mark.parametrize("query", ODD)
def test_a_query_of_any_kind_is_data(tmp_path: Path, query: str) -> None:
    rows = [*random_rows(2, 40), chunk(900, "法律第五条 fee not tax")]
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    same(
        index.lexical(query, Where(), Places()), MemoryIndex(rows).lexical(query, Where(), Places())
    )


@settings(max_examples=60, deadline=None)
@given(query=st.text(st.characters(codec=None, exclude_categories=()), max_size=300))
def test_random_text_is_data(query: str, odd_index: LexicalIndex) -> None:
    found = odd_index.lexical(query, Where(), Places())
    assert found.receipt.exact


@pytest.fixture(scope="module")
def odd_index(tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    rows = [chunk(n, chr(0x61 + n) * 2 + " fee 0 1 2 a b c") for n in range(1, 26)]
    return LexicalIndex.open(tmp_path_factory.mktemp("odd") / "index", ListStore(rows))


@pytest.mark.parametrize("unit", ["fee ", "法令", '"', "x1y ", "\x00"])
def test_a_query_of_a_megabyte_is_data(odd_index: LexicalIndex, unit: str) -> None:
    assert odd_index.lexical(unit * (1_000_000 // len(unit)), Where(), Places()).receipt.exact


def test_a_query_of_all_words_there_are_is_data(tmp_path: Path) -> None:
    words = [f"w{n}" for n in range(6_000)]
    rows = [chunk(n + 1, " ".join(words[n * 60 : n * 60 + 90])) for n in range(100)]
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    query = " ".join(words)
    same(
        index.lexical(query, Where(), Places()), MemoryIndex(rows).lexical(query, Where(), Places())
    )


def test_relevance_is_relative_to_the_best_hit(tmp_path: Path) -> None:
    rows = [chunk(1, "fee tax"), chunk(2, "fee rate"), chunk(3, "fee fee tax")]
    found = LexicalIndex.open(tmp_path / "index", ListStore(rows)).lexical("fee tax", Where(), WIDE)
    assert [h.row for h in found.hits] == [1, 3, 2]  # the short one is about little else
    assert found.hits[0].r_u == 1_000_000
    assert all(0 < h.r_u < 1_000_000 for h in found.hits[1:])


def test_a_word_of_any_length_keeps_its_document_findable(tmp_path: Path) -> None:
    rows = [chunk(1, "a1" * 300_000 + " fee"), chunk(2, "tax")]
    index = LexicalIndex.open(tmp_path / "index", ListStore(rows))
    same(
        index.lexical("a1" * 300_000, Where(), WIDE),
        MemoryIndex(rows).lexical("a1" * 300_000, Where(), WIDE),
    )
    assert [h.row for h in index.lexical("a1" * 400, Where(), WIDE).hits] == [1]


def test_dense_search_says_that_it_is_not_configured() -> None:
    retriever: Retriever = MemoryIndex()
    with pytest.raises(UnavailableError, match="embedding"):
        retriever.dense("fee", Where(), Places())
    with pytest.raises(UnavailableError, match="embedding"):
        MemoryIndex().dense("fee", Where(), Places())
