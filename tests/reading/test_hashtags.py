"""Names that posts run together behind a hash."""

from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, quote_sha256
from ledgerrag.reading.hashtags import spelt

CLAIM = "The Dorn Harbour Fire is out, and pier 9 is open."


def passage(text: str, title: str = "") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The #DornHarbourFire is out", "The Dorn Harbour Fire is out"),
        ("#harbourfire: all clear", "Harbour Fire: all clear"),
        ("Crews leave #HarbourFire #DornHarbour", "Crews leave Harbour Fire Dorn Harbour"),
    ],
)
def test_a_tag_is_read_in_the_words_of_the_claim_that_it_runs_together(
    text: str, read: str
) -> None:
    assert spelt(CLAIM, passage(text)).text == read


@pytest.mark.parametrize(
    "text",
    [
        "The #HarbourFires are out",
        "The #Harbour fire is out",
        "HarbourFire is out",
        "See #OutAndPier and #DornLakeFire",
        "Item #9 is done",
    ],
)
def test_any_other_word_stays_as_it_stands(text: str) -> None:
    assert spelt(CLAIM, passage(text)) == passage(text)


def test_a_tag_that_the_claim_has_itself_is_left_alone() -> None:
    assert spelt("Crews fight the #HarbourFire.", passage("#HarbourFire grows")).text == (
        "#HarbourFire grows"
    )


def test_the_title_is_read_so_too_and_the_span_is_kept() -> None:
    one = spelt(CLAIM, passage("It is out", "#HarbourFire live"))
    assert (one.title, one.span) == ("Harbour Fire live", passage("It is out").span)
