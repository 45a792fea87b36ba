"""Figures of a legal text, read by the benchmark itself: gold must not rest on what is measured.

Only what is plain is read: money, percentages, spans of time, full dates, counts of a plural noun.
A number that names a section, a version or a list item is none of these.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("ledgerrag.dykbench.real").joinpath("figures.toml").read_text("utf-8")
)
_DIGITS: Final[dict[str, int]] = _DATA["digits"]
_TENS: Final[dict[str, int]] = _DATA["tens"]
_SCALES: Final[dict[str, int]] = _DATA["scales"]
_MONTHS: Final[list[str]] = _DATA["months"]
_REFERENCES: Final = frozenset(_DATA["references"])
_NO_NOUN: Final = frozenset(_DATA["no_noun"])
_SIMPLE: Final = "|".join(sorted((*_DIGITS, *_TENS), key=len, reverse=True))
_WORDED: Final = (
    rf"(?:(?:{_SIMPLE})(?:[\s-](?:(?:and\s)?(?:{_SIMPLE}|{'|'.join(_SCALES)}))\b)*)"
    r"(?:\s\(\d[\d,]*\))?"
)
_FIGURED: Final = r"\d+(?:,\d{3})*(?:\.\d+)?"
_NUMBER: Final = rf"(?:{_FIGURED}|{_WORDED})"
_SCALE: Final = rf"(?:\s(?:{'|'.join(_SCALES)})\b)?"
_MONTH: Final = "|".join(_MONTHS)
_START: Final = r"(?<![\w.,$€£§/#-])"
_PATTERN: Final = re.compile(
    rf"(?P<money>(?P<sign>[$€£])\s?(?P<sum>{_FIGURED}){_SCALE}(?![\d%]|[.,]\d|\s\d{{3}}(?!\d)))"
    rf"|{_START}(?P<dollars>{_NUMBER}{_SCALE}\sdollars\b)"
    rf"|{_START}(?P<percent>{_NUMBER}\s?(?:%|per\s?cent\b|percentage\spoints?\b))"
    rf"|(?P<date>\b(?:{_MONTH})\s\d{{1,2}},\s\d{{4}}\b|\b\d{{1,2}}\s(?:{_MONTH}),?\s\d{{4}}\b)"
    rf"|{_START}(?P<span>{_NUMBER}[\s-]"
    r"(?:(?:business|calendar|working|consecutive|full|clear|sitting)[\s-])?"
    r"(?P<unit>day|week|month|year|hour|minute)s?(?:\s(?P<age>of\sage|old))?\b)"
    rf"|{_START}(?P<count>{_NUMBER}\s(?P<noun>(?:[a-z-]+\s){{0,3}}?[a-z]{{3,}}s)\b)",
    re.IGNORECASE,
)
_ANY_DAY: Final = re.compile(
    rf"\b(?:{_MONTH})\s+\d{{1,2}}(?!\d)|(?<!\d)\d{{1,2}}\s+(?:{_MONTH})\b", re.IGNORECASE
)
_LAST_WORD: Final = re.compile(r"([\w#§]+)\W*$")
_SIGNS: Final = {"$": "dollars", "€": "euros", "£": "pounds"}


class Kind(StrEnum):
    """What kind of thing a figure is."""

    MONEY = "money"
    PERCENT = "percent"
    SPAN = "span"
    AGE = "age"
    DATE = "date"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in a text.

    Args:
        kind: what it is.
        amount: a plain decimal, or an ISO date.
        unit: `day`, `dollars`, a plural noun; empty for dates and percentages.
        start: first code point.
        end: first code point after.
        text: its words as they stand.
    """

    kind: Kind
    amount: str
    unit: str
    start: int
    end: int
    text: str

    @property
    def worth(self) -> tuple[str, str]:
        """What makes two figures of a kind the same."""
        return self.amount, self.unit


@lru_cache(maxsize=65_536)
def figures(text: str) -> tuple[Figure, ...]:
    """The plain figures of a text in order of place."""
    return tuple(_found(text))


def _found(text: str) -> Iterator[Figure]:
    at = 0
    while (match := _PATTERN.search(text, at)) is not None:
        figure = _read(text, match)
        if figure is None:
            at = match.start() + 1
            # The rest of a number is no number of its own.
            while at < len(text) and text[at].isalnum():
                at += 1
            continue
        yield figure
        at = figure.end


def _read(text: str, match: re.Match[str]) -> Figure | None:
    start, end, words = match.start(), match.end(), match.group()
    if match["money"]:
        amount = Decimal(match["sum"].replace(",", "")) * _scale(words)
        return Figure(Kind.MONEY, _plain(amount), _SIGNS[match["sign"]], start, end, words)
    if match["date"]:
        iso = _iso(words)
        return None if iso is None else Figure(Kind.DATE, iso, "", start, end, words)
    number = number_of(words)
    if number is None:
        return None
    if match["dollars"]:
        return Figure(Kind.MONEY, _plain(number), "dollars", start, end, words)
    if match["percent"]:
        return Figure(Kind.PERCENT, _plain(number), "", start, end, words)
    if match["span"]:
        kind = Kind.AGE if match["age"] else Kind.SPAN
        return Figure(kind, _plain(number), match["unit"].lower(), start, end, words)
    return _count(text, match, number)


