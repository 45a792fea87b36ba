from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import ValueKind
from ledgerrag.stance.values import figures, values


def only(text: str) -> tuple[str, str, str]:
    (figure,) = figures(text)
    return figure.value.kind.value, figure.value.amount, figure.value.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a deposit of two hundred and seventy (270) days", ("duration", "270", "day")),
        ("a ninety-day wait", ("duration", "90", "day")),
        ("no later than the 45th day after arrival", ("duration", "45", "day")),
        ("within 5 business days", ("duration", "5", "business day")),
        ("pilots under the age of 21", ("duration", "21", "year")),
        ("members aged 16 or over", ("duration", "16", "year")),
        ("at least 18 years of age", ("duration", "18", "year")),
        ("a fee of $1,250.50", ("money", "1250.5", "$")),
        ("a fee of C$12", ("money", "12", "CAD")),
        ("US $2.5 billion of aid", ("money", "2500000000", "USD")),
        ("up to $50.00 USD", ("money", "50", "USD")),
        ("EUR 40 a head", ("money", "40", "EUR")),
        ("a prize of £5k", ("money", "5000", "GBP")),
        ("three million dollars", ("money", "3000000", "$")),
        ("12 400 euros", ("money", "12400", "EUR")),
        ("a levy of 1.5 cents", ("money", "0.015", "$")),
        ("rent of $300 per week", ("money", "300", "$/week")),
        ("a share of 12.50 %", ("percent", "12.5", "%")),
        ("ten per cent of the seats", ("percent", "10", "%")),
        ("Percent complete: 40", ("percent", "40", "%")),
        ("Acres burned: 1.5e+03.", ("quantity", "1500", "acre")),
        ("Boats lost: 7.", ("quantity", "7", "boat")),
        ("a pond of 3 ha", ("quantity", "3", "hectare")),
        ("fewer than 50 part-time workers", ("quantity", "50", "worker")),
        ("at -40 °C", ("quantity", "-40", "degree celsius")),
        ("limit 80", ("quantity", "80", "")),
        ("until 3 May 2026", ("date", "2026-05-03", "")),
        ("until May 3, 2026", ("date", "2026-05-03", "")),
        ("until 2026-05-03", ("date", "2026-05-03", "")),
        ("during May 2026", ("date", "2026-05", "")),
        ("since 2019", ("date", "2019", "")),
        ("by 15 March of each year", ("date", "--03-15", "")),
        ("after 11 p.m.", ("date", "T23:00", "")),
        ("on the 18th day of each month", ("quantity", "18", "day of month")),
        ("31.12.2024", ("date", "2024-12-31", "")),
    ],
)
def test_a_value_has_one_canonical_form(text: str, expected: tuple[str, str, str]) -> None:
    assert only(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Section 12 applies.",
        "paragraphs 5(1)(a) and (2.1) and sections 33 to 35 apply",
        "see SOR/2012-191 and CSA C656-14",
        "(1) A ship must stop.",
        "42\n(1) A ship must stop.",
        "10.1 Despite the rule, ships may sail.",
        "on 04/05/2026",
        "No one came.",
        "route I-5 and COVID-19",
    ],
)
def test_names_made_of_digits_are_no_values(text: str) -> None:
    assert figures(text) == ()


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 5 days", ">="),
        ("5 days or more", ">="),
        ("not more than 5 days", "<="),
        ("shall not at any time exceed 5 days", "<="),
        ("must not be longer than 5 days", "<="),
        ("more than 5 days", ">"),
        ("under 5 days", "<"),
        ("about 5 days", "~"),
        ("lasts 5 days", ""),
        ("before June 30, 2026", "<"),
        ("ending on June 30, 2026", "<="),
        ("beginning on June 30, 2026", ">="),
    ],
)
def test_a_bound_is_read_on_either_side_of_its_figure(text: str, bound: str) -> None:
    assert figures(text)[0].bound == bound


def test_both_ends_of_a_range_carry_the_unit() -> None:
    found = [(f.value.amount, f.value.unit) for f in figures("between 5 and 10 days")]
    assert found == [("5", "day"), ("10", "day")]


def test_the_words_of_a_value_stand_where_it_says() -> None:
    text = "A fine of C$2,000 or two (2) months, from 1 July 2026; the road is closed."
    for value in values(text):
        assert text[value.start : value.start + len(value.text)] == value.text
    assert ValueKind.STATUS in {value.kind for value in values(text)}


@given(st.integers(0, 10**12), st.sampled_from(["days", "acres", "dollars", "per cent"]))
def test_grouping_changes_nothing(number: int, unit: str) -> None:
    plain, grouped = figures(f"it is {number} {unit}"), figures(f"it is {number:,} {unit}")
    assert [f.value.amount for f in plain] == [f.value.amount for f in grouped] == [str(number)]


@given(st.decimals(0, 10**9, places=3))
def test_trailing_zeros_are_no_difference(amount: Decimal) -> None:
    (figure,) = figures(f"it weighs {amount:f} kg")
    assert Decimal(figure.value.amount) == amount
    assert "E" not in figure.value.amount


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for value in values(text):
        assert 0 <= value.start <= len(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Situation report 1.", []),
        ("Bulletin no. 12: 40 acres burned.", ["40 acres"]),
        ("Situation report 1\n40 people are hurt.", ["40 people"]),
        ("Officials report 40.", ["40"]),
        ("The final report names 40 villages.", ["40 villages"]),
    ],
)
def test_what_numbers_a_report_counts_nothing(text: str, found: list[str]) -> None:
    assert [one.value.text for one in figures(text)] == found
