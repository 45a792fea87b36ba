"""A total, a margin and what is left are told apart where figures share a unit."""

from __future__ import annotations

import pytest

from ledgerrag.pachon.spans import passages
from ledgerrag.reading import decompose, rank
from ledgerrag.reading.measures import asked, said
from tests.making import document

LABELLED = (
    "State of the count in Lind.\n\nVotes for Amber: 500\nVotes for Brook: 380\nLeader: Amber\n"
    "Margin: 120\nTotal votes counted: 880\nPolling places reporting: 9"
)
PROSE = (
    "The count in Lind goes on. Amber has 500 votes in Lind. The count for Brook in Lind is 380"
    " votes. A margin of 120 votes separates the two in Lind. The total of votes counted in Lind is"
    " 880. In Lind, the votes remaining are estimated at 77."
)


def answer(text: str, question: str, title: str = "Vote count, Lind") -> str:
    """The figure of the best sentence that has one."""
    (claim,) = decompose(question).claims
    source = document("d", text, title=title)
    scored = rank(claim, passages(source, 0, len(text)))
    found = [one for one in scored if one.value is not None]
    return found[0].value.text if found and found[0].value else ""


@pytest.mark.parametrize("text", [LABELLED, PROSE], ids=["labels", "sentences"])
@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How large is the margin in Lind, in votes?", "120"),
        ("What is the margin between the two in Lind?", "120"),
        ("How many votes have been counted in total in Lind?", "880"),
        ("What is the total number of votes counted in Lind?", "880"),
        ("How many votes are in altogether in Lind?", "880"),
        ("How many votes does Amber have in Lind?", "500"),
        ("How many votes does Brook have in Lind?", "380"),
    ],
)
def test_the_figure_of_the_measure_asked_for_answers(text: str, question: str, figure: str) -> None:
    assert answer(text, question).partition(" ")[0] == figure


def test_what_is_left_is_told_only_by_a_sentence_that_says_so() -> None:
    question = "How many votes are estimated to remain in Lind?"
    assert answer(PROSE, question) == "77"
    assert answer(LABELLED, question) == ""


def test_no_other_figure_answers_where_the_text_has_no_margin() -> None:
    without = LABELLED.replace("Margin: 120\n", "")
    assert answer(without, "How large is the margin in Lind, in votes?") == ""


def test_parts_that_differ_tell_no_total() -> None:
    parts = "Amber has 500 votes in Lind. Brook has 380 votes in Lind."
    assert answer(parts, "How many votes have been counted in total in Lind?") == ""


def test_the_only_figure_of_a_text_may_be_the_total() -> None:
    text = "Five people died in the Elm Fire."
    assert answer(text, "How many people died in total in the Elm Fire?") == "Five people"


def test_a_labelled_line_lends_its_words_to_no_other_line() -> None:
    text = "Engines sent: 10\nCrew size: 45\nPeople moved: 300"
    title = "Elm Fire"
    assert answer(text, "How large is the crew on the Elm Fire, in people?", title) == "45"


def test_a_label_that_is_the_thing_counted_goes_before_one_that_shares_the_verb() -> None:
    text = "Staff assigned: 280\nEngines: 13\nCrews: 4\nBuildings lost: 2"
    assert answer(text, "How many crews are assigned to the Elm Fire?", "Elm Fire") == "4"


def test_a_label_with_a_verb_of_its_own_is_not_the_thing_counted() -> None:
    text = "Deaths: 5\nPeople moved: 300"
    assert answer(text, "How many people died in the Elm Fire?", "Elm Fire") != "300"


@pytest.mark.parametrize(
    "question",
    [
        "How many people left the harbour?",
        "How long does the ban remain in force?",
        "How many boats lead the race?",
        "Is there a total ban on fires?",
        "How many beds do all of the hospitals have?",
    ],
)
def test_words_that_only_sound_like_a_measure_ask_for_none(question: str) -> None:
    assert asked(question) == frozenset()


@pytest.mark.parametrize(
    "sentence",
    ["The fee remains at 5 euros.", "The ban remains in force for 3 days.", "Amber has 500 votes."],
)
def test_a_plain_figure_is_of_no_measure(sentence: str) -> None:
    assert said(sentence) == frozenset()
