"""A text that says it takes effect later is told; no date is taken from it."""

from __future__ import annotations

import pytest

from ledgerrag.answer import Answer, Cost
from ledgerrag.dates import parse
from ledgerrag.generate import generate
from ledgerrag.generate.beginnings import begins_later
from ledgerrag.model import Document, Span, quote_sha256
from tests.generate.making import findings, said
from tests.making import document
from tests.shelf import Shelf

V = "2025-09-01"
FEE = "The charge for a garden bin is 30 euros."


def notice(*paragraphs: str, effective: str = "", published: str = "2025-08-01") -> Document:
    text = "\n\n".join((FEE, *paragraphs))
    return document("bin", text, published=published, effective_from=effective)


def later(one: Document, v: str = V) -> str:
    span = Span("bin", 1, 0, len(FEE), quote_sha256(FEE))
    return begins_later(one, span, parse(v).moment())


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("The charge takes effect on 1 January 2026.", "takes effect on 1 January 2026"),
        ("It comes into force at midnight on 2026-01-01.",
         "comes into force at midnight on 2026-01-01"),
        ("On 1 January 2026 the charge takes effect.", "1 January 2026 the charge takes effect"),
        ("This applies from January 2026.", "applies from January 2026"),
        ("The charge is owed with effect from 1 October 2025 until 1 May 2026.",
         "with effect from 1 October 2025"),
    ],
)  # fmt: skip
def test_the_next_paragraph_that_names_a_later_day_is_told(sentence: str, words: str) -> None:
    assert later(notice(sentence)) == words


def test_a_sentence_about_the_text_as_a_whole_is_read_wherever_it_stands() -> None:
    far = ("Pay by card.", "Bins are brown.", "Ask at the desk.")
    assert later(notice(*far, "This notice takes effect on 1 January 2026."))
    assert not later(notice(*far, "The new timetable takes effect on 1 January 2026."))


@pytest.mark.parametrize(
    "sentence",
    [
        "The charge takes effect on 1 August 2025.",
        "The charge took effect on 1 August 2025 and is owed until 1 January 2026.",
        "The charge applies until 1 January 2026.",
        "The charge takes effect at once; it is reviewed on 1 January 2026 by the council.",
        "The charge takes effect on 1 January.",
        "The desk is shut on 1 January 2026.",
        "Brown bins take effort.",
    ],
)
def test_a_day_that_has_come_an_end_and_any_other_day_are_not(sentence: str) -> None:
    assert not later(notice(sentence))


def test_where_a_date_of_effect_came_with_the_text_that_date_holds() -> None:
    assert not later(notice("It takes effect on 1 January 2026.", effective="2025-08-15"))


def test_once_the_day_has_come_nothing_is_left_to_check() -> None:
    one = notice("The charge takes effect on 1 January 2026.")
    assert later(one, "2025-12-31")
    assert not later(one, "2026-01-01")


def made(shelf: Shelf, one: Document) -> Answer:
    shelf.put(one)
    corpus = shelf.corpus(V)
    run = findings(corpus, said(corpus, "bin"), text=FEE)
    return generate(run, Cost(0, 0, 0), "run", V, V)


def test_an_answer_from_such_a_text_has_something_to_check_and_keeps_its_dates(
    shelf: Shelf,
) -> None:
    answer = made(shelf, notice("The charge takes effect on 1 January 2026."))
    (item,) = [one for one in answer.checklist if one.kind == "later-effect"]
    assert '[1] says of itself "takes effect on 1 January 2026"' in item.text
    assert answer.citations[0].effective_from == "2025-08-01"


def test_an_answer_from_any_other_text_has_no_such_item(shelf: Shelf) -> None:
    answer = made(shelf, notice("The charge is owed once a year."))
    assert "later-effect" not in {one.kind for one in answer.checklist}
