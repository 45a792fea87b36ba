"""What a sentence is said beside is no other thing, unless it is not what the text is about."""

from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.rules import RuleStance

TITLE = "The storm in Lind: report 4"


def _stance(statement: str, text: str, title: str = TITLE) -> Stance:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    (claim,) = decompose_draft(statement)
    return RuleStance().judge([(claim, Passage(span, text, title))])[0].stance


AFTER = "After the storm in Lind, the level of the lake is {} metres."
VOTE = "The share of the vote in Lind that is counted is {} percent."
HOMES = "{} homes are dark in Lind."
LEVEL = "In Lind, the level of the lake is {} metres."


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (HOMES, "Because of the storm, 40 homes are dark."),
        (HOMES, "The storm means that 40 homes are dark."),
        (HOMES, "As things stand, 40 homes are dark."),
        (HOMES, "In the course of the storm, 40 homes are dark in Lind."),
        (HOMES, "The homes dark in Lind number 40."),
        (AFTER, "The level of the lake is 40 metres."),
        (LEVEL, "A new survey in Lind finds the level of the lake to be 40 metres."),
        (LEVEL, "At the last check the level of the lake was 40 metres."),
        (LEVEL, "Observers put the level of the lake at 40 metres."),
        (VOTE, "So far 40 percent of the vote is counted."),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("figure", "stance"), [(40, Stance.SUPPORT), (70, Stance.REFUTE)])
def test_what_the_whole_text_is_about_sets_no_sentence_apart(
    statement: str, text: str, figure: int, stance: Stance
) -> None:
    assert _stance(statement.format(figure), text) is stance


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (HOMES, "Because of the strike, 40 homes are dark."),
        (HOMES, "In Dorn, 40 homes are dark."),
        (LEVEL, "A new survey in Dorn finds the level of the lake to be 40 metres."),
        (LEVEL, "Observers put the level of the pond at 40 metres."),
        (VOTE, "So far 40 percent of the seats are filled."),
    ],
)  # fmt: skip
def test_another_cause_place_or_thing_does(statement: str, text: str) -> None:
    assert _stance(statement.format(70), text) is Stance.NEUTRAL


FAIR = "The fair in Lind takes place on {}."


@pytest.mark.parametrize(
    "text",
    [
        "On 3 May 2026, Lind holds the fair.",
        "The day chosen for the fair is 3 May 2026.",
        "The fair has been set for 3 May 2026.",
        "The fair falls on 3 May 2026.",
    ],
)
@pytest.mark.parametrize(
    ("day", "stance"), [("3 May 2026", Stance.SUPPORT), ("9 June 2026", Stance.REFUTE)]
)
def test_a_day_is_held_in_many_words(text: str, day: str, stance: Stance) -> None:
    assert _stance(FAIR.format(day), text, "Lind: the fair") is stance


@pytest.mark.parametrize(
    "text",
    ["The fair closes on 3 May 2026.", "Tickets for the fair are sold from 3 May 2026."],
)
def test_the_day_of_another_deed_is_not_that_day(text: str) -> None:
    assert _stance(FAIR.format("9 June 2026"), text, "Lind: the fair") is Stance.NEUTRAL


def test_who_states_something_before_a_colon_is_no_part_of_it() -> None:
    said = "The Gazette of Dorn states: 40 homes are dark in Lind."
    assert _stance(HOMES.format(70), said) is Stance.REFUTE
    assert _stance(HOMES.format(70), "Rules of Dorn: 40 homes are dark.", "Dorn") is Stance.NEUTRAL


@pytest.mark.parametrize(
    "text",
    [
        "Reports according to which 40 homes are dark in Lind are wrong.",
        "Posts claiming that 40 homes are dark in Lind are false.",
    ],
)
def test_a_report_that_is_called_wrong_supports_nothing(text: str) -> None:
    assert _stance(HOMES.format(40), text) is not Stance.SUPPORT


@pytest.mark.parametrize(
    "text", ["The figure for homes dark in Lind is 40.", "A count of the dark homes gives 40."]
)
def test_a_figure_for_a_thing_is_its_number(text: str) -> None:
    assert _stance(HOMES.format(40), text) is Stance.SUPPORT
    assert _stance(HOMES.format(70), text) is Stance.REFUTE
