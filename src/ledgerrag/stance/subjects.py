"""Whether a claim and a passage speak of the same thing.

Two statements about one entity differ in the word that names the slot: "the height of the tower"
and "the width of the tower". So what decides is not how many words are shared but whether each
side has a word of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from ledgerrag.model import Claim, Passage
from ledgerrag.stance.match import topic
from ledgerrag.stance.parsed import Parsed, content_stems, parse, stem
from ledgerrag.stance.tables import table

_NUMBER: Final = re.compile(
    r"(?:\b(?:sections?|sec|ss|s|rules?|articles?|art)\b\.?|§+)\s*(\d+[A-Za-z]?(?:[.-]\d+[A-Za-z]?)*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What claim and passage share.

    Args:
        keys: stems that anchor the claim.
        coverage_u: share of them in the passage, its context and title, in millionths.
        here: how many stand in the sentence or its lead-in.
        missing: keys that stand nowhere.
        extra: content stems of sentence and title that the claim does not have.
        qualified: extra stems that narrow the passage ("for trucks").
    """

    keys: tuple[str, ...]
    coverage_u: int
    here: int
    missing: frozenset[str]
    extra: frozenset[str]
    qualified: frozenset[str]

    @property
    def apart(self) -> bool:
        """Whether each side speaks of something that the other does not."""
        return bool(self.missing) and bool(self.extra)


@cache
def _plain() -> frozenset[str]:
    """Stems of words that report a change or a statement and name no subject."""
    cues = [word for phrase in table("cues.toml")["change"]["words"] for word in phrase.split()]
    return frozenset(stem(word) for word in [*cues, *table("words.toml")["plain"]])


@cache
def _qualifiers() -> frozenset[str]:
    return frozenset(table("words.toml")["qualifiers"])


def subject_keys(claim: Claim) -> tuple[str, ...]:
    """The stems that anchor a claim; its own content words where it brings no keys."""
    return claim.keys or content_stems(claim.text)


def subject(claim: Claim, passage: Passage, drop: frozenset[str] = frozenset()) -> Subject:
    """Compare what a claim and a passage speak of.

    Args:
        claim: an assertion.
        passage: a sentence with its context.
        drop: stems that are the value, not the subject (status words).
    """
    keys = tuple(key for key in subject_keys(claim) if key not in drop)
    text, before, title = parse(passage.text), parse(passage.before), parse(passage.title)
    here = sum(1 for key in keys if key in text.at or key in before.at)
    missing = frozenset(
        key for key in keys if key not in text.at and key not in before.at and key not in title.at
    )
    said = set(keys) | parse(claim.text).content | _plain() | drop
    own = text.content - said
    extra = own | (title.content - said)
    return Subject(
        keys,
        topic(keys, text, passage.before, passage.title, passage.after),
        here,
        missing,
        extra,
        frozenset(name for name in own if _narrows(text, name)),
    )


def _narrows(text: Parsed, name: str) -> bool:
    place = text.stems.index(name)
    return any(word in _qualifiers() for word in text.words[max(0, place - 2) : place])


def other_provision(claim: Claim, passage: Passage) -> bool:
    """Whether the claim names a provision by number and the passage's title names another."""
    asked = set(_NUMBER.findall(claim.query or claim.text))
    if not asked:
        return False
    titled = set(_NUMBER.findall(passage.title))
    return bool(titled) and not asked & titled


def denied(text: str) -> bool:
    """Whether a statement stands under a denial: `it is false that ...`."""
    return _denials().search(text) is not None


@cache
def _denials() -> re.Pattern[str]:
    phrases = sorted(table("words.toml")["denials"], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)
