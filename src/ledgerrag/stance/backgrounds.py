"""What a sentence says beside its statement: what it is part of, and who looked how lately.

`Because of the flood, 40 homes are dark` under the title `The flood in Dunarby` states no other
thing than `40 homes are dark`; `as things stand` and `a new survey finds` state nothing at all.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ledgerrag.stance.parsed import bag, parse, stem
from ledgerrag.stance.tables import table

_WORD: Final = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4096)
def beside(text: str, title: str) -> frozenset[str]:
    """Stems of the phrases of a sentence that make no other statement of what it states.

    Args:
        text: a sentence.
        title: of its document: only what the whole document is about is a background.
    """
    found: set[str] = set()
    for match in (*_frames().finditer(text), *_speaker().finditer(text)):
        found.update(stem(word) for word in _WORD.findall(match.group()))
    there = bag(title)
    for match in (*_adjuncts().finditer(text), *_causes().finditer(text)):
        named = parse(match.group("what")).content
        if named and named <= there:
            found |= named
            found.update(stem(word) for word in _WORD.findall(match.group()))
    return frozenset(found)


@cache
def _frames() -> re.Pattern[str]:
    rows = table("wordings.toml")["frames"]["phrases"]
    return re.compile(rf"\b(?:{'|'.join(rows)})\b", re.IGNORECASE)


@cache
def _speaker() -> re.Pattern[str]:
    """`The Gazette of Dorn states:`, before what it states."""
    verbs = "|".join(table("wordings.toml")["frames"]["speakers"])
    return re.compile(rf"^\W*(?:[Tt]he\s)?[A-Z][^.:;!?]{{2,70}}\s(?:{verbs}):(?=\s)")


@cache
def _adjuncts() -> re.Pattern[str]:
    """`Because of the flood`, `since the strike began`."""
    leads = "|".join(table("wordings.toml")["frames"]["leads"])
    return re.compile(
        rf"\b(?:{leads})\s+(?P<what>(?:the|this|these)\s[^,.;:()]{{2,60}}?)"
        r"(?=\s*(?:[,.;:()]|$)|\s+(?:in|at|on|near|has|have|is|are|was|were)\b|\s+(?:began|started)\b)"
        r"(?:\s+(?:began|started)\b)?",
        re.IGNORECASE,
    )


@cache
def _causes() -> re.Pattern[str]:
    """`The strike means that`: a subject that brings about what is stated."""
    verbs = "|".join(table("wordings.toml")["frames"]["causes"])
    return re.compile(rf"^\W*(?P<what>the\s[^,.;:()]{{2,60}}?)\s+(?:{verbs})\b", re.IGNORECASE)
