"""What a question asks for: the kind of value, its unit, and the side of a bound."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from ledgerrag.model import ValueKind
from ledgerrag.stance.parsed import stem, stop_words
from ledgerrag.stance.units import aliases, is_plural, money_after, singular

_FILES: Final = (
    "asking.toml",
    "records.toml",
    "announcing.toml",
    "kinds.toml",
    "families.toml",
    "measures.toml",
    "wrapping.toml",
)


@cache
def tables() -> dict[str, Any]:
    """How questions ask."""
    raw = resources.files("ledgerrag.reading").joinpath("asking.toml").read_text("utf-8")
    return tomllib.loads(raw)


@cache
def data_digest() -> str:
    """sha256 of the data files of this room."""
    folder = resources.files("ledgerrag.reading")
    return hashlib.sha256(b"".join(folder.joinpath(f).read_bytes() for f in _FILES)).hexdigest()


@cache
def words(group: str) -> frozenset[str]:
    """A word list of this room, casefolded."""
    return frozenset(tables()["words"][group])


@cache
def nominal() -> dict[str, tuple[str, ...]]:
    """Stem of a verb -> the nouns under which texts report it."""
    return {stem(verb): tuple(nouns) for verb, nouns in tables()["nominal"].items()}


@cache
def asking_stems() -> frozenset[str]:
    """Stems that ask and say nothing about the subject."""
    return frozenset(stem(word) for word in words("asking"))


@dataclass(frozen=True, slots=True)
class Ask:
    """What a question wants.

    Args:
        expects: kind of value.
        unit: canonical unit that the question names (`day`, `acre`); may be empty.
        bound: `>=`, `<=`, `>`, `<` where the question asks for a bound; may be empty.
        start: first code point of the asking words; -1 where none was found.
        end: first code point after them.
    """

    expects: ValueKind
    unit: str = ""
    bound: str = ""
    start: int = -1
    end: int = -1


@cache
def _noun_phrase() -> str:
    rows = tables()["np"]
    links, articles, breaks = ("|".join(rows[name]) for name in ("links", "articles", "breaks"))
    return rf"(?:\s+(?:{links}))?(?:\s+(?:{articles}))?(?:\s+(?!(?:{breaks})\b)[\w'’-]+){{0,4}}?"


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], ValueKind, str, bool], ...]:
    return tuple(
        (
            re.compile(row["pattern"].replace("<np>", _noun_phrase()), re.IGNORECASE),
            ValueKind(row["expects"]),
            row.get("unit", ""),
            row.get("weak", False),
        )
        for row in tables()["ask"]
    )


@lru_cache(maxsize=1024)
def ask(text: str) -> Ask:
    """Read the asking words of a question; TEXT where none is known.

    The earliest asking words decide; where two begin at one place, the first in the table.
    """
    best: tuple[bool, int, int] | None = None
    found = Ask(ValueKind.TEXT)
    for order, (pattern, kind, unit, weak) in enumerate(_patterns()):
        match = pattern.search(text)
        if match is None or (best is not None and best <= (weak, match.start(), order)):
            continue
        best = (weak, match.start(), order)
        found = _read(match, kind, unit, _bound(text, kind))
    return _counted_in(text, found)


# `How large is the margin, in votes?` asks for a margin, and for no votes.
_IN_UNIT: Final = re.compile(
    r",\s+(?:(?:counted|measured|expressed|given|stated|told) )?in (?P<unit>[a-z]+s)\b(?=\W*$)"
)


def unit_tail(text: str) -> tuple[int, int] | None:
    """Where a question says behind a comma what it counts in; None where it does not."""
    match = _IN_UNIT.search(text)
    return match.span() if match is not None else None


def _counted_in(text: str, found: Ask) -> Ask:
    match = _IN_UNIT.search(text)
    if match is None or found.expects is not ValueKind.QUANTITY or found.unit:
        return found
    noun = match.group("unit")
    kind, unit = aliases().get(noun, (ValueKind.QUANTITY, singular(noun)))
    return replace(found, unit=unit) if kind is ValueKind.QUANTITY else found


def _read(match: re.Match[str], kind: ValueKind, unit: str, bound: str) -> Ask:
    counted = match.groupdict().get("unit")
    if counted is None:
        return Ask(kind, unit, bound, match.start(), match.end())
    nouns = counted.casefold().split()
    start, end = match.start(), match.start("unit") + len(counted.rstrip())
    for size in range(len(nouns), 0, -1):
        name = " ".join(nouns[:size])
        cut = match.start("unit") + len(name)
        if name in aliases():
            listed, canonical = aliases()[name]
            return Ask(listed, canonical, bound, start, cut)
        if name in money_after():
            return Ask(ValueKind.MONEY, money_after()[name][0], bound, start, cut)
    for n, noun in enumerate(nouns):
        if noun in aliases() and n:
            return Ask(aliases()[noun][0], aliases()[noun][1], bound, start, match.start("unit"))
        if is_plural(noun):
            return Ask(kind, singular(noun), bound, start, match.start("unit"))
        if noun in stop_words():
            break
    return Ask(kind, singular(nouns[0]), bound, start, end if len(nouns) == 1 else start)


@cache
def _sides() -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words(name))))})\b", re.I)
        for name in ("lower", "upper", "above", "below", "end", "begin")
    }


_ORDERS: Final = {
    True: (("<=", "end"), (">=", "begin")),
    False: ((">=", "lower"), ("<=", "upper"), (">", "above"), ("<", "below")),
}


def _bound(text: str, kind: ValueKind) -> str:
    for sign, name in _ORDERS[kind is ValueKind.DATE]:
        if _sides()[name].search(text):
            return sign
    return ""
