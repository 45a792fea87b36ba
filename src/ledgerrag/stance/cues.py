"""Cue words: hints that a text speaks of a change. They never decide anything."""

from __future__ import annotations

from functools import cache

from ledgerrag.model import Domain
from ledgerrag.stance.phrases import Phrases
from ledgerrag.stance.tables import table


@cache
def _phrases() -> Phrases:
    return Phrases(table("cues.toml")["change"]["words"])


def cues(text: str) -> tuple[str, ...]:
    """The change cues of a text, casefolded, each once, in order of place."""
    return tuple(dict.fromkeys(phrase for phrase, _, _ in _phrases().find(text[:20_000])))


def counter_terms() -> tuple[str, ...]:
    """What action A2 adds to a query in search of counter-evidence (paper section 4.3)."""
    return tuple(table("cues.toml")["counter"]["words"])


def expansion_terms(domain: Domain) -> tuple[str, ...]:
    """What action A1 adds to a query of a domain (paper section 4.3)."""
    return tuple(table("cues.toml")["expand"][domain.value]["words"])
