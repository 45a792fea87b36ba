"""Steps of a trajectory: at which moments of a thing's course it is worth asking, and about what.

Between two states of a thing nothing is published of it, so that gold at a moment of that gap is
the earlier state, whatever was said before it. Claims of a trajectory are such that the source
states every one at every step; a state that leaves one out, or does not settle it, ends the run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from ledgerrag.pachon.adapters.things import Fact, Kind, Thing

FEWEST: Final = 3
_MOST: Final = 12
_CLAIMS: Final = (1, 2, 2, 3, 4)
_SHORTEST: Final = timedelta(minutes=10)
_REACH: Final = timedelta(hours=8)
_REACH_DAYS: Final = 6
_QUIET: Final = 0.3
_QUIET_GAP: Final = timedelta(hours=6)
_QUIET_DAYS: Final = 10


@dataclass(frozen=True, slots=True)
class Step:
    """A moment at which is asked.

    Args:
        state: number of the state that stands then, from 1.
        moment: K, ISO instant or day.
        quiet: nothing came since the step before.
    """

    state: int
    moment: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """What a trajectory asks about, and when.

    Args:
        thing: the thing.
        claims: keys of its claims.
        steps: in order.
    """

    thing: Thing
    claims: tuple[str, ...]
    steps: tuple[Step, ...]


def course(thing: Thing, keys: Sequence[str], rng: random.Random) -> Course | str:
    """The course of a thing, or the reason why it gives none.

    Args:
        thing: the thing.
        keys: claims that can be asked about.
        rng: chooses claims and moments.
    """
    moving = [key for key in keys if _moves(thing, key)]
    if not moving:
        return "none of its claims ever changes"
    wanted = sorted(rng.sample(moving, min(rng.choice(_CLAIMS), len(moving))))
    claims, run = _longest(thing, wanted)
    while len(claims) > 1 and len(run) < FEWEST:
        claims, run = _longest(thing, claims[:-1])
    steps = _steps(thing, claims, run, rng)
    if len(steps) < FEWEST:
        return "the source states it at too few moments in a row"
    told = tuple(key for key in claims if _values(thing, key, steps) > 1)
    return Course(thing, told, steps) if told else "its claims change at no moment that is asked"


def _longest(thing: Thing, claims: Sequence[str]) -> tuple[Sequence[str], range]:
    """The claims with the longest run of states that settle all of them."""
    best, start = range(0), 0
    for n in range(len(thing.states) + 1):
        if n == len(thing.states) or not all(settled(thing, n, key) for key in claims):
            if n - start > len(best):
                best = range(start, n)
            start = n + 1
    return claims, best


def settled(thing: Thing, place: int, claim: str) -> Fact | None:
    """The fact of a claim at the state of an index, where it can be asked for; else None."""
    state = thing.states[place]
    fact = state.facts.get(claim)
    asked = fact is not None and fact.kind is not Kind.FLAG and claim not in state.doubts
    return fact if asked else None


def _moves(thing: Thing, claim: str) -> bool:
    found = (settled(thing, n, claim) for n in range(len(thing.states)))
    return len({fact for fact in found if fact is not None}) > 1


def _values(thing: Thing, claim: str, steps: Sequence[Step]) -> int:
    return len({thing.states[one.state - 1].facts[claim].amount for one in steps})


def _steps(thing: Thing, claims: Sequence[str], run: range, rng: random.Random) -> tuple[Step, ...]:
    """Steps at some of the states, most of them where a claim changed, and some with no news."""
    open_to = [n for n in run if _ends(thing, n) is not None]
    first, rest = open_to[:1], open_to[1:]
    fresh = [n for n in rest if _news(thing, n, claims)]
    still = [n for n in rest if n not in set(fresh)]
    most = rng.randint(7, _MOST) - 1
    chosen = rng.sample(fresh, min(len(fresh), max(most - min(len(still), 2), 1)))
    chosen += rng.sample(still, min(len(still), max(2, most // 4), most - len(chosen)))
    found: list[Step] = []
    for n in sorted((*first, *chosen)):
        found += _within(thing, n, rng)
    return tuple(found[:_MOST])


def _news(thing: Thing, place: int, claims: Sequence[str]) -> bool:
    before = thing.states[place - 1].facts if place else {}
    return any(thing.states[place].facts.get(key) != before.get(key) for key in claims)


def _within(thing: Thing, place: int, rng: random.Random) -> Iterator[Step]:
    """One moment in the gap after a state; where it is long, now and then another one."""
    begins, ends = thing.states[place].published, _ends(thing, place) or ""
    if len(begins) == len("2020-01-01"):
        first, last = date.fromisoformat(begins), date.fromisoformat(ends)
        days = (last - first).days
        early = first + timedelta(days=rng.randint(0, min(days, _REACH_DAYS)))
        yield Step(place + 1, early.isoformat())
        if days >= _QUIET_DAYS and rng.random() < _QUIET:
            later = early + timedelta(days=rng.randint(1, (last - early).days))
            yield Step(place + 1, later.isoformat(), quiet=True)
        return
    start, end = _read(begins), _read(ends)
    minutes = int((min(end, start + _REACH) - start).total_seconds()) // 60
    early_at = start + timedelta(minutes=rng.randint(2, max(2, minutes * 2 // 3)))
    yield Step(place + 1, _told(early_at))
    if end - start >= _QUIET_GAP and rng.random() < _QUIET:
        left = int((min(end, early_at + 9 * _REACH) - early_at).total_seconds()) // 60
        later_at = early_at + timedelta(minutes=rng.randint(1, max(1, left - 2)))
        yield Step(place + 1, _told(later_at), quiet=True)


def _ends(thing: Thing, place: int) -> str | None:
    """The last moment of the gap after a state; None where it is too short to ask in."""
    begins = thing.states[place].published
    after = [one.published for one in thing.states[place + 1 : place + 2]]
    after += [thing.ended] if thing.ended and not after else []
    if len(begins) == len("2020-01-01"):
        first = date.fromisoformat(begins)
        if not after:
            return (first + timedelta(days=_REACH_DAYS)).isoformat()
        return (date.fromisoformat(after[0]) - timedelta(days=1)).isoformat()
    start = _read(begins)
    end = _read(after[0]) if after else start + _REACH
    return _told(end) if end - start >= _SHORTEST else None


def _read(instant: str) -> datetime:
    return datetime.fromisoformat(instant)


def _told(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
