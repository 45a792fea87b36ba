import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.reading import decompose, decompose_draft
from ledgerrag.reading.atoms import about, atoms

CUT = [
    (
        "The Kell bridge is closed and two people were hurt.",
        ("The Kell bridge is closed.", "Two people were hurt."),
    ),
    (
        "The fire is out but the road is closed.",
        ("The fire is out.", "The road is closed."),
    ),
    (
        "The bridge is closed and will reopen on 3 May 2026.",
        ("The bridge is closed.", "The bridge will reopen on 3 May 2026."),
    ),
    (
        "The port closed on 3 May 2026, and the council named a pilot.",
        ("The port closed on 3 May 2026.", "The council named a pilot."),
    ),
    (
        "The mill is sold, the dam was built and nobody was hurt.",
        ("The mill is sold, the dam was built.", "Nobody was hurt."),
    ),
]

WHOLE = [
    "The report says that fees rose and people were angry.",
    "The new rates for cars and vans are 5 euros.",
    "Ann Lee and Bob Ray were elected.",
    "The ban is on firms that are small and firms that are new.",
    "If the bridge is closed and the ferry is full, the road is free.",
    "The port sells rope and bait.",
    "The fee is between 4 and 6 euros.",
    "The Board of Trade and Industry is open.",
    "He was told when the bridge was closed and who was hurt.",
]


@pytest.mark.parametrize(("sentence", "parts"), CUT)
def test_a_sentence_of_two_statements_is_two(sentence: str, parts: tuple[str, ...]) -> None:
    assert atoms(sentence) == parts


@pytest.mark.parametrize("sentence", WHOLE)
def test_what_hangs_together_is_left_whole(sentence: str) -> None:
    assert atoms(sentence) == (sentence,)


def test_a_half_without_a_name_is_searched_with_the_names_of_its_neighbour() -> None:
    whole = "On Monday the Kell bridge was closed and two people were hurt."
    assert about("Two people were hurt.", whole) == "Two people were hurt, Kell"
    assert about("The toll in Wend is free.", whole) == "The toll in Wend is free."
    assert about("Two people were hurt.", "The bridge is closed.") == "Two people were hurt."


def test_a_bare_statement_of_a_draft_is_of_what_the_sentence_before_names() -> None:
    first, second = decompose_draft("The Kell bridge is closed. Two people were hurt.")
    assert (first.query, second.query) == ("", "Two people were hurt, Kell")
    full = "The Kell bridge is closed. The annual ferry licence costs 40 euros."
    assert decompose_draft(full)[1].query == ""


def test_both_halves_of_a_yes_no_question_are_asked() -> None:
    claims = decompose("Is the Kell bridge closed and were two people hurt?").claims
    assert [c.text for c in claims] == ["The Kell bridge is closed.", "Two people were hurt."]
    assert claims[1].keys == ("hurt",)


@given(st.text(alphabet="abc Thewasndi,;.", max_size=120))
def test_any_sentence_comes_apart_into_sentences(text: str) -> None:
    assert all(part.strip() for part in atoms(text)) or not text.strip()
