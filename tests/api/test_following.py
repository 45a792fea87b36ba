from __future__ import annotations

from threading import Event

import pytest

from ledgerrag.api.following import Recording, followed_source
from ledgerrag.errors import AbandonedError
from ledgerrag.language.consulting import Call
from ledgerrag.language.seam import Request
from tests.api.rulebook import HOW_LONG, RULEBOOK
from tests.product.newsroom import Newsroom

ENOUGH = 1_000


def test_a_follower_sees_each_step_of_the_run_in_order(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    seen = Recording(ENOUGH, [])
    with room.open() as rag:
        made = rag.ask(HOW_LONG, follower=seen)
    assert [step.number for step in seen.steps] == list(range(len(seen.steps)))
    assert len(seen.steps) == made.cost.steps + 1


def test_a_run_that_is_given_up_at_any_seam_leaves_nothing(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    whole = Recording(ENOUGH, [])
    with room.open() as rag:
        rag.ask(HOW_LONG, follower=whole)
        before = rag.counts()
        assert whole.asked >= 2
        for limit in range(whole.asked):
            with pytest.raises(AbandonedError):
                rag.ask(HOW_LONG, idem="once", follower=Recording(limit, []))
        assert rag.counts() == before
        assert rag.ask(HOW_LONG, idem="once").text


def test_a_followed_run_is_the_same_run(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        plain = rag.ask(HOW_LONG)
        other = rag.ask(HOW_LONG, follower=Recording(ENOUGH, []))
        assert other.sentences == plain.sentences
        assert rag.replay(other.run).identical


def test_a_model_is_not_called_for_a_run_that_nobody_wants() -> None:
    asked: list[str] = []

    def source(request: Request, key: str) -> Call:
        asked.append(key)
        return Call(request.prompt, key, "said", "")

    request = Request(prompt="read", messages=(), schema="", max_tokens=10)
    followed_source(source, Recording(1, []))(request, "a")
    with pytest.raises(AbandonedError):
        followed_source(source, Recording(0, []))(request, "b")
    assert asked == ["a"]


def test_a_model_that_takes_its_time_does_not_hold_a_run_that_nobody_wants() -> None:
    answered = Event()

    def source(request: Request, key: str) -> Call:
        answered.wait()
        return Call(request.prompt, key, "said", "")

    request = Request(prompt="read", messages=(), schema="", max_tokens=10)
    try:
        with pytest.raises(AbandonedError):
            followed_source(source, Recording(2, []))(request, "a")
    finally:
        answered.set()
