"""The same words with a figure written otherwise: nothing is left for a second judge to read."""

from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.restated import restated


def same(statement: str, text: str) -> bool:
    claim = decompose_draft(statement)[0]
    return restated(claim, Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, ""))


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (
            "Notice is due within two weeks of the sale.",
            "Notice is due within 14 days of sale.",
        ),
        ("The lease runs for two years.", "A lease runs for 24 months."),
        ("The pipe is 2 km long.", "The pipe is 2,000 metres long."),
        ("The lease runs for three years.", "The lease runs for 24 months."),
    ],
)
def test_figures_that_convert_exactly_in_the_same_words_are_restated_whether_or_not_they_agree(
    statement: str, text: str
) -> None:
    assert same(statement, text)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (
            "Notice is due within two weeks of the sale.",
            "Notice is due within 14 days of loss.",
        ),
        ("Notice is due within two weeks.", "Notice is not given within 14 days."),
        ("The lease runs for one month.", "The lease runs for 30 days."),
        ("The lease runs for at least two years.", "The lease runs for 24 months."),
        ("The fee is 14 euros.", "The fee is 14 days."),
        ("Two boats and 5 carts are let in.", "Two boats and carts are let in."),
        ("The orchard is open.", "The orchard is open."),
    ],
)
def test_another_word_bound_or_unit_is_no_restatement_and_neither_is_what_has_no_figure(
    statement: str, text: str
) -> None:
    assert not same(statement, text)
