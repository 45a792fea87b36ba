"""Which kind of value a question asks for, of which named subject, and in which words."""

from __future__ import annotations

import pytest

from ledgerrag.reading.decompose import decompose
from ledgerrag.reading.kinds import Sort, Wanted, wanted


def need(question: str) -> Wanted | None:
    return wanted(decompose(question).claims[0])


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("Which release of Tidemark 3.3 is the newest?", Sort.VERSION),
        ("How old must a reader be, going by the Terms of Lantern?", Sort.AGE),
        ("What share of the Alder Fire is ringed by a line?", Sort.PERCENT),
        ("How large a share does section 4 of the Quay Act name?", Sort.PERCENT),
        ("How much is at stake, in money, going by section 4 of the Quay Act?", Sort.MONEY),
        ("What stretch of time does section 4 of the Quay Act allot?", Sort.DURATION),
        ("Which calendar day counts, going by section 4 of the Quay Act?", Sort.DATE),
        ("How big is the Alder Fire?", Sort.SIZE),
        ("How many pumpers were sent to the Alder Fire?", Sort.COUNT),
        ("What is Amsel's tally in Norland?", Sort.COUNT),
    ],
)
def test_the_kind_is_told_by_the_words_that_ask(question: str, sort: Sort) -> None:
    found = need(question)
    assert found is not None
    assert found.sort is sort


@pytest.mark.parametrize(
    "question",
    [
        "How big is the budget for the Alder Fire?",
        "What share of homes in the Alder Fire was lost?",
        "What share of the Alder Fire's crews has rested?",
        "How much of the timber around the Alder Fire is dead?",
        "How old is the Alder Fire?",
        "How many pumpers were sent?",
        "How many acres of the Alder Fire are forest?",
        "Why did the Alder Fire start?",
    ],
)
def test_what_is_asked_of_another_thing_or_of_none_has_no_kind(question: str) -> None:
    assert need(question) is None


def test_a_statement_asks_for_nothing() -> None:
    assert need("The Alder Fire has 38 engines.") is None


def test_the_counted_thing_and_what_is_asked_of_it_are_kept() -> None:
    found = need("How many fire trucks were lost in the Alder Fire?")
    assert found is not None
    assert (found.nouns, found.said) == (frozenset({"truck"}), frozenset({"lost"}))


def test_a_word_that_turns_to_another_value_is_noted() -> None:
    found = need("Which version came before Tidemark 3.3?")
    assert found is not None
    assert found.turned == {"befor"}


def test_what_a_named_text_is_about_is_not_asked_for() -> None:
    found = need("When it comes to loans, which day counts, going by section 4 of the Quay Act?")
    assert found is not None
    assert found.said == frozenset()
    assert found.topic == {"loan"}
