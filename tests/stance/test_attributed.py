"""Statements that say in which provision their words stand."""

from __future__ import annotations

import pytest

from ledgerrag.model import Claim, Judgement, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.attributed import attributed
from ledgerrag.stance.rules import RuleStance

TITLE = "Harbour Dues Act, section 21: Deferral of dues"
SENTENCE = (
    "(2) The port council may, by order, put off by up to six months the day on which ferry dues "
    "fall due."
)
PARAGRAPH = (
    "(c) The keeper shall close the inquiry into a pilot on leave within 25 days from the date on "
    "which the leave began. If the keeper has not closed it 25 days from that date, the matter "
    "ends. The pilot is told of it within 3 days after it ends."
)


def passage(text: str, title: str = TITLE) -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)


def judge(statement: str, text: str, title: str = TITLE) -> Judgement:
    claim: Claim = decompose_draft(statement)[0]
    return RuleStance().judge([(claim, passage(text, title))])[0]


ACT = "Under section 21 of the Harbour Dues Act, "
SAID = (
    "the port council may, by order, put off by up to {} months the day on which ferry dues "
    "fall due"
)
CLOSE = (
    "the keeper shall close the inquiry into a pilot on leave within {} days from the date on "
    "which the leave began."
)
ANOTHER = "same words, another value"


@pytest.mark.parametrize(
    "lead",
    [
        "Under section 21 of the Harbour Dues Act, {}.",
        "According to section 21(2) of the Harbour Dues Act, {}.",
        "Pursuant to § 21 of the Harbour Dues Act, {}.",
        "As provided in the Harbour Dues Act, section 21, {}.",
        "Section 21 of the Harbour Dues Act provides that {}.",
    ],
)
def test_another_bound_than_the_provision_states_in_its_own_words_is_refuted(lead: str) -> None:
    six, four = lead.format(SAID.format("six")), lead.format(SAID.format("four"))
    assert judge(six, SENTENCE).stance is Stance.SUPPORT
    assert judge(four, SENTENCE).stance is Stance.REFUTE


@pytest.mark.parametrize(
    ("statement", "stance"),
    [
        (CLOSE.format(25), Stance.SUPPORT),
        (CLOSE.format(18), Stance.REFUTE),
        ("the pilot is told of it within twenty-one days after it ends.", Stance.REFUTE),
    ],
)
def test_one_sentence_of_a_paragraph_is_judged_whatever_its_neighbours_state(
    statement: str, stance: Stance
) -> None:
    assert judge(ACT + statement, PARAGRAPH).stance is stance


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("A permit is valid for a term of twenty-one years and may be renewed.", Stance.SUPPORT),
        ("A permit is valid for a term of 21 years and may be renewed.", Stance.SUPPORT),
        ("A permit is valid for a term of seven years and may be renewed.", Stance.REFUTE),
    ],
)
def test_a_number_of_several_words_is_one_value(text: str, stance: Stance) -> None:
    said = "A permit is valid for a term of twenty-one years and may be renewed."
    assert judge(f"Under section 21 of the Harbour Dues Act, {said}", text).stance is stance


@pytest.mark.parametrize(
    "title",
    [
        "Harbour Dues Act, section 22: Deferral of dues",
        "Ferry Harbour Dues Act, section 21: Deferral of dues",
        "Lock Dues Act, section 21: Deferral of dues",
        "Harbour Dues Act, section 21(3): Deferral of dues",
    ],
)
def test_the_same_words_elsewhere_with_another_bound_are_no_misstatement(title: str) -> None:
    said = f"Under section 21(2) of the Harbour Dues Act, {SAID.format('four')}."
    text = SENTENCE.removeprefix("(2) ")
    assert attributed(said, passage(text, title)) is None
    assert judge(said, text, title).rule != ANOTHER


def test_another_subsection_than_the_one_that_is_named_refutes_nothing() -> None:
    said = f"Under section 21(4) of the Harbour Dues Act, {SAID.format('four')}."
    assert attributed(said, passage(SENTENCE)) is None


def test_an_act_that_is_named_without_its_provision_can_be_shown_and_not_misstated() -> None:
    lead = "Under the Harbour Dues Act, "
    assert judge(f"{lead}{SAID.format('six')}.", SENTENCE).rule == "same words"
    assert judge(f"{lead}{SAID.format('four')}.", SENTENCE).rule != ANOTHER


def test_a_provision_of_a_whole_act_is_told_by_its_own_number() -> None:
    said = f"Under section 21 of the Harbour Dues Act, {SAID.format('four')}."
    bare = SENTENCE.removeprefix("(2) ")
    assert judge(said, f"21 {bare}", "Harbour Dues Act").rule == ANOTHER
    assert judge(said, f"22 {bare}", "Harbour Dues Act").rule != ANOTHER


def test_a_title_with_commas_is_set_aside_whole() -> None:
    said = "Under section 9 of the Lock Rules, 2013, a log must be kept for each boat for 3 years."
    title = "Lock Rules, 2013, section 9: Logs"
    judged = judge(said, "9 A log must be kept for each boat for two years.", title)
    assert judged.stance is Stance.REFUTE


@pytest.mark.parametrize(
    "statement",
    [
        SAID.replace("may, by order", "may not, by order"),
        SAID.replace("ferry dues", "ferry dues on fish"),
        SAID.replace("up to", "at least"),
    ],
)
def test_a_bound_that_is_stated_in_other_words_is_left_open(statement: str) -> None:
    assert judge(f"{ACT}{statement.format('four')}.", SENTENCE).rule != ANOTHER


def test_what_is_subject_to_a_provision_is_not_attributed_to_it() -> None:
    said = f"Subject to section 21 of the Harbour Dues Act, {SAID.format('four')}."
    assert attributed(said, passage(SENTENCE)) is None


def test_a_sentence_that_has_the_value_goes_before_one_of_the_same_words_with_another() -> None:
    text = (
        "(a) A boat shall be moved within 5 days of the notice. "
        "A boat shall be moved within 9 days of the notice."
    )
    said = "a boat shall be moved within 9 days of the notice."
    assert judge(ACT + said, text).stance is Stance.SUPPORT


def test_another_subsection_in_the_title_is_another_provision() -> None:
    said = f"Under section 21(2) of the Harbour Dues Act, {SAID.format('four')}."
    text = SENTENCE.removeprefix("(2) ")
    assert judge(said, text, "Harbour Dues Act, section 21(3)").rule == "other provision"
    assert judge(said, text, "Harbour Dues Act, section 21(2)(a)").rule != "other provision"
