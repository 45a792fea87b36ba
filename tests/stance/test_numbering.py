"""`The guests number 40` counts guests; `room number 40` counts nothing."""

from __future__ import annotations

import pytest

from ledgerrag.stance.values import figures


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("The guests in the hall number 40.", "guest"),
        ("- The people rescued in Lind number 3,470.", "person"),
        ("Officials said that the boats at the pier now number 12, all of them small.", "boat"),
    ],
)
def test_a_verb_that_counts_its_subject_gives_the_number_its_unit(text: str, unit: str) -> None:
    (found,) = figures(text)
    assert found.value.unit == unit


@pytest.mark.parametrize(
    "text",
    [
        "The guests in room number 40 are late.",
        "See the rules on page number 12.",
        "The passengers on bus number 12 have left.",
        "The house is number 12.",
        "The guests of section number 40.",
    ],
)
def test_a_number_that_names_a_thing_counts_nothing(text: str) -> None:
    assert all(not one.value.unit for one in figures(text))
