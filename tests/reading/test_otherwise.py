"""A post that states another figure of the same kind speaks against the one that answers."""

from __future__ import annotations

import pytest

from ledgerrag.model import Claim, Passage, Span, quote_sha256
from ledgerrag.reading import decompose, rank
from ledgerrag.reading.hypothesis import stated
from ledgerrag.reading.otherwise import otherwise
from ledgerrag.reading.scores import Scored

LONG = "How long was the power cut in Eastgate?"
TREES = "How many trees were felled in Mill Park?"
OPENED = "When did the footbridge open?"


def scored(question: str, text: str) -> Scored:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    return rank(decompose(question).claims[0], [Passage(span, text, "")])[0]


def hypothesis(question: str, text: str) -> Claim:
    return stated(decompose(question).claims[0], scored(question, text), 1)


@pytest.mark.parametrize(
    ("question", "says", "other"),
    [
        (
            LONG,
            "The power cut in Eastgate lasted 2 hours.",
            "The Eastgate power cut: 5 hours of dark.",
        ),
        (TREES, "They felled 40 trees in Mill Park.", "In Mill Park more than 100 trees felled!"),
        (TREES, "They felled 40 trees in Mill Park.", "Mill Park felled fewer than 30 trees."),
        (OPENED, "The footbridge opened on 3 May 2025.", "The footbridge: open on 9 May 2025."),
    ],
)
def test_another_figure_speaks_against_the_answer(question: str, says: str, other: str) -> None:
    assert otherwise(hypothesis(question, says), scored(question, other))


@pytest.mark.parametrize(
    ("question", "says", "other"),
    [
        (LONG, "The power cut in Eastgate lasted 2 hours.", "Eastgate power cut: two hours."),
        (
            LONG,
            "The power cut in Eastgate lasted 2 hours.",
            "The Eastgate power cut hit 900 houses.",
        ),
        (
            LONG,
            "The power cut lasted 2 hours.",
            "Eastgate power cut: 2 hours, then 5 hours of fog.",
        ),
        (LONG, "The power cut lasted 2 hours.", "The power cut in Eastgate took 120 minutes."),
        (TREES, "They felled 40 trees in Mill Park.", "At least 20 trees felled in Mill Park."),
        (TREES, "They felled at least 40 trees in Mill Park.", "In Mill Park 60 trees felled."),
        (OPENED, "The footbridge opened on 3 May 2025.", "The footbridge opened on 3 May."),
        (OPENED, "The footbridge opened on 3 May 2025.", "The footbridge opened in May 2025."),
    ],
    ids=["same", "other kind", "both", "other unit", "room", "bound", "no year", "no day"],
)
def test_what_leaves_room_for_the_answer_does_not_speak_against_it(
    question: str, says: str, other: str
) -> None:
    assert not otherwise(hypothesis(question, says), scored(question, other))


def test_a_statement_that_answers_no_slot_is_left_to_the_rules() -> None:
    claim = decompose("The power cut in Eastgate lasted 2 hours.").claims[0]
    assert not otherwise(claim, scored(LONG, "The Eastgate power cut: 5 hours of dark."))
