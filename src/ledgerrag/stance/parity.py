"""Whether a negation turns a figure: `does not cost 5 euros`, not `may not hold more than five`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ledgerrag.stance.parsed import Parsed
from ledgerrag.stance.scope import clauses
from ledgerrag.stance.values import Figure

_STRICT: Final = re.compile(
    r"\b(?:(?:more|less|fewer|greater|longer|higher|later|earlier|lower|shorter) than|exceed\w*"
    r"|over|under|above|below|before|after|beyond)\b",
    re.IGNORECASE,
)
_REACH: Final = 9


def turned(said: Parsed, own: Figure | None, text: Parsed, best: Figure) -> bool:
    """Whether the figure of one side is negated and that of the other is not.

    What both sides do without (`homes without electricity`) names the thing and turns nothing.

    Args:
        said: the claim.
        own: its figure.
        text: the sentence.
        best: its figure.
    """
    mine, theirs = _lacked(said), _lacked(text)
    same = mine.keys() & theirs.keys()
    there = _parity(text, best, frozenset(theirs[name] for name in same))
    here = _parity(said, own, frozenset(mine[name] for name in same)) if own else 0
    return there != here


def _lacked(text: Parsed) -> Mapping[str, int]:
    """Stem of what stands right behind a `without` -> place of the `without`."""
    return {
        text.stems[n + 1]: text.places[n]
        for n, word in enumerate(text.words[:-1])
        if word == "without" and text.stems[n + 1] in text.content
    }


def _parity(text: Parsed, figure: Figure, spare: frozenset[int]) -> int:
    place = text.place(figure.value.start)
    first = max(
        (text.place(start) for start, _ in clauses(text.text) if start <= figure.value.start),
        default=0,
    )
    near = [
        where
        for where in text.negations
        if 0 <= place - where <= _REACH and where >= first and where not in spare
    ]
    if near and figure.bound in ("<=", ">=") and _bounds(text, near[-1], figure):
        near.pop()
    return len(near) % 2


def _bounds(text: Parsed, negation: int, figure: Figure) -> bool:
    """Whether a negation made the bound: `may not hold more than five` is at most five."""
    starts = [s for s, place in zip(text.starts, text.places, strict=True) if place == negation]
    return bool(starts) and bool(_STRICT.search(text.text[starts[0] : figure.value.start]))
