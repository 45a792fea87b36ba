"""Stream-QA, made up: what holds step by step while reports come in, and what changed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta

from ledgerrag.dykbench.items import Gold, Item, Label, Split, Task
from ledgerrag.dykbench.synthetic import names, phrasing, values
from ledgerrag.dykbench.synthetic.conflict import began, reports
from ledgerrag.dykbench.synthetic.phrasing import question, statement
from ledgerrag.dykbench.synthetic.planned import Group, Told, together
from ledgerrag.dykbench.synthetic.scenes import Scene, instant
from ledgerrag.dykbench.synthetic.trajectories import Held, Step, steps
from ledgerrag.dykbench.synthetic.values import Value
from ledgerrag.dykbench.synthetic.wording import Matter, events, section


def groups(seed: int, trajectories: int) -> Iterator[Group]:
    """Trajectories; how long one is does not depend on how many are wanted.

    Args:
        seed: the same seed gives the same trajectories.
        trajectories: how many.
    """
    for number, length in enumerate(lengths(trajectories)):
        yield _group(seed, number, length)


def lengths(trajectories: int) -> tuple[int, ...]:
    """Steps of each trajectory: 479 in 125, as in the paper (section 5.3)."""
    cycle = _numbers("steps")
    found = [cycle[n % len(cycle)] for n in range(trajectories)]
    excess = sum(found) - round(trajectories * 479 / 125)
    for n in range(len(found) - 1, -1, -1):
        if excess > 0 and found[n] > 3:
            found[n] -= 1
            excess -= 1
    return tuple(found)


def _numbers(key: str) -> tuple[int, ...]:
    found = section("mix", "stream")[key]
    return tuple(int(str(one)) for one in found) if isinstance(found, list) else ()


def _group(seed: int, number: int, length: int) -> Group:
    name = f"{seed} stream {number}"
    rng = random.Random(name)  # noqa: S311 - a corpus by seed, not secrets
    event = events()[number % len(events())]
    scene = Scene(name, 2 * number, event, began(rng))
    cycle = _numbers("claims")
    count = min(cycle[number % len(cycle)], len(event.claims))
    claims = tuple(sorted(rng.sample(event.claims, count), key=lambda claim: claim.key))
    made = steps(scene, claims, length, rng)
    split: Split = "paraphrased" if number % 3 == 2 else "plain"
    items = tuple(
        item for claim in claims for item in _items(number, scene, claim, made, split, rng)
    )
    there = Scene(f"{name} there", 2 * number + 1, event, scene.start + timedelta(hours=3))
    told = Told(
        tuple(document for step in made for document in step.documents),
        tuple(act for step in made for act in step.acts),
    )
    return Group(together((told, reports(there, rng, rng.randint(1, 4)))), items)


def _items(
    number: int,
    scene: Scene,
    claim: Matter,
    course: tuple[Step, ...],
    split: Split,
    rng: random.Random,
) -> tuple[Item, ...]:
    """One claim of a trajectory at each of its steps: the same words, other answers."""
    name = f"stream/{number:04d}"
    stated = values.state(claim, 0) if claim.only_check else None
    if stated is not None:
        text = statement(claim, scene.place, stated, split, rng)
    else:
        text = question(claim, scene.place, split, rng)
    items = []
    before: Value | None = None
    for step in course:
        held = step.state[claim.key]
        right = stated is None or held.value == stated
        changed = before is not None and before != held.value
        items.append(
            Item(
                item_id=f"{name}/{claim.key}/{step.number}",
                task=Task.STREAM,
                kind=step.kind,
                source="synthetic",
                group=name,
                split=split,
                form="ask" if stated is None else "check",
                text=text,
                as_of=instant(step.moment),
                known_at=instant(step.moment),
                gold=_gold(scene, claim, held, right, changed),
                trajectory=name,
                claim=claim.key,
                step=step.number,
            )
        )
        before = held.value
    return tuple(items)


def _gold(scene: Scene, claim: Matter, held: Held, right: bool, changed: bool) -> Gold:
    office = names.speaker_names()[held.document.source]
    return Gold(
        label=Label.SUPPORTED if right else Label.REFUTED,
        answer=phrasing.answer(claim, scene.place, held.value),
        values=held.value.accepted,
        evidence=(held.document.quote(held.fact),),
        version=held.document.key,
        changed=changed,
        nuggets=(held.value.spellings[0], office),
    )
