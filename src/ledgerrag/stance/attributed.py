"""Where a claim says that its words stand: `under section 21 of the Mint Act, ...`.

Such words are no part of what is said. They may be set aside before a text that they name, by
number and title, and before no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Passage
from ledgerrag.stance.parsed import stop_words
from ledgerrag.stance.subjects import provision_numbers
from ledgerrag.stance.tables import table

_LONGEST: Final = 400
_MOST_COMMAS: Final = 6
_WORD: Final = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+")
_ASIDE: Final = re.compile(r"\([^()]*\)")
_PARTS: Final = re.compile(r":\s|\s[–—|-]\s")
_DIVISION: Final = re.compile(r"\(\w{1,6}(?:[.-]\w{1,3})?\)")
_DIVIDED: Final = re.compile(rf"\d[\w.–‑-]*(?P<parts>(?:\s?{_DIVISION.pattern})+)")
_OPENING: Final = re.compile(
    r"\W*(?:(?:section|sec\.|article|art\.|rule|§)\s*)?(\d[\w.-]*)\s", re.I
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a claim says without the words that tell where it stands.

    Args:
        start: first code point of it in the claim's text.
        end: first code point after it.
        exact: whether the claim names the passage's provision, not its document alone.
    """

    start: int
    end: int
    exact: bool


def attributed(text: str, passage: Passage) -> Told | None:
    """What a claim attributes to the text that a passage is of; None where it does not.

    Args:
        text: of the claim.
        passage: a sentence, with the title of its document.
    """
    for naming, start, end in _attributions(text):
        exact = _names(naming, passage)
        if exact is not None:
            return Told(start, end, exact)
    return None


@lru_cache(maxsize=256)
def _attributions(text: str) -> tuple[tuple[str, int, int], ...]:
    """What may name a text, and the span of what it is said to tell; the longest name first."""
    return (*_leading(text), *_telling(text), *_trailing(text))


def _leading(text: str) -> Iterator[tuple[str, int, int]]:
    lead = _leads().match(text)
    if lead is None:
        return
    # A title may hold commas: `the Toll Rules, 2013, a toll is due`.
    commas = [match for match in re.finditer(r",\s", text[:_LONGEST]) if match.start() > lead.end()]
    for comma in reversed(commas[:_MOST_COMMAS]):
        yield text[lead.end() : comma.start()], comma.end(), len(text)


def _telling(text: str) -> Iterator[tuple[str, int, int]]:
    for verb in _verbs().finditer(text[:_LONGEST]):
        yield text[: verb.start()], verb.end(), len(text)


def _trailing(text: str) -> Iterator[tuple[str, int, int]]:
    for lead in _trails().finditer(text):
        yield text[lead.end() :], 0, lead.start()


def _names(naming: str, passage: Passage) -> bool | None:
    """Whether words name the provision of a passage; None where they do not name its document."""
    title = passage.title
    numbers, titled = provision_numbers(naming), provision_numbers(title)
    opening = _OPENING.match(passage.text) if numbers and not titled else None
    if opening is not None:
        title, titled = f"{title} {opening.group(1)}", frozenset((opening.group(1),))
    asked = _words(_DIVISION.sub(" ", naming))
    known = _words(title)
    if not asked or not asked <= known or not _words(_document(title)) <= asked | _numbered(titled):
        return None
    if not numbers:
        return not titled
    return True if numbers <= titled and _same_division(naming, passage) else None


def _document(title: str) -> str:
    """What a title names, without its heading and what stands in brackets."""
    parts = _PARTS.split(_ASIDE.sub(" ", title))
    return next((part for part in parts if provision_numbers(part)), parts[0])


def _same_division(naming: str, passage: Passage) -> bool:
    """Whether a subdivision that is named is the passage's, by its title or its own mark."""
    named = _DIVIDED.search(naming)
    if named is None:
        return True
    wanted = _DIVISION.findall(named.group("parts"))
    titled = _DIVIDED.search(passage.title)
    if titled is not None and _DIVISION.findall(titled.group("parts")) == wanted:
        return True
    return any(mark in wanted for mark in _DIVISION.findall(passage.text[:20]))


def _words(text: str) -> frozenset[str]:
    """The words and numbers of a name, without small words and the word `section`."""
    found = frozenset(word.casefold() for word in _WORD.findall(text))
    return found - stop_words() - _kinds()


def _numbered(numbers: frozenset[str]) -> frozenset[str]:
    return frozenset(word for number in numbers for word in _words(number))


@cache
def _kinds() -> frozenset[str]:
    return frozenset(table("attributions.toml")["kinds"])


@cache
def _leads() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_either('leads')})\s+", re.IGNORECASE)


@cache
def _verbs() -> re.Pattern[str]:
    return re.compile(rf"\s(?:{_either('verbs')})\s+that\s+", re.IGNORECASE)


@cache
def _trails() -> re.Pattern[str]:
    return re.compile(rf",\s+(?:{_either('trails')})\s+", re.IGNORECASE)


def _either(name: str) -> str:
    rows = sorted(table("attributions.toml")[name], key=lambda row: (-len(row), row))
    return "|".join(re.escape(row).replace(r"\ ", r"\s+") for row in rows)
