"""A claim in the words of a passage, and where it must not be read so."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import Claim, Passage, Span, quote_sha256
from ledgerrag.reading import decompose, decompose_draft, rank
from ledgerrag.reading.families import FAMILIES, base
from ledgerrag.reading.retelling import other_words, retold, whole


def passage(text: str, title: str = "") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)


def slot(text: str) -> Claim:
    return decompose(text).claims[0]


def statement(text: str) -> Claim:
    return decompose_draft(text)[0]


def read(claim: Claim, text: str, title: str = "") -> str:
    found = retold(claim, passage(text, title))
    return found.claim.text if found is not None else ""


@pytest.mark.parametrize(
    ("asked", "text", "told"),
    [
        (
            "The physician cured nine sheep.",
            "The doctor healed nine sheep.",
            "The doctor healed nine sheep.",
        ),
        (
            "Smoke wards off SARS-CoV-2 disease.",
            "Smoke prevents COVID-19.",
            "Smoke prevents COVID-19.",
        ),
        (
            "Two people lost their lives in Velm.",
            "In Velm 2 people died.",
            "Two people died in Velm.",
        ),
        (
            "The picnic was called off.",
            "The picnic is cancelled.",
            "The picnic was cancelled.",
        ),
    ],
)
def test_words_and_phrases_are_read_as_those_of_the_passage(
    asked: str, text: str, told: str
) -> None:
    assert read(statement(asked), text) == told


def test_a_word_that_the_passage_has_itself_is_left_as_it_is() -> None:
    assert read(statement("The doctor came."), "The doctor, a physician, came.") == ""
    assert read(statement("The doctor came."), "The physician came.", "The doctor of Tarn") == ""


def test_nothing_inside_a_name_is_exchanged() -> None:
    assert read(statement("We met at Doctor Street in Tarn."), "We met at Physician Street.") == ""


def test_what_a_claim_says_elsewhere_does_not_stand_for_another_word_of_it() -> None:
    text = "The doctor spoke of nine sheep."
    assert read(statement("The doctor and the physician spoke of nine sheep."), text) == ""


def test_words_of_other_families_are_not_exchanged() -> None:
    assert read(statement("Nine people were injured in Velm."), "In Velm nine people died.") == ""
    assert read(statement("The tenant pays for it."), "The owner pays for it.") == ""


def test_a_verb_is_not_read_as_a_noun_of_the_same_stem() -> None:
    assert read(slot("Which version is it?"), "It was released on 4 May 2026.") == ""
    assert read(slot("Which version is it?"), "The release is 7.1.") == "Which release is it?"


def test_who_does_a_thing_is_not_read_as_the_thing() -> None:
    assert read(statement("The produce came late."), "The maker came late.") == ""
    assert read(statement("The producer came late."), "The maker came late.") != ""


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("cures", "cured", True),
        ("killing", "kills", True),
        ("companies", "company", True),
        ("stopped", "stop", True),
        ("buildings", "building", True),
        ("corporate", "corporation", False),
        ("reporter", "report", False),
        ("nation", "native", False),
    ],
)
def test_inflections_are_one_word_and_derivations_another(
    one: str, other: str, *, same: bool
) -> None:
    assert (base(one) == base(other)) is same


def test_a_word_of_a_longer_phrase_is_not_read_alone() -> None:
    asked = slot("How long is the notice of a corporate change?")
    assert read(asked, "The notice of a change is 1 business day.") == ""
    asked = slot("How long is the notice of a company change?")
    assert read(asked, "The notice of a change is 1 business day.") == ""


def test_what_the_title_names_stands_for_the_words_of_the_claim() -> None:
    asked = slot("How many hectares of woodland near Tarn have burnt?")
    assert read(asked, "The burnt area is 780 hectares.", "The forest fire near Tarn") == (
        "How many hectares of forest near Tarn have burnt?"
    )


def test_a_value_keeps_its_amount_and_takes_the_unit_of_the_passage() -> None:
    claim = statement("Tarn sent 40 pumpers.")
    found = retold(claim, passage("Tarn sent 40 engines."))
    assert claim.value is not None
    assert found is not None
    assert found.claim.value is not None
    assert (found.claim.value.amount, found.claim.value.unit) == ("40", "engine")
    start = found.claim.value.start
    assert found.claim.text[start:].startswith(found.claim.value.text)


def test_a_figure_keeps_its_place_behind_a_longer_word() -> None:
    found = retold(
        statement("The physician said that it costs 7 euros."),
        passage("The medic of Tarn said that it costs 9 euros."),
    )
    assert found is not None
    value = found.claim.value
    assert value is not None
    assert found.claim.text[value.start : value.start + len(value.text)] == value.text


def test_a_question_is_answered_where_all_of_it_is_said_in_other_words() -> None:
    (found,) = rank(
        slot("How many pumpers were sent to the Elm Fire?"),
        [passage("Engines: 38.", "Elm Fire, Tarn County")],
    )
    assert found.retold is not None
    assert found.value is not None
    assert found.value.amount == "38"


def test_a_question_for_one_thing_is_not_answered_by_the_number_of_another() -> None:
    question = slot("How many pumpers were sent to the Elm Fire?")
    there = passage("Personnel assigned: 346.", "Elm Fire, Tarn County")
    found = retold(question, there)
    assert found is None or not whole(found.claim, there)
    (scored,) = rank(question, [there])
    assert scored.retold is None


def test_what_the_sentence_before_counts_is_not_what_this_one_counts() -> None:
    text, before = "Of homes without power, there are 7880.", "51 people are missing."
    there = Passage(
        Span("d", 1, 0, len(text), quote_sha256(text)), text, "The flood of Velm", before
    )
    (scored,) = rank(slot("How many are missing since the high water came to Velm?"), [there])
    assert scored.retold is None


def test_a_passage_in_the_words_of_the_question_leads() -> None:
    own, other = rank(
        slot("How much does the solicitor earn in Tarn?"),
        [
            passage("The solicitor earns 50 euros in Tarn."),
            Passage(
                Span("e", 1, 0, 40, quote_sha256("x")), "The counsel earns 60 euros in Tarn.", ""
            ),
        ],
    )
    assert own.retold is None
    assert other.retold is not None
    assert own.score_u > other.score_u


def test_a_search_gets_words_of_one_meaning_and_none_of_the_names() -> None:
    words = other_words("Did the solicitor visit Medic Street?")
    assert "lawyer" in words
    assert "attorney" in words
    assert not {"solicitor", "doctor", "physician"} & set(words)
    assert other_words("Was the Blaze of Tarn in 1911?") == ()


def test_no_word_is_in_a_family_twice_and_none_is_empty() -> None:
    raw = resources.files("ledgerrag.reading").joinpath(FAMILIES).read_text("utf-8")
    for rows in tomllib.loads(raw).values():
        for row in rows:
            assert len(row) == len(set(row)) > 1
            assert all(name and name == name.strip().casefold() for name in row)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_read_without_a_fault_and_the_same_way_twice(asked: str, text: str) -> None:
    claim = slot(asked)
    assert retold(claim, passage(text)) == retold(claim, passage(text))
