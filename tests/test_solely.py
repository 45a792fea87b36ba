"""Statements of the value that a provision names, against the provision."""

from __future__ import annotations

import pytest

from ledgerrag.gathering import update
from ledgerrag.ledger import Ledger
from ledgerrag.model import Basis, Document, Stance
from ledgerrag.reading import decompose
from tests.making import document
from tests.shelf import Shelf

TITLE = "Pier Act, section 6: Logs"
ONE = "(1) A keeper keeps a log. (2) The log is handed in within 30 days after the crossing."
SEVERAL = "The log is handed in within 30 days. It is kept for 60 days. Each of 12 keepers signs."


def said(shelf: Shelf, statement: str, *items: Document) -> list[tuple[str, Stance]]:
    shelf.put(*items)
    corpus = shelf.corpus()
    question = decompose(statement)
    ledger = Ledger()
    for claim in question.claims:
        ledger = ledger.add_claim(claim)
    pool = shelf.sightings(corpus, *(one.doc_id for one in items))
    ledger, _ = update(ledger, pool, question, question.claims, shelf.rooms(corpus))
    return [(one.span.doc_id, one.y) for one in ledger.entries]


def rule(text: str, *, title: str = TITLE, level: int = 3) -> Document:
    return document("rule", text, title=title, level=level)


@pytest.mark.parametrize(
    ("text", "value", "stance"),
    [
        (ONE, "thirty (30) days", Stance.SUPPORT),
        (ONE, "45 days", Stance.REFUTE),
        (SEVERAL, "45 days", Stance.REFUTE),
    ],
)
def test_a_value_is_held_against_all_values_of_its_kind(
    shelf: Shelf, text: str, value: str, stance: Stance
) -> None:
    statement = f"The time named by section 6 of the Pier Act for visitors is {value}."
    assert said(shelf, statement, rule(text)) == [("rule", stance)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (SEVERAL, "60 days"),
        (SEVERAL, "12 days"),
        (ONE, "30 working days"),
        ("The fee is 30 euros.", "30 days"),
        ("Logs are handed in at once.", "30 days"),
    ],
    ids=["one of several", "the number is there", "another unit", "another kind", "none"],
)
def test_where_that_is_not_certain_nothing_is_said(shelf: Shelf, text: str, value: str) -> None:
    statement = f"The time named by section 6 of the Pier Act for visitors is {value}."
    assert said(shelf, statement, rule(text)) == []


@pytest.mark.parametrize(
    "other",
    [
        rule(ONE, title="Pier Act, section 7: Logs"),
        rule(ONE, title="Pier Act, section 6(3): Logs"),
        rule(ONE, title="Lock Act, section 6: Logs"),
        rule(ONE, level=1),
    ],
    ids=["another number", "a part of it", "another act", "a post"],
)
def test_no_other_text_is_the_provision(shelf: Shelf, other: Document) -> None:
    statement = "The time named by section 6 of the Pier Act for visitors is 45 days."
    assert said(shelf, statement, other) == []


def test_two_texts_in_force_under_one_number_and_title_settle_nothing(shelf: Shelf) -> None:
    statement = "The time named by section 6 of the Pier Act for visitors is 45 days."
    assert said(shelf, statement, rule(ONE), document("again", SEVERAL, title=TITLE)) == []


@pytest.mark.parametrize(
    ("about", "basis"),
    [("the log", None), ("crossings", None), ("visitors", Basis.KIND)],
    ids=["its own word", "its own word in the plural", "no word of it"],
)
def test_a_value_said_to_be_for_what_the_provision_never_names_is_no_more_than_probable(
    shelf: Shelf, about: str, basis: Basis | None
) -> None:
    text = "(1) A keeper keeps it. (2) The log is handed in within 30 days after the crossing."
    shelf.put(document("rule", text, title="Pier Act, section 6"))
    corpus = shelf.corpus()
    question = decompose(f"The time named by section 6 of the Pier Act for {about} is 30 days.")
    ledger = Ledger()
    for claim in question.claims:
        ledger = ledger.add_claim(claim)
    pool = shelf.sightings(corpus, "rule")
    ledger, _ = update(ledger, pool, question, question.claims, shelf.rooms(corpus))
    assert [one.basis for one in ledger.entries] == [basis]
