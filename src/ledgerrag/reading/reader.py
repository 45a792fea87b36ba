"""Who reads questions and drafts: a seam; the rules are the reader that ships."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from ledgerrag.model import Claim
from ledgerrag.reading.asking import data_digest
from ledgerrag.reading.decompose import decompose
from ledgerrag.reading.draft import decompose_draft
from ledgerrag.reading.question import Question
from ledgerrag.retrieval.analyzer import ANALYZER
from ledgerrag.stance.tables import digest as stance_digest

RULES = "reading/4"


@cache
def digest() -> str:
    """Version of the rules, hash of their data files and of the analyzer, for the journal."""
    raw = f"{RULES} {data_digest()} {stance_digest()} {ANALYZER}"
    return hashlib.sha256(raw.encode("ascii")).hexdigest()


class Reader(Protocol):
    """Takes questions and drafts apart; same input, same output."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def question(self, text: str) -> Question:
        """Claims, period, sum and provisions of a question."""
        ...

    def draft(self, text: str) -> tuple[Claim, ...]:
        """The statements of a draft."""
        ...


@dataclass(frozen=True, slots=True)
class RuleReader:
    """Reads by rules alone."""

    name: str = "rules"

    @property
    def digest(self) -> str:
        """See `digest`."""
        return digest()

    def question(self, text: str) -> Question:
        """See `decompose`."""
        return decompose(text)

    def draft(self, text: str) -> tuple[Claim, ...]:
        """See `decompose_draft`."""
        return decompose_draft(text)
