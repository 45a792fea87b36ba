"""How an event goes on: step by step, what is reported, corrected, and told too late."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from ledgerrag.dykbench.synthetic import names, values
from ledgerrag.dykbench.synthetic.phrasing import Fact
from ledgerrag.dykbench.synthetic.planned import Act, Planned
from ledgerrag.dykbench.synthetic.scenes import Scene, article, post, report, revision
from ledgerrag.dykbench.synthetic.values import Value
from ledgerrag.dykbench.synthetic.wording import Matter

_UP: Final = 0.68
"""Figures mostly go up; the others go down, as recounts and falling water make them."""


@dataclass(frozen=True, slots=True)
class Held:
    """The value of a claim after a step, and who said so.

    Args:
        value: what holds.
        document: the report that says so.
        fact: number of the fact in it.
        since: the step at which it was first so.
    """

    value: Value
    document: Planned
    fact: int


State = Mapping[str, Held]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a trajectory.

    Args:
        number: from 1.
        kind: report, unchanged or correction.
        moment: V and K of its questions, after all that it brings.
        state: what holds of each claim.
        documents: what it brings.
        acts: likewise.
    """

    number: int
    kind: str
    moment: datetime
    state: State
    documents: tuple[Planned, ...]
    acts: tuple[Act, ...] = ()


def steps(
    scene: Scene, claims: tuple[Matter, ...], count: int, rng: random.Random
) -> tuple[Step, ...]:
    """One after the other, each from what held before."""
    cumulative = rng.random() < 0.5
    made = [_opening(scene, claims, rng, cumulative)]
    while len(made) < count:
        kind = _kind(made, rng)
        step = {"report": _report, "unchanged": _nothing, "correction": _correction}[kind]
        made.append(step(scene, claims, made[-1], rng, cumulative))
    return tuple(made)


def _kind(made: list[Step], rng: random.Random) -> str:
    drawn = rng.random()
    if drawn < 0.22:
        return "unchanged"
    # What has just been corrected, or was said long ago, is not corrected again.
    if drawn < 0.38 and made[-1].kind == "report":
        return "correction"
    return "report"


def _opening(
    scene: Scene, claims: tuple[Matter, ...], rng: random.Random, cumulative: bool
) -> Step:
    drawn = {claim.key: scene.draw(claim, rng) for claim in claims}
    document = _paper(scene, claims, drawn, 1, scene.start, rng, cumulative)
    # Before the first report a paper has guessed.
    guess = rng.choice(claims)
    wrong = scene.stated(guess, scene.other(guess, rng, drawn[guess.key]), rng)
    early = article(scene, "flash", scene.start - timedelta(hours=2), (wrong,), rng)
    documents = (early, document) if rng.random() < 0.4 else (document,)
    state = {claim.key: Held(drawn[claim.key], document, n) for n, claim in enumerate(claims)}
    moment = scene.start + _minutes(rng, 20, 300)
    return Step(1, "report", moment, state, documents)


def _report(
    scene: Scene, claims: tuple[Matter, ...], before: Step, rng: random.Random, cumulative: bool
) -> Step:
    """A new report: some claims move, and talk of the old values goes on."""
    number = before.number + 1
    at = before.moment + _minutes(rng, 60, 3_000)
    moving = {claim.key for claim in rng.sample(claims, rng.randint(1, len(claims)))}
    state: dict[str, Held] = dict(before.state)
    after = {
        claim.key: _moved(scene, claim, before.state[claim.key].value, rng)
        if claim.key in moving
        else before.state[claim.key].value
        for claim in claims
    }
    told = claims if cumulative else tuple(one for one in claims if one.key in moving)
    document = _paper(scene, told, after, number, at, rng, cumulative)
    for n, claim in enumerate(told):
        state[claim.key] = Held(after[claim.key], document, n)
    late = _late(scene, claims, before, number, at, rng)
    return Step(number, "report", at + _minutes(rng, 400, 900), state, (document, *late))


