from dataclasses import replace

import pytest

from ledgerrag.reading import decompose, rank
from ledgerrag.reading.asking import ask
from ledgerrag.reading.deeds import deed
from ledgerrag.reading.scores import Scored
from tests.reading.test_ranking import passage, slot

LOOSE_U = 600_000


def asked(question: str, text: str, title: str = "", before: str = "") -> Scored:
    (scored,) = rank(slot(question), [passage(text, title, before)])
    return scored


def value(question: str, text: str, title: str = "", before: str = "") -> str:
    found = asked(question, text, title, before).value
    return found.text if found else ""


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("When will the Lind office close?", "close"),
        ("When was the old mill demolished?", "demolish"),
        ("When did the council approve the plan?", "approv"),
        ("When did the old mill collapse?", "collaps"),
        ("On which day does the fair begin?", "begin"),
        ("What is the closing date of the Lind office?", "close"),
        ("What is the date of the election?", "elect"),
        ("When did the fire happen?", ""),
        ("When is the next meeting?", ""),
        ("What is the deadline for appeals?", ""),
        ("How much is the toll?", ""),
    ],
)
def test_the_verb_of_a_question_is_found_or_left_open(question: str, verb: str) -> None:
    assert deed(question, ask(question)) == verb


DENIED_BEFORE = [
    ("When will the Lind office close?", "The rumour that the Lind office closes is false."),
    ("When will the Lind office close?", "The Lind office will not close after all."),
    ("When will the Lind office close?", "There will be no closure of the Lind office."),
    ("When will the Lind office close?", "The closure of the Lind office is not planned."),
    ("When will the Lind office close?", "The mayor denied that the Lind office will close."),
    ("When will the Lind office close?", "The plan to close the Lind office was scrapped."),
    ("What is the closing date of the Lind office?", "The Lind office is not closing."),
    ("When was the Lind office sold?", "The claim that the Lind office was sold is untrue."),
    ("When did the council close the Lind office?", "The council never closed the Lind office."),
]


@pytest.mark.parametrize(("question", "before"), DENIED_BEFORE)
@pytest.mark.parametrize(
    "text", ["It will move on 3 May 2026.", "The office is repainted on 3 May 2026."]
)
def test_a_date_after_a_denial_of_what_is_asked_answers_nothing(
    question: str, before: str, text: str
) -> None:
    scored = asked(question, text, "The Lind office", before)
    assert scored.value is None
    assert not scored.answers


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When will the office close?", "The office will not close but will move on 3 May 2026."),
        (
            "When will the office close?",
            "The rumour that the office closes is false, and it will move on 3 May 2026.",
        ),
        ("When will the office close?", "The office will not close on 3 May 2026."),
        ("When will the office close?", "It is not true that the office closes on 3 May 2026."),
        ("What is the toll?", "It is false that the toll is 9 euros."),
        ("What is the toll?", "The toll is not 9 euros."),
        ("How many people were hurt?", "Reports that 9 people were hurt are false."),
        ("Who is the mayor?", "It is untrue that Ann Lee is the mayor."),
    ],
)
def test_what_a_sentence_denies_is_no_answer(question: str, text: str) -> None:
    assert value(question, text) == ""


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("When will the office open?", "The office will not open until 3 May 2026.", "3 May 2026"),
        ("What is the toll?", "It is false that the toll is 9 euros; it is 4 euros.", "4 euros"),
        ("What is the toll?", "The toll is not 9 euros but 4 euros.", "4 euros"),
        ("How many fish may a person keep?", "No person may keep more than 5 fish.", "5"),
        ("How long may a permit last?", "A permit may not last more than 2 years.", "2 years"),
        ("What is the toll?", "The report that the toll is 9 euros is out.", "9 euros"),
        (
            "What is the fine?",
            "A person who makes a claim that is false is liable to a fine of 40 euros.",
            "40 euros",
        ),
        (
            "By when must an appeal be filed?",
            "An appeal must not be filed after 3 May 2026.",
            "3 May 2026",
        ),
    ],
)
def test_a_bound_or_another_half_is_no_denial(question: str, text: str, expected: str) -> None:
    assert value(question, text) == expected


