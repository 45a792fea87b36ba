"""Another thing of the same kind is not the one that is asked about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import Passage, Span, quote_sha256
from ledgerrag.reading.namesakes import namesake


def passage(title: str, text: str = "It has 40 engines.") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("How big is the Ridge Fire in Placer County?", "River Fire, Placer County"),
        ("What is the latest release of Visual Loom 17.10?", "Visual Loom 16.9: life cycle"),
        ("Who won the Velm Election 2020?", "Velm Election 2016"),
        ("When does the Orm Ferry run?", "Timetable of the Tarn Ferry"),
    ],
)
def test_another_name_or_number_of_the_kind_is_another_thing(asked: str, title: str) -> None:
    assert namesake(asked, passage(title))


@pytest.mark.parametrize(
    ("asked", "title", "text"),
    [
        ("How big is the Ridge Fire in Placer County?", "Ridge Fire, Placer County", "40 acres."),
        ("How big is the Ridge Fire in Placer County?", "River Fire", "The Ridge Fire is big."),
        ("What is the latest release of Visual Loom 17?", "Visual Loom 17.1", "It is 17.1.4."),
        ("What is the latest release of Visual Loom 17.10?", "Visual Loom 17.10", "It is 9."),
        ("How old is Ann Lee?", "The staff of Lee's shop", "Lee is 40."),
        ("What is the toll of the Velm Bridge?", "Tolls", "The toll is 4 euros."),
        ("What is the toll of the Velm Bridge?", "The bridge of Velm", "The toll is 4 euros."),
        ("how big is the ridge fire?", "River Fire", "40 acres."),
    ],
)
def test_the_thing_itself_a_part_of_its_series_or_a_text_without_a_name_is_not_another(
    asked: str, title: str, text: str
) -> None:
    assert not namesake(asked, passage(title, text))


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_compared_without_a_fault(asked: str, title: str, text: str) -> None:
    assert namesake(asked, passage(title, text)) in (True, False)
