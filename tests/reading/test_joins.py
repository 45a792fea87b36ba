import re

import pytest

from ledgerrag.reading import decompose, decompose_draft
from ledgerrag.reading.joins import cut

AND = re.compile(r"\s*,?\s+and\s+")


@pytest.mark.parametrize(
    "text",
    [
        "What does the Ports (Safety of Crews) and Harbour Pilots Act forbid?",
        'What does the "hold and who pays" clause say?',
        "What does the Rivers and Lakes Order say?",
        "What did the Friends of Where and When publish?",
        "What is the total amount of the fine under the Boats (Lights) and Buoys Act?",
    ],
)
def test_a_name_is_never_cut(text: str) -> None:
    (claim,) = decompose(text).claims
    assert claim.text == text


def test_two_questions_are_cut_where_both_ask() -> None:
    found = decompose("How long is the voyage and when does the pilot leave?").claims
    assert [claim.text for claim in found] == [
        "How long is the voyage",
        "when does the pilot leave?",
    ]


def test_a_draft_keeps_its_names_whole() -> None:
    text = "The Ports (which are open, and Harbour masters are needed) Act applies to all piers."
    assert [claim.text for claim in decompose_draft(text)] == [text]


def test_parts_of_a_sum_keep_their_own_words() -> None:
    found = decompose("What is the total of the price of new buoys and the price of old ropes?")
    assert [c.text for c in found.claims] == ["the price of new buoys", "the price of old ropes"]


@pytest.mark.parametrize("text", ["???", "!?", "…"])
def test_a_text_that_asks_nothing_keeps_its_words(text: str) -> None:
    (claim,) = decompose(text).claims
    assert (claim.text, claim.keys) == (text, ())


def test_pieces_outside_names_are_cut() -> None:
    assert cut("ropes and (old and new) buoys, and flags", AND) == [
        "ropes",
        "(old and new) buoys",
        "flags",
    ]
