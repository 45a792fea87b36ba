"""Places, persons and speakers by number: the same number is always the same name."""

from __future__ import annotations

import random
from functools import cache, lru_cache

from ledgerrag.dykbench.synthetic.wording import listed, read
from ledgerrag.model import Authority, Source

ACCOUNTS = 260
_STRIDE = 7_919
"""Neighbouring numbers shall not give neighbouring names; a prime, so that none comes twice."""


@cache
def _plain() -> tuple[str, ...]:
    data = read("names")
    joined = {
        head + middle + tail
        for head in listed(data, "heads")
        for middle in listed(data, "middles")
        for tail in listed(data, "tails")
    }
    return tuple(sorted(joined))


@cache
def _around() -> tuple[tuple[str, str], ...]:
    data = read("names")
    return tuple((b, a) for a in listed(data, "after") for b in listed(data, "before"))


@lru_cache(4_096)
def place(number: int) -> str:
    """The name of a place; plain names come first, `Upper Dunarby Heath` when they run out.

    Args:
        number: from 0; below 3.6 million no name comes twice.
    """
    plain, around = _plain(), _around()
    turn, rest = divmod(number, len(plain))
    before, after = around[turn % len(around)]
    return f"{before}{plain[rest * _STRIDE % len(plain)]}{after}"


@cache
def _list(key: str) -> tuple[str, ...]:
    return listed(read("names"), key)


def person(rng: random.Random) -> str:
    """First and last name."""
    return f"{rng.choice(_list('first'))} {rng.choice(_list('last'))}"


def office(rng: random.Random) -> str:
    """An office of a municipality."""
    return rng.choice(_list("offices"))


def region(place_number: int) -> str:
    """The region that a place lies in."""
    regions = _list("regions")
    return regions[place_number % len(regions)]


def gazette(place_number: int) -> str:
    """Registry key of the office that publishes a place's rules."""
    return f"gazette-{region(place_number).lower()}"


def crisis_office(place_number: int) -> str:
    """Registry key of the office that reports on events in a place."""
    return f"protection-{region(place_number).lower()}"


def outlet(rng: random.Random) -> str:
    """Registry key of a professional outlet."""
    return _key(rng.choice(_list("outlets")))


def account(number: int) -> str:
    """Registry key of a person who posts."""
    return f"account-{number % ACCOUNTS}"


def forum(rng: random.Random) -> str:
    """Registry key of a forum, where many post under one name."""
    return _key(rng.choice(_list("forums")))


def other_office(place_number: int) -> str:
    """Registry key of a second office that may speak of events in a place."""
    return f"statistics-{region(place_number).lower()}"


@cache
def registry() -> tuple[Source, ...]:
    """Everyone who speaks, with their authority."""
    official, outlets, user = Authority.OFFICIAL, Authority.OUTLET, Authority.USER
    rows = []
    for name in _list("regions"):
        rows.append(Source(f"gazette-{name.lower()}", f"Official Gazette of {name}", official))
        rows.append(Source(f"protection-{name.lower()}", f"Civil Protection {name}", official))
        rows.append(Source(f"statistics-{name.lower()}", f"{name} Office of Statistics", official))
    rows += [Source(_key(name), name, outlets) for name in _list("outlets")]
    rows += [Source(_key(name), name, user) for name in _list("forums")]
    rows += [Source(account(n), f"Account {n}", user) for n in range(ACCOUNTS)]
    return tuple(rows)


@cache
def speaker_names() -> dict[str, str]:
    """Names of the registry by key."""
    return {source.key: source.name for source in registry()}


def _key(name: str) -> str:
    return name.lower().replace(" ", "-")
