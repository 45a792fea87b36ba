"""Bounds of figures and dates: what a `more than` or a `before` compares with."""

from __future__ import annotations

import pytest

from ledgerrag.model import Judgement, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.rules import RuleStance


def judge(statement: str, text: str, title: str = "") -> Judgement:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    return RuleStance().judge([(decompose_draft(statement)[0], Passage(span, text, title))])[0]


@pytest.mark.parametrize(
    ("statement", "text", "stance"),
    [
        ("The album sold over 14 million copies.", "The album sold 15 million copies.", "support"),
        ("The album sold over 15 million copies.", "The album sold 15 million copies.", "refute"),
        ("The album sold over 16 million copies.", "The album sold 15 million copies.", "refute"),
        (
            "The album sold over 14 million copies.",
            "The album sold more than 15 million copies.",
            "support",
        ),
        (
            "The album sold over 16 million copies.",
            "The album sold more than 15 million copies.",
            "neutral",
        ),
        ("Alder has fewer than 190 seats.", "Alder has 190 seats.", "refute"),
        ("Alder has fewer than 190 seats.", "Alder has 189 seats.", "support"),
        ("The film has a rating of more than 57%.", "The film has a rating of 58%.", "support"),
        ("The film has a rating of more than 57%.", "The film has a rating of 57%.", "refute"),
        ("The fine is at most $500.", "The fine is $400.", "refute"),
    ],
)
def test_a_figure_is_compared_with_the_bound_that_a_statement_gives(
    statement: str, text: str, stance: str
) -> None:
    assert judge(statement, text).stance == Stance(stance)


@pytest.mark.parametrize(
    ("statement", "text", "stance"),
    [
        ("Tower X was opened before 1991.", "Tower X was opened on 4 May 1990.", "support"),
        ("Tower X was opened before 1990.", "Tower X was opened on 4 May 1990.", "refute"),
        ("Tower X was opened after 1990.", "Tower X was opened on 4 May 1990.", "refute"),
        ("Tower X was opened after May 1989.", "Tower X was opened on 4 May 1990.", "support"),
        ("Tower X was opened before 4 May 1990.", "Tower X was opened in May 1990.", "neutral"),
    ],
)
def test_a_date_is_compared_with_the_side_that_a_statement_gives(
    statement: str, text: str, stance: str
) -> None:
    assert judge(statement, text).stance == Stance(stance)


def test_a_figure_as_of_one_day_says_nothing_of_the_time_before_or_after_it() -> None:
    text = "As of 20 April 2026, the province had 12,085 cases."
    for day in ("before 20 April 2026", "after 21 April 2026"):
        judged = judge(f"The province had 12,085 cases {day}.", text)
        assert judged.stance is Stance.NEUTRAL


def test_the_figures_of_a_statement_about_several_holders_are_compared_each_with_its_own() -> None:
    statement = "Alder grossed $31 million in Canada and $57 million in France."
    text = "Alder grossed $31 million in Canada and $60 million in France."
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    claims = decompose_draft(statement)
    judged = RuleStance().judge([(claim, Passage(span, text, "Alder")) for claim in claims])
    assert Stance.REFUTE in {one.stance for one in judged}
