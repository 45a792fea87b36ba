"""Questions that the record answers are told from those that a text answers."""

from __future__ import annotations

import pytest

from ledgerrag.reading import decompose
from ledgerrag.reading.records import Wants, history


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("What changed in the Toll Act?", Wants.CHANGE),
        ("What has been amended in the Toll Act?", Wants.CHANGE),
        ("What is different from before in the Toll Act?", Wants.CHANGE),
        ("What is new in the Toll Act?", Wants.CHANGE),
        ("How was the Toll Act amended?", Wants.CHANGE),
        ("How has the Toll Act changed since 2024?", Wants.CHANGE),
        ("What are the latest changes to the Toll Act?", Wants.CHANGE),
        ("Which parts of the Toll Act have been revised?", Wants.CHANGE),
        ("What will change in the Toll Act?", Wants.COMING),
        ("How will the Toll Act change?", Wants.COMING),
        ("When was the Toll Act last amended?", Wants.AMENDED),
        ("Since when does the Toll Act apply?", Wants.SINCE),
        ("When did the Toll Act come into force?", Wants.SINCE),
        ("How long has the Toll Act been in force?", Wants.SINCE),
        ("When was the Toll Act repealed?", Wants.ENDED),
        ("When will the Toll Act be withdrawn?", Wants.ENDED),
        ("When did the Toll Act expire?", Wants.STOPPED),
        ("Until when is the Toll Act valid?", Wants.STOPPED),
        ("Which version of the Toll Act applies?", Wants.VERSION),
    ],
)
def test_a_question_about_a_history_names_what_it_wants_and_the_text(
    question: str, wants: Wants
) -> None:
    found = history(question)
    assert found is not None
    assert (found.wants, found.keys) == (wants, ("toll", "act"))


def test_a_question_for_the_text_that_says_so_is_about_what_it_says() -> None:
    found = history("Which law sets the toll on the bridge?")
    assert found is not None
    assert (found.wants, found.keys) == (Wants.SOURCE, ("toll", "bridg"))


@pytest.mark.parametrize(
    "question",
    [
        "What is the toll?",
        "What is the new toll for lorries?",
        "What is the revised toll for lorries?",
        "When was the bridge opened?",
        "When did the fire start?",
        "When does the fair take place?",
        "How did the committee change the plan?",
        "How long does a permit apply?",
        "What rules apply to lorries?",
        "Which law firm set the fee?",
        "What is different about the ferry on Sundays?",
        "Is the Toll Act in force?",
        "Who changed the plan?",
        "",
    ],
)
def test_a_question_for_content_is_none(question: str) -> None:
    assert history(question) is None


def test_that_something_changed_is_no_part_of_what_a_passage_must_speak_of() -> None:
    (claim,) = decompose("What has changed in the notice period?").claims
    assert claim.keys == ("notic", "period")
    (other,) = decompose("When was the notice period extended?").claims
    assert "extend" in other.keys


LIND = {"lind", "dog", "licenc"}


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What has changed in Lind on dog licences since 3 May 2024?", LIND),
        ("Lind, dog licences: what is different from the rules of 3 May 2024?", LIND),
        ("How were the rules on dog licences in Lind changed after 3 May 2024?", LIND),
        ("I last read what Lind says on dog licences on 3 May 2024; what is new?", LIND),
        ("Compared with 3 May 2024, what must Lind do differently as to dog licences?", LIND),
    ],
)
def test_a_day_that_is_compared_with_is_no_part_of_the_name(question: str, keys: set[str]) -> None:
    found = history(question)
    assert found is not None
    assert (found.wants, set(found.keys), found.since) == (Wants.CHANGE, keys, "2024-05-03")


def test_a_word_that_may_stand_for_any_text_names_one_where_it_stands_alone() -> None:
    found = history("What changed in the law?")
    assert found is not None
    assert found.keys == ("law",)
