from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.rules import RuleStance


def judge(claim: str, text: str) -> Stance:
    passage = Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, "")
    return RuleStance().judge([(decompose_draft(claim)[0], passage)])[0].stance


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (
            "The committee approved the plan.",
            "The plan was approved by the board, not the committee.",
        ),
        ("The inn has a garden.", "The inn is near a garden."),
        ("The tenant pays the levy.", "The levy is paid by the owner, the broker by the tenant."),
        ("The rate is 5 percent.", "The rate fell to 4 percent from 5 percent."),
        ("The price is 30 euros.", "The price, formerly 30 euros, is now 40 euros."),
    ],
    ids=["contrast", "relation", "left out", "from", "formerly"],
)
def test_a_turn_that_the_rules_do_not_take_apart_supports_nothing(claim: str, text: str) -> None:
    assert judge(claim, text) is not Stance.SUPPORT


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The rate is 4 percent.", "The rate fell to 4 percent from 5 percent."),
        ("The price is 40 euros.", "The price, formerly 30 euros, is now 40 euros."),
        ("The inn is near a garden.", "The inn is near a garden."),
        ("The voucher is refundable.", "The voucher is refundable at the desk."),
    ],
)
def test_what_holds_now_is_still_supported(claim: str, text: str) -> None:
    assert judge(claim, text) is Stance.SUPPORT


def test_non_before_a_word_is_its_opposite() -> None:
    assert judge("The deposit is refundable.", "The deposit is non-refundable.") is Stance.REFUTE
    assert judge("The deposit is non-refundable.", "The deposit is non-refundable.") is (
        Stance.SUPPORT
    )


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (
            "A person can have more than one free card.",
            "The library does not lend to those under 13, and a free card is for residents of 13.",
        ),
        (
            "A member can keep more than one key of the club.",
            "The number of members of the club must not exceed the number of lockers.",
        ),
    ],
    ids=["bare figure", "other predicate"],
)
def test_a_sentence_about_something_else_refutes_nothing(claim: str, text: str) -> None:
    assert judge(claim, text) is not Stance.REFUTE


def test_a_label_line_refutes_with_a_bare_figure() -> None:
    assert judge("200 acres burned.", "Acres burned: 150.") is Stance.REFUTE
