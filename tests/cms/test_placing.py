from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.api import drafts
from ledgerrag.cms.placing import places
from ledgerrag.reading import RuleReader


def placed(text: str) -> list[str]:
    claims = drafts.claims(text, RuleReader())
    return [text[start:end] for start, end in places(text, claims)]


def test_each_claim_points_at_the_sentence_that_it_was_read_from() -> None:
    text = "It is so.  The fee is 12 euros.\n\tTwo people were  hurt."
    assert placed(text) == ["It is so.", "The fee is 12 euros.", "Two people were  hurt."]


def test_two_statements_of_one_sentence_point_at_it_both() -> None:
    text = "Well. The Kell bridge is closed and two people were hurt. So much for that."
    assert placed(text).count("The Kell bridge is closed and two people were hurt.") == 2


def test_a_sentence_that_stands_there_twice_is_pointed_at_twice() -> None:
    text = "The fee is 12 euros. The fee is 12 euros."
    claims = drafts.claims(text, RuleReader())
    assert places(text, claims) == ((0, 20), (21, 41))


def test_two_figures_of_one_sentence_point_at_it_both_and_its_repetition_at_the_second() -> None:
    text = "Fees are 12 euros for 3 days. Fees are 12 euros for 3 days."
    claims = drafts.claims(text, RuleReader())
    assert places(text, claims) == ((0, 29), (0, 29), (30, 59), (30, 59))


@pytest.mark.parametrize(
    "text",
    [
        "**Rule 12** has `6` members.",
        "- Rule 12 has 6 members.",
        "> Rule 12 has [6 members](https://example.org/a).",
    ],
)
def test_marks_of_the_host_do_not_lead_astray(text: str) -> None:
    assert "members" in placed(f"It is so. \n\n{text}\n\nNobody knows why it is.")[1]


@given(st.text(max_size=200))
def test_a_place_lies_within_the_text_whatever_it_is(text: str) -> None:
    for start, end in places(text, drafts.claims(text, RuleReader())):
        assert 0 <= start <= end <= len(text)