def _count(text: str, match: re.Match[str], number: Decimal) -> Figure | None:
    noun = match["noun"]
    # A capital letter, or a number at the very beginning, is that of a heading or a list.
    if noun != noun.lower() or (match.start() == 0 and match.group()[0].isdigit()):
        return None
    before = _LAST_WORD.search(text, max(0, match.start() - 20), match.start())
    year = match.group()[:4].isdigit() and 1900 <= number <= 2100
    refers = before is not None and before.group(1).lower() in _REFERENCES
    if refers or set(noun.split()) & _NO_NOUN or number < 2 or year:
        return None
    return Figure(
        Kind.COUNT, _plain(number), noun.split()[-1], match.start(), match.end(), match.group()
    )


def days_in(text: str) -> int:
    """How many days of a month a text names, with their year or without."""
    return len(_ANY_DAY.findall(text))


def number_of(words: str) -> Decimal | None:
    """The number with which some words begin, in digits or in words; None where they do not."""
    figured = re.match(_FIGURED, words)
    if figured is not None:
        return Decimal(figured.group().replace(",", "")) * _scale(words[figured.end() :])
    total, group, seen = 0, 0, False
    for word in re.findall(r"[a-z]+|\S", words.lower()):
        if word in _DIGITS or word in _TENS:
            group += _DIGITS.get(word, 0) + _TENS.get(word, 0)
        elif word == "hundred" and seen:
            group = max(group, 1) * 100
        elif word in _SCALES and seen:
            total, group = total + max(group, 1) * _SCALES[word], 0
        elif word not in ("and", "-"):
            break
        seen = True
    return Decimal(total + group) if seen else None


def _scale(words: str) -> int:
    found = re.search(rf"\s({'|'.join(_SCALES)})\b", words, re.IGNORECASE)
    return _SCALES[found.group(1).lower()] if found else 1


def _plain(number: Decimal) -> str:
    return format(number.normalize(), "f")


def _iso(words: str) -> str | None:
    parts = words.replace(",", " ").split()
    month = next(part for part in parts if part.isalpha())
    day, year = (int(part) for part in parts if part.isdigit())
    if not 1 <= day <= 31:
        return None
    return f"{year:04d}-{_MONTHS.index(month.capitalize()) + 1:02d}-{day:02d}"


def spellings(figure: Figure) -> tuple[str, ...]:
    """The ways to write a figure that count as the same value, its own words first."""
    if figure.kind is Kind.DATE:
        return tuple(dict.fromkeys((figure.text, *day_spellings(figure.amount))))
    number = Decimal(figure.amount)
    grouped, bare = f"{number:,}", figure.amount
    found = [figure.text]
    if figure.kind is Kind.MONEY:
        sign = next(sign for sign, name in _SIGNS.items() if name == figure.unit)
        found += [f"{sign}{grouped}", f"{sign}{bare}", f"{grouped} {figure.unit}"]
        found += [f"{worded(number)} {figure.unit}"] if worded(number) else []
    elif figure.kind is Kind.PERCENT:
        found += [f"{bare}%", f"{bare} per cent", f"{bare} percent"]
        found += (
            [f"{worded(number)} per cent", f"{worded(number)} percent"] if worded(number) else []
        )
    else:
        plural = figure.unit if figure.kind is Kind.COUNT else f"{figure.unit}s"
        unit = figure.unit if number == 1 and figure.kind is not Kind.COUNT else plural
        found += [f"{grouped} {unit}", f"{bare} {unit}", f"{bare}-{figure.unit}"]
        found += (
            [f"{worded(number)} {unit}", f"{worded(number)} ({bare}) {unit}"]
            if worded(number)
            else []
        )
    return tuple(dict.fromkeys(found))


def day_spellings(iso: str) -> tuple[str, ...]:
    """The ways to write a day: `2026-07-01`, `July 1, 2026`, `1 July 2026`."""
    year, month, day = (int(part) for part in iso.split("-"))
    name = _MONTHS[month - 1]
    return iso, f"{name} {day}, {year}", f"{day} {name} {year}"


def worded(number: Decimal) -> str:
    """A whole number below a thousand in words; empty where it is none."""
    if number != int(number) or not 0 <= number < 1000:
        return ""
    whole = int(number)
    units, tens = {v: k for k, v in _DIGITS.items()}, {v: k for k, v in _TENS.items()}
    if whole >= 100:
        rest = worded(Decimal(whole % 100)) if whole % 100 else ""
        return f"{units[whole // 100]} hundred" + (f" and {rest}" if rest else "")
    if whole in units:
        return units[whole]
    return tens[whole - whole % 10] + (f"-{units[whole % 10]}" if whole % 10 else "")
