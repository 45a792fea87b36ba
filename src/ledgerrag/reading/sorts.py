"""The values of one sort in a text: versions and ages by their form, others as they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from ledgerrag.model import Value, ValueKind
from ledgerrag.reading.kinds import KIND, Sort, counted_units, size_units
from ledgerrag.stance.units import aliases
from ledgerrag.stance.values import Figure, figures

_LINE: Final = re.compile(r"(?:[^\n;•|.!?]|[.!?](?!\s+[A-Z]))+[.!?]?")
_DOTTED_DAY: Final = re.compile(r"\d{1,2}\.\d{1,2}\.(?:19|20)\d\d")
_DAY: Final = len("2026-07-01")
_VERSION: Final = re.compile(
    r"(?<![\w.,/$€£-])v?(?P<n>\d+(?:\.\d+)+(?:[.-]?(?:alpha|beta|rc|a|b|p|r|u)\.?\d*)?)"
    r"(?![\w/%]|\.\d)",
    re.IGNORECASE,
)
_AGE: Final = re.compile(
    r"\b(?:aged?|ages|age\s+(?:of|is|limit)|minimum\s+age|under|over)\b[^.\n\d]{0,12}?"
    r"(?P<a>\d{1,2})\b(?![.,/]\d|%)"
    r"|\b(?P<b>\d{1,2})\)?[\s-]+years?(?:[\s-]+(?:old|of\s+age)|\s+or\s+(?:older|over|above))\b"
    r"|\b(?P<c>\d{1,2})\s+(?:and|or)\s+(?:over|older|above)\b",
    re.IGNORECASE,
)


def lines(text: str) -> Iterator[tuple[str, int]]:
    """The lines, clauses and sentences of a text, each with its first code point."""
    for match in _LINE.finditer(text):
        yield match.group(), match.start()


def values_of(sort: Sort, text: str, line: str, start: int) -> Iterator[Value]:
    """The values of a sort in a line, in order.

    Args:
        sort: which.
        text: the sentence or paragraph.
        line: a line of it.
        start: the first code point of the line in the text.
    """
    inside = [one for one in figures(text) if start <= one.value.start < start + len(line)]
    if sort is Sort.VERSION:
        yield from _versions(line, start, inside)
    elif sort is Sort.AGE:
        yield from _ages(line, start, inside)
    else:
        yield from (one.value for one in inside if _of_sort(sort, one.value))


def _versions(line: str, start: int, inside: Sequence[Figure]) -> Iterator[Value]:
    measured = [
        (one.value.start, one.end)
        for one in inside
        if one.value.unit or one.value.kind in (ValueKind.DATE, ValueKind.MONEY)
    ]
    for match in _VERSION.finditer(line):
        at, text = start + match.start("n"), match.group("n")
        other = any(first <= at < last for first, last in measured)
        if not other and _DOTTED_DAY.fullmatch(text) is None:
            yield Value(ValueKind.VERSION, text.casefold(), "", text, at)


def _ages(line: str, start: int, inside: Sequence[Figure]) -> Iterator[Value]:
    """Ages in years, in the words of the text: `13`, `sixteen (16) years of age`."""
    for match in _AGE.finditer(line):
        name = match.lastgroup or "a"
        text, at = match.group(name), start + match.start(name)
        told = next((one.value for one in inside if one.value.start <= at < one.end), None)
        if told is None or not told.unit or (told.unit == "year" and told.text.isdigit()):
            # `age of 16` says what the bare number is.
            first = match.start() if "age" in match.group().casefold() else match.start(name)
            said = line[first : match.end(name)]
            yield Value(ValueKind.DURATION, text.lstrip("0"), "year", said, start + first)
        elif told.unit == "year":
            yield told


def _of_sort(sort: Sort, value: Value) -> bool:
    if value.kind is not KIND[sort]:
        return False
    if sort is Sort.DATE:
        return len(value.amount) == _DAY
    if sort is Sort.SIZE:
        return value.unit in size_units()
    return sort is not Sort.COUNT or value.unit not in _measures()


@cache
def _measures() -> frozenset[str]:
    """Units of measure: what has one is no number of things."""
    return frozenset(unit for _, unit in aliases().values()) - counted_units()
