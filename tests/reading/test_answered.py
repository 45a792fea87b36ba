"""A text that puts the question and answers it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import Passage, Span, quote_sha256
from ledgerrag.reading import decompose
from ledgerrag.reading.answered import answered

ASKED = "Which village keeps the old bell of Velm?"


def passage(text: str, before: str = "") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, "Questions", before)


def told(question: str, text: str, before: str = "") -> str:
    value = answered(decompose(question).claims[0], passage(text, before))
    return value.text if value is not None else ""


@pytest.mark.parametrize(
    ("text", "before"),
    [
        (f"Question: {ASKED} Answer: Orm, in the north.", ""),
        (f"“{ASKED}” The answer is Orm, in the north.", ""),
        (f"The answer to the question “{ASKED}” is Orm, in the north.", ""),
        ("Answer: Orm, in the north.", f"Question: {ASKED}"),
        ("A: Orm, in the north.", f"Q: {ASKED}\n"),
        ("Orm, in the north.", f"An earlier answer. {ASKED}"),
    ],
)
def test_the_answer_is_what_stands_behind_the_same_question(text: str, before: str) -> None:
    assert told(ASKED, text, before) == "Orm, in the north"


def test_a_value_of_the_kind_that_is_asked_for_is_the_answer() -> None:
    asked = "How much does a visit to the mill cost?"
    assert told(asked, f"{asked} For a group of 4, a visit is 9 euros each.") == "9 euros"


@pytest.mark.parametrize(
    "text",
    [
        "Which village keeps the new bell of Velm? Orm.",
        "Which village keeps the old bell of Tarn? Orm.",
        "Which village keeps the old bell of Velm in 2020? Orm.",
        f"{ASKED}",
        f"Question: {ASKED}",
        "Orm keeps the old bell of Velm.",
    ],
)
def test_another_question_or_one_without_an_answer_answers_nothing(text: str) -> None:
    assert told(ASKED, text) == ""


def test_a_sentence_behind_another_question_answers_nothing() -> None:
    assert told(ASKED, "Orm.", f"{ASKED} Nobody knows. Which village has the mill?") == ""


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_read_without_a_fault(text: str, before: str) -> None:
    found = answered(decompose(ASKED).claims[0], passage(text, before))
    assert found is None or text[found.start :].startswith(found.text)
