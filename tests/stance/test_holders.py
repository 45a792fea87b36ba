import pytest

from ledgerrag.model import Stance
from tests.stance.test_rules import judge

OF_ITS_HOLDER = [
    (
        "The toll for cars is 4 euros.",
        "The toll is 4 euros for cars, 9 euros for lorries and 2 euros for motorbikes.",
    ),
    (
        "The toll for motorbikes is 2 euros.",
        "The toll is 4 euros for cars, 9 euros for lorries and 2 euros for motorbikes.",
    ),
    (
        "The levy for farms is 5 percent.",
        "The levy for shops is 20 percent and for farms 5 percent.",
    ),
    ("In Denmark the age limit is 16.", "In Norway the age limit is 18, in Denmark 16."),
    ("Children pay 4 euros.", "Adults pay 9 euros; children pay 4 euros."),
]


@pytest.mark.parametrize(("statement", "text"), OF_ITS_HOLDER)
def test_a_figure_supports_its_own_holder(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.SUPPORT


OF_ANOTHER_HOLDER = [
    (
        "The toll for cars is 9 euros.",
        "The toll is 4 euros for cars, 9 euros for lorries and 2 euros for motorbikes.",
    ),
    (
        "The toll for motorbikes is 9 euros.",
        "The toll is 4 euros for cars, 9 euros for lorries and 2 euros for motorbikes.",
    ),
    (
        "The levy for farms is 20 percent.",
        "The levy for shops is 20 percent and for farms 5 percent.",
    ),
    (
        "The levy for farms is 20 percent.",
        "The levy is 20 percent for shops and 5 percent for farms.",
    ),
    ("The age limit in Denmark is 18.", "In Norway the age limit is 18 and in Denmark it is 16."),
    ("Children pay 9 euros.", "Adults pay 9 euros; children pay 4 euros."),
    ("Children pay 9 euros.", "Adults pay 9 euros while children enter free."),
    (
        "The toll for cars is 4 euros.",
        "The toll for cars and lorries is 4 and 9 euros respectively.",
    ),
]


@pytest.mark.parametrize(("statement", "text"), OF_ANOTHER_HOLDER)
def test_a_figure_never_supports_another_holder(statement: str, text: str) -> None:
    assert judge(statement, text).stance is not Stance.SUPPORT


NO_LONGER = [
    ("The rent is 500 euros.", "The rent rose from 500 euros to 600 euros."),
    ("The pay is 11 euros.", "The pay was 11 euros until 2024 and is 12 euros from 2025."),
    ("The limit is 5 percent.", "The limit, which was 5 percent until 2020, is 7 percent."),
    ("The speed limit is 50 km/h.", "The speed limit was previously 50 km/h."),
]


@pytest.mark.parametrize(("statement", "text"), NO_LONGER)
def test_a_past_value_does_not_support_the_present(statement: str, text: str) -> None:
    assert judge(statement, text).stance is not Stance.SUPPORT


NOW = [
    ("The rent is 600 euros.", "The rent rose from 500 euros to 600 euros."),
    ("The pay is 12 euros.", "The pay was 11 euros until 2024 and is 12 euros from 2025."),
    ("The rent was raised from 500 euros.", "The rent was raised from 500 euros to 600 euros."),
]


@pytest.mark.parametrize(("statement", "text"), NOW)
def test_the_value_after_a_change_holds(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.SUPPORT


OUTSIDE = [
    (
        "A firm may employ more than five apprentices.",
        "A firm may employ at most five apprentices.",
    ),
    (
        "A firm may employ more than five apprentices.",
        "A firm may employ no more than five apprentices.",
    ),
    (
        "A firm may employ more than five apprentices.",
        "A firm may not employ more than five apprentices.",
    ),
    ("A firm may employ seven apprentices.", "A firm may not employ more than five apprentices."),
    ("A firm may employ five apprentices.", "A firm may employ fewer than five apprentices."),
]


@pytest.mark.parametrize(("statement", "text"), OUTSIDE)
def test_what_lies_outside_a_bound_is_refuted(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.REFUTE


def test_what_lies_on_a_bound_is_supported() -> None:
    judged = judge(
        "A firm may employ five apprentices.", "A firm may not employ more than five apprentices."
    )
    assert judged.stance is Stance.SUPPORT


def test_a_threshold_covers_what_meets_it() -> None:
    rule = "A licence is needed for boats of more than 6 metres."
    assert judge("A licence is needed for a boat of 8 metres.", rule).stance is Stance.SUPPORT
    assert judge("A licence is needed for a boat of 3 metres.", rule).stance is Stance.NEUTRAL
