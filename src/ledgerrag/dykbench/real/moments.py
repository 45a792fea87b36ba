"""Days at which a question about a change has one answer, from the source's own days alone.

No day is used on which the source leaves open what a reader could know: none before the first
version was seen, none between a text's effect and its publication as known on that very day.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from ledgerrag.pachon.adapters.provisions import Provision, Version

_REACH: Final = 400
_AHEAD: Final = 60


@dataclass(frozen=True, slots=True)
class Moment:
    """When a question is put.

    Args:
        kind: `before`, `after`, `between`: published and not yet in force; `late`: in force before
            it was published, with what was known later.
        v: as_of, ISO day.
        k: known_at, ISO day.
        new: whether the newer version is the one in force.
    """

    kind: str
    v: str
    k: str
    new: bool


def in_force(provision: Provision, v: str, k: str) -> Version | None:
    """The version in force on a day, as known on another: the one that began last by then."""
    end = provision.end
    if end is not None and end.published <= k and end.effective <= v:
        return None
    begun = [one for one in provision.versions if one.published <= k and one.effective <= v]
    return max(begun, key=lambda one: (one.effective, one.published, one.number), default=None)


def moments(provision: Provision, place: int, rng: random.Random) -> Iterator[Moment]:
    """Days before, after and around the change from version `place` to the next.

    Args:
        provision: with at least two versions.
        place: index of the earlier version.
        rng: draws the days within their windows.
    """
    new = provision.versions[place + 1]
    if not new.sure:
        return
    for one in _windows(provision, place, rng):
        right = in_force(provision, one.v, one.k)
        if right is (new if one.new else provision.versions[place]):
            yield one


def _windows(provision: Provision, place: int, rng: random.Random) -> Iterator[Moment]:
    old, new = provision.versions[place : place + 2]
    begins = max(old.published, old.effective)
    change = min(new.published, new.effective)
    known = max(new.published, new.effective)
    end = _end(provision, place + 1)
    eve = _moved(change, -1)
    if day := _drawn(rng, max(begins, _moved(change, -_REACH)), eve, eve):
        yield Moment("before", day, day, new=False)
    if day := _drawn(rng, known, min(end, _moved(known, _REACH)), known):
        yield Moment("after", day, day, new=True)
    if new.published < new.effective:
        first = max(begins, new.published)
        ahead = _drawn(rng, new.effective, min(end, _moved(new.effective, _AHEAD)), new.effective)
        if day := _drawn(rng, first, _moved(new.effective, -1), first):
            yield Moment("between", day, day, new=False)
            if ahead:
                yield Moment("between", ahead, day, new=True)
    if new.effective < new.published:
        first = max(begins, new.effective)
        k = _drawn(rng, new.published, end, new.published)
        day = _drawn(rng, first, _moved(new.published, -1), first)
        if day and k:
            yield Moment("late", day, k, new=True)


def _end(provision: Provision, place: int) -> str:
    """The last day on which nothing later than a version is known or holds."""
    version = provision.versions[place]
    later = provision.versions[place + 1 :]
    ends = [_moved(min(one.published, one.effective), -1) for one in later]
    if not later:
        ends.append(max(version.seen_until, version.published, version.effective))
        if not version.seen_until:
            ends[-1] = _moved(ends[-1], _REACH)
    if provision.end is not None:
        ends.append(_moved(min(provision.end.published, provision.end.effective), -1))
    return min(ends)


def _drawn(rng: random.Random, first: str, last: str, border: str) -> str:
    """A day of `[first, last]`, every other time the one at the border; empty where none."""
    if first > last:
        return ""
    if rng.random() < 0.5:
        return border
    days = (date.fromisoformat(last) - date.fromisoformat(first)).days
    return _moved(first, rng.randint(0, days))


def _moved(day: str, by: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()
