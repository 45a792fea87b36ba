"""Nobody, against a count: `nobody was hurt` and `two people were hurt` exclude each other.

Only what is told counts: `no person may enter` is a rule, and says nothing of how many did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from ledgerrag.model import UNIT, Claim, Judgement, Passage, Stance, ValueKind
from ledgerrag.stance.parsed import Parsed, parse, stem, synonyms
from ledgerrag.stance.scope import clauses
from ledgerrag.stance.statement_rules import hedged, unsafe
from ledgerrag.stance.subjects import plain_stems, subject
from ledgerrag.stance.tables import table
from ledgerrag.stance.units import aliases, singular
from ledgerrag.stance.values import Figure

_SURE_U: Final = 850_000
_NONE: Final = re.compile(
    r"\W*(?:(?:and|but|while)\s+)?(?:(?P<who>nobody|no\s?-?one)|no\s+(?:\w+\s+)??(?P<noun>[a-z]+))\s+"
    r"(?:was|were|is|are|has|have|had|died|[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
_END: Final = re.compile(r"[,;:(–—]|\b(?:and|but)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Count:
    """What a clause counts: the unit, the stems of what is told of it, and whether it is none."""

    unit: str
    told: frozenset[str]
    none: bool
    figure: Figure | None = None


def judge_nobody(claim: Claim, passage: Passage) -> Judgement | None:
    """A judgement where claim or sentence says that none did what the other counts; else None.

    Args:
        claim: an assertion.
        passage: a sentence.
    """
    mine, there = list(_counts(parse(claim.text))), list(_counts(parse(passage.text)))
    if claim.value is not None:
        mine = [one for one in mine if one.figure and one.figure.value.same(claim.value)]
    if not any(one.none for one in (*mine, *there)):
        return None
    pairs = [(a, b) for a in mine for b in there if (a.none or b.none) and _same_deed(a, b)]
    if len(pairs) != 1 or hedged(parse(passage.text)) != hedged(parse(claim.text)):
        return None
    about = subject(claim, passage, _none())
    if about.missing or unsafe(claim, passage):
        return None
    ((own, other),) = pairs
    if own.none and other.none:
        return Judgement(Stance.SUPPORT, _SURE_U * about.coverage_u // UNIT, "none on both sides")
    value = other.figure.value if other.figure else None
    return Judgement(Stance.REFUTE, _SURE_U * about.coverage_u // UNIT, "none against some", value)


def _same_deed(claim: _Count, other: _Count) -> bool:
    """Whether both tell the same of the same: what the passage adds would narrow it."""
    shared = claim.told & other.told
    same = _first(stem(claim.unit)) == _first(stem(other.unit))
    return same and bool(shared) and not other.told - claim.told


def _counts(text: Parsed) -> Iterator[_Count]:
    for start, end in clauses(text.text):
        part = text.text[start:end]
        match = _NONE.match(part)
        if match is not None:
            unit = "person" if match["who"] else _unit(match["noun"])
            counted = part[match.start("who" if match["who"] else "noun") :]
            yield _Count(unit, _told(counted, unit), none=True)
            continue
        for figure in text.figures:
            value = figure.value
            some = value.kind is ValueKind.QUANTITY and value.unit and value.amount != "0"
            if some and start <= value.start < end and figure.bound not in ("<", "<="):
                unit = value.unit
                yield _Count(unit, _told(part[value.start - start :], unit), False, figure)


def _unit(noun: str) -> str:
    name = noun.casefold()
    return aliases()[name][1] if name in aliases() else singular(name)


def _told(part: str, unit: str) -> frozenset[str]:
    """The stems of what is told of the counted, up to the first mark, each by its first synonym."""
    end = _END.search(part, 1)
    said = parse(part[: end.start()] if end is not None else part)
    spare = _nouns(unit) | plain_stems() | _none()
    return frozenset(_first(name) for name in said.content if name not in spare)


def _first(name: str) -> str:
    return min(synonyms().get(name, (name,)))


def _nouns(unit: str) -> frozenset[str]:
    words = [name for name, (_, canonical) in aliases().items() if canonical == unit]
    return frozenset(
        name for word in (unit, *words) for name in synonyms().get(stem(word), (stem(word),))
    )


@cache
def _none() -> frozenset[str]:
    return frozenset(stem(word) for word in (*table("words.toml")["negators"], "one"))
