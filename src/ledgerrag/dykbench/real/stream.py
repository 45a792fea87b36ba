"""Stream-QA of the real track: what a source states of a thing, step by step, and what changed.

Six public sources of running reports. Gold at a step is the field of the source's state at that
moment, and `changed` compares it with the trajectory's step before. V is K, except for figures that
are about a day: there V is that day and K the moment of asking, as-of against as-known. Each
adapter tells the traps of its source; narratives are documents of their own, on a lower level than
the fields beside which they stand, since they are written earlier and lag them.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from typing import Final

from ledgerrag.dykbench.items import (
    Dropped,
    Gold,
    Item,
    Label,
    Part,
    Record,
    Split,
    Task,
    Wanted,
)
from ledgerrag.dykbench.real.stream_papers import Manner, acts, manner, paper, quote, records
from ledgerrag.dykbench.real.stream_steps import Course, Step, course
from ledgerrag.dykbench.real.stream_wording import Claim, question, sentence, spellings, wording
from ledgerrag.errors import InputError
from ledgerrag.pachon.adapters import (
    breaking_wikipedia,
    calfire_incidents,
    cisa_kev,
    covid_uk,
    endoflife,
    nyt_election2020,
)
from ledgerrag.pachon.adapters.things import Kind, Thing

Read = Callable[[Path], Iterator[Thing]]
ADAPTERS: Final[tuple[Read, ...]] = (
    breaking_wikipedia.read,
    calfire_incidents.read,
    cisa_kev.read,
    covid_uk.read,
    endoflife.read,
    nyt_election2020.read,
)
PER_SOURCE: Final = 60
"""Trajectories of one source at most: none shall crowd out the others."""
_PER_PRODUCT: Final = 2


def build(wanted: Wanted) -> Part:
    """The task from the raw sources.

    Args:
        wanted: folder of the raw data, seed and size.
    Raises:
        InputError: no folder, or a source that is missing or damaged.
    """
    if wanted.sources is None:
        raise InputError("stream is made from raw data", "name their folder with --sources DIR")
    things = [one for read in ADAPTERS for one in read(wanted.sources)]
    courses, dropped = _courses(things, wanted.seed)
    chosen = _chosen(courses, wanted)
    shared = Counter(_name(one) for one in things)
    items: list[Item] = []
    per: Counter[str] = Counter()
    for one in chosen:
        per[one.thing.adapter] += 1
        # Of each source every third trajectory.
        split: Split = "plain" if per[one.thing.adapter] % 3 else "paraphrased"
        items += _items(one, split, wanted.seed, shared=shared[_name(one.thing)] > 1)
    kept = _kept(things, {one.thing.doc_id for one in chosen}, wanted)
    documents = [record for one in kept for record in records(one, wanted.seed)]
    return Part(
        task=Task.STREAM,
        documents=tuple(sorted(documents, key=_published)),
        acts=tuple(act for one in kept for act in acts(one)),
        sources=tuple(
            sorted(
                {who for one in kept for who in (one.issuer, one.narrator) if who is not None},
                key=lambda who: who.key,
            )
        ),
        items=tuple(items),
        dropped=tuple(sorted(dropped, key=lambda one: (one.check, one.item_id))),
    )


def _published(record: Record) -> tuple[str, str, int]:
    return str(record["published"]), str(record["doc_id"]), int(str(record["version"]))


def _name(thing: Thing) -> tuple[str, ...]:
    """What a question names it by, where it does not say more."""
    return thing.adapter, thing.words["thing"], thing.words.get("place", ""), thing.about


def _courses(things: Sequence[Thing], seed: int) -> tuple[list[Course], list[Dropped]]:
    found: list[Course] = []
    dropped: list[Dropped] = []
    for thing in things:
        name = f"stream/{thing.doc_id}"
        if len(thing.states) < 2:
            continue
        if not thing.asked:
            reason = "its name is not its own, or not one that a question can use"
            dropped.append(Dropped(name, "unique", reason))
            continue
        keys = tuple(wording(thing.adapter).claims)
        dropped += _doubts(thing, keys)
        made = course(thing, keys, _rng(seed, thing, "course"))
        if isinstance(made, Course):
            found.append(made)
        else:
            dropped.append(Dropped(name, "steps", made))
    return found, dropped


def _doubts(thing: Thing, keys: Sequence[str]) -> Iterator[Dropped]:
    """Claims that some states leave in doubt or state as yes or no: not asked about there."""
    for key in keys:
        reasons = Counter(one.doubts[key] for one in thing.states if key in one.doubts)
        kinds = {one.facts[key].kind for one in thing.states if key in one.facts}
        if Kind.FLAG in kinds and len(kinds) > 1:
            reasons["the source says yes or no and not when"] += 1
        for reason, times in sorted(reasons.items()):
            told = f"{reason} ({times} {'state' if times == 1 else 'states'})"
            yield Dropped(f"stream/{thing.doc_id}/{key}", "unique", told)


def _rng(seed: int, thing: Thing, what: str) -> random.Random:
    name = f"{seed} stream {thing.doc_id} {what}"
    return random.Random(name)  # noqa: S311 - cases, not secrets


def _chosen(courses: Sequence[Course], wanted: Wanted) -> list[Course]:
    """Trajectories in turn from each source; long ones first, of which changes can be asked."""
    by_source: dict[str, list[Course]] = defaultdict(list)
    for one in courses:
        by_source[one.thing.adapter].append(one)
    ordered = [
        _mixed(sorted(by_source[name], key=lambda one: _order(one, wanted.seed)))
        for name in sorted(by_source)
    ]
    found = [one for rank in zip_longest(*ordered) for one in rank if one is not None]
    return found[: wanted.items] if wanted.items else found


def _mixed(courses: Sequence[Course]) -> list[Course]:
    """Not too many of one product, nation or place."""
    per: Counter[str] = Counter()
    found: list[Course] = []
    for one in courses:
        product = one.thing.words.get("product", "")
        per[product] += 1
        if not product or per[product] <= _PER_PRODUCT:
            found.append(one)
    return found[:PER_SOURCE]


def _order(one: Course, seed: int) -> tuple[bool, str]:
    drawn = hashlib.sha256(f"{seed} {one.thing.doc_id}".encode()).hexdigest()
    return len(one.steps) < 5, drawn


def _items(one: Course, split: Split, seed: int, *, shared: bool) -> Iterator[Item]:
    """One claim at each step: the same words, other answers."""
    how = manner(one.thing, seed)
    known = wording(one.thing.adapter).claims
    for key in one.claims:
        rng = _rng(seed, one.thing, f"{key} {split}")
        text = question(one.thing, known[key], split, rng, shared=shared)
        before: Step | None = None
        for n, step in enumerate(one.steps, 1):
            gold = _gold(one.thing, how, known[key], step, before)
            name = f"stream/{one.thing.doc_id}"
            yield Item(
                item_id=f"{name}/{key}/{n}",
                task=Task.STREAM,
                kind=_kind(one.thing, key, step, before),
                source=one.thing.adapter,
                group=one.thing.series,
                split=split,
                form="ask",
                text=text[:1].upper() + text[1:],
                as_of=one.thing.about or step.moment,
                known_at=step.moment,
                gold=gold,
                trajectory=name,
                claim=key,
                step=n,
            )
            before = step


def _gold(thing: Thing, how: Manner, claim: Claim, step: Step, before: Step | None) -> Gold:
    fact = thing.states[step.state - 1].facts[claim.key]
    was = thing.states[before.state - 1].facts[claim.key] if before is not None else fact
    values = spellings(fact, claim)
    said = values[0].removesuffix(f" {claim.unit}").removesuffix("%")
    return Gold(
        label=Label.SUPPORTED,
        answer=sentence(claim.says[0], thing, said),
        values=values,
        evidence=(quote(thing, step.state, paper(how, step.state), claim.key),),
        version=f"{thing.doc_id}@{step.state}",
        changed=fact != was,
        nuggets=(values[0], thing.issuer.name),
    )


def _kind(thing: Thing, claim: str, step: Step, before: Step | None) -> str:
    """What makes it hard: first, changed, fell, corrected; restated by a new report, or quiet."""
    if before is None:
        return "first"
    was, now = (thing.states[one.state - 1].facts[claim] for one in (before, step))
    if was == now:
        return "quiet" if step.state == before.state else "restated"
    if now.kind not in (Kind.COUNT, Kind.PERCENT) or Decimal(now.amount) > Decimal(was.amount):
        return "changed"
    between = thing.states[before.state : step.state]
    return "corrected" if any(one.corrects for one in between) else "fell"


def _kept(things: Sequence[Thing], asked: set[str], wanted: Wanted) -> list[Thing]:
    """What is asked about, and other things of the same sources up to the size wanted.

    Other fires, releases, days and entries come from the source that has given fewest documents so
    far, the earliest first, so that early slices are filled as far as the data reach.
    """
    kept = [one for one in things if one.doc_id in asked]
    others: dict[str, list[Thing]] = defaultdict(list)
    for one in sorted(things, key=lambda one: (one.states[0].published, one.doc_id), reverse=True):
        if one.doc_id not in asked:
            others[one.adapter].append(one)
    given = dict.fromkeys(sorted(others), 0)
    room = wanted.background
    while open_to := [name for name in given if others[name]]:
        name = min(open_to, key=given.__getitem__)
        other = others[name].pop()
        if _size(other) <= room:
            kept.append(other)
            given[name] += _size(other)
            room -= _size(other)
    return kept


def _size(thing: Thing) -> int:
    narratives = sum(bool(one.narrative) for one in thing.states) if thing.narrator else 0
    return len(thing.states) + narratives
