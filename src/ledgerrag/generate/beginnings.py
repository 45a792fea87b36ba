"""Whether a text that counts as in force says itself that it takes effect later.

Dates come from the channel, never from a text. Where nobody stated from when a text holds, it
counts from its publication; a sentence of it that names a later day changes nothing of that, and
who reads the answer is told to check it.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Final

from ledgerrag.dates import Moment, parse
from ledgerrag.errors import DateError
from ledgerrag.model import Document, Span, ValueKind
from ledgerrag.pachon.spans import sentences
from ledgerrag.stance.values import Figure, figures

_BLOCK: Final = re.compile(r"\n+")
# Between the words and their date there is room for `at midnight on Monday,`.
_FAR: Final = 60


def begins_later(document: Document, span: Span, v: Moment) -> str:
    """The words by which a text says that it takes effect after V; empty where it does not.

    Only where no date of effect came with the text: then the paragraph that is cited, those beside
    it, and any sentence that speaks of the text as a whole are read.

    Args:
        document: the text that is cited, with its dates.
        span: what is cited of it.
        v: as_of.
    """
    if document.effective_from != document.published or not document.published.reached(v):
        return ""
    near, end = _around(document.text, span)
    for first, last in sentences(document.text):
        text = document.text[first:last]
        if (near <= first < end) or _of_itself(text):
            words = _later(text, v)
            if words:
                return words
    return ""


def _around(text: str, span: Span) -> tuple[int, int]:
    """From the paragraph before the cited one to the end of the one after it."""
    breaks = [0, *(match.end() for match in _BLOCK.finditer(text)), len(text) + 1]
    before = [place for place in breaks if place <= span.start][-2:]
    after = [place for place in breaks if place >= span.end][:2]
    return before[0], after[-1]


def _of_itself(text: str) -> bool:
    return _pattern("itself").match(text.strip()) is not None


def _later(text: str, v: Moment) -> str:
    dates = [one for one in figures(text) if one.value.kind is ValueKind.DATE]
    for match in _pattern("effect").finditer(text):
        one = _dated(text, match, dates)
        if one is not None and _after(one.value.amount, v):
            start = min(match.start(), one.value.start)
            return " ".join(text[start : max(match.end(), one.end)].split())
    return ""


def _dated(text: str, match: re.Match[str], dates: list[Figure]) -> Figure | None:
    """The date that goes with the words: the next one behind them, else the one before them."""
    behind = [one for one in dates if 0 <= one.value.start - match.end() <= _FAR]
    if behind:
        between = text[match.end() : behind[0].value.start]
        return None if ";" in between or _pattern("ends").search(between) else behind[0]
    before = [one for one in dates if 0 <= match.start() - one.end <= _FAR]
    if not before or _pattern("ends").search(text[: before[-1].value.start][-12:]):
        return None
    return before[-1]


def _after(amount: str, v: Moment) -> bool:
    try:
        return not parse(amount).reached(v)
    except DateError:
        return False  # a day without its year, a time of day


@cache
def _pattern(group: str) -> re.Pattern[str]:
    text = resources.files("ledgerrag.generate").joinpath("beginnings.toml").read_text("utf-8")
    phrases = sorted(tomllib.loads(text)[group], key=lambda phrase: (-len(phrase), phrase))
    some = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in phrases)
    return re.compile(rf"\b(?:{some})\b", re.IGNORECASE)
