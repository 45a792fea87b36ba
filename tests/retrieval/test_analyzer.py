from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.retrieval.analyzer import ANALYZER, analyze

ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=200)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("$10,000", ["10000"]),
        ("10000", ["10000"]),
        ("$10,000.00", ["10000"]),
        ("10\u00a0000 and 10'000", ["10000", "10000"]),
        ("12.5%", ["12.5"]),
        ("38.1(2)(c.1)", ["38.1", "2", "c.1"]),
        ("s. 20", ["20"]),
        ("s.20", ["20"]),
        ("sections 9,10", ["section", "9", "10"]),
        ("the 3rd day", ["3", "day"]),
        ("2019-20", ["2019", "20"]),
        ("2½ km²", ["2", "1", "2", "km", "2"]),
        ("١٢٣", ["123"]),
    ],
)
def test_a_number_is_found_however_it_is_set(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("don't can't won't cannot", ["not"] * 4),
        ("isn’t", ["not"]),
        ("no, nor; never without", ["no", "nor", "never", "without"]),
    ],
)
def test_negations_are_never_stop_words(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("the driver’s, drivers’ O'Brien", ["driver", "driver", "obrien"]),
        ("year-end COVID-19", ["year", "end", "covid", "19"]),
        ("U.S.A. ends.Next", ["usa", "end", "next"]),
        ("ﬁne Straße STRASSE", ["fine", "strass", "strass"]),
        ("re\u00adpeal re\u200dpeal", ["repeal", "repeal"]),
        ("snake_case", ["snake", "case"]),
        ("हिन्दी", ["हिन्दी"]),
        ("法律第5条", ["法律", "律第", "5", "条"]),
        ("한국어", ["한국", "국어"]),
        ("ｶﾅ", ["カナ"]),
        ("\u202eabc\u202c \ud800 🦀", ["abc"]),
    ],
)
def test_words_are_cut_sensibly(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms


@given(ANY)
def test_any_text_gives_terms_that_an_engine_can_cut_at_blanks(text: str) -> None:
    terms = analyze(text)
    assert " ".join(terms).split() == terms
    assert not re.search(r"[\"\\\s\x00-\x1f\ud800-\udfff]", "".join(terms))
    assert all(0 < len(term) <= 64 for term in terms)
    assert not {"the", "of"} & set(terms)


@given(ANY, ANY)
def test_texts_do_not_influence_each_other(one: str, other: str) -> None:
    assert analyze(f"{one}\n{other}") == analyze(one) + analyze(other)


@pytest.mark.parametrize(
    "unit", ["a", "a.", "1.", "n't", "a'", "1,000", "法", "\ud800", "\x00", '"']
)
def test_a_megabyte_of_one_thing_is_data(unit: str) -> None:
    assert len(analyze(unit * (1_000_000 // len(unit)))) <= 1_000_000


def test_threads_share_the_analyzer() -> None:
    rng = random.Random(5)
    texts = [
        " ".join("".join(rng.choices("aeinorstly", k=7)) + "ing" for _ in range(300))
        for _ in range(16)
    ]
    alone = [analyze(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(analyze, texts)) == alone


def test_the_version_names_the_data() -> None:
    assert re.fullmatch(r"lr\d+-[0-9a-f]{12}", ANALYZER)


def test_stems_are_those_of_the_recorded_version() -> None:
    words = "regulations reporting possibly repealed filings amended generously skies"
    assert analyze(words) == [
        *("regul", "report", "possibl", "repeal", "file", "amend", "generous", "sky")
    ]
