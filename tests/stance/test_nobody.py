import pytest

from ledgerrag.model import Stance
from tests.stance.test_rules import judge

EXCLUDED = [
    ("Two people were hurt.", "Nobody was hurt."),
    ("Two people were hurt.", "No one was injured."),
    ("Nobody was hurt.", "Three people were hurt."),
    ("Five homes were destroyed.", "No house was destroyed, the council said."),
    ("Two people died.", "Nobody died and the road is open."),
    ("No tree was felled.", "Nine trees were felled."),
]

APART = [
    ("Two people were hurt.", "Nobody was arrested."),
    ("Two people were hurt.", "Nobody was seriously hurt."),
    ("Two people were hurt.", "No dog was hurt."),
    ("Two people entered.", "No person may enter."),
    ("Two people were hurt.", "Reportedly nobody was hurt."),
    ("No child was hurt.", "Two people were hurt."),
    ("Two people died in the flood.", "Nobody died."),
    ("Fewer than 3 people were hurt.", "Nobody was hurt."),
]


@pytest.mark.parametrize(("statement", "text"), EXCLUDED)
def test_nobody_and_a_count_of_the_same_exclude_each_other(statement: str, text: str) -> None:
    assert judge(statement, text, "Kell bridge").stance is Stance.REFUTE


@pytest.mark.parametrize(("statement", "text"), APART)
def test_nobody_says_nothing_of_another_deed_holder_or_rule(statement: str, text: str) -> None:
    assert judge(statement, text, "Fire on Tanner Row").stance is Stance.NEUTRAL


def test_nobody_on_both_sides_is_the_same() -> None:
    assert judge("Nobody was hurt.", "No one was injured.", "Kell").stance is Stance.SUPPORT
