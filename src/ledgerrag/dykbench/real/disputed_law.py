"""Disputes on what a law says: the official text against posts, and against another official text.

The text and its days are real; posts are made from plans with a value that the text does not bear
out, or with the one that it had before. Gold rests on the text alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from ledgerrag.dykbench.items import Gold, Item, Label, Record, Split
from ledgerrag.dykbench.real.cases import (
    ACCOUNTS,
    PLANS,
    Case,
    chance,
    check,
    instant,
    last_of,
    morning,
    unresolved,
)
from ledgerrag.dykbench.real.postings import Flood, Say, copies, flood, together
from ledgerrag.dykbench.real.statutes import Rule, noun, other_spelling
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import records

REGISTER: Final = Source(
    "second-register", "Second Register of Consolidated Texts", Authority.OFFICIAL
)
_POSTS: Final = PLANS["posts"]
_REACH: Final = 400
_ROOM: Final = 12
_TRUE_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Manner:
    """How a flood looks.

    Args:
        same: to the letter.
        owners: how many accounts.
        most: posts at most.
        short: other sentences than that of the law, too.
    """

    same: bool
    owners: int
    most: int = 200
    short: bool = False


MANNERS: Final = {
    "flood": Manner(same=True, owners=1),
    "crowd": Manner(same=True, owners=ACCOUNTS),
    "mutated": Manner(same=False, owners=40),
    "reworded": Manner(same=False, owners=ACCOUNTS, short=True),
    "single": Manner(same=True, owners=1, most=1),
    "stale": Manner(same=False, owners=ACCOUNTS, short=True),
}


def window(rule: Rule) -> tuple[str, str]:
    """The days on which the rule's version is known and in force, and nothing later is known.

    Args:
        rule: of a version.
    """
    version = rule.version
    first = max(version.published, version.effective)
    later = rule.provision.versions[rule.place + 1 :]
    if later:
        last = min(min(one.published, one.effective) for one in later)
    else:
        last = version.seen_until or _moved(first, _REACH)
    return first, last


def _moved(day: str, by: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()


def _start(rule: Rule, rng: random.Random) -> datetime | None:
    """When posting begins: late enough to know the text, early enough to be done in time."""
    first, last = window(rule)
    days = (date.fromisoformat(last) - date.fromisoformat(first)).days - _ROOM
    return morning(_moved(first, rng.randint(1, min(days, _REACH)))) if days > 1 else None


def _says(rule: Rule, value: str, *, short: bool) -> Say:
    plans = _POSTS["law"] if short else ["{statement}"]

    def say(rng: random.Random) -> str:
        told = other_spelling(value, rng)
        sentence = rule.saying(told)
        return str(rng.choice(plans)).format(
            statement=rule.statement(told, rng),
            sentence=sentence[:1].upper() + sentence[1:],
            value=noun(told),
            where=rule.where,
        )

    return say


def against_copies(kind: str, rule: Rule, seed: int, split: Split) -> Case | None:
    """The official text against posts that state another value; None where it does not fit.

    Args:
        kind: a name of `MANNERS`.
        rule: what the text says; with its old value for `stale`.
        seed: of the build.
        split: whose words the statement has.
    """
    group = _group(kind, rule)
    rng = chance(seed, group)
    start, wrong = _start(rule, rng), rule.old or rule.wrong(rng)
    if start is None or not wrong:
        return None
    manner = MANNERS[kind]
    posts = flood(
        f"post/{group}",
        _says(rule, wrong, short=manner.short),
        start,
        copies(rng, manner.most),
        rng,
        same=manner.same,
        owners=manner.owners,
    )
    truthful = rng.random() < _TRUE_SHARE
    item = _item(group, kind, rule, rule.figure.text if truthful else wrong, split, posts, rng)
    if item is None:
        return None
    return Case(
        group,
        kind,
        (item,),
        posts.documents,
        series=(rule.provision.series,),
        sources=posts.sources,
    )


def _group(kind: str, rule: Rule) -> str:
    return f"conflict/{kind.replace(' ', '-')}/{rule.provision.series}/{rule.quote.start}"


def _item(
    group: str,
    kind: str,
    rule: Rule,
    value: str,
    split: Split,
    posts: Flood,
    rng: random.Random,
    gold: Gold | None = None,
) -> Item | None:
    if split == "paraphrased":
        text = rule.reworded(other_spelling(value, rng), rng)
    else:
        text = rule.statement(value, rng)
    if not text:
        return None
    at = instant(last_of(posts.documents) + timedelta(hours=rng.randint(1, 30)))
    right = gold or _gold(rule, value)
    return check(group, 1, kind, rule.provision.adapter, split, text, at, right)


def _gold(rule: Rule, value: str) -> Gold:
    label = Label.SUPPORTED if value == rule.figure.text else Label.REFUTED
    answer = f"Under {rule.where}, {rule.saying(rule.figure.text)}"
    nuggets = (rule.figure.text, rule.provision.issuer.name)
    return Gold(label, answer, evidence=(rule.quote,), nuggets=nuggets)


def two_officials(rule: Rule, seed: int, split: Split) -> Case | None:
    """Two official registers hold the text of a provision, with different values in it."""
    why = f"Two official registers hold different texts of {rule.where}, and neither prevails."
    return _open("two officials", rule, seed, split, why)


def no_official(rule: Rule, seed: int, split: Split) -> Case | None:
    """The official text is not there: users contradict each other on what it says."""
    why = f"No official text of {rule.where} is there, and users contradict each other."
    return _open("no official", rule, seed, split, why)


def _open(kind: str, rule: Rule, seed: int, split: Split, why: str) -> Case | None:
    """A case that nobody may settle; posts state either value."""
    group = _group(kind, rule)
    rng = chance(seed, group)
    start, wrong = _start(rule, rng), rule.wrong(rng)
    if start is None or not wrong:
        return None
    posts = _both(group, rule, wrong, start, rng)
    value = rng.choice((wrong, rule.figure.text))
    item = _item(group, kind, rule, value, split, posts, rng, unresolved(why))
    if item is None:
        return None
    series = (rule.provision.series,)
    if kind == "no official":
        told, sources = posts.documents, posts.sources
        return Case(group, kind, (item,), told, withheld=series, sources=sources)
    copy = _held_elsewhere(rule, group, wrong)
    told, sources = (copy, *posts.documents), (REGISTER, *posts.sources)
    return Case(group, kind, (item,), told, series=series, sources=sources)


def _held_elsewhere(rule: Rule, group: str, wrong: str) -> Record:
    """The version as a second register holds it: with another value."""
    text, first = rule.version.text, rule.quote.start + rule.figure.start
    held = next(one for one in records(rule.provision) if one["version"] == rule.version.number)
    name = f"register/{group}"
    changed = text[:first] + wrong + text[first + len(rule.figure.text) :]
    own = {"doc_id": name, "series": name, "version": 1, "source": REGISTER.key, "text": changed}
    return {**held, **own}


def _both(group: str, rule: Rule, wrong: str, start: datetime, rng: random.Random) -> Flood:
    sides = (rule.figure.text, wrong)
    return together(
        [
            flood(
                f"post/{group}/{number}",
                _says(rule, value, short=True),
                start,
                copies(rng, 20) + 1,
                rng,
            )
            for number, value in enumerate(sides)
        ]
    )


Make = Callable[[Rule, int, Split], Case | None]
_OTHERS: Final[dict[str, Make]] = {"two officials": two_officials, "no official": no_official}


def cases(current: Sequence[Rule], altered: Sequence[Rule], seed: int) -> Iterator[Case]:
    """Disputes of every kind, each on a provision of its own, as far as provisions reach.

    Args:
        current: rules of the last texts, in an order by chance.
        altered: rules whose value one version changed, likewise.
        seed: of the build.
    """
    room = {kind: int(PLANS["most"][kind]) for kind in (*MANNERS, *_OTHERS)}
    used: set[str] = set()
    for rule in altered:
        if room["stale"] and rule.provision.series not in used:
            case = _either("stale", rule, seed, room["stale"])
            if case is not None:
                used.add(rule.provision.series)
                room["stale"] -= 1
                yield case
    # What cannot be had of a kind is not made up by another.
    order = [kind for kind in room if kind != "stale"]
    for rule in current:
        if rule.provision.series in used:
            continue
        wanting = sorted(
            (kind for kind in order if room[kind]), key=lambda kind: -_share(kind, room)
        )
        case = _either(wanting[0], rule, seed, room[wanting[0]]) if wanting else None
        if case is not None:
            used.add(rule.provision.series)
            room[wanting[0]] -= 1
            yield case


def _share(kind: str, room: dict[str, int]) -> float:
    """How much of a kind is still wanting."""
    return room[kind] / int(PLANS["most"][kind])


def _either(kind: str, rule: Rule, seed: int, number: int) -> Case | None:
    """A case in other words every third time, where they are known; else in the law's."""
    splits: tuple[Split, ...] = ("paraphrased", "plain") if number % 3 == 0 else ("plain",)
    for split in splits:
        if kind in _OTHERS:
            case = _OTHERS[kind](rule, seed, split)
        else:
            case = against_copies(kind, rule, seed, split)
        if case is not None:
            return case
    return None
