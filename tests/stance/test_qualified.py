"""The urban population is not the population; the total one is."""

import pytest

from ledgerrag.model import Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.rules import RuleStance


def judge(claim: str, text: str, title: str = "") -> Stance:
    passage = Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)
    return RuleStance().judge([(decompose_draft(claim)[0], passage)])[0].stance


POPULATION = "The population of Dunarby is 5,000."
TOLL = "The toll on the Mole Bridge is 9 euros."
APART = [
    (POPULATION, "The urban population of Dunarby is 4,000."),
    (POPULATION, "The urban population of Dunarby is 5,000."),
    (POPULATION, "In 2020 the resident student population of Dunarby was 4,000."),
    ("The urban population of Dunarby is 5,000.", "The population of Dunarby is 5,000."),
    ("The urban population of Dunarby is 4,000.", "The population of Dunarby is 5,000."),
    (TOLL, "The night toll on the Mole Bridge is 6 euros."),
    (
        "Revenue of Alder Works was 9 million euros.",
        "Net revenue of Alder Works was 7 million euros.",
    ),
]
TOGETHER = [
    (POPULATION, "The total population of Dunarby is 5,000.", Stance.SUPPORT),
    (POPULATION, "The current population of Dunarby is 4,000.", Stance.REFUTE),
    (POPULATION, "Dunarby has a population of 5,000.", Stance.SUPPORT),
    (TOLL, "The new toll on the Mole Bridge is 6 euros.", Stance.REFUTE),
    (TOLL, "The maximum toll on the Mole Bridge is 9 euros.", Stance.SUPPORT),
    (TOLL, "The Mole Bridge toll is 6 euros.", Stance.REFUTE),
]


@pytest.mark.parametrize(("claim", "text"), APART)
def test_a_noun_that_only_one_side_narrows_is_another_slot(claim: str, text: str) -> None:
    assert judge(claim, text, "Dunarby") is Stance.NEUTRAL


@pytest.mark.parametrize(("claim", "text", "stance"), TOGETHER)
def test_a_word_that_leaves_the_noun_the_same_decides_nothing(
    claim: str, text: str, stance: Stance
) -> None:
    assert judge(claim, text, "Dunarby") is stance


def test_what_the_title_narrows_need_not_stand_in_the_sentence() -> None:
    claim = "The urban population of Dunarby is 5,000."
    text = "The population of Dunarby is 5,000."
    assert judge(claim, text, "Urban Dunarby") is Stance.SUPPORT
