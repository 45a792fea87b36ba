"""Numbers as texts write them: digits with any grouping, words, both side by side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Final

from ledgerrag.stance.tables import table

DIGITS: Final = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])"
    r"|\d{1,3}(?:[\u00a0\u202f\u2009 ]\d{3})+(?:\.\d+)?(?!\d)"
    r"|\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2}(?!\w))?"
)
_MAGNITUDES: Final = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}


@cache
def small_words() -> dict[str, int]:
    """`seventeen` -> 17, `seventy` -> 70."""
    return dict(table("units.toml")["word"])


@cache
def ordinal_words() -> dict[str, int]:
    """`thirtieth` -> 30."""
    return dict(table("units.toml")["ordinal"])


@cache
def _word() -> re.Pattern[str]:
    names = sorted([*small_words(), *_MAGNITUDES, "trillion"], key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(names)})\b", re.IGNORECASE)


_DIGITS: Final = re.compile(DIGITS)


@cache
def _heads() -> re.Pattern[str]:
    # On purpose without word borders and flags: the engine then skips to the first letters.
    return re.compile(rf"\d|{'|'.join(sorted(small_words(), key=len, reverse=True))}")


@dataclass(frozen=True, slots=True)
class Number:
    """A number at [start, end) of a text; `worded` where it stands in words."""

    amount: Decimal
    start: int
    end: int
    worded: bool


_JOIN = re.compile(r"(?:\s+and\s+|[\s-]+)")


def read_words(text: str, start: int) -> Number | None:
    """The longest number in words that begins at `start`: `two hundred and seventy`."""
    total, current, last = 0, 0, 0
    at, end = start, -1
    while (match := _word().match(text, at)) is not None:
        name = match.group().casefold()
        joined_by_and = end >= 0 and "and" in text[end:at].casefold()
        step = _MAGNITUDES.get(name, 10**12 if name == "trillion" else 0)
        if step:
            if current == 0 or (step == 100 and current > 99):
                break
            if step == 100:
                current *= 100
            else:
                total, current = total + current * step, 0
            last = step
        else:
            small = small_words()[name]
            if not _may_follow(last, small, joined_by_and):
                break
            current, last = current + small, small
        end = match.end()
        gap = _JOIN.match(text, end)
        if gap is None:
            break
        at = gap.end()
    return Number(Decimal(total + current), start, end, True) if end >= 0 else None


def _may_follow(last: int, small: int, joined_by_and: bool) -> bool:
    if last == 0:
        return not joined_by_and
    if last >= 100:
        return small > 0
    return not joined_by_and and last >= 20 and last % 10 == 0 and 0 < small < 10


def read_digits(text: str, start: int) -> Number | None:
    """The number in digits that begins at `start`."""
    match = _DIGITS.match(text, start)
    if match is None:
        return None
    try:
        amount = Decimal(_SEPARATORS.sub("", match.group()))
    except InvalidOperation:
        return None
    return Number(amount, start, match.end(), False)


_SEPARATORS: Final = re.compile(r"[,\u00a0\u202f\u2009 ]")


def read_at(text: str, start: int) -> Number | None:
    """The number that begins exactly at `start`, in digits or words."""
    if text[start : start + 1].isdecimal():
        return read_digits(text, start)
    return read_words(text, start)


def lowered(text: str) -> str:
    """The text in lower case with every offset kept."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower()[:1] or c for c in text)


def next_number(text: str, lower: str, at: int) -> Number | None:
    """The first number that begins at `at` or later.

    Args:
        text: the text.
        lower: the same, as `lowered` gives it.
        at: where to begin.
    """
    while (match := _heads().search(lower, at)) is not None:
        start = match.start()
        before = text[start - 1] if start else " "
        digit = text[start].isdecimal()
        free = not (before.isalnum() or before == "_" or (digit and before == "."))
        number = read_at(text, start) if free else None
        if number is not None:
            return number
        at = _run_end(text, start) if digit else start + 1
    return None


def _run_end(text: str, start: int) -> int:
    while start < len(text) and text[start].isdecimal():
        start += 1
    return start
