"""Claims and sentences that are the same words but for a value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import Claim, Judgement, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.rules import RuleStance


def judge(statement: str, text: str, title: str = "") -> Judgement:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    claim: Claim = decompose_draft(statement)[0]
    return RuleStance().judge([(claim, Passage(span, text, title))])[0]


QUOTED = [
    (
        "Unless the board decides otherwise, the fee may be waived.",
        "(2) Unless the board decides otherwise, the fee may be waived;",
    ),
    (
        "A licence that was issued before the flood may be renewed within 2 years.",
        "12.1 A licence which was issued before the flood may be renewed within two years.",
    ),
    (
        "The harbour master shall keep a log if section 9 applies to the vessel.",
        "(a) the harbour master shall keep a log if section 9 applies to the vessel;",
    ),
]

AMENDED = [
    (
        "If the dam leaks, the owner shall report it within 30 days of the inspection.",
        "(3) If the dam leaks, the owner shall report it within 45 days of the inspection.",
    ),
    (
        "Every ferry that was built before June 9, 2012 must be inspected by the harbour master.",
        "Every ferry that was built before June 9, 2022 must be inspected by the harbour master.",
    ),
    (
        "Where the yield exceeds 40 tonnes or 3 truckloads, the grower may ask for a remission.",
        "Where the yield exceeds 60 tonnes or 3 truckloads, the grower may ask for a remission.",
    ),
]


@pytest.mark.parametrize(("statement", "text"), QUOTED)
def test_what_quotes_the_sentence_is_supported_whatever_its_conditions(
    statement: str, text: str
) -> None:
    judged = judge(statement, text, "Harbour Act, section 4")
    assert (judged.stance, judged.rule) == (Stance.SUPPORT, "same words")


@pytest.mark.parametrize(("statement", "text"), AMENDED)
def test_one_value_that_changed_in_the_same_words_refutes(statement: str, text: str) -> None:
    for one, other in ((statement, text), (text, statement)):
        judged = judge(one, other, "Harbour Act, section 4")
        assert judged.stance is Stance.REFUTE
        assert judged.confidence_u >= 800_000


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        # A provision that is referred to, a road, a version: their numbers are names.
        (
            "The owner shall keep the log that is described in section 14 of this order.",
            "The owner shall keep the log that is described in section 15 of this order.",
        ),
        (
            "The crossing of Route 9 near the mill is closed to trucks all year.",
            "The crossing of Route 12 near the mill is closed to trucks all year.",
        ),
        (
            "This agreement names the partners of Harbour Terms, Version 2.",
            "This agreement names the partners of Harbour Terms, Version 3.",
        ),
    ],
)
def test_another_number_in_a_name_decides_nothing(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.NEUTRAL


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (
            "Two boats with a white sail pass along the harbour wall at noon.",
            "Two boats with a black sail pass along the harbour wall at noon.",
        ),
        (
            "The taller of the 2 players on the stage plays the oboe tonight.",
            "The taller of the 2 players on the stage plays the trumpet tonight.",
        ),
    ],
)
def test_one_word_for_another_in_the_same_words_supports_nothing(statement: str, text: str) -> None:
    assert judge(statement, text).stance is not Stance.SUPPORT


@pytest.mark.parametrize(("said", "there"), [("12", "7"), ("12", "2"), ("2", "12")])
def test_a_count_that_opens_a_sentence_is_no_mark(said: str, there: str) -> None:
    for noun in ("boats", "Boats"):
        judged = judge(f"{said} {noun} wait at the pier.", f"{there} {noun} wait at the pier.")
        assert judged.stance is Stance.REFUTE


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (
            "The owner of a dam shall report a leak to the board within 30 days.",
            "The owner of a dam shall not report a leak to the board within 30 days.",
        ),
        (
            "The owner of a dam shall report a leak to the board within 30 days.",
            "The owner of a mill shall report a leak to the board within 45 days.",
        ),
        ("The fee for a boat was $10 in 2024.", "The fee for a boat was $12 in 2025."),
    ],
)
def test_another_word_of_sense_or_another_period_is_left_to_the_other_rules(
    statement: str, text: str
) -> None:
    assert not judge(statement, text).rule.startswith("same words")


WORDS = st.sampled_from(
    ("the", "owner", "of", "a", "dam", "shall", "report", "leak", "to", "night")
)


@given(st.lists(WORDS, min_size=6, max_size=20), st.integers(2, 900), st.integers(2, 900))
def test_the_same_words_with_the_same_number_are_never_refuted(
    words: list[str], said: int, there: int
) -> None:
    sentence = " ".join(words).capitalize()
    judged = judge(f"{sentence} for {said} days.", f"{sentence} for {there} days.")
    if said == there:
        assert judged.stance is Stance.SUPPORT
    else:
        assert judged.stance is not Stance.SUPPORT
