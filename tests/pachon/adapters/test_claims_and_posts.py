"""Adapters of claims, posts and passages: what they take from their sources, and their traps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from ledgerrag.errors import InputError
from ledgerrag.pachon.adapters import (
    averitec,
    covid19_rumor,
    dynamicqa,
    pheme_sources,
    poisonedrag,
    ramdocs,
    rumoureval17,
)
from ledgerrag.pachon.adapters.claims import Rating, slug
from tests.rawclaims import (
    BRIDGE,
    assessed,
    checked,
    covid,
    everything,
    rumour,
    thread,
    threads,
    tweet,
)
from tests.rawclaims import averitec as averitec_of


def test_who_posts_a_claim_is_nobody_who_checked_it(tmp_path: Path) -> None:
    covid(tmp_path, [rumour("Herons are ill", "F", author="Ann", source="https://twitter.com/x")])
    (one,) = covid19_rumor.read(tmp_path)
    assert (one.checker, one.rating) == ("", Rating.FALSE)


def test_a_verdict_in_words_before_the_claim_is_neither_true_nor_false(tmp_path: Path) -> None:
    covid(tmp_path, [checked("MOSTLY Herons spread it", "T"), checked("True Reeds kill it", "T")])
    mostly, true = covid19_rumor.read(tmp_path)
    assert (mostly.text, mostly.rating) == ("Herons spread it", Rating.OPEN)
    assert (true.text, true.rating) == ("Reeds kill it", Rating.TRUE)


def test_a_claim_that_begins_with_a_place_keeps_its_first_word(tmp_path: Path) -> None:
    covid(tmp_path, [checked("In Lom herons spread the fever", "F")])
    assert next(iter(covid19_rumor.read(tmp_path))).text == "In Lom herons spread the fever"


def test_an_undated_verdict_is_public_by_the_last_change_of_the_collection(tmp_path: Path) -> None:
    covid(tmp_path)
    assert {one.checked for one in covid19_rumor.read(tmp_path)} == {covid19_rumor.PUBLIC}


def test_a_fact_check_is_public_on_the_day_on_which_it_was_archived(tmp_path: Path) -> None:
    averitec_of(tmp_path)
    bridge, *_ = averitec.read(tmp_path)
    assert (bridge.text, bridge.checker) == (BRIDGE, "Full Fact")
    assert (bridge.said, bridge.checked) == ("2020-03-05", "2020-04-20")


def test_a_claim_of_a_broadcaster_did_not_go_round_among_users(tmp_path: Path) -> None:
    averitec_of(tmp_path)
    assert [one.social for one in averitec.read(tmp_path)] == [True, False, True]


@pytest.mark.parametrize(
    "row",
    [
        assessed("A", "Refuted", kept="20200301"),
        assessed("A", "Refuted", host="example.org"),
        assessed("A", "Refuted", said="2020"),
    ],
    ids=["archived before it was said", "a publisher that nobody knows", "no day"],
)
def test_a_verdict_that_cannot_be_placed_is_left_out(
    tmp_path: Path, row: dict[str, object]
) -> None:
    averitec_of(tmp_path, [row])
    assert list(averitec.read(tmp_path)) == []


def test_replies_come_in_order_of_time_and_empty_ones_not_at_all(tmp_path: Path) -> None:
    first = tweet(1, "a", "The mill burns")
    threads(
        tmp_path,
        [thread(first, tweet(2, "b", "x", at=9), tweet(3, "c", "y", at=2), tweet(4, "d", " "))],
    )
    (one,) = rumoureval17.read(tmp_path)
    assert [post.account for post in one.replies] == ["c", "b"]


def test_a_label_other_than_true_or_false_leaves_a_rumour_open(tmp_path: Path) -> None:
    everything(tmp_path)
    ratings = [one.rating for one in rumoureval17.read(tmp_path)]
    assert ratings == [Rating.TRUE, Rating.TRUE, Rating.OPEN, Rating.FALSE]
    assert all(not one.replies for one in pheme_sources.read(tmp_path))


def test_a_question_with_two_right_answers_is_no_puzzle(tmp_path: Path) -> None:
    everything(tmp_path)
    (one,) = ramdocs.read(tmp_path)
    assert one.answers == ("1902",)
    assert [(passage.misleads, passage.states) for passage in one.passages] == [
        (False, True),
        (True, True),
        (False, False),
    ]


def test_every_planted_passage_misleads(tmp_path: Path) -> None:
    everything(tmp_path)
    found = list(poisonedrag.read(tmp_path))
    assert len(found) == 3
    assert all(passage.misleads for one in found for passage in one.passages)
    assert found[0].question == "Who painted the hotpotqa ceiling?"


def test_words_that_editors_fought_over_have_no_right_answer(tmp_path: Path) -> None:
    everything(tmp_path)
    replaced, fought = dynamicqa.read(tmp_path)
    assert replaced.answers == ("painter",)
    assert [one.misleads for one in replaced.passages] == [False, True]
    assert fought.answers == ()
    assert [one.text.count("circle") for one in fought.passages] == [0, 1]


def test_a_name_becomes_a_key_of_plain_letters() -> None:
    assert slug("Les Décodeurs, Paris") == "les-decodeurs-paris"


@pytest.mark.parametrize(
    "read",
    [one.read for one in (covid19_rumor, averitec, rumoureval17, pheme_sources, ramdocs)]
    + [poisonedrag.read, dynamicqa.read],
)
def test_a_missing_file_is_named(tmp_path: Path, read: Callable[[Path], Iterable[object]]) -> None:
    with pytest.raises(InputError, match="is missing"):
        list(read(tmp_path))
