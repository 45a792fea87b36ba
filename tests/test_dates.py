from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.dates import DAY, Moment, Precision, from_day, from_instant, parse
from ledgerrag.errors import DateError


def test_a_year_is_the_interval_of_its_days() -> None:
    year = parse("2023")
    assert year.precision is Precision.YEAR
    assert (year.lo, year.hi) == (parse("2023-01-01").lo, parse("2024-01-01").lo)


def test_overlap_decides_nothing() -> None:
    year, day = parse("2023"), parse("2023-06-01")
    assert not year.after(day)
    assert not day.after(year)
    assert parse("2024-01-01").after(year)


def test_a_month_has_begun_for_certain_only_on_its_last_day() -> None:
    month = parse("2026-07")
    assert not month.reached(parse("2026-07-15").moment())
    assert month.possible(parse("2026-07-15").moment())
    assert month.reached(parse("2026-07-31").moment())


def test_a_notice_keeps_its_local_calendar_date() -> None:
    notice = parse("2026-03-01T23:30-08:00")
    assert notice.local_date == "2026-03-01"
    assert notice.lo == parse("2026-03-02T07:30Z").lo
    assert notice.reached(parse("2026-03-01").moment())
    assert not notice.reached(parse("2026-03-01T23:59Z").moment())


def test_an_instant_without_a_zone_is_tagged() -> None:
    assert parse("2026-03-01T10:00").zone_assumed
    assert not parse("2026-03-01T10:00Z").zone_assumed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "2026-02-30",
        "2026-13",
        "2026-1-1",
        "26-01-01",
        "2026-01-01T25:00Z",
        "2026-01-01T10:00+25:00",
        "2026-01-01T10:00+01:75",
        "0000",
        "٢٠٢٦-01-01",
        "2026\n01",
    ],
)
def test_a_date_that_cannot_be_is_refused_by_name(text: str) -> None:
    with pytest.raises(DateError) as error:
        parse(text, name="as_of")
    assert "as_of" in str(error.value)
    assert repr(text) in str(error.value)


def test_a_naive_datetime_is_refused() -> None:
    with pytest.raises(DateError, match="no time zone"):
        from_instant(datetime(2026, 1, 1))  # noqa: DTZ001 - the naive value is the case


@given(st.dates())
def test_every_day_reads_back_as_itself(day: date) -> None:
    assert parse(day.isoformat()) == from_day(day)
    assert from_day(day).hi - from_day(day).lo == DAY


@given(
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)),  # noqa: DTZ001 - a zone is added below
    st.integers(-14 * 60, 14 * 60),
)
def test_every_instant_reads_back_as_itself(stamp: datetime, minutes: int) -> None:
    aware = stamp.replace(tzinfo=timezone(timedelta(minutes=minutes)), microsecond=0)
    assert parse(from_instant(aware).text) == from_instant(aware)


@given(st.dates(date(1, 1, 2), date(9998, 1, 1)), st.dates(date(1, 1, 2), date(9998, 1, 1)))
def test_of_two_days_exactly_the_later_is_after(a: date, b: date) -> None:
    assert from_day(a).after(from_day(b)) == (a > b)


def test_a_moment_names_its_day_or_instant() -> None:
    assert parse("2023").moment().label() == "2023-12-31"
    assert Moment(parse("2026-03-01T07:30Z").lo, calendar=False).label() == "2026-03-01T07:30:00Z"
    assert from_instant(datetime(2026, 1, 1, tzinfo=UTC)).text == "2026-01-01T00:00:00Z"
