"""Floods of posts: the same claim over and over, by one account or many, to the letter or reworded.

Posts are made here, from plans; whom they name and what they claim comes from the sources. Their
days are drawn.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from ledgerrag.dykbench.items import Record
from ledgerrag.dykbench.real.cases import (
    ACCOUNTS,
    MOST_COPIES,
    PLANS,
    account,
    choice,
    instant,
    record,
)
from ledgerrag.model import Source

_POSTS: Final = PLANS["posts"]
Say = Callable[[random.Random], str]
"""One wording of a claim, drawn by chance."""


@dataclass(frozen=True, slots=True)
class Flood:
    """Posts with their accounts, in order of time."""

    documents: tuple[Record, ...]
    sources: tuple[Source, ...]


def copies(rng: random.Random, most: int = MOST_COPIES) -> int:
    """1 to 200, as many small floods as large ones in proportion."""
    return round(math.exp(rng.uniform(0, math.log(most))))


def flood(
    name: str,
    say: Say,
    start: datetime,
    count: int,
    rng: random.Random,
    *,
    same: bool = False,
    owners: int = ACCOUNTS,
) -> Flood:
    """Many posts that claim one thing.

    Args:
        name: beginning of their ids.
        say: words a claim.
        start: the first is posted some minutes later.
        count: how many.
        rng: source of chance.
        same: all are alike to the letter.
        owners: how many accounts post them.
    """
    first = rng.randrange(ACCOUNTS)
    wording, title = dressed(say, rng), choice(rng, _POSTS, "titles")
    moment, documents, sources = start, [], []
    for number in range(count):
        moment += timedelta(minutes=rng.randint(1, 25))
        who = account((first + rng.randrange(owners)) % ACCOUNTS)
        if not same:
            wording, title = dressed(say, rng), choice(rng, _POSTS, "titles")
        documents.append(record(f"{name}/{number}", who.key, instant(moment), title, wording))
        sources.append(who)
    return Flood(tuple(documents), tuple(sources))


def dressed(say: Say, rng: random.Random) -> str:
    """A wording with something around it."""
    opening, closing = choice(rng, _POSTS, "openings"), choice(rng, _POSTS, "closings")
    said = say(rng)
    return f"{opening}{said[:1].upper() if not opening else said[:1]}{said[1:]}{closing}"


def together(floods: Sequence[Flood]) -> Flood:
    """Several floods as one."""
    documents = [one for flood in floods for one in flood.documents]
    return Flood(
        tuple(sorted(documents, key=lambda one: (str(one["published"]), str(one["doc_id"])))),
        tuple(source for flood in floods for source in flood.sources),
    )
