from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.retrieval.bm25 import ONE, Bm25, Statistics, idf, one_byte
from ledgerrag.retrieval.engine import Snapshot, append, create
from ledgerrag.retrieval.places import EVERY
from ledgerrag.retrieval.seam import Where

from .corpus import chunk, random_rows

counts = st.integers(1, 1_000_000)


@given(n=counts, data=st.data())
def test_idf_is_the_formula(n: int, data: st.DataObject) -> None:
    df = data.draw(st.integers(0, n))
    assert idf(n, df) == pytest.approx(ONE * math.log(1 + (n - df + 0.5) / (df + 0.5)), abs=2)


@given(
    n=counts,
    mean=st.integers(1, 600),
    tf=st.dictionaries(st.sampled_from("abc"), st.integers(1, 30), min_size=1),
    rest=st.integers(0, 600),
)
def test_a_score_is_the_formula(n: int, mean: int, tf: dict[str, int], rest: int) -> None:
    df = {"a": 1, "b": n // 2, "c": n}
    tokens = " ".join([*(t for t, f in tf.items() for _ in range(f)), *["z"] * rest])
    length = tokens.count(" ") + 1
    norm = 1.2 * (1 - 0.75 + 0.75 * length / mean)
    expected = sum(
        math.log(1 + (n - df[t] + 0.5) / (df[t] + 0.5)) * 2.2 * f / (f + norm)
        for t, f in tf.items()
        if df[t]
    )
    scorer = Bm25("abc", Statistics(n, n * mean, df), lucene=False)
    assert scorer.score(tokens, length) / ONE == pytest.approx(expected, rel=1e-6, abs=1e-7)


def test_lucene_lengths_are_those_of_its_table() -> None:
    table = [*range(41), 42, 44, 46, 48, 50, 52, 54, 56, 60, 64, 68, 72, 76, 80, 84, 88, 96, 104]
    assert sorted({one_byte(length) for length in range(105)}) == table
    assert len({one_byte(length) for length in range(100_000)}) < 256


@given(st.integers(0, 10**9))
def test_lucene_lengths_are_rounded_down(length: int) -> None:
    assert length * 8 / 9 <= one_byte(length) <= length


def test_scores_by_index_are_those_of_the_engine(tmp_path: Path) -> None:
    rows = {row.row: row for row in random_rows(11, 200)}
    create(tmp_path / "g1")
    append(tmp_path / "g1", [tuple(rows.values())])
    snapshot = Snapshot(tmp_path / "g1")
    terms = ["fee", "tax", "rate", "absent"]
    statistics = snapshot.statistics(Where(), terms)
    scorer = Bm25(terms, statistics, lucene=True)
    found = snapshot.candidates(
        snapshot.boosts(scorer.idf), Where(), band=EVERY, bars=(), limit=300
    )
    assert len(found) == statistics.holding > 50
    for row, score in found:
        ours = scorer.score(rows[row].tokens, rows[row].length)
        assert ours / ONE == pytest.approx(score, rel=1e-5)


@pytest.mark.parametrize("n", [2_900, 4_096, 5_777])
def test_a_term_that_nearly_every_chunk_holds_weighs_the_same_in_the_engine(
    tmp_path: Path, n: int
) -> None:
    rows = [chunk(row, "fee" if row > 1 else "tax") for row in range(1, n)]
    create(tmp_path / "g1")
    append(tmp_path / "g1", [rows])
    snapshot = Snapshot(tmp_path / "g1")
    scorer = Bm25(["fee"], snapshot.statistics(Where(), ["fee"]), lucene=True)
    boosts = snapshot.boosts(scorer.idf)
    [(_, score)] = snapshot.candidates(boosts, Where(), band=EVERY, bars=(), limit=1)
    # Whole billionths are coarse for so small a score; 32 bits without care were off by 1e-3.
    assert scorer.score("fee", 1) / ONE == pytest.approx(score, rel=2e-5)
