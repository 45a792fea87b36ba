"""A line that only dates its text is told from a sentence that has a date in it."""

from __future__ import annotations

import pytest

from ledgerrag.heads import dated, dating
from tests.making import document
from tests.shelf import Shelf


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Effective date: **January 21, 2021**", "2021-01-21"),
        ("Last updated: 3 May 2024", "2024-05-03"),
        ("Effective 4 March 2024 | Archived versions | Download PDF", "2024-03-04"),
        ("This version (Version 4.10) is effective as of February 24, 2022.", "2022-02-24"),
        ("3 May 2024", "2024-05-03"),
    ],
)
def test_a_line_that_dates_a_text_tells_its_day(line: str, day: str) -> None:
    found = dating(line)
    assert found is not None
    assert found.amount == day


@pytest.mark.parametrize(
    "line",
    [
        "Permits issued before 3 May 2024 stay valid.",
        "Applications close on 3 May 2024.",
        "3 May 2024 is a holiday in the harbour.",
        "The fee rises from 1 January 2025.",
        "Last updated by the harbour master",
    ],
)
def test_a_sentence_with_a_date_in_it_dates_nothing(line: str) -> None:
    assert dating(line) is None


def test_two_dates_at_the_head_of_one_text_tell_none(shelf: Shelf) -> None:
    one = document("a", "Effective date: 3 May 2024\nDogs are welcome.", title="Harbour Terms")
    two = document("b", "Last updated: 4 May 2024", title="Harbour Terms")
    shelf.put(one, two)
    corpus = shelf.corpus("2025-08-01")
    assert dated([one, two], corpus) is None
    found = dated([one], corpus)
    assert found is not None
    assert found[2].amount == "2024-05-03"
