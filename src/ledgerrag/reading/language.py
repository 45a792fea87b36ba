"""Reading with a language model: it takes texts apart, and the rules decide what it gave.

The model proposes pieces; each is read by the rules, which give kinds, weights, values and search
words. Pieces that bring in a word or figure of their own, or leave one out, are not used: then the
rules read alone. Dates, periods, sums and provisions are always read by the rules.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledgerrag.language.consulting import Consultation, Part
from ledgerrag.language.prompting import prompt
from ledgerrag.language.shapes import Pieces
from ledgerrag.model import Claim
from ledgerrag.reading.asking import asking_stems
from ledgerrag.reading.decompose import MOST
from ledgerrag.reading.question import Question
from ledgerrag.reading.reader import Reader
from ledgerrag.stance.parsed import Parsed, parse

# A text of fewer words says one thing; to ask a model for its parts would be idle.
SEVERAL: Final = 8
_LONGEST: Final = 600
_DIGITS: Final = re.compile(r"\d+")
_UNFIT: Final = "its pieces are not those of the text"


@dataclass(frozen=True, slots=True)
class ModelReader:
    """Reads through a language model, held to the words of the text.

    Args:
        consultation: the run's dealings with the model.
        rules: read each piece, and the whole where the model does not help.
    """

    consultation: Consultation
    rules: Reader

    @property
    def name(self) -> str:
        """For the journal."""
        return f"{self.rules.name} with a model"

    @property
    def digest(self) -> str:
        """Of the rules, the prompt and the model."""
        asked = self.consultation
        parts = (self.rules.digest, prompt("decompose").digest, asked.model, asked.digest)
        return hashlib.sha256(" ".join(parts).encode("utf-8")).hexdigest()

    def question(self, text: str) -> Question:
        """The question taken apart; see `Reader`."""
        whole = self.rules.question(text)
        pieces = () if whole.aggregate else self._pieces(whole.text, asks=True)
        if len(pieces) < 2:
            return whole
        read = [self.rules.question(piece).claims for piece in pieces]
        claims = [claim for found in read for claim in found][:MOST]
        # Only a piece that the rules read as one thing is one.
        if any(len(found) != 1 for found in read) or len(claims) <= len(whole.claims):
            return whole
        return replace(whole, claims=_numbered(claims))

    def draft(self, text: str) -> tuple[Claim, ...]:
        """The statements of a draft; see `Reader`."""
        whole = self.rules.draft(text)
        pieces = self._pieces(" ".join(text.split()), asks=False)
        claims = [claim for piece in pieces for claim in self.rules.draft(piece)]
        return _numbered(claims) if len(claims) > len(whole) else whole

    def _pieces(self, text: str, *, asks: bool) -> tuple[str, ...]:
        if len(text.split()) < SEVERAL or len(text) > _LONGEST * MOST:
            return ()
        found = self.consultation.ask(
            Part.READING, "decompose", Pieces, {"text": text, "asks": asks}
        )
        if found is None:
            return ()
        pieces = tuple(dict.fromkeys(" ".join(one.split()) for one in found.items))
        if not fits(pieces, text):
            self.consultation.note(Part.READING, _UNFIT)
            return ()
        return pieces


def fits(pieces: Sequence[str], text: str) -> bool:
    """Whether pieces say what a text says: no word or figure more, and none less.

    Args:
        pieces: as a model gave them.
        text: what they were made of.
    """
    if not 0 < len(pieces) <= MOST or any(not 0 < len(one) <= _LONGEST for one in pieces):
        return False
    there = parse(text)
    said = [parse(one) for one in pieces]
    words = {stem for one in said for stem in one.content}
    lacking = there.content - words - asking_stems()
    added = words - there.content - asking_stems()
    figures = {number for one in pieces for number in _DIGITS.findall(one)}
    denied = [bool(one.negations) for one in said]
    return (
        not lacking
        and not added
        and figures == set(_DIGITS.findall(text))
        and any(denied) == bool(there.negations)
        and all(_in_order(one, there) for one in said)
    )


def _in_order(piece: Parsed, whole: Parsed) -> bool:
    """Whether the subject words of a piece follow each other as in the text: none was moved."""
    ahead = iter(stem for stem in whole.stems if stem in whole.content)
    return all(stem in ahead for stem in piece.stems if stem in piece.content & whole.content)


def _numbered(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    return tuple(replace(claim, claim_id=f"c{n}") for n, claim in enumerate(claims, 1))
