from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag import dates
from ledgerrag.pachon.readers.datetext import pdf_date, stated


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        (" 2026-03 ", "2026-03"),
        ("2026-03-01T23:30-08:00", "2026-03-01T23:30-08:00"),
        ("Sun, 01 Mar 2026 23:30:00 -0800", "2026-03-01T23:30:00-08:00"),
        ("1 Mar 2026 23:30 +0530", "2026-03-01T23:30:00+05:30"),
        ("Sun, 01 Mar 2026 23:30:00 PST", "2026-03-01T23:30:00-08:00"),
        ("Sun, 01 Mar 2026 23:30:00 GMT", "2026-03-01T23:30:00Z"),
        ("Sun, 01 Mar 2026 23:30:00 -0000", "2026-03-01T23:30:00"),
        ("Sun, 01 Mar 2026 23:30:00", "2026-03-01T23:30:00"),
        ("Sun, 01 Mar 2026", "2026-03-01"),
        ("March 1, 2026", "2026-03-01"),
        ("25 janvier 2020", "2020-01-25"),
        ("25. Januar 2020", "2020-01-25"),
    ],
)
def test_a_date_is_read_with_the_precision_and_zone_that_it_states(text: str, iso: str) -> None:
    assert stated(text) == (iso, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2 days ago",
        "in March",
        "March 2026",
        "03/04/2020",
        "3.4.20",
        "30 Feb 2026",
        "Sun, 30 Feb 2026 10:00:00 GMT",
        "1 Mar 2026 or 2 Mar 2026",
        "x" * 200,
    ],
)
def test_a_relative_ambiguous_or_impossible_date_is_not_guessed(text: str) -> None:
    found = stated(text)
    assert found.iso == ""
    assert found.note


def test_an_unknown_zone_leaves_the_day() -> None:
    found = stated("Sun, 01 Mar 2026 23:30:00 CET")
    assert found.iso == "2026-03-01"
    assert "zone" in found.note


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("D:20200125103000-05'00'", "2020-01-25T10:30:00-05:00"),
        ("D:20200125103000+05'30", "2020-01-25T10:30:00+05:30"),
        ("D:20200125103000Z00'00'", "2020-01-25T10:30:00Z"),
        ("D:202001251030", "2020-01-25T10:30"),
        ("D:20200125", "2020-01-25"),
        ("D:2020", "2020"),
        ("D:20201325", ""),
        ("last week", ""),
    ],
)
def test_dates_of_pdf_are_read_as_far_as_they_go(text: str, iso: str) -> None:
    assert pdf_date(text).iso == iso


@given(st.text(max_size=40))
def test_whatever_is_read_is_iso_and_what_is_not_read_is_noted(text: str) -> None:
    found = stated(text)
    if found.iso:
        dates.parse(found.iso)
    else:
        assert found.note
