"""An event in a place, and everyone who speaks of it: officials, outlets, people who post."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from ledgerrag.dykbench.synthetic import names, values
from ledgerrag.dykbench.synthetic.pages import Sheet, notes
from ledgerrag.dykbench.synthetic.phrasing import Fact, clause, fact
from ledgerrag.dykbench.synthetic.planned import Planned
from ledgerrag.dykbench.synthetic.values import Value
from ledgerrag.dykbench.synthetic.wording import Event, Matter


@dataclass(frozen=True, slots=True)
class Scene:
    """Where something happens.

    Args:
        seed: of the whole corpus, with the story's own number: draws everything.
        place_number: of the place.
        event: what happens.
        start: when, UTC.
    """

    seed: str
    place_number: int
    event: Event
    start: datetime

    @property
    def place(self) -> str:
        """The name of the place."""
        return names.place(self.place_number)

    @property
    def name(self) -> str:
        """Beginning of the names of its documents."""
        return f"{self.place.lower().replace(' ', '-')}/{self.event.key}"

    @property
    def office(self) -> str:
        """Registry key of the office that reports."""
        if self.event.calm:
            return names.gazette(self.place_number)
        return names.crisis_office(self.place_number)

    @property
    def day(self) -> date:
        """The day on which it begins."""
        return self.start.date()

    def draw(self, claim: Matter, rng: random.Random) -> Value:
        """A value of a claim."""
        return values.draw(claim, rng, self.day)

    def other(self, claim: Matter, rng: random.Random, *than: Value) -> Value:
        """A value that is none of those given."""
        return values.other(claim, than, rng, self.day)

    def stated(self, claim: Matter, value: Value, rng: random.Random) -> Fact:
        """A fact of it in some wording."""
        return fact(claim, self.place, value, rng)

    def words(self, source: str) -> tuple[tuple[str, str], ...]:
        """Fields of a page by a speaker."""
        said_by = names.speaker_names()[source]
        return (
            ("place", self.place),
            ("event", self.event.name),
            ("topic", self.event.topics[0].lower()),
            ("issuer", said_by),
            ("outlet", said_by),
            ("mood", "calm" if self.event.calm else ""),
        )


def instant(moment: datetime) -> str:
    """ISO, UTC."""
    return f"{moment:%Y-%m-%dT%H:%M:00Z}"


def report(
    scene: Scene,
    name: str,
    moment: datetime,
    facts: Sequence[Fact],
    *,
    genre: str = "report",
    source: str = "",
    series: str = "",
    last: tuple[str, ...] = (),
    holds_from: str = "",
    number: int = 0,
) -> Planned:
    """What an office says.

    Args:
        scene: where.
        name: tells documents of the scene apart.
        moment: when it is published.
        facts: what it states.
        genre: report or statement.
        source: the office; the one that reports where empty.
        series: where later reports take the place of earlier ones; its own where empty.
        last: sentences at the end.
        holds_from: ISO instant from which it holds; from its publication where empty.
        number: of the report; 0: some number.
    """
    source = source or scene.office
    doc_id = f"{scene.name}/{name}"
    words = scene.words(source)
    if number:
        words = (*words, ("number", str(number)))
    sheet = Sheet(genre, tuple(facts), f"{scene.seed} {name}", words, last=last)
    at = instant(moment)
    return Planned(doc_id, 1, series or doc_id, source, at, "news", sheet, begins=holds_from)


def article(
    scene: Scene, name: str, moment: datetime, facts: Sequence[Fact], rng: random.Random
) -> Planned:
    """What an outlet writes; arguments as for `report`."""
    source = names.outlet(rng)
    doc_id = f"{source}/{scene.name}/{name}"
    words = (*scene.words(source), ("weekday", values.weekday(moment)))
    sheet = Sheet("article", tuple(facts), f"{scene.seed} {name}", words)
    return Planned(doc_id, 1, doc_id, source, instant(moment), "news", sheet)


def post(
    scene: Scene, name: str, moment: datetime, stated: Fact, source: str, *, wording: str = ""
) -> Planned:
    """What somebody posts.

    Args:
        scene: where.
        name: tells documents of the scene apart.
        moment: when.
        stated: what is claimed.
        source: who posts.
        wording: posts of one wording are alike to the letter; its own where empty.
    """
    doc_id = f"{source}/{scene.name}/{name}"
    words = dict(scene.words(source))
    # Copies are alike to the letter, whoever posts them.
    seed = f"{scene.seed} {wording or name}"
    fields = tuple((key, word) for key, word in words.items() if key not in ("issuer", "outlet"))
    sheet = Sheet("post", (stated,), seed, fields)
    return Planned(doc_id, 1, doc_id, source, instant(moment), "news", sheet)


def flood(
    scene: Scene,
    stated: Fact,
    start: datetime,
    copies: int,
    rng: random.Random,
    *,
    manner: str,
    owners: int,
) -> tuple[Planned, ...]:
    """Many posts that claim one thing.

    Args:
        scene: where.
        stated: what they claim.
        start: the first is posted some minutes later.
        copies: how many.
        rng: source of chance.
        manner: verbatim; mutated: other words around the same sentence; reworded.
        owners: how many people post them.
    """
    first = rng.randrange(names.ACCOUNTS)
    board = names.forum(rng) if owners == 1 and rng.random() < 0.5 else ""
    moment = start
    posts = []
    for n in range(copies):
        moment += timedelta(minutes=rng.randint(1, 25))
        source = board or names.account(first + rng.randrange(owners))
        said = stated.reworded(rng) if manner == "reworded" else stated
        if manner == "mutated":
            said = replace(stated, style=rng.randrange(6))
        wording = f"copy of {start:%H%M}" if manner == "verbatim" else ""
        posts.append(post(scene, f"copy-{n}", moment, said, source, wording=wording))
    return tuple(posts)


def denial(claimed: Fact, rng: random.Random) -> str:
    """A sentence that says that a claim is false; the claim in one of its plainest wordings."""
    plain = replace(claimed, plan=rng.randrange(2))
    return rng.choice(notes("denies")).format(that=clause(plain).rstrip("."))


def revision(rng: random.Random) -> str:
    """A sentence that says that an earlier figure was wrong."""
    return rng.choice(notes("revises"))
