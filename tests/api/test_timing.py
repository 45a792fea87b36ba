from __future__ import annotations

import pytest

from ledgerrag.api.timing import Stopwatch, TimedRetriever, TimedStance
from ledgerrag.errors import UnavailableError
from ledgerrag.model import UNIT, Judgement, Passage, Span, Stance
from ledgerrag.retrieval.memory import MemoryIndex
from ledgerrag.retrieval.seam import Places, Where
from ledgerrag.stance.seam import FixedStance
from tests.entries import claim
from tests.retrieval.corpus import chunk

ROWS = [chunk(1, "the fee is four"), chunk(2, "the fine is nine")]


class Ticks:
    """A timer that goes on by as much at each look."""

    def __init__(self, nanoseconds: int) -> None:
        self.step = nanoseconds
        self.now = 0

    def __call__(self) -> int:
        self.now += self.step
        return self.now


def watch(nanoseconds: int = 5_000) -> Stopwatch:
    return Stopwatch(Ticks(nanoseconds))


def test_times_of_a_stage_add_up_in_whole_microseconds() -> None:
    made = watch(2_900)
    for name in ("read", "read", "write"):
        with made.stage(name):
            pass
    assert made.spent == {"read": 4, "write": 2}


def test_a_stage_that_fails_is_counted_too() -> None:
    made = watch()
    with pytest.raises(KeyError), made.stage("read"):
        raise KeyError
    assert made.spent == {"read": 5}


def test_a_timed_search_finds_what_the_search_finds() -> None:
    made, inner = watch(), MemoryIndex(ROWS)
    timed = TimedRetriever(inner, made)
    found = timed.lexical("fee", Where(), Places(), "index")
    assert found == inner.lexical("fee", Where(), Places(), "index")
    assert found.receipt.stats == "index"
    assert made.spent == {"retrieve": 5}


def test_a_search_that_is_refused_is_timed_and_refused() -> None:
    made = watch()
    with pytest.raises(UnavailableError):
        TimedRetriever(MemoryIndex(), made).dense("fee", Where(), Places())
    assert made.spent == {"retrieve": 5}


def test_indexing_is_passed_on_and_not_timed() -> None:
    made = watch()
    timed = TimedRetriever(MemoryIndex(), made)
    assert timed.add(ROWS) == 2
    assert timed.watermark() == 2
    timed.close()
    assert made.spent == {}


def test_a_timed_judge_judges_as_the_judge_does_under_the_same_name() -> None:
    text = "The period is 9 days."
    said = Judgement(Stance.SUPPORT, UNIT, "table")
    inner = FixedStance({(claim().text, text): said}, name="table", digest="42")
    made = watch()
    timed = TimedStance(inner, made)
    assert timed.judge([(claim(), Passage(Span("d", 1, 0, 21, ""), text, ""))]) == (said,)
    assert (timed.name, timed.digest) == ("table", "42")
    assert made.spent == {"judge": 5}
