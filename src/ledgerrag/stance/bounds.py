"""What binds a figure: `at least`, `not more than`, `or less`, `about`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ledgerrag.stance.tables import table

_OPPOSITE: Final = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[≥≤<>~≈]=?|[.;:?!\n]")
_WINDOW: Final = 90
_LONGEST: Final = 6
_NOT: Final = frozenset(("not", "no", "never", "cannot", "nor", "neither"))


@cache
def _left() -> dict[tuple[str, ...], str]:
    groups = table("bounds.toml")["left"]
    return {tuple(name.split()): sign for sign, names in groups.items() for name in names}


@cache
def _right() -> re.Pattern[str]:
    groups = table("bounds.toml")["right"]
    names = sorted((name for names in groups.values() for name in names), key=len, reverse=True)
    return re.compile(rf"[\s,]+({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)


@cache
def _right_signs() -> dict[str, str]:
    groups = table("bounds.toml")["right"]
    return {name: sign for sign, names in groups.items() for name in names}


@cache
def _between() -> frozenset[str]:
    return frozenset(table("bounds.toml")["between"]["words"])


def bound_after(text: str, end: int) -> str:
    """`>=` for `18 years or more`."""
    match = _right().match(text, end)
    return _right_signs()[match.group(1).casefold()] if match is not None else ""


def bound_before(text: str, start: int) -> str:
    """`<=` for `not more than 5`, also where the `not` stands earlier in the clause."""
    return _bound(text[max(0, start - _WINDOW) : start].casefold())


@lru_cache(maxsize=1024)
def _bound(left: str) -> str:
    words = _TOKEN.findall(left)
    last = len(words)
    for _ in range(4):
        if last == 0:
            return ""
        for size in range(min(_LONGEST, last), 0, -1):
            sign = _left().get(tuple(words[last - size : last]))
            if sign is not None:
                return _negated(words[: last - size], sign)
        if words[last - 1] not in _between():
            return ""
        last -= 1
    return ""


def _negated(before: list[str], sign: str) -> str:
    if sign not in (">", "<"):
        return sign
    for word in reversed(before[-8:]):
        if word in ".;:?!\n":
            break
        if word in _NOT or word.endswith(("n't", "n’t")):
            return _OPPOSITE[sign]
    return sign
