"""What every dispute is made of: the moments asked about, and what an office says."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from ledgerrag.dykbench.synthetic.planned import Planned, Told
from ledgerrag.dykbench.synthetic.scenes import Scene, report
from ledgerrag.dykbench.synthetic.values import Value
from ledgerrag.dykbench.synthetic.wording import Matter

MOST_COPIES: Final = 200


@dataclass(frozen=True, slots=True)
class Point:
    """A moment at which the dispute is asked about.

    Args:
        kind: what makes it hard.
        moment: V and K.
        right: the value that stands; None where nobody may settle it.
        wrong: a value that is claimed.
        settled_by: document that settles it; None where none does.
    """

    kind: str
    moment: datetime
    right: Value | None
    wrong: Value
    settled_by: Planned | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A contradiction with the moments at which it is asked about."""

    told: Told
    points: tuple[Point, ...]


def hours(rng: random.Random, low: float, high: float) -> timedelta:
    """A time between so many hours and so many."""
    return timedelta(minutes=round(60 * rng.uniform(low, high)))


def copies(rng: random.Random) -> int:
    """1 to 200, as many small floods as large ones in proportion."""
    return round(math.exp(rng.uniform(0, math.log(MOST_COPIES))))


def _aside(scene: Scene, claim: Matter, rng: random.Random) -> tuple[Matter, ...]:
    """Other claims on the same event that an office makes besides."""
    others = [one for one in scene.event.claims if one != claim and not _alike(one, claim)]
    return tuple(rng.sample(others, min(len(others), rng.choice((0, 1, 1, 2)))))


def _alike(one: Matter, other: Matter) -> bool:
    """Whether posts on one could be taken to be about the other."""
    return one.kind == other.kind == "post"


def statement(
    scene: Scene,
    claim: Matter,
    value: Value,
    moment: datetime,
    rng: random.Random,
    *,
    name: str = "official",
    genre: str = "",
    series: str = "",
    last: tuple[str, ...] = (),
) -> Planned:
    """What an office says about the claim, and about some others besides."""
    facts = [scene.stated(claim, value, rng)]
    facts += [scene.stated(one, _fixed(scene, one), rng) for one in _aside(scene, claim, rng)]
    genre = genre or rng.choice(("report", "statement"))
    return report(scene, name, moment, facts, genre=genre, series=series, last=last)


def _fixed(scene: Scene, claim: Matter) -> Value:
    """The value of a claim that is not disputed: the same in every document."""
    always = random.Random(f"{scene.seed} {claim.key}")  # noqa: S311 - a corpus by seed
    return scene.draw(claim, always)


def later(posts: tuple[Planned, ...], rng: random.Random) -> datetime:
    """A moment up to a day and a bit after the last of them."""
    last = datetime.fromisoformat(posts[-1].published)
    return last + hours(rng, 1, 30)
