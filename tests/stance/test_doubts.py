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
