"""From which day a notice lets hold what it states, by its own words.

A notice without a day of effect on record may still say that the change comes later. Its words
give no force to it; they only tell that it does not speak of the days before.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from ledgerrag.dates import PartialDate, parse
from ledgerrag.errors import LedgerRAGError
from ledgerrag.model import ValueKind
from ledgerrag.stance.values import LIMIT, figures

FILE: Final = "announcing.toml"
_SENTENCE: Final = re.compile(r"[.!?](?=\s|$)|\n")


@lru_cache(maxsize=1024)
def holds_from(text: str) -> PartialDate | None:
    """The earliest day from which a text says that what it brings holds; None where it names none.

    Args:
        text: a whole document.
    """
    days: list[PartialDate] = []
    for start in range(0, len(text), LIMIT):
        part = text[start : start + LIMIT]
        days += [day for at in _places(part) if (day := _day(part, at)) is not None]
    return min(days, key=lambda day: (day.lo, day.hi), default=None)


def _places(part: str) -> list[int]:
    """Where a day would have to begin that a text names as that of its effect."""
    begins = [match.end() for match in _begins().finditer(part)]
    stays = (
        match.end()
        for match in _until().finditer(part)
        if _stays().search(_SENTENCE.split(part[match.end() :], maxsplit=1)[0])
    )
    return [*begins, *stays]


def _day(part: str, start: int) -> PartialDate | None:
    day = next(
        (one.value.amount for one in figures(part) if one.value.start == start
         and one.value.kind is ValueKind.DATE),
        "",
    )  # fmt: skip
    # A day without a year may be of any year.
    if not day[:1].isdigit():
        return None
    try:
        return parse(day)
    except LedgerRAGError:
        return None


@cache
def _rows() -> dict[str, str]:
    raw = resources.files("ledgerrag.reading").joinpath(FILE).read_text(encoding="utf-8")
    return {name: "|".join(rows) for name, rows in tomllib.loads(raw).items()}


@cache
def _begins() -> re.Pattern[str]:
    rows = _rows()
    return re.compile(
        rf"\b(?:{rows['subjects']})\s+(?:{rows['verbs']})\s+(?:{rows['since']})\s+", re.IGNORECASE
    )


@cache
def _until() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_rows()['until']})\s+(?=\w)", re.IGNORECASE)


@cache
def _stays() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_rows()['stays']})\b", re.IGNORECASE)
