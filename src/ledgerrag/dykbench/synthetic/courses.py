"""What can happen to a provision, and at which moments it is worth asking about it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from ledgerrag.dykbench.synthetic.drafting import corrected, first, later, notice, told
from ledgerrag.dykbench.synthetic.planned import Planned
from ledgerrag.dykbench.synthetic.provisions import Course, Desk, Ending, Version


@dataclass(frozen=True, slots=True)
class Probe:
    """A moment at which it is worth asking.

    Args:
        kind: what makes it hard.
        v: the day on which the answer must hold.
        k: the day by which it must have been known.
        period: a day of the period that is asked about; None: none is named.
        since: it is asked what changed since this day; None: the value is asked for.
    """

    kind: str
    v: date
    k: date
    period: date | None = None
    since: date | None = None


Scenario = tuple[Course, tuple[Probe, ...]]


def _days(rng: random.Random, low: int, high: int) -> timedelta:
    return timedelta(days=rng.randint(low, high))


def _within(rng: random.Random, begins: date, ends: date) -> date:
    """A day from `begins` to the day before `ends`."""
    return begins + timedelta(days=rng.randrange(max(1, (ends - begins).days)))


def _at(kind: str, v: date, rng: random.Random, until: date | None = None) -> Probe:
    """Known on the day itself, or some days later where nothing new is published before `until`."""
    room = 40 if until is None else (until - v).days - 1
    wait = rng.randint(1, room) if room > 1 and rng.random() < 0.25 else 0
    return Probe(kind, v, v + timedelta(days=wait))


def _amendment(
    desk: Desk, base: Version, rng: random.Random, announced: float = 0.6
) -> tuple[Version, Course]:
    published = base.begins + _days(rng, 180, 600)
    begins = published + _days(rng, 25, 150)
    note = "" if desk.near else "amends"
    new = later(desk, (base,), rng, published, begins, note=note)
    notices: tuple[Planned, ...] = ()
    if rng.random() < announced:
        said = told(desk, "announces", rng, begins)
        since = begins if rng.random() < 0.5 else None
        facts = (new.fact.reworded(rng),)
        notices = (notice(desk, "change", published, facts=facts, last=(said,), begins=since),)
    return new, Course(desk, (base, new), notices=notices)


def amended(desk: Desk, rng: random.Random) -> Scenario:
    """A rule is amended: asked before, between announcement and effect, and after."""
    base = first(desk, rng)
    new, course = _amendment(desk, base, rng)
    probes = (
        _at("before", _within(rng, base.begins, new.published), rng, new.published),
        _at("between", _within(rng, new.published, new.begins), rng, new.begins),
        _at("after", new.begins + _days(rng, 0, 200), rng),
    )
    return course, probes


def changed(desk: Desk, rng: random.Random) -> Scenario:
    """A rule is amended: asked what changed."""
    base = first(desk, rng)
    new, course = _amendment(desk, base, rng)
    since = _within(rng, base.begins, new.published)
    v = new.begins + _days(rng, 0, 200)
    return course, (Probe("changed", v, v, since=since),)


def versions(desk: Desk, rng: random.Random) -> Scenario:
    """A rule has four versions or so: asked for the one in force."""
    made = [first(desk, rng)]
    for _ in range(rng.randint(2, 4)):
        published = made[-1].begins + _days(rng, 90, 240)
        begins = published + _days(rng, 5, 80)
        made.append(later(desk, tuple(made), rng, published, begins))
    ends = [version.begins for version in made[1:]] + [made[-1].begins + timedelta(days=150)]
    picked = sorted(rng.sample(range(len(made)), 2))
    # Known much later: later versions are on record, and do not hold on the day.
    days = [_within(rng, made[n].begins, ends[n]) for n in picked]
    late = made[-1].begins + _days(rng, 1, 99)
    probes = tuple(Probe("version", day, max(day, late)) for day in days)
    return Course(desk, tuple(made)), probes


def repealed(desk: Desk, rng: random.Random) -> Scenario:
    """A rule is repealed: asked between announcement and end, and after."""
    base = first(desk, rng)
    published = base.begins + _days(rng, 200, 700)
    begins = published + _days(rng, 20, 120)
    said = notice(desk, "repeal", published, last=(told(desk, "lapsing", rng, begins),))
    course = Course(desk, (base,), (Ending("repeal", said, published, begins),))
    probes = (
        _at("before repeal", _within(rng, published, begins), rng, begins),
        _at("repealed", begins + _days(rng, 0, 300), rng),
    )
    return course, probes


def saved(desk: Desk, rng: random.Random) -> Scenario:
    """A rule is repealed and goes on for old cases: asked about an old and a new one."""
    base = first(desk, rng)
    published = base.begins + _days(rng, 300, 700)
    begins = (published + _days(rng, 30, 100)).replace(day=1)
    last = (told(desk, "lapsing", rng, begins), told(desk, "saving", rng, begins))
    said = notice(desk, "repeal", published, last=last)
    course = Course(desk, (base,), (Ending("repeal", said, published, begins, saves=True),))
    v = begins + _days(rng, 60, 200)
    old = (begins - _days(rng, 40, 150)).replace(day=15)
    new = min((begins + _days(rng, 31, 59)).replace(day=15), v)
    return course, (Probe("saved", v, v, period=old), Probe("not saved", v, v, period=new))


def temporary(desk: Desk, rng: random.Random) -> Scenario:
    """An order suspends the general rule for a time: asked in that time and after it."""
    base = first(desk, rng)
    published = base.begins + _days(rng, 200, 700)
    begins = published + _days(rng, 3, 40)
    ends = begins + _days(rng, 40, 200)
    order = later(desk, (base,), rng, published, begins, ends=ends, note="temporary")
    probes = (
        _at("temporary", _within(rng, begins, ends), rng, ends),
        _at("lapsed", ends + _days(rng, 0, 200), rng),
    )
    return Course(desk, (base, order)), probes


def suspended(desk: Desk, rng: random.Random) -> Scenario:
    """A rule is not applied for a time: asked in that time and after it."""
    base = first(desk, rng)
    published = base.begins + _days(rng, 200, 700)
    begins = published + _days(rng, 3, 40)
    ends = begins + _days(rng, 40, 200)
    said = notice(desk, "pause", published, last=(told(desk, "suspends", rng, begins, ends),))
    course = Course(desk, (base,), (Ending("suspend", said, published, begins, ends),))
    probes = (
        _at("suspended", _within(rng, begins, ends), rng, ends),
        _at("resumed", ends + _days(rng, 0, 200), rng),
    )
    return course, probes


def undated(desk: Desk, rng: random.Random) -> Scenario:
    """A repeal is announced without a date: nobody can tell."""
    base = first(desk, rng)
    published = base.begins + _days(rng, 200, 700)
    said = notice(desk, "repeal", published, last=(told(desk, "undated", rng, None),))
    course = Course(desk, (base,), (Ending("repeal", said, published, None),))
    return course, (_at("undated repeal", published + _days(rng, 5, 200), rng),)


def withdrawn(desk: Desk, rng: random.Random) -> Scenario:
    """An amendment is announced and withdrawn before it takes effect."""
    base = first(desk, rng)
    new, course = _amendment(desk, base, rng)
    published = _within(rng, new.published + timedelta(days=1), new.begins)
    said = notice(desk, "withdrawal", published, last=(told(desk, "withdraws", rng, new.begins),))
    key = new.document.key
    endings = [Ending("withdraw", said, published, published, target=key)]
    # An announcement that was given a day of effect is taken off the record too; one that only
    # tells of the plan stays, as press releases do.
    endings += [
        Ending("withdraw", None, published, published, target=one.key)
        for one in course.notices
        if one.begins
    ]
    found = Course(desk, course.versions, tuple(endings), course.notices)
    return found, (_at("withdrawn", new.begins + _days(rng, 0, 200), rng),)


def erratum(desk: Desk, rng: random.Random) -> Scenario:
    """A printed value was wrong from the beginning: asked before and after that is known."""
    wrong = first(desk, rng)
    published = wrong.begins + _days(rng, 20, 200)
    right, ending = corrected(desk, (wrong,), wrong, rng, published)
    course = Course(desk, (wrong, right), (ending,))
    day = _within(rng, wrong.begins, published)
    late = published + _days(rng, 1, 200)
    return course, (
        Probe("before correction", day, day),
        # The same day, now known better; or a day after.
        Probe("corrected", day if rng.random() < 0.5 else late, late),
    )


def retracted(desk: Desk, rng: random.Random) -> Scenario:
    """A text was published in error, and is retracted."""
    base = first(desk, rng)
    published = base.begins + _days(rng, 20, 300)
    said = notice(desk, "retraction", published, last=(told(desk, "retracts", rng, None),))
    key = base.document.key
    ending = Ending("retract", said, published, published, target=key)
    course = Course(desk, (base,), (ending,))
    return course, (_at("retracted", published + _days(rng, 1, 200), rng),)


def unchanged(desk: Desk, rng: random.Random) -> Scenario:
    """Nothing happens to a rule."""
    base = first(desk, rng)
    return Course(desk, (base,)), (_at("unchanged", base.begins + _days(rng, 30, 700), rng),)


SCENARIOS: Final[dict[str, Callable[[Desk, random.Random], Scenario]]] = {
    "amended": amended,
    "changed": changed,
    "versions": versions,
    "repealed": repealed,
    "saved": saved,
    "temporary": temporary,
    "suspended": suspended,
    "undated": undated,
    "withdrawn": withdrawn,
    "erratum": erratum,
    "retracted": retracted,
    "unchanged": unchanged,
}