def _nothing(
    scene: Scene, claims: tuple[Matter, ...], before: Step, rng: random.Random, cumulative: bool
) -> Step:
    """Nothing new, only others who speak of it."""
    del cumulative
    number = before.number + 1
    at = before.moment + _minutes(rng, 60, 2_000)
    about = rng.choice(claims)
    held = before.state[about.key].value
    documents = []
    if rng.random() < 0.7:
        said = scene.stated(about, held, rng)
        documents.append(article(scene, f"after-{number}", at, (said,), rng))
    if rng.random() < 0.6:
        said = scene.stated(about, scene.other(about, rng, held), rng)
        account = names.account(rng.randrange(names.ACCOUNTS))
        documents.append(post(scene, f"rumour-{number}", at, said, account))
    moment = at + _minutes(rng, 30, 300)
    return Step(number, "unchanged", moment, before.state, tuple(documents))


def _correction(
    scene: Scene, claims: tuple[Matter, ...], before: Step, rng: random.Random, cumulative: bool
) -> Step:
    """The office corrects a figure of its last report."""
    number = before.number + 1
    at = before.moment + _minutes(rng, 60, 1_500)
    reported = {claim.key for claim in claims} & {
        fact.matter.key for fact in _latest(before).sheet.facts
    }
    about = rng.choice([claim for claim in claims if claim.key in reported])
    old = before.state[about.key]
    value = _moved(scene, about, old.value, rng)
    facts = tuple(
        fact.saying(value) if fact.matter.key == about.key else fact
        for fact in old.document.sheet.facts
    )
    paper = report(
        scene,
        f"corrected-{number}",
        at,
        facts,
        series=old.document.series if cumulative else "",
        last=(revision(rng),),
        holds_from=old.document.published,
        number=before.number,
    )
    act = Act(
        "correct",
        old.document.key,
        scene.office,
        paper.published,
        begins=old.document.published,
        by=paper.key,
        note=paper.sheet.last[0],
    )
    state = {
        key: Held(value if key == about.key else held.value, paper, held.fact)
        if held.document == old.document
        else held
        for key, held in before.state.items()
    }
    late = _late(scene, claims, before, number, at, rng)
    moment = at + _minutes(rng, 400, 900)
    return Step(number, "correction", moment, state, (paper, *late), (act,))


def _latest(step: Step) -> Planned:
    return max((held.document for held in step.state.values()), key=lambda one: one.published)


def _paper(
    scene: Scene,
    claims: tuple[Matter, ...],
    held: Mapping[str, Value],
    number: int,
    moment: datetime,
    rng: random.Random,
    cumulative: bool,
) -> Planned:
    facts: list[Fact] = [scene.stated(claim, held[claim.key], rng) for claim in claims]
    series = f"{scene.name}/reports" if cumulative else ""
    return report(scene, f"report-{number}", moment, facts, series=series, number=number)


def _late(
    scene: Scene,
    claims: tuple[Matter, ...],
    before: Step,
    number: int,
    at: datetime,
    rng: random.Random,
) -> tuple[Planned, ...]:
    """Narratives that come out after the report, with what held before it."""
    if rng.random() < 0.45:
        return ()
    about = rng.choice(claims)
    said = scene.stated(about, before.state[about.key].value, rng)
    told = [article(scene, f"late-{number}", at + _minutes(rng, 20, 240), (said,), rng)]
    if rng.random() < 0.4:
        account = names.account(rng.randrange(names.ACCOUNTS))
        again = said.reworded(rng)
        told.append(post(scene, f"late-{number}", at + _minutes(rng, 30, 390), again, account))
    return tuple(told)


def _moved(scene: Scene, claim: Matter, value: Value, rng: random.Random) -> Value:
    return values.moved(claim, value, rng, scene.day, rng.random() < _UP)


def _minutes(rng: random.Random, low: int, high: int) -> timedelta:
    return timedelta(minutes=rng.randint(low, high))
