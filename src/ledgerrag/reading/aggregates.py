"""Sums and differences that a question asks for: `the total of A and B`."""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.reading.joins import cut
from ledgerrag.reading.question import Operation

_SUM: Final = re.compile(
    r"\b(?:total|sum|combined (?:total|value|amount|cost|budget)|aggregate)\s+(?:amount\s+)?of\s+"
    r"(?:both\s+)?(?P<list>[^.?!:;]+?)\s*[.?!]*\s*$",
    re.IGNORECASE,
)
_TOGETHER: Final = re.compile(
    r"\b(?:is|are|do|does|did|were|was|will)\s+(?P<list>[^.?!:;]+?\s+and\s+[^.?!:;]+?)\s+"
    r"(?:together|combined|in total|altogether|in sum)\b",
    re.IGNORECASE,
)
_DIFFERENCE: Final = re.compile(
    r"\bdifference\s+(?:in \w+\s+)?between\s+(?P<list>[^.?!:;]+?)\s*[.?!]*\s*$", re.IGNORECASE
)
_AND: Final = re.compile(r"\s*,?\s+and\s+|\s*,\s+", re.IGNORECASE)
_LONGEST: Final = 7
_READ: Final = 1_000


def parts(text: str) -> tuple[Operation, tuple[str, ...]] | None:
    """(operation, things) where a question asks for a sum or difference."""
    for pattern, operation in (
        (_DIFFERENCE, Operation.DIFFERENCE),
        (_SUM, Operation.SUM),
        (_TOGETHER, Operation.SUM),
    ):
        # Only the end is looked at: on 8,000 characters of `and` the patterns take half a minute.
        match = pattern.search(text, max(0, len(text) - _READ))
        if match is None:
            continue
        pieces = [piece for piece in cut(match.group("list"), _AND) if piece]
        if len(pieces) < 2 or any(len(piece.split()) > _LONGEST for piece in pieces):
            continue
        if operation is Operation.DIFFERENCE and len(pieces) != 2:
            continue
        return operation, tuple(_shared(pieces))
    return None


def _shared(pieces: list[str]) -> list[str]:
    """`budget A and B` -> `budget A`, `budget B`: a bare label takes the first one's noun."""
    head = pieces[0].split()
    if len(head) < 2:
        return pieces
    return [
        " ".join([*head[:-1], piece]) if n and len(piece) <= 2 and len(head[-1]) <= 2 else piece
        for n, piece in enumerate(pieces)
    ]
