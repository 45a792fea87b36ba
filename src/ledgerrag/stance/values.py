"""Values in a text: money, percentages, durations, dates, counted things, status words.

Each carries a canonical amount (a plain decimal or an ISO date), a canonical unit and the words as
they stand; `figures` adds what binds it (`at least`, `or less`) and what labels it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Final

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.bounds import bound_after, bound_before
from ledgerrag.stance.calendar_dates import dates
from ledgerrag.stance.codes import codes, without_addresses
from ledgerrag.stance.counted import (
    Unit,
    currency_after,
    currency_before,
    label_before,
    rate_after,
    unit_after,
    unit_around,
)
from ledgerrag.stance.numbers import Number, lowered, next_number, read_at
from ledgerrag.stance.status import statuses
from ledgerrag.stance.units import plain, scales

LIMIT: Final = 20_000
"""Longest text that is read for values: a sentence is far shorter, a pasted book is cut."""

_ANY = re.compile(r"\d")
_REPEAT = re.compile(r"\s*\(\s*[$€£]?(?=\w)")
_CLOSE = re.compile(r"\s*\)")
_PRONOUN = re.compile(r"\b(?:no|any|every|each|some|this|that|which)\s+$", re.IGNORECASE)
_SCALE = re.compile(r"[\s-]*(hundred|thousand|million|billion|trillion|mn|bn)\b", re.IGNORECASE)
_SHORT_SCALE = re.compile(r"([kKmMbB])\b")
_RANGE = re.compile(r"\s*(?:-|–|—|to|and|or|through)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its place and what binds it.

    Args:
        value: the value; `value.start` is where its words begin.
        end: first code point after its words.
        bound: `>=`, `<=`, `>`, `<`, `~` or empty.
        label: the words before a colon that name it (`Acres burned`); may be empty.
    """

    value: Value
    end: int
    bound: str = ""
    label: str = ""


def values(text: str) -> tuple[Value, ...]:
    """Every value that a text states, in order of place."""
    found = [figure.value for figure in figures(text)]
    found += [status.value for status in statuses(text[:LIMIT])]
    return tuple(sorted(found, key=lambda value: (value.start, value.kind, value.amount)))


@lru_cache(maxsize=1024)
def figures(text: str) -> tuple[Figure, ...]:
    """Numbers and dates of a text with their bounds, in order of place."""
    text = without_addresses(text[:LIMIT])
    found: list[Figure] = []
    taken: list[tuple[int, int]] = []
    if _ANY.search(text):
        for value, start, end in dates(text):
            taken.append((start, end))
            if value is not None:
                bound = bound_before(text, start) or bound_after(text, end)
                found.append(Figure(value, end, bound, label_before(text, start)))
        taken += codes(text)
        taken.sort()
    found += _numbers(text, taken)
    found.sort(key=lambda figure: (figure.value.start, figure.end))
    return tuple(_ranges(text, found))


def _numbers(text: str, taken: list[tuple[int, int]]) -> list[Figure]:
    found: list[Figure] = []
    lower = lowered(text)
    at, place = 0, 0
    while (number := next_number(text, lower, at)) is not None:
        while place < len(taken) and taken[place][1] <= number.start:
            place += 1
        if place < len(taken) and taken[place][0] < number.end:
            at = max(taken[place][1], number.start + 1)
            continue
        figure = _figure(text, number)
        if figure is not None:
            found.append(figure)
        at = max(number.start + 1, number.end if figure is None else figure.end)
    return found


def _figure(text: str, number: Number) -> Figure | None:
    if (
        number.worded
        and number.amount == 1
        and _PRONOUN.search(text, max(0, number.start - 8), number.start)
    ):
        return None
    currency, start = currency_before(text, number.start)
    amount, end = _scaled(text, number.amount, number.end, currency)
    repeated = _repeated(text, {number.amount, amount}, end)
    if repeated != end:
        amount, end = _scaled(text, amount, repeated, "")
    kind, unit, end, factor = _counted(text, number, amount, end, currency)
    if kind is None:
        return None
    label = label_before(text, start)
    if kind is ValueKind.QUANTITY and not unit:
        kind, unit = unit_around(text, start, label, number)
        if number.worded and amount == 1:
            return None  # "no one", "one of them"
    if kind in (ValueKind.MONEY, ValueKind.QUANTITY) and unit:
        rate, end = rate_after(text, end)
        unit = f"{unit}/{rate}" if rate else unit
    if _is_negative(text, start):
        amount, start = -amount, start - 1
    canonical = f"{int(amount):04d}" if kind is ValueKind.DATE else plain(amount * factor)
    value = Value(kind, canonical, unit, text[start:end], start)
    return Figure(value, end, bound_before(text, start) or bound_after(text, end), label)


def _counted(text: str, number: Number, amount: Decimal, end: int, currency: str) -> Unit:
    if not currency:
        return unit_after(text, number, amount, end)
    whose, end = currency_after(text, end, currency)
    return ValueKind.MONEY, whose, end, Decimal(1)


def _scaled(text: str, amount: Decimal, end: int, currency: str) -> tuple[Decimal, int]:
    match = _SCALE.match(text, end) or (_SHORT_SCALE.match(text, end) if currency else None)
    if match is None:
        return amount, end
    name = match.group(1).casefold()
    factor = scales()[{"m": "million", "b": "billion"}.get(name, name)]
    return amount * factor, match.end()


def _repeated(text: str, same: set[Decimal], end: int) -> int:
    """The end after `(270)` where the brackets say the same number again."""
    match = _REPEAT.match(text, end)
    again = read_at(text, match.end()) if match is not None else None
    if again is None or again.amount not in same:
        return end
    close = _CLOSE.match(text, again.end)
    return close.end() if close is not None else end


def _is_negative(text: str, start: int) -> bool:
    if start == 0 or text[start - 1] not in "-−–":
        return False
    if start > 1 and text[start - 2] not in " \t\n(:":
        return False
    prior = text[: start - 1].rstrip()
    return not prior or not prior[-1].isalnum() or text[start - 2] in " ("


def _ranges(text: str, found: list[Figure]) -> list[Figure]:
    """A bare number before `to`, `or`, `-` takes the unit of the number after it."""
    for place in range(len(found) - 2, -1, -1):
        left, right = found[place], found[place + 1]
        bare = left.value.kind is ValueKind.QUANTITY and not left.value.unit and not left.label
        numeric = right.value.kind is not ValueKind.DATE
        if bare and numeric and _RANGE.fullmatch(text, left.end, right.value.start):
            value = replace(left.value, kind=right.value.kind, unit=right.value.unit)
            found[place] = replace(left, value=value)
    return found
