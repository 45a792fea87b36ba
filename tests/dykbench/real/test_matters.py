"""What may be asked of a change, and in which words."""

from __future__ import annotations

import random

import pytest

from ledgerrag.dykbench.real.alterations import Refused, sentences
from ledgerrag.dykbench.real.asking import SYNONYMS, borrowed, worded
from ledgerrag.dykbench.real.matters import Around, Matter, matters, told_edits
from ledgerrag.dykbench.real.topics import content, listed, topic
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import Provision, Version
from tests.rawlaw import LEAK, LOG

BOARD = Source("board", "Board of Dams", Authority.OFFICIAL)


def provision(old: str, new: str, *, named: bool = True) -> Provision:
    versions = tuple(
        Version(n, f"202{n}-01-01", f"202{n}-01-01", text) for n, text in enumerate((old, new), 1)
    )
    section, heading = ("section 7", "Leaks") if named else ("", "")
    title = f"Dam Act{', section 7: Leaks' if named else ''}"
    return Provision("s", "made", BOARD, "Dam Act", section, heading, title, versions)


def made(one: Provision, around: Around | None = None) -> list[Matter | Refused]:
    return list(matters(one, 0, around or Around()))


def test_the_only_figure_of_its_kind_needs_no_words_to_tell_it_apart() -> None:
    (found,) = made(provision(f"{LEAK.format(30)}\n{LOG}", f"{LEAK.format(45)}\n{LOG}"))
    assert isinstance(found, Matter)
    assert found.alone
    assert found.plan == "span"


def test_most_words_that_tell_a_sentence_apart_stand_in_none_of_its_rivals() -> None:
    rival = "(2) A ferry must report each wreck to the board within 10 days of the wreck."
    (found,) = made(provision(f"{LEAK.format(30)}\n{rival}", f"{LEAK.format(45)}\n{rival}"))
    assert isinstance(found, Matter)
    assert not found.alone
    assert "owner" in found.topic.words
    assert len({"report", "board"} & set(found.topic.words)) <= 1


def test_a_namesake_that_says_the_same_of_another_value_makes_it_unanswerable() -> None:
    one = provision(LEAK.format(30), LEAK.format(45), named=False)
    around = Around(sentences(LEAK.format(60)))
    assert made(one, around) == [
        Refused("other sentences of the provision answer to the same words")
    ]


def test_a_line_that_only_bears_a_date_is_asked_as_such_unless_another_does_too() -> None:
    one = provision("Effective date: May 25, 2018", "Effective date: June 1, 2019", named=False)
    (found,) = made(one)
    assert isinstance(found, Matter)
    assert found.plan == "dated"
    around = Around(sentences("Last updated: March 3, 2017"))
    assert made(one, around) == [Refused("another line of the kind bears another date")]


def test_a_reworded_sentence_is_asked_about_by_words_that_both_versions_share() -> None:
    old = "An owner must tell the harbour master of every broken gate before it is opened again."
    new = "An owner must tell the harbour master of every broken gate before it is ever used."
    (found,) = made(provision(f"{old}\n{LOG}", f"{new}\n{LOG}"))
    assert isinstance(found, Matter)
    assert found.plan == "text"
    assert set(found.topic.words) <= set(content(old)) & set(content(new))


def test_nothing_is_asked_where_nothing_changed() -> None:
    assert made(provision(LOG, LOG)) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("A gate opens at noon.", "A gate opens at night.", 1),
        ("A gate opens at noon.", "A gate opens, at noon.", 0),
        ("Gates (and doors) open.", "Gates (and small doors, but no locks) open.", 2),
        ("Gates (old) open.", "Gates (old, (new) open.", 0),
    ],
)
def test_edits_are_told_where_they_say_something_and_cut_no_bracket(
    old: str, new: str, told: int
) -> None:
    one = provision(old, new)
    assert len(told_edits(*one.versions)) == told


def test_the_paraphrased_split_has_no_question_where_there_is_no_other_word() -> None:
    one, rng = provision("a", "b"), random.Random(1)
    assert worded("text", one, "paraphrased", rng, topic=("quorum",)) == ""
    asked = worded("text", one, "paraphrased", rng, topic=("refund",))
    assert SYNONYMS["refund"] in asked
    assert "refund" not in asked


def test_words_of_the_title_are_not_borrowed_and_those_of_the_text_are() -> None:
    one = provision("a", "b")
    assert borrowed("What of leaks and ladders?", one, "Leaks of ladders are told.") == ("ladders",)


def test_words_are_listed_as_in_a_sentence() -> None:
    assert [listed(words) for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_without_rivals_any_words_are_clear_and_with_the_same_words_none_are() -> None:
    (rival,) = sentences("The ladder and the gate.")
    assert topic(("ladder", "gate"), (), ()).clear
    assert not topic(("ladder", "gate"), (rival,), (rival,)).clear
    assert topic(("bell", "rope", "gate"), (rival,), (rival,)).clear
