"""A text is named by its title, its number and what it speaks of; an unsure name names none."""

from __future__ import annotations

import pytest

from ledgerrag.answer import Answer
from ledgerrag.config import load
from ledgerrag.loop import Ask, answer
from ledgerrag.model import Document, Verdict
from ledgerrag.reading import decompose
from ledgerrag.titles import Named, series_named
from tests.making import document
from tests.shelf import Shelf


def clause(name: str, text: str, title: str = "Lantern: Terms of Use") -> Document:
    return document(f"terms#{name}", text, title=title)


DOGS = clause("1", "Dogs stay on a leash at the pier.")
BOATS = clause("2", "Boats pay at the gate.")
CARS = clause("3", "Cars may not stop at the gate.")


def told(shelf: Shelf, text: str, *items: Document) -> Answer:
    shelf.put(*items)
    rooms = shelf.rooms(shelf.corpus("2025-08-01"))
    return answer(Ask(decompose(text), "2025-08-01", "2025-08-01", "run"), rooms, load()).answer


@pytest.mark.parametrize(
    "text",
    [
        "What does the Terms of Use of Lantern say about dogs?",
        "How does the Terms of Use of Lantern deal with dogs?",
        "What must one know about dogs, going by the Terms of Use of Lantern?",
        "As regards dogs, what stands written at the Terms of Use of Lantern?",
    ],
)
def test_of_clauses_under_one_title_the_one_on_the_topic_answers(shelf: Shelf, text: str) -> None:
    found = told(shelf, text, DOGS, BOATS, CARS)
    assert [one.doc_id for one in found.citations] == ["terms#1"]


def test_no_clause_answers_for_a_title_that_many_bear_where_none_has_the_topic(
    shelf: Shelf,
) -> None:
    found = told(shelf, "What does the Terms of Use of Lantern say about horses?", BOATS, CARS)
    assert found.verdicts[0].verdict is Verdict.UNVERIFIED


def test_a_text_that_alone_bears_its_title_answers_and_the_reader_is_told_to_read(
    shelf: Shelf,
) -> None:
    found = told(shelf, "What does the Terms of Use of Lantern say about puppies and mess?", DOGS)
    assert found.citations[0].doc_id == "terms#1"
    assert "loose-match" in [one.kind for one in found.checklist]


def series(named: Named, *documents: Document) -> str:
    return series_named(named, (), documents)


ACT = document("act-12", "Dogs.", title="Pier Act, section 12: Dogs")
LONGER = document("rules-12", "Cats.", title="Pier Act Fees Rules, section 12")
PART = document("act-12-1", "Birds.", title="Pier Act, section 12(1): Birds")


def test_a_provision_is_named_by_its_number_without_its_heading() -> None:
    assert series(Named(("pier", "act"), ("12",)), ACT, LONGER) == ACT.series


def test_a_number_that_stands_whole_in_a_title_goes_before_a_part_of_one() -> None:
    assert series(Named(("pier", "act"), ("12(1)",)), ACT, PART) == PART.series
    assert series(Named(("pier", "act"), ("12",)), ACT, PART) == ACT.series


def test_two_texts_under_one_name_name_none() -> None:
    twin = document("act-12-b", "Fish.", title="Pier Act, section 12: Fish")
    assert series(Named(("pier", "act"), ("12",)), ACT, twin) == ""
    assert series(Named(("pier", "act", "fish"), ("12",)), ACT, twin) == twin.series
