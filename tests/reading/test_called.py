"""A question's subject is the whole of its names; a longer or another name is another subject."""

from __future__ import annotations

import pytest

from ledgerrag.reading.called import called, names_whole


@pytest.mark.parametrize(
    ("question", "runs"),
    [
        ("What version should someone on Tidemark CD 3.3 be running?", [("tidemark", "cd", "3.3")]),
        (
            "How many pumpers went to the Alder Fire in Quill County?",
            [("alder", "fire"), ("quill", "county")],
        ),
        (
            "How old must one be, going by the Privacy Policy of The Lantern?",
            [("privacy", "policy"), ("lantern",)],
        ),
        ("What is Amsel's tally in Norland?", [("amsel",), ("norland",)]),
        ("Quillport: how many ferries are there?", [("quillport",)]),
        ("How many permits does By-law No. 7 allow?", [("by-law", "no", "7")]),
    ],
)
def test_names_are_the_words_with_a_capital_and_their_numbers(
    question: str, runs: list[tuple[str, ...]]
) -> None:
    assert list(called(question).runs) == runs


def test_a_quoted_heading_is_part_of_the_subject() -> None:
    assert ("sunset", "provision") in called("Which day does the “Sunset provision” give?").runs


def test_a_provision_is_named_by_its_number() -> None:
    found = called("How much is due under section 21(2) of the Quay Act?")
    assert found.provisions == ("21",)
    assert found.runs == (("quay", "act"),)


def test_the_days_and_numbers_of_a_question_are_its_own() -> None:
    found = called("How many of the 40 boats in Quillport had left by 4 May 2020?")
    assert found.days == ("2020-05-04",)
    assert [one.amount for one in found.figures] == ["40"]
    assert called("How big is the Alder Fire that began in July 2021?").days == ("2021-07",)


@pytest.mark.parametrize(
    "question",
    [
        "how big is the alder fire in quill county?",
        "HOW BIG IS THE ALDER FIRE?",
        "How Big Is The Alder Fire Now?",
        "How many were there?",
    ],
)
def test_without_names_told_apart_from_other_words_there_is_no_subject(question: str) -> None:
    assert not called(question).known


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Alder Fire", "Alder Fire, Quill County"),
        ("Alder Fire", "Incident status: Alder Fire"),
        ("Alder Fire", "the Alder Fire's figures"),
        ("Tidemark CD 3.3", "Support dates of Tidemark CD 3.3"),
        ("Norland", "Virus in Norland, 4 May"),
    ],
)
def test_a_name_is_whole_where_no_word_makes_it_longer(name: str, text: str) -> None:
    assert names_whole(tuple(name.casefold().split()), text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Alder Fire", "North Alder Fire"),
        ("Alder Fire", "Alder Fire Department"),
        ("Alder Fire", "Alder Road fire"),
        ("Tidemark CD 3.3", "Tidemark CD 3.2"),
        ("Tidemark CD 3.3", "Tidemark CD 3.3.1"),
        ("Norland", "Southern Norland: figures"),
        ("Norland", "Norlander"),
    ],
)
def test_another_or_longer_name_is_not_the_name(name: str, text: str) -> None:
    assert not names_whole(tuple(name.casefold().split()), text)


def test_words_that_are_asked_for_too_make_no_other_name() -> None:
    policy, site = ("privacy", "policy"), ("lantern",)
    assert names_whole(policy, "Lantern Privacy Policy", (policy, site))
    assert not names_whole(policy, "Beacon Privacy Policy", (policy, site))
