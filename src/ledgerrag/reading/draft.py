"""From draft paragraphs to atomic statements."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ledgerrag.model import Claim
from ledgerrag.pachon.spans import sentences
from ledgerrag.reading.assertions import assertion, claim_of, measured
from ledgerrag.reading.joins import inside, names
from ledgerrag.stance.values import figures

LIMIT: Final = 200_000
"""Longest draft that is read, in code points."""
MOST: Final = 500
"""Most claims of one draft."""

_AND: Final = re.compile(r",\s+(?:and|but|while|whereas)\s+|;\s+(?:and\s+)?")
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|does|do|did|will|would|must|shall|may|can|could|should"
    r"|[a-z]{3,}ed|[a-z]{3,}(?:es|[^s\W]s))\b"
)


def decompose_draft(text: str) -> tuple[Claim, ...]:
    """The statements of a draft, in order, as weighted claims; questions state nothing.

    A sentence is cut at `, and` or `;` where both halves say something of their own.

    Args:
        text: one paragraph or a whole draft.
    """
    text = text[:LIMIT].replace("\x00", " ")
    found: list[Claim] = []
    for start, end in sentences(text):
        sentence = " ".join(text[start:end].split())
        if sentence.endswith("?"):
            continue
        for piece in _atoms(sentence):
            for figure in measured(piece) or (None,):
                found.append(
                    replace(
                        claim_of(piece, piece, figure) if figure else assertion(piece, piece),
                        claim_id=f"c{len(found) + 1}",
                    )
                )
                if len(found) == MOST:
                    return tuple(found)
    return tuple(found)


def _atoms(sentence: str) -> list[str]:
    held = names(sentence)
    match = _AND.search(sentence)
    while match is not None:
        left, right = sentence[: match.start()], sentence[match.end() :]
        if not inside(match, held) and _stands_alone(left) and _stands_alone(right):
            return [left.strip() + ".", *_atoms(right[0].upper() + right[1:])]
        match = _AND.search(sentence, match.end())
    return [sentence]


def _stands_alone(half: str) -> bool:
    words = half.split()
    if len(words) < 3 or words[0].casefold() in ("which", "who", "that", "whose", "where"):
        return False
    verb = _VERB.search(half)
    # A subject stands before its verb; "and lasts 5 days" shares the subject of the first half.
    return verb is not None and verb.start() > 0 and (len(words) > 3 or bool(figures(half)))
