from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.wording import clipped, counted, sentence


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the fee is $4", "The fee is $4."),
        ("the fee\n is  $4;", "The fee is $4."),
        ("The fee is $4..", "The fee is $4."),
        ("is it open?", "Is it open?"),
        ("run!", "Run!"),
        ("", ""),
        (" . ", ""),
    ],
)
def test_a_sentence_begins_with_a_capital_and_ends_once(text: str, told: str) -> None:
    assert sentence(text) == told


def test_a_text_that_was_cut_still_shows_the_cut_as_a_sentence() -> None:
    assert sentence(clipped("the fee is low in all ports", 18)) == "The fee is low in ..."


@given(st.text(max_size=300))
def test_a_sentence_of_a_sentence_is_the_same(text: str) -> None:
    once = sentence(text)
    assert sentence(once) == once


def test_one_is_counted_in_the_singular() -> None:
    assert [counted(n, "source") for n in (0, 1, 2)] == ["0 sources", "1 source", "2 sources"]


@given(st.text(max_size=400), st.integers(1, 200))
def test_a_clipped_text_is_one_line_no_longer_than_asked_but_for_the_ellipsis(
    text: str, limit: int
) -> None:
    line = clipped(text, limit)
    assert line == " ".join(line.split())
    whole = " ".join(text.split())
    assert line == whole if len(whole) <= limit else len(line) <= limit + len(" ...")


def test_a_text_is_cut_at_a_word() -> None:
    assert clipped("one two three four", 12) == "one two ..."
    assert clipped("one two", 7) == "one two"
