"""A figure that a passage does not state."""

from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.unmet import unmet


def lacks(statement: str, text: str, title: str = "") -> bool:
    claim = decompose_draft(statement)[0]
    passage = Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)
    return unmet(claim, passage)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("A pass is good for nine months.", "Passes hold for eight months."),
        ("The dyke cost more than 3 million euros.", "The dyke shelters 4 million birds."),
        ("The dyke cost more than 3 million.", "The dyke shelters 4 million birds."),
        ("The dyke cost more than 3 million euros.", "The dyke was paid out of the reserve."),
        ("The flood drove out more than 300 families.", "The flood drowned 400 sheep."),
        ("The ferry takes at least 40 cars.", "The ferry takes 30 cars."),
        ("A pass is good for nine months.", "Passes hold for up to twelve months."),
        ("The works end on 3 May 2027.", "The works are over by 4 May 2027."),
        ("In 2024 the toll was 3 euros.", "For 2025 a toll of 3 euros was set."),
        ("The two mills sold 900 sacks.", "The mills got rid of 900 sacks."),
        ("A pass is good for one month.", "Passes hold for 30 days."),
    ],
)
def test_a_figure_that_no_figure_of_the_passage_meets_is_unmet(statement: str, text: str) -> None:
    assert lacks(statement, text)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("A pass is good for nine months.", "Passes hold for 9 months."),
        ("A pass is good for a period of two weeks.", "Passes hold for 14 days."),
        ("The dyke cost more than 3 million euros.", "For the dyke 4 million euros were spent."),
        ("The dyke cost more than 3 million.", "More than 3 million euros went into the dyke."),
        ("The village has 400 homes.", "There are 400 houses in the village."),
        ("There were more than 300 deaths.", "In all, 412 people died."),
        ("The count of sheep is higher than 300.", "There are 412 sheep."),
        ("About 500 people came.", "A crowd of 512 people was counted."),
        ("The works end in May 2027.", "The works are over by 4 May 2027."),
        ("In 2024 the toll was 3 euros.", "A toll of 3 euros was set."),
        ("The orchard is tended by neighbours.", "Villagers look after the orchard."),
    ],
)
def test_what_a_passage_states_in_other_words_is_met(statement: str, text: str) -> None:
    assert not lacks(statement, text)


def test_a_bare_number_may_stand_in_the_title_and_an_amount_may_not() -> None:
    assert not lacks("Bye-law 12 binds each stall.", "Stalls are bound by it.", "Bye-law 12")
    assert lacks("The toll is 3 euros.", "A toll is due.", "The toll of 3 euros")
