"""Families of words and phrases that say the same, and where members of them stand in a text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from ledgerrag.stance.values import LIMIT

FAMILIES: Final = "families.toml"
_WORD: Final = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_ENDS: Final = re.compile(r"[.!?:\n“\"]\s*$")
_SHORT: Final = 6
"""Of so few words none makes a headline."""
_SHORTEST: Final = 3
_STAYS: Final = 2
_ENDINGS: Final = (("ies", "es", "s"), ("ied", "ing", "ed"))
_KEPT: Final = ("ss", "us", "is")
_ADDED: Final = 2
"""Words that a family adds to a search."""

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text without its inflection, its place, and whether it is part of a name."""

    base: str
    start: int
    end: int
    named: bool


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[Word, ...]:
    """The words; a capital inside a sentence makes one part of a name, in a headline none."""
    text = text[:LIMIT]
    found = list(_WORD.finditer(text))
    high = sum(match.group()[0].isupper() for match in found)
    headline = 10 * high > 7 * len(found) and len(found) > _SHORT
    words: list[Word] = []
    for match in found:
        inside = bool(words) and _ENDS.search(text[: match.start()]) is None
        word = match.group()
        pieces = [word] if base(word) in _hyphened() else word.split("-")
        # `COVID-19` is written so wherever it stands; `Bridge` is a name.
        named = inside and word[0].isupper() and word[1:].isalpha() and word[1:].islower()
        start = match.start()
        for piece in pieces:
            if piece:
                words.append(Word(base(piece), start, start + len(piece), named and not headline))
            start += len(piece) + 1
    return tuple(words)


@cache
def base(word: str) -> str:
    """A word without its inflection: `cured` is one with `cures`, `corporate` not `corporation`.

    A stem would take away more than that, and with it what tells the words apart.
    """
    folded = word.casefold().replace("’", "'").removesuffix("'s")
    if len(folded) <= _SHORTEST or not folded.isalpha():
        return folded
    for endings in _ENDINGS:
        for ending in endings:
            left = len(folded) - len(ending)
            if folded.endswith(ending) and not folded.endswith(_KEPT) and left > _STAYS:
                folded = folded[:left]
                break
    folded = folded[:-1] if folded[-1] in "eyi" else folded
    return folded[:-1] if folded[-1:] == folded[-2:-1] else folded


@lru_cache(maxsize=2048)
def phrases(text: str) -> dict[Phrase, str]:
    """The members of families that stand in a text, the longest at each place, as they stand.

    The `business` of a business day is none.
    """
    words = words_of(text)
    found: dict[Phrase, str] = {}
    at = 0
    while at < len(words):
        size = next((n for n in sizes(words, at) if key(words, at, n) in _family_keys()), 0)
        if size:
            stands = text[words[at].start : words[at + size - 1].end]
            found.setdefault(key(words, at, size), stands)
        at += size or 1
    return found


def alike(group: int, asked: tuple[Phrase, str], read: tuple[Phrase, str]) -> bool:
    """Whether two phrases of a family stand in forms that say the same.

    `released` is no form of the noun `release`, but of the verb; where both are past it is one.

    Args:
        group: number of the family.
        asked: the one without inflections, and how it stands.
        read: the same of the other.
    """
    one, other = _form(asked[1]), _form(read[1])
    return (one == other != "") or (_formed(group, *asked) and _formed(group, *read))


def _formed(group: int, phrase: Phrase, stands: str) -> bool:
    """Whether words stand in a form that the family has: the release is not `released`."""
    return (group, phrase, _form(stands)) in _forms()


def _form(stands: str) -> str:
    """How the last of the words ends, where that tells words of one base apart: `-ed`, `-ing`."""
    ending = re.search(r"(?:ed|ing)$", stands.casefold().removesuffix("s"))
    return ending.group() if ending is not None else ""


@cache
def _forms() -> frozenset[tuple[int, Phrase, str]]:
    return frozenset(
        (group, _key_of(name), _form(name)) for group, row in enumerate(_groups()) for name in row
    )


@lru_cache(maxsize=4096)
def kin_of(text: str) -> frozenset[int]:
    """The families of which a text has a member."""
    return frozenset(group for phrase in phrases(text) for group in families_of(phrase))


def sizes(words: Sequence[Word], at: int) -> range:
    """How many words from a place on may be a phrase, the most first."""
    return range(min(_longest(), len(words) - at), 0, -1)


def key(words: Sequence[Word], at: int, size: int) -> Phrase:
    """A run of words without their inflections."""
    return tuple(word.base for word in words[at : at + size])


def _key_of(name: str) -> Phrase:
    return tuple(base(word) for word in name.split())


@cache
def _groups() -> tuple[tuple[str, ...], ...]:
    raw = resources.files("ledgerrag.reading").joinpath(FAMILIES).read_text("utf-8")
    return tuple(tuple(row) for rows in tomllib.loads(raw).values() for row in rows)


@cache
def members() -> tuple[frozenset[Phrase], ...]:
    """The phrases of each family, by its number."""
    return tuple(frozenset(map(_key_of, row)) for row in _groups())


@cache
def _families() -> dict[Phrase, tuple[int, ...]]:
    found: dict[Phrase, list[int]] = {}
    for group, row in enumerate(members()):
        for phrase in sorted(row):
            found.setdefault(phrase, []).append(group)
    return {phrase: tuple(groups) for phrase, groups in found.items()}


@cache
def _family_keys() -> frozenset[Phrase]:
    return frozenset(_families())


def families_of(phrase: Phrase) -> tuple[int, ...]:
    """The numbers of the families of which a phrase is a member."""
    return _families().get(phrase, ())


@cache
def _hyphened() -> frozenset[str]:
    """Words of members that are one word though they have a hyphen."""
    return frozenset(word for phrase in _families() for word in phrase if "-" in word)


@cache
def _longest() -> int:
    return max(map(len, _families()))


def added(phrase: Phrase, stands: str) -> Iterator[str]:
    """The first words of the families of a phrase: more would drown the rest of a search.

    Args:
        phrase: its words without their inflections.
        stands: how it stands.
    """
    for group in families_of(phrase):
        if _formed(group, phrase, stands):
            single = {base(name): name for name in reversed(_groups()[group]) if " " not in name}
            single.pop(phrase[0] if len(phrase) == 1 else "", None)
            yield from list(reversed(single.values()))[:_ADDED]
