from decimal import Decimal

import pytest

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.calendar_dates import overlap
from ledgerrag.stance.units import comparable, plain, singular


def value(kind: ValueKind, amount: str, unit: str) -> Value:
    return Value(kind, amount, unit, amount)


def test_months_and_days_do_not_convert_and_weeks_and_days_do() -> None:
    month, week = (value(ValueKind.DURATION, "1", unit) for unit in ("month", "week"))
    day = value(ValueKind.DURATION, "7", "day")
    assert comparable(month, day) is None
    assert comparable(week, day) == (Decimal(604800), Decimal(604800))


def test_a_bare_dollar_fits_any_dollar_and_no_euro() -> None:
    bare, cad, eur = (value(ValueKind.MONEY, "5", unit) for unit in ("$", "CAD", "EUR"))
    assert comparable(bare, cad) is not None
    assert comparable(bare, eur) is None


def test_rates_of_different_spans_do_not_compare() -> None:
    week, month = (value(ValueKind.MONEY, "5", unit) for unit in ("$/week", "$/month"))
    assert comparable(week, month) is None


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("2026-06-30", "2026-06", True),
        ("2026-06-30", "2026-07", False),
        ("--06-30", "2026-06-30", True),
        ("--06-30", "2026-06-29", False),
        ("T23:00", "T23:00", True),
        ("T23:00", "2026-06-30", None),
    ],
)
def test_dates_of_any_precision_overlap_or_not(a: str, b: str, same: bool | None) -> None:
    assert overlap(a, b) is same
    assert overlap(b, a) is same


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("boxes", "box"),
        ("injuries", "injury"),
        ("people", "person"),
        ("acres", "acre"),
        ("gas", "gas"),
    ],
)
def test_a_counted_noun_loses_its_plural(word: str, one: str) -> None:
    assert singular(word) == one


def test_a_plain_decimal_has_no_exponent() -> None:
    assert plain(Decimal("1.2500E+4")) == "12500"
    assert plain(Decimal("-0.00")) == "0"
