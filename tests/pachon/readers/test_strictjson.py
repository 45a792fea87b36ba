from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.strictjson import parse

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_sound_json_is_read_as_the_standard_library_reads_it(value: object, escape: bool) -> None:
    assert parse(json.dumps(value, ensure_ascii=escape), depth=64) == value


@given(st.integers(0, 12), TEXTS)
def test_depth_counts_brackets_outside_strings_only(levels: int, text: str) -> None:
    inner = json.dumps(text + '[{"\\' * 9)
    document = "[" * levels + inner + "]" * levels
    assert parse(document, depth=levels) is not None
    if levels:
        with pytest.raises(DocumentError, match="nested deeper"):
            parse(document, depth=levels - 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "the key 'c' occurs twice"),
        ("[NaN]", "NaN is not a JSON value"),
        ("[-Infinity]", "-Infinity is not a JSON value"),
        ("[1e999]", "out of range"),
        ("[" + "9" * 5000 + "]", "more digits"),
        ('["\\ud800"]', "surrogate"),
        ('{"\\uDFFF": 1}', "surrogate"),
        ('{"a": 1', "not JSON"),
        ('{"a": 1} x', "not JSON at character 10: Extra data"),
        ('["a\x01"]', "not JSON"),
        ("", "not JSON"),
    ],
)
def test_json_with_two_meanings_or_none_is_refused(text: str, words: str) -> None:
    with pytest.raises(DocumentError, match=words):
        parse(text, depth=8)


def test_whole_surrogate_pairs_and_fractions_stay_what_they_are() -> None:
    assert parse('["\\ud83d\\ude00", 2023.10]', depth=8) == ["😀", Decimal("2023.10")]
    assert str(parse("2023.10", depth=8)) == "2023.10"
