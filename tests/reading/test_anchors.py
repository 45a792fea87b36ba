from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import UNIT, Passage, Span, quote_sha256
from ledgerrag.reading import decompose, decompose_draft
from ledgerrag.reading.anchors import ENOUGH_U, anchors, named_u, naming, turned_on


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


def turned(question: str, *seen: Passage) -> tuple[str, ...]:
    return turned_on(decompose(question).claims[0], seen)


def test_a_name_that_opens_a_question_is_one_where_the_texts_write_it_as_one() -> None:
    there = passage("The ferry to Westport costs 4 euros.")
    assert turned("Westport charges what toll?", there) == ("westport",)
    assert turned("Westport charges what toll?", passage("The ferry costs 4 euros.")) == ()


def test_a_label_before_a_question_is_a_name_unless_a_text_writes_it_small() -> None:
    assert turned("Westport: what is the toll?", passage("The toll is $4.")) == ("westport",)
    small = passage("For parking, the toll is $4.")
    assert turned("Parking: what is the toll?", small) == ()


def test_the_name_that_a_statement_gives_does_not_bar_a_text_that_gives_another() -> None:
    other = passage("Bo Roe is the mayor of Westport.")
    assert turned("Ann Lee is the mayor of Westport.", other) == ("westport",)
    (made,) = decompose_draft("Westport made Ann Lee its mayor.")
    assert turned_on(made, [other]) == ("westport",)


@pytest.mark.parametrize(
    "text", ["What was the toll on 3 September 2025?", "Is the toll EUR 40 on the bridge?"]
)
def test_the_month_of_a_date_and_the_currency_of_a_sum_name_nothing(text: str) -> None:
    assert anchors(text) == ()
