"""What changed between two versions of a provision, found on the texts alone.

A value changed where two sentences say the same, but for one figure of a kind. Where a sentence
changed several figures of one kind, or holds others of it, nobody could say which is asked for, and
it is set aside with that reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from ledgerrag.dykbench.real.figures import Figure, Kind, days_in, figures

_BORDER: Final = re.compile(r"\n+|(?<=[.;:?!])\s+(?=[^\Wa-z]|[(\[“\"])|(?<=;)\s+")
_TOKEN: Final = re.compile(r"[$€£]?\d+(?:[.,]\d+)*%?|\w+(?:['’]\w+)*|[^\w\s]")
_ALIKE: Final = 0.75
_LONGEST_SENTENCE: Final = 90
_MOST_TOKENS: Final = 600


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or list item: `[start, end)` of a text, with its words."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A figure that one version replaced by another.

    Args:
        old: the figure before, placed in the old text.
        new: the figure after, placed in the new text.
        old_sentence: the sentence before.
        new_sentence: the sentence after.
    """

    old: Figure
    new: Figure
    old_sentence: Sentence
    new_sentence: Sentence


@dataclass(frozen=True, slots=True)
class Refused:
    """A sentence that changed a figure and makes no question, with the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A run of words that was replaced, came or went.

    Args:
        before: the words struck; empty where some only came.
        after: the words put; empty where some only went.
        start: place in the new text.
        end: first code point after.
    """

    before: str
    after: str
    start: int
    end: int


@lru_cache(maxsize=16_384)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences and list items of a text."""
    found: list[Sentence] = []
    at = 0
    for border in _BORDER.finditer(text):
        found += _trimmed(text, at, border.start())
        at = border.end()
    return (*found, *_trimmed(text, at, len(text)))


def _trimmed(text: str, start: int, end: int) -> list[Sentence]:
    words = text[start:end].strip()
    if not any(sign.isalnum() for sign in words):
        return []
    first = start + len(text[start:end]) - len(text[start:end].lstrip())
    return [Sentence(first, first + len(words), words)]


def value_changes(old: str, new: str) -> Iterator[ValueChange | Refused]:
    """The figures that changed from one text to the next, sentence by sentence."""
    left, right = sentences(old), sentences(new)
    known = {one.text for one in left}
    stays = {one.text for one in right}
    gone = [one for one in left if one.text not in stays]
    came = [one for one in right if one.text not in known]
    taken: set[int] = set()
    for sentence in came:
        place = _likest(sentence, gone, taken)
        if place is not None:
            taken.add(place)
            yield from _between(gone[place], sentence)


def _likest(sentence: Sentence, among: Sequence[Sentence], taken: set[int]) -> int | None:
    """The sentence of the old text that says the same but for its figures."""
    words = _masked(sentence)
    best, place = _ALIKE, None
    for n, other in enumerate(among):
        if n in taken:
            continue
        matcher = SequenceMatcher(None, _masked(other), words, autojunk=False)
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
            ratio = matcher.ratio()
            if ratio > best:
                best, place = ratio, n
    return place


def _masked(sentence: Sentence) -> list[str]:
    """The words with each figure as its kind."""
    out: list[str] = []
    at = 0
    for one in figures(sentence.text):
        out += _TOKEN.findall(sentence.text[at : one.start])
        out.append(f"<{one.kind}>")
        at = one.end
    return out + _TOKEN.findall(sentence.text[at:])


def _between(old: Sentence, new: Sentence) -> Iterator[ValueChange | Refused]:
    was, now = figures(old.text), figures(new.text)
    for kind in Kind:
        before = [one for one in was if one.kind is kind]
        after = [one for one in now if one.kind is kind]
        if sorted(one.worth for one in before) == sorted(one.worth for one in after):
            continue
        if len(before) != 1 or len(after) != 1:
            if before and after:
                yield Refused("its sentence holds several values of the kind")
            continue
        if kind is Kind.DATE and max(days_in(old.text), days_in(new.text)) > 1:
            yield Refused("its sentence holds several values of the kind")
            continue
        if len(new.text.split()) > _LONGEST_SENTENCE:
            yield Refused("its sentence is too long")
            continue
        yield ValueChange(_placed(before[0], old), _placed(after[0], new), old, new)


def _placed(figure: Figure, sentence: Sentence) -> Figure:
    return Figure(
        figure.kind,
        figure.amount,
        figure.unit,
        figure.start + sentence.start,
        figure.end + sentence.start,
        figure.text,
    )


def edits(old: str, new: str) -> tuple[Edit, ...]:
    """The runs of words that changed, in order; none where the texts are too long to compare.

    Args:
        old: the text before.
        new: the text after.
    """
    left, right = list(_TOKEN.finditer(old)), list(_TOKEN.finditer(new))
    was, now = [one.group() for one in left], [one.group() for one in right]
    # What both begin or end with is left out: comparing takes time with the square of the rest.
    head = _alike(was, now)
    tail = _alike(was[head:][::-1], now[head:][::-1])
    left, right = left[head : len(left) - tail], right[head:]
    was, now = was[head : len(was) - tail], now[head : len(now) - tail]
    if max(len(was), len(now)) > _MOST_TOKENS:
        return ()
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    found: list[Edit] = []
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            continue
        before = old[left[a].start() : left[b - 1].end()] if a < b else ""
        place = (right[c].start(), right[d - 1].end()) if c < d else _nowhere(new, right, c)
        found.append(Edit(before, new[slice(*place)] if c < d else "", *place))
    return tuple(found)


def _alike(left: Sequence[str], right: Sequence[str]) -> int:
    """How many words two lists begin with alike."""
    pairs = zip(left, right, strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if one != other), min(len(left), len(right))
    )


def _nowhere(text: str, tokens: Sequence[re.Match[str]], at: int) -> tuple[int, int]:
    """Where words went: an empty stretch before the word that now stands there."""
    start = tokens[at].start() if at < len(tokens) else len(text)
    return start, start
