"""From draft paragraphs to atomic statements."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ledgerrag.model import Claim
from ledgerrag.pachon.spans import sentences
from ledgerrag.reading.assertions import assertion, claim_of, measured
from ledgerrag.reading.atoms import about, atoms
from ledgerrag.stance.values import figures

LIMIT: Final = 200_000
"""Longest draft that is read, in code points."""
MOST: Final = 500
"""Most claims of one draft."""
_BARE_KEYS: Final = 2
_FRONT: Final = 20
"""A figure that begins no later than this stands first: `At least 40`, `So far some 40`."""


def decompose_draft(text: str) -> tuple[Claim, ...]:
    """The statements of a draft, in order, as weighted claims; questions state nothing.

    A sentence is cut where both halves say something of their own.

    Args:
        text: one paragraph or a whole draft.
    """
    text = text[:LIMIT].replace("\x00", " ")
    found: list[Claim] = []
    before = ""
    for start, end in sentences(text):
        sentence = " ".join(text[start:end].split())
        if sentence.endswith("?"):
            continue
        for atom in atoms(sentence):
            for claim in _claims(atom, about(atom, sentence), before):
                found.append(replace(claim, claim_id=f"c{len(found) + 1}"))
                if len(found) == MOST:
                    return tuple(found)
        before = sentence
    return tuple(found)


def _claims(atom: str, query: str, before: str) -> list[Claim]:
    """The claims of a statement, one a figure; what hardly names a thing is of what went before."""
    made = [
        claim_of(atom, query, figure) if figure else assertion(atom, query)
        for figure in measured(atom) or (None,)
    ]
    named = about(atom, before) if query == atom else atom
    if named == atom or not _hangs_on_what_went_before(atom, made[0]):
        return made
    return [replace(claim, query=named) for claim in made]


def _hangs_on_what_went_before(atom: str, claim: Claim) -> bool:
    """Whether a statement names nothing of its own, or only counts: `40 engines are at work`.

    What is counted first is what is there, at the event that the sentence before it names.
    """
    counted = next(iter(figures(atom)), None)
    first = counted is not None and not re.search(r"\bthe\b", atom[: counted.value.start], re.I)
    return len(claim.keys) < _BARE_KEYS or (
        first and counted is not None and counted.value.start <= _FRONT
    )