ASIDE = [
    ("When does the Orla pool reopen?", "The pool was painted on 3 May 2026."),
    ("When will the Orla pool close?", "It will move to Elm Road on 3 May 2026."),
    ("When will the Orla pool close?", "The pool moves to Elm Road on 3 May 2026."),
    ("When did the Orla pool open?", "The council bought it and renamed it on 3 May 2026."),
]


@pytest.mark.parametrize(("question", "text"), ASIDE)
def test_a_date_of_another_verb_is_a_loose_match(question: str, text: str) -> None:
    scored = asked(question, text, "Orla pool", "The Orla pool closes and reopens later.")
    assert scored.value is not None
    assert 0 < scored.topic_u < LOOSE_U


CLEAR = [
    ("When does the ferry stop?", "The last day is 3 May 2026.", "The ferry stops."),
    ("When does the timetable start?", "It applies from 3 May 2026.", "The timetable starts."),
    ("When does the ferry close?", "It shuts on 3 May 2026.", "The ferry will close."),
    ("When was the ferry sold?", "The sale was on 3 May 2026.", "The ferry was sold."),
    ("When was the ferry vote held?", "Members held it on 3 May 2026.", "A ferry vote was held."),
    ("When does the ferry close?", "(a) in winter, on 3 May 2026", "The ferry closes:"),
    ("When will the ferry close?", "On 3 May 2026 the ferry rests and will close.", ""),
]


@pytest.mark.parametrize(("question", "text", "before"), CLEAR)
def test_a_date_of_what_is_asked_is_as_clear_as_before(
    question: str, text: str, before: str
) -> None:
    scored = asked(question, text, "The ferry timetable vote", before)
    assert scored.value is not None
    assert scored.topic_u > LOOSE_U


def test_a_denial_of_a_part_leaves_a_loose_match() -> None:
    before = "The Lind office will not close on Mondays."
    scored = asked("When will the Lind office close?", "It moves on 3 May 2026.", "Lind", before)
    assert scored.value is not None
    assert scored.topic_u < LOOSE_U


def test_the_sentence_with_the_verb_leads_over_the_one_with_another() -> None:
    question = slot("When will the Marten school close?")
    moves = passage("It will move on 1 September 2026.", "Marten school", "It will close.", "a")
    closes = passage("The Marten school will close on 14 July 2026.", "Marten school", "", "b")
    assert [one.passage for one in rank(question, [moves, closes])] == [closes, moves]
    asks_move = slot("When will the Marten school move?")
    assert rank(asks_move, [moves, closes])[0].passage == moves


def test_a_statement_is_ranked_as_before_whatever_stands_before_it() -> None:
    claim = decompose("The Lind office moves on 3 May 2026.").claims[0]
    text = passage("It will move on 3 May 2026.", "The Lind office", "It will not close.")
    (denied,) = rank(claim, [text])
    (plain,) = rank(claim, [replace(text, before="It is old.")])
    assert (denied.value, denied.topic_u) == (plain.value, plain.topic_u)


@pytest.mark.parametrize(
    "text",
    [
        "Keeper of the Dorn light, retrieved 9 October 2017, stated in the atlas.",
        "Dorn light, archived on 9 October 2017.",
        "Dorn light. Last visited: 9 October 2017.",
    ],
)
def test_the_day_on_which_a_source_was_looked_up_answers_nothing_else(text: str) -> None:
    assert value("When did the keeper of the Dorn light die?", text, "Dorn light") == ""


def test_the_day_on_which_a_thing_was_looked_up_answers_when_that_is_asked() -> None:
    text = "The anchor was retrieved on 9 October 2017."
    assert value("When was the anchor retrieved?", text) == "9 October 2017"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Calm for You is the first album by American duo Best Shore.", "Best Shore"),
        ("Calm for You is an album by American Shore.", "American Shore"),
        ("The album Calm for You was made by Nigerian artist Ada Obi.", "Ada Obi"),
    ],
)
def test_who_is_asked_for_is_neither_the_title_in_the_question_nor_a_people(
    text: str, name: str
) -> None:
    assert value('Who is the artist of the album "Calm for You"?', text) == name
