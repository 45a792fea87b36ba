"""ConFLICT-QA, made up: who is right where sources contradict each other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from ledgerrag.dykbench.items import Gold, Item, Label, Quote, Split, Task
from ledgerrag.dykbench.synthetic import names, phrasing
from ledgerrag.dykbench.synthetic.contention import Point
from ledgerrag.dykbench.synthetic.disputes import DISPUTES
from ledgerrag.dykbench.synthetic.phrasing import question, statement
from ledgerrag.dykbench.synthetic.planned import Group, Planned, Told, together
from ledgerrag.dykbench.synthetic.scenes import Scene, article, instant, post, report
from ledgerrag.dykbench.synthetic.wording import Event, Matter, events, listed, section

_FIRST: Final = datetime(2019, 1, 1, 6, tzinfo=UTC)
_DAYS: Final = 2_400


def groups(seed: int) -> Iterator[Group]:
    """Stories without end, in an order that does not depend on how many are wanted.

    Args:
        seed: the same seed gives the same stories.
    """
    cycle = listed(section("mix", "conflict"), "groups")
    number = 0
    while True:
        yield _group(seed, number, cycle[number % len(cycle)])
        number += 1


def chosen(number: int) -> tuple[Event, Matter]:
    """The claim that a story is about: all of them in turn."""
    every = [(event, claim) for event in events() for claim in event.claims]
    return every[(number * 11 + number // len(every)) % len(every)]


def began(rng: random.Random) -> datetime:
    """When a story begins."""
    return _FIRST + timedelta(minutes=rng.randrange(_DAYS * 24 * 60))


def reports(scene: Scene, rng: random.Random, count: int) -> Told:
    """An event in the background: some reports, articles and posts.

    Args:
        scene: where.
        rng: source of chance.
        count: how many documents.
    """
    told: list[Planned] = []
    held = {claim.key: scene.draw(claim, rng) for claim in scene.event.claims}
    moment = scene.start
    for n in range(count):
        moment += timedelta(minutes=rng.randint(20, 60 * 20))
        about = rng.choice(scene.event.claims)
        stated = scene.stated(about, held[about.key], rng)
        speaker = rng.random()
        if speaker < 0.35:
            facts = [stated]
            others = [claim for claim in scene.event.claims if claim != about]
            facts += [
                scene.stated(claim, held[claim.key], rng)
                for claim in rng.sample(others, min(len(others), rng.randrange(3)))
            ]
            told.append(report(scene, f"report-{n}", moment, facts))
        elif speaker < 0.75:
            told.append(article(scene, f"article-{n}", moment, (stated,), rng))
        else:
            if rng.random() < 0.4:
                stated = stated.saying(scene.other(about, rng, stated.value))
            account = names.account(rng.randrange(names.ACCOUNTS))
            told.append(post(scene, f"post-{n}", moment, stated, account))
    return Told(tuple(told))


def _group(seed: int, number: int, kind: str) -> Group:
    name = f"{seed} conflict {number}"
    rng = random.Random(name)  # noqa: S311 - a corpus by seed, not secrets
    event, claim = chosen(number)
    scene = Scene(name, 2 * number, event, began(rng))
    dispute = DISPUTES[kind](scene, claim, rng)
    split: Split = "paraphrased" if number % 3 == 2 else "plain"
    items = tuple(
        _item(f"conflict/{number:04d}", n, scene, claim, point, split, rng)
        for n, point in enumerate(dispute.points, 1)
    )
    return Group(together((dispute.told, _elsewhere(scene, claim, rng))), items)


def _elsewhere(scene: Scene, claim: Matter, rng: random.Random) -> Told:
    """The same event in another place, and another one in this place, at about the same time."""
    start = scene.start + timedelta(hours=rng.randint(-30, 10))
    there = Scene(f"{scene.seed} there", scene.place_number + 1, scene.event, start)
    stated = there.stated(claim, there.draw(claim, rng), rng)
    first = report(there, "first", start, (stated,))
    besides = rng.choice([event for event in events() if event != scene.event])
    here = Scene(f"{scene.seed} besides", scene.place_number, besides, start)
    return together((Told((first,)), reports(there, rng, rng.randint(0, 3)), reports(here, rng, 2)))


def _item(
    group: str,
    number: int,
    scene: Scene,
    claim: Matter,
    point: Point,
    split: Split,
    rng: random.Random,
) -> Item:
    form, text, label = _asked(scene, claim, point, split, rng)
    at = instant(point.moment)
    return Item(
        item_id=f"{group}/{number}",
        task=Task.CONFLICT,
        kind=point.kind,
        source="synthetic",
        group=group,
        split=split,
        form=form,
        text=text,
        as_of=at,
        known_at=at,
        gold=_gold(scene, claim, point, label),
    )


def _asked(
    scene: Scene, claim: Matter, point: Point, split: Split, rng: random.Random
) -> tuple[Literal["ask", "check"], str, Label]:
    """Form, words, and what is right about them; statements are as often right as wrong."""
    if not claim.only_check and rng.random() < 0.4:
        label = Label.SUPPORTED if point.right is not None else Label.UNRESOLVED
        return "ask", question(claim, scene.place, split, rng), label
    truthful = rng.random() < 0.5 and point.right is not None
    stated = point.right if truthful and point.right is not None else point.wrong
    text = statement(claim, scene.place, stated, split, rng)
    if point.right is None:
        return "check", text, Label.UNRESOLVED
    return "check", text, Label.SUPPORTED if stated == point.right else Label.REFUTED


def _gold(scene: Scene, claim: Matter, point: Point, label: Label) -> Gold:
    if point.right is None or point.settled_by is None:
        answer = f"Nobody who may settle it has: sources contradict each other in {scene.place}."
        return Gold(Label.UNRESOLVED, answer)
    document = point.settled_by
    issuer = names.speaker_names()[document.source]
    return Gold(
        label=label,
        answer=phrasing.answer(claim, scene.place, point.right),
        values=point.right.accepted,
        evidence=_evidence(document, label),
        nuggets=(point.right.spellings[0], issuer),
    )


def _evidence(document: Planned, label: Label) -> tuple[Quote, ...]:
    """Where the right value is stated; where the wrong one is denied, if that is asked about."""
    quotes: tuple[Quote, ...] = (document.quote(),)
    if label is Label.REFUTED and document.sheet.last and document.sheet.genre == "statement":
        quotes += (document.quote(len(document.sheet.facts)),)
    return quotes
