"""What a text only asks or passes on: `is it true that`, `I heard that`, `apparently`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ledgerrag.stance.phrases import Phrases
from ledgerrag.stance.scope import clauses
from ledgerrag.stance.tables import table

ASKED: Final = "a question tells nothing"
_TURN: Final = re.compile(r";|[,–—]?\s+(?:but|however|yet)\s|\.\s+(?=[A-Z])", re.IGNORECASE)
_MARKS: Final = re.compile(r"[\s”\"’'»)\]*_.!]*$")
_AGAINST: Final = re.compile(r"\b(?:what|contrary\s+to)\s+$", re.IGNORECASE)
_CLOSING: Final = (")", "]")
_STOPS: Final = re.compile(r"[.!?;]\s+(?=[A-Z“\"])")


@lru_cache(maxsize=1024)
def hearsay(text: str) -> tuple[tuple[int, int], ...]:
    """The parts of a sentence that only ask or pass on what they tell.

    Args:
        text: a sentence.
    """
    leads = (start for _, start, _ in _leads().find(text))
    found = [_reach(text, start) for start in leads if not _AGAINST.search(text[:start])]
    found += [_clause(text, start) for _, start, _ in _adverbs().find(text)]
    return (*sorted(found), *question(text))


def question(text: str) -> tuple[tuple[int, int], ...]:
    """The question that ends a text, if any; a question tells nothing.

    Args:
        text: a sentence, or an item of several.
    """
    bare = _MARKS.sub("", text)
    if not bare.endswith("?"):
        return ()
    starts = [0, *(match.end() for match in _STOPS.finditer(bare))]
    if text[len(bare) :].lstrip()[:1] in _CLOSING:
        # `Last updated in May [What changed?]`: only the words in brackets ask.
        starts.append(max(bare.rfind("("), bare.rfind("[")))
    return ((max(starts), len(text)),)


def only_asks(text: str) -> bool:
    """Whether a text is one question and nothing besides: it tells nothing, and answers nothing.

    Args:
        text: a sentence, or an item of several.
    """
    return any(start == 0 for start, _ in question(text))


def phrases(text: str) -> frozenset[str]:
    """The words of hearsay that a text has, whatever they reach."""
    return frozenset(phrase for rows in (_leads(), _adverbs()) for phrase, _, _ in rows.find(text))


def _reach(text: str, start: int) -> tuple[int, int]:
    """From the clause of the words that lead to the next turn."""
    first, last = _clause(text, start)
    turn = _TURN.search(text, start)
    return first, max(last, turn.start() if turn is not None else len(text))


def _clause(text: str, start: int) -> tuple[int, int]:
    return next(part for part in reversed(clauses(text)) if part[0] <= start)


@cache
def _leads() -> Phrases:
    return Phrases(table("ratings.toml")["hearsay"]["leads"])


@cache
def _adverbs() -> Phrases:
    return Phrases(table("ratings.toml")["hearsay"]["adverbs"])
