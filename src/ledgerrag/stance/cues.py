"""Cue words: hints that a text speaks of a change. They never decide anything (DESIGN 6)."""

from __future__ import annotations

import re
from functools import cache

from ledgerrag.model import Domain
from ledgerrag.stance.tables import table


@cache
def _pattern() -> re.Pattern[str]:
    words = sorted(table("cues.toml")["change"]["words"], key=lambda word: (-len(word), word))
    return re.compile(rf"\b({'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def cues(text: str) -> tuple[str, ...]:
    """The change cues of a text, casefolded, each once, in order of place."""
    found = (match.group(1).casefold() for match in _pattern().finditer(text[:20_000]))
    return tuple(dict.fromkeys(found))


def counter_terms() -> tuple[str, ...]:
    """What action A2 adds to a query in search of counter-evidence (paper section 4.3)."""
    return tuple(table("cues.toml")["counter"]["words"])


def expansion_terms(domain: Domain) -> tuple[str, ...]:
    """What action A1 adds to a query of a domain (paper section 4.3)."""
    return tuple(table("cues.toml")["expand"][domain.value]["words"])
