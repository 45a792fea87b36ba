"""The benchmark's own reading of figures: what it takes, and what it leaves alone."""

from __future__ import annotations

import pytest

from ledgerrag.dykbench.real.figures import Kind, day_spellings, figures, spellings


@pytest.mark.parametrize(
    ("text", "kind", "amount", "unit"),
    [
        ("a fine of $5,000 is due", Kind.MONEY, "5000", "dollars"),
        ("a fine of two thousand dollars is due", Kind.MONEY, "2000", "dollars"),
        ("equity of four billion dollars or more", Kind.MONEY, "4000000000", "dollars"),
        ("a levy of $0.4695 a dozen", Kind.MONEY, "0.4695", "dollars"),
        ("a share of 12.5 per cent of it", Kind.PERCENT, "12.5", ""),
        ("a share of 40% of it", Kind.PERCENT, "40", ""),
        ("within thirty-nine months of it", Kind.SPAN, "39", "month"),
        ("within one hundred and eighty (180) days", Kind.SPAN, "180", "day"),
        ("within 3 business days of it", Kind.SPAN, "3", "day"),
        ("a 10-year plan", Kind.SPAN, "10", "year"),
        ("anybody 18 years of age may", Kind.AGE, "18", "year"),
        ("until June 30, 2026 at noon", Kind.DATE, "2026-06-30", ""),
        ("until 30 June 2026 at noon", Kind.DATE, "2026-06-30", ""),
        ("it has seven members", Kind.COUNT, "7", "members"),
        ("no more than 500 potted plants", Kind.COUNT, "500", "plants"),
    ],
)
def test_a_plain_figure_is_read_with_its_kind_amount_and_unit(
    text: str, kind: Kind, amount: str, unit: str
) -> None:
    (found,) = figures(text)
    assert (found.kind, found.amount, found.unit) == (kind, amount, unit)
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    "text",
    [
        "as in section 12 applies",
        "under sections 559 to 566",
        "version 2.4 is older",
        "3.4 Limits of use",
        "11 Large boats",
        "§ 25-101 of it",
        "no one knows",
        "in 2026 it ends",
        "a capital of €40 436,30 is paid",
        "a capital of €1.234,56 is paid",
    ],
)
def test_a_number_that_names_a_place_or_a_heading_is_no_figure(text: str) -> None:
    assert figures(text) == ()


def test_every_spelling_of_a_value_is_the_same_value() -> None:
    (fee,) = figures("a fee of $5,000 is due")
    assert {"$5,000", "$5000", "5,000 dollars"} <= set(spellings(fee))
    (span,) = figures("within forty-five days")
    assert spellings(span)[0] == "forty-five days"
    assert {"45 days", "forty-five (45) days"} <= set(spellings(span))
    assert day_spellings("2026-07-01") == ("2026-07-01", "July 1, 2026", "1 July 2026")


def test_one_of_a_unit_is_spelt_without_an_s() -> None:
    (span,) = figures("within one week of it")
    assert "1 week" in spellings(span)
    assert "1 weeks" not in spellings(span)
