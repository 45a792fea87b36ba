from __future__ import annotations

import pytest

from ledgerrag.service.problems import RefusedError
from ledgerrag.service.rates import Rates


class Hand:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_minute_holds_so_many_calls_and_then_as_many_as_time_gives() -> None:
    hand = Hand()
    rates = Rates(60, hand)
    for _ in range(60):
        rates.take("a")
    with pytest.raises(RefusedError) as refused:
        rates.take("a")
    assert refused.value.status == 429
    assert refused.value.headers == {"Retry-After": "1"}
    hand.now += 1
    rates.take("a")
    with pytest.raises(RefusedError):
        rates.take("a")


def test_the_seconds_that_are_named_are_enough() -> None:
    hand = Hand()
    rates = Rates(7, hand)
    for _ in range(7):
        rates.take("a")
    with pytest.raises(RefusedError) as refused:
        rates.take("a")
    hand.now += int(refused.value.headers["Retry-After"])
    rates.take("a")


def test_one_caller_does_not_use_up_what_another_may() -> None:
    rates = Rates(1, Hand())
    rates.take("a")
    rates.take("b")


def test_a_long_rest_saves_up_no_more_than_a_minute() -> None:
    hand = Hand()
    rates = Rates(2, hand)
    rates.take("a")
    hand.now += 3_600
    rates.take("a")
    rates.take("a")
    with pytest.raises(RefusedError):
        rates.take("a")


def test_no_limit_counts_nothing() -> None:
    rates = Rates(0, Hand())
    for _ in range(1_000):
        rates.take("a")
