"""Other words for the same slot decide; a word more on one side does not."""

from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.rules import RuleStance


def _stance(statement: str, text: str, title: str = "") -> Stance:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    (claim,) = decompose_draft(statement)
    return RuleStance().judge([(claim, Passage(span, text, title))])[0].stance


SAME = [
    ("A mooring at the pier costs {} euros.", "The fee for a mooring at the pier is {} euros.", 30),
    ("A mooring costs {} euros.", "A fee of {} euros is charged for a mooring.", 30),
    (
        "The repair of the dam costs {} euros.",
        "The bill for the repair of the dam is {} euros.",
        30,
    ),
    ("A holder has {} days to return the key.", "A holder must return the key within {} days.", 20),
    (
        "The time limit for a holder to return the key is {} days.",
        "A holder shall return the key no later than {} days after the lease.",
        20,
    ),
    ("The rate of the bed tax is {} percent.", "The bed tax is levied at {} percent.", 4),
    (
        "{} farms are without water.",
        "The number of farms without water stands at {}.",
        700,
    ),
    (
        "The number of farms without water is {}.",
        "There are {} farms without water.",
        700,
    ),
    (
        "The limit for the height of a hedge is {} cm.",
        "{} cm is the most that is allowed for the height of a hedge.",
        90,
    ),
]


@pytest.mark.parametrize(("statement", "text", "value"), SAME)
def test_a_rewording_with_the_same_figure_supports(statement: str, text: str, value: int) -> None:
    assert _stance(statement.format(value), text.format(value)) is Stance.SUPPORT


@pytest.mark.parametrize(("statement", "text", "value"), SAME)
def test_a_rewording_with_another_figure_refutes(statement: str, text: str, value: int) -> None:
    assert _stance(statement.format(value), text.format(value + 10)) is Stance.REFUTE


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("A card costs 30 euros.", "The replacement fee for a card is 5 euros."),
        ("A card costs 30 euros.", "The renewal fee for a card is 5 euros."),
        ("A card costs 5 euros.", "The fee for a lost card is 5 euros."),
        ("A card costs 30 euros.", "Children pay 5 euros for a card."),
        ("The bridge cost 3,000,000 euros.", "The fee for the bridge is 4 euros."),
        ("The bridge costs 3,000,000 euros.", "The fee for the bridge is 4 euros."),
        ("The jobless rate of Lind is 5 percent.", "The jobless of Lind fell by 2 percent."),
        ("The limit for the height of a hedge is 90 cm.", "The lowest height of a hedge is 60 cm."),
    ],
)
def test_a_word_more_or_an_amount_far_off_is_of_another_slot(statement: str, text: str) -> None:
    assert _stance(statement, text) is Stance.NEUTRAL


def test_a_limit_is_not_shown_by_a_lower_limit_nor_by_something_within_it() -> None:
    claim = "The height of a hedge may be up to 210 cm."
    assert _stance(claim, "The height of a hedge is limited to 160 cm.") is Stance.REFUTE
    assert _stance(claim, "The height of a hedge is limited to 210 cm.") is Stance.SUPPORT
    assert _stance(claim, "The height of a hedge was 160 cm.") is Stance.NEUTRAL


def test_a_report_of_at_least_some_is_still_shown_by_more() -> None:
    assert _stance("At least 3 people died.", "Five people died.") is Stance.SUPPORT


def test_a_figure_without_something_and_its_denial_differ() -> None:
    said = "The mill pays 5 euros."
    assert _stance(said, "The mill does not pay 5 euros.") is Stance.REFUTE


def test_a_place_that_the_title_names_is_no_other_scope() -> None:
    claim = "In Lind, the pool is closed."
    assert _stance(claim, "The pool is closed until further notice.", "Lind") is Stance.SUPPORT
    assert _stance(claim, "In Harrow, the pool is closed.", "Lind") is Stance.NEUTRAL
    assert _stance(claim, "The pool is closed at all times.", "Lind: pool") is Stance.SUPPORT
    assert _stance(claim, "The pool is closed in winter.", "Lind: pool") is Stance.NEUTRAL
    assert _stance(claim, "In Harrow, the pool is closed.", "Harrow") is Stance.NEUTRAL
    assert _stance(claim, "The pool is closed until 3 May.", "Lind") is not Stance.SUPPORT


@pytest.mark.parametrize(
    ("statement", "text", "stance"),
    [
        ("The noise rule still counts as binding law.", "[Repealed]", Stance.NEUTRAL),
        (
            "The noise rule still counts as binding law.",
            "The noise rule counts what is binding under the law.",
            Stance.NEUTRAL,
        ),
        (
            "The noise rule is no longer on the statute book.",
            "The noise rule stands in the statute book.",
            Stance.NEUTRAL,
        ),
        (
            "The noise rule is no longer on the statute book.",
            "The noise rule is repealed.",
            Stance.SUPPORT,
        ),
        ("The noise rule is still good law.", "The noise rule is repealed.", Stance.REFUTE),
        ("The noise rule applies to dogs.", "The noise rule applies to dogs.", Stance.SUPPORT),
    ],
)
def test_whether_a_rule_is_in_force_is_told_by_words_of_force_alone(
    statement: str, text: str, stance: Stance
) -> None:
    assert _stance(statement, text, "Noise rule") is stance
