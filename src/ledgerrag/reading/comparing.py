"""The day that a question about a change names: on which it was made, or since which."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from ledgerrag.model import ValueKind
from ledgerrag.stance.values import Figure, figures

_FILE: Final = "records.toml"
_WHOLE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")

_APART: Final = re.compile(r"[;:.]\s+(?:and\s+)?what\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Days:
    """A question without its days.

    Args:
        text: the question without them and without what leads them in.
        since: ISO date of the day that is compared with; empty where none is named.
        on: ISO date of the day on which a change took effect; empty where none is named.
    """

    text: str
    since: str = ""
    on: str = ""


def compared(text: str) -> Days:
    """Take the days out of a question.

    A year without a word that leads it in is part of a name: `the Fisheries Regulations, 2016`.

    Args:
        text: a question on one line.
    """
    days = [(one, *_lead(text, one)) for one in figures(text) if _is_day(one)]
    days = [(one, lead, start) for one, lead, start in days if lead or _whole(one)]
    if not days:
        return Days(text)
    left = text
    for one, _, start in reversed(days):
        line = _line().match(left, one.end)
        left = f"{left[:start]}{left[line.end() if line else one.end :]}"
    left = re.sub(r"\s+(?=[,;:?!.])|(?<=^)[\s,;]+", "", " ".join(left.split()))
    first, lead, _ = days[0]
    on = lead == "on" or _line().match(text, first.end) is not None
    # `I read the rules on 3 May; what is new?` compares with that day.
    on = on and _APART.search(text, first.end) is None
    day = first.value.amount
    left = left[:1].upper() + left[1:]
    return Days(left, "" if on else day, day if on else "")


def _is_day(one: Figure) -> bool:
    return one.value.kind is ValueKind.DATE and one.value.amount[:1].isdigit()


def _whole(one: Figure) -> bool:
    return _WHOLE.fullmatch(one.value.amount) is not None


def _lead(text: str, one: Figure) -> tuple[str, int]:
    """What leads a day in, `on` or `since`, and where that begins."""
    for kind, pattern in _leads():
        match = pattern.search(text[: one.value.start])
        # A year after such a word may still name: `the Act of 2016`.
        if match is not None and (_whole(one) or match.group("word").casefold() != "of"):
            return kind, match.start()
    return "", one.value.start


@cache
def _leads() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = _words()
    # The longest first: `as of` before `of`, `compared with` before `with`.
    pairs = sorted(
        ((word, kind) for kind in ("on", "since") for word in rows[kind]),
        key=lambda pair: (-len(pair[0].split()), pair[0]),
    )
    return tuple(
        (kind, re.compile(rf"\b(?P<word>{re.escape(word)})\s+(?:the\s+)?$", re.IGNORECASE))
        for word, kind in pairs
    )


@cache
def _line() -> re.Pattern[str]:
    return re.compile(rf",?\s+(?:{'|'.join(map(re.escape, _words()['line']))})\b", re.IGNORECASE)


@cache
def _words() -> dict[str, list[str]]:
    raw = resources.files("ledgerrag.reading").joinpath(_FILE).read_text(encoding="utf-8")
    found: dict[str, list[str]] = tomllib.loads(raw)["words"]
    return found
