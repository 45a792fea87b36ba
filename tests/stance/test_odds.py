"""Logits as probabilities in whole millionths."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import UNIT, Stance
from ledgerrag.stance.odds import Odds, softmax

LOGIT = st.integers(-30 * UNIT, 30 * UNIT)
LOGITS = st.tuples(LOGIT, LOGIT, LOGIT)
TEMPERATURE = st.integers(UNIT // 10, 10 * UNIT)


@given(LOGITS, TEMPERATURE)
def test_odds_add_up_to_one_and_keep_the_order_of_the_logits(
    logits: tuple[int, int, int], temperature: int
) -> None:
    odds = softmax(logits, temperature)
    shares = (odds.support_u, odds.refute_u, odds.neutral_u)
    assert sum(shares) == UNIT
    assert min(shares) >= 0
    for a in range(3):
        for b in range(3):
            assert logits[a] <= logits[b] or shares[a] >= shares[b]


@given(LOGITS, TEMPERATURE, LOGIT)
def test_what_is_added_to_all_logits_changes_nothing(
    logits: tuple[int, int, int], temperature: int, shift: int
) -> None:
    a, b, c = logits
    assert softmax((a + shift, b + shift, c + shift), temperature) == softmax(logits, temperature)


def test_a_known_case_is_exact() -> None:
    # e^1 : e^0 : e^0 = 2.718282 : 1 : 1
    assert softmax((UNIT, 0, 0), UNIT) == Odds(576_118, 211_941, 211_941)
    assert softmax((2 * UNIT, 0, 0), 2 * UNIT) == Odds(576_118, 211_941, 211_941)


def test_equal_odds_are_neutral_and_refute_goes_before_support() -> None:
    assert Odds(333_334, 333_333, 333_333).likeliest() == (Stance.SUPPORT, 333_334)
    assert Odds(400_000, 400_000, 200_000).likeliest() == (Stance.REFUTE, 400_000)
    assert Odds(300_000, 350_000, 350_000).likeliest() == (Stance.NEUTRAL, 350_000)
