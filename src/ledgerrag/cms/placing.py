"""Where in the host's own text a claim was read: the sentence, by code points."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ledgerrag.model import Claim
from ledgerrag.pachon.spans import sentences
from ledgerrag.reading.atoms import atoms
from ledgerrag.reading.draft import LIMIT

_WORD = re.compile(r"\w+")


def places(text: str, claims: Sequence[Claim]) -> tuple[tuple[int, int], ...]:
    """For each claim the span of the sentence that it was read from; the whole text where unclear.

    Args:
        text: the paragraph as the host sent it, marked up or not.
        claims: in the order in which they were read.
    """
    spans = sentences(text[:LIMIT].replace("\x00", " "))
    said = [_said(text[start:end]) for start, end in spans]
    counts = [Counter(_words(text[start:end])) for start, end in spans]
    found: list[tuple[int, int]] = []
    last, used = 0, -1
    for place, claim in enumerate(claims):
        index, atom = _exact(said, claim.text, last, used, fresh=_fresh(claims, place))
        if index is None:
            index, atom = _nearest(counts, claim.text, last), -1
        if index is None:
            found.append((0, len(text)))
            continue
        last, used = index, atom
        found.append(spans[index])
    return tuple(found)


def _fresh(claims: Sequence[Claim], place: int) -> bool:
    """Whether a claim is no further figure of the statement before it."""
    if not place or claims[place - 1].text != claims[place].text:
        return True
    before, value = claims[place - 1].value, claims[place].value
    # Figures of one statement stand one after the other; where that ends, it was said again.
    return before is None or value is None or value.start <= before.start


def _said(sentence: str) -> tuple[str, ...]:
    return tuple(atom.strip() for atom in atoms(" ".join(sentence.split())))


def _exact(
    said: Sequence[tuple[str, ...]], wanted: str, last: int, used: int, *, fresh: bool
) -> tuple[int | None, int]:
    """The first sentence from the last one on that makes this very statement."""
    for index in range(last, len(said)):
        for number, atom in enumerate(said[index]):
            spent = index == last and (number <= used if fresh else number < used)
            if atom == wanted and not spent:
                return index, number
    return None, -1


def _nearest(counts: list[Counter[str]], wanted: str, last: int) -> int | None:
    """The sentence that has most of a statement's words; of several, the first from here on."""
    words = Counter(_words(wanted))
    if not counts or not words:
        return None
    shared: list[int] = [(words & count).total() for count in counts]
    best = max(shared)
    if 2 * best < words.total():
        return None
    order: list[int] = [*range(last, len(counts)), *range(last)]
    return next((index for index in order if shared[index] == best), None)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
