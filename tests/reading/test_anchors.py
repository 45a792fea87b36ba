from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import UNIT, Passage, Span, quote_sha256
from ledgerrag.reading.anchors import ENOUGH_U, anchors, named_u, naming


def passage(text: str, *, title: str = "", before: str = "", doc: str = "d") -> Passage:
    return Passage(Span(doc, 1, 0, len(text), quote_sha256(text)), text, title, before)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the toll in Westport?", ("westport",)),
        ("Westport is far. How far?", ()),
        ("What is the toll?", ()),
        ("what toll does Ann Lee pay to Ann Roe?", ("ann", "lee", "roe")),
        ('What does "Harbour" mean in Eastport?', ("eastport",)),
        ("What Is The Toll In Westport?", ()),
        ("", ()),
    ],
)
def test_names_are_capitalised_inside_a_sentence(question: str, names: tuple[str, ...]) -> None:
    assert anchors(question) == names


def test_a_question_in_title_case_throughout_names_nothing_by_its_capitals() -> None:
    assert anchors("How Long Is The Toll Of Westport Paid") == ()
    assert anchors("how long is the toll of Westport paid") == ("westport",)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the fee under section 9 of the Toll Act?", "Toll Act 9"),
        ("What is the fee under section 9?", ""),
        ("What is the fee under the Toll Act?", "Toll Act"),
    ],
)
def test_a_name_of_several_words_or_with_a_number_is_searched_for(
    question: str, words: str
) -> None:
    assert naming(question) == words


@pytest.mark.parametrize(
    "there",
    [
        passage("The toll in Westport is $4."),
        passage("The toll is $4.", title="Westport tolls"),
        passage("It is $4.", before="In Westport:"),
        passage("The toll is $4.", doc="westport-tolls"),
    ],
    ids=["sentence", "title", "before", "document"],
)
def test_a_name_counts_wherever_the_reader_would_see_it(there: Passage) -> None:
    assert named_u(("westport",), there, "") == UNIT


def test_the_source_may_carry_the_name() -> None:
    assert named_u(("westport",), passage("The toll is $4."), "Port of Westport") == UNIT


def test_most_of_a_name_is_enough_and_a_small_part_of_it_is_not() -> None:
    toll = passage("Eastport Harbour charges $6.")
    assert named_u(("westport",), toll, "") == 0
    assert named_u(("westport", "harbour"), toll, "") == UNIT // 2
    assert named_u(("westport", "harbour", "act"), toll, "") < ENOUGH_U
    assert named_u(("eastport", "harbour", "act"), toll, "") >= ENOUGH_U


def test_what_names_nothing_turns_on_no_name() -> None:
    assert named_u((), passage("The toll is $4."), "") == UNIT


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_has_a_share_of_the_names_between_none_and_all(question: str, text: str) -> None:
    names = anchors(question)
    assert len(set(names)) == len(names)
    assert 0 <= named_u(names, passage(text), "") <= UNIT


def test_an_abbreviated_name_is_analysed_as_it_stands_in_a_title() -> None:
    names = anchors("Under the N.B. Code, § 7-21, how long is the notice?")
    there = passage("The notice is 7 days.", title="N.B. Code § 7-21 Notices")
    assert names
    assert named_u(names, there, "Council") == UNIT
