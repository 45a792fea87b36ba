"""A text that puts the question itself and answers it: a page of questions and answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Claim, ClaimKind, Passage, Value, ValueKind
from ledgerrag.reading.asking import words
from ledgerrag.stance.hearsay import only_asks
from ledgerrag.stance.parsed import parse, stem, stop_words
from ledgerrag.stance.units import NUMERIC
from ledgerrag.stance.values import figures

_FEWEST: Final = 2
"""Content words of a question that tell it from others."""
_LONGEST: Final = 80
"""An answer of so many code points is a value, a longer one is a sentence."""
_SEEN: Final = 400
_MARK: Final = re.compile(r"\?[”\"’'»)\]]*")
_OPENS: Final = re.compile(r"[“\"«\n:]\s*|[.!?]\s+")
_ENDS: Final = re.compile(r"[.!]?[”\"’'»)\]\s]*$")


def answered(claim: Claim, passage: Passage) -> Value | None:
    """What a text answers to the question of a slot, where it puts it in the same words.

    Args:
        claim: a slot; a statement asks nothing.
        passage: a sentence, that holds the question and the answer or follows the question.
    Returns:
        The value of the kind that is asked for, or the answer as it stands where that is short.
    """
    if claim.kind is not ClaimKind.SLOT or "?" not in f"{passage.before[-_SEEN:]}{passage.text}":
        return None
    asked = _asked(claim.text)
    if len(asked) < _FEWEST:
        return None
    start = _answer(asked, passage)
    return None if start is None else _value(claim, passage.text, start)


def _answer(asked: frozenset[str], passage: Passage) -> int | None:
    """Where the answer begins in the sentence; None where the question is another or is not put."""
    text = passage.text
    for end, question in _questions(text):
        if _asked(question) == asked and text[end:].strip(" .”\"’'»)]"):
            return _behind(text, end)
    ahead = passage.before[-_SEEN:].rstrip()
    put = any(end == len(ahead) and _asked(one) == asked for end, one in _questions(ahead))
    return _behind(text, 0) if put and not only_asks(passage.text) else None


def _questions(text: str) -> Iterator[tuple[int, str]]:
    """Where each question of a text ends, marks and all, and its words from each likely opening."""
    for mark in _MARK.finditer(text):
        opens = [0, *(one.end() for one in _OPENS.finditer(text, 0, mark.start()))]
        for start in reversed(opens):
            yield mark.end(), text[start : mark.start()]


@lru_cache(maxsize=1024)
def _asked(question: str) -> frozenset[str]:
    """The stems of a question that tell it from others."""
    return frozenset(name for name in parse(question).stems if name not in _empty())


@cache
def _empty() -> frozenset[str]:
    return frozenset(map(stem, stop_words()))


@cache
def _lead() -> re.Pattern[str]:
    leads = "|".join(sorted(map(re.escape, words("answer_leads")), key=len, reverse=True))
    return re.compile(rf"[\s.,:;—–-]*(?:(?:{leads})\b[\s:—–-]*)?", re.IGNORECASE)


def _behind(text: str, at: int) -> int:
    match = _lead().match(text, at)
    return match.end() if match is not None else at


def _value(claim: Claim, text: str, start: int) -> Value | None:
    if claim.expects in NUMERIC or claim.expects is ValueKind.DATE:
        found = [one.value for one in figures(text) if one.value.start >= start]
        fits = [value for value in found if value.kind is claim.expects]
        if found:
            return (fits or found)[0]
    end = _ENDS.search(text, start)
    said = text[start : end.start() if end is not None else len(text)]
    if not said or len(said) > _LONGEST:
        return None
    return Value(ValueKind.NAME, said.casefold(), "", said, start)
