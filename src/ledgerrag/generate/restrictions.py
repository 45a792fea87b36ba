"""Whether a sentence says something under a condition or with an exception that a claim leaves out.

`If it rains, the fair is moved` is no plain yes to "Is the fair moved?". Who reads the answer is
told, unless the claim has the condition itself.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Final

from ledgerrag.stance.parsed import bag, parse, stop_words
from ledgerrag.stance.scope import clauses

_END: Final = re.compile(r"[,;:](?=\s|$)|[.!?)](?=\W|$)|\s[–—-]\s")
_INVERTED: Final = re.compile(r"^\W*(?P<mark>Had|Were|Should)\s[^?]*?,")
_OPENING: Final = re.compile(r"^\W*(?P<mark>Once|When|Whenever|Where)\s[^,]*,(?P<main>.*)", re.S)
_PAST: Final = re.compile(r"\b(?:was|were|had|did|went|came)\b", re.IGNORECASE)
_PRESENT: Final = re.compile(
    r"\b(?:is|are|has|have|does|do|will|shall|may|must|can|cannot)\b", re.IGNORECASE
)


class Kind(StrEnum):
    """How a sentence is restricted."""

    CONDITION = "condition"
    EXCEPTION = "exception"


@dataclass(frozen=True, slots=True)
class Restriction:
    """A condition or exception of a sentence.

    Args:
        kind: which.
        words: as they stand there: `If it rains`.
    """

    kind: Kind
    words: str

    @property
    def told(self) -> str:
        """What follows a verdict that it restricts."""
        article = "with an" if self.kind is Kind.EXCEPTION else "under a"
        return f", {article} {self.kind}"


def restriction(claim: str, text: str) -> Restriction | None:
    """The first condition or exception under which a sentence speaks of a claim; None: it is plain.

    What the claim says itself restricts nothing, and neither does what belongs to another clause of
    the sentence.

    Args:
        claim: a statement.
        text: the sentence that is read as saying so, or the opposite.
    """
    first, last = _speaking(claim, text)
    said = bag(claim)
    for start, end, kind in _marks(text):
        if start >= last or (start < first and not _opens(text, start)):
            continue
        stop = _END.search(text, end)
        words = text[start : stop.start() if stop else len(text)].strip()
        if not _told(words[end - start :], said):
            return Restriction(kind, words)
    return None


def _told(clause: str, said: frozenset[str]) -> bool:
    """Whether a claim has all words of a clause, or the clause says nothing (`if any`)."""
    there = parse(clause)
    carrying = [
        stem
        for stem, word in zip(there.stems, there.words, strict=True)
        if word not in stop_words()
    ]
    return all(stem in said for stem in carrying)


def _opens(text: str, start: int) -> bool:
    """Whether a mark stands at the head of the sentence: it governs all clauses of it."""
    return not text[:start].strip(" \t\n\"'“‘(-–—•*")


def _speaking(claim: str, text: str) -> tuple[int, int]:
    """The clause that has most of the claim; the whole sentence where several have as much."""
    parts = clauses(text)
    content = parse(claim).content
    shares = [len(content & bag(text[a:b])) for a, b in parts]
    best = max(shares, default=0)
    if shares.count(best) != 1:
        return 0, len(text)
    return parts[shares.index(best)]


def _marks(text: str) -> list[tuple[int, int, Kind]]:
    """(start, end, kind) of what restricts, in order of place."""
    found = [(m.start(), m.end(), Kind.CONDITION) for m in _pattern("conditions").finditer(text)]
    found += [(m.start(), m.end(), Kind.EXCEPTION) for m in _pattern("exceptions").finditer(text)]
    inverted, opening = _INVERTED.match(text), _OPENING.match(text)
    if inverted is not None:
        found.append((*inverted.span("mark"), Kind.CONDITION))
    if opening is not None and _general(text[: opening.start("main")], opening["main"]):
        found.append((*opening.span("mark"), Kind.CONDITION))
    return sorted(found)


def _general(clause: str, main: str) -> bool:
    """Whether `when ...` tells of any time, not of one that has been."""
    return not _PAST.search(clause) and _PRESENT.search(main) is not None


@cache
def _pattern(group: str) -> re.Pattern[str]:
    """The phrases of a group that no word before turns into another: `even if`, `as if`."""
    rows = _tables()
    phrases = sorted(rows[group], key=lambda phrase: (-len(phrase), phrase))
    before = "".join(rf"(?<!\b{re.escape(word)} )" for word in rows["turned_by"])
    some = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in phrases)
    return re.compile(rf"{before}\b(?:{some})\b", re.IGNORECASE)


@cache
def _tables() -> dict[str, list[str]]:
    text = resources.files("ledgerrag.generate").joinpath("restrictions.toml").read_text("utf-8")
    return tomllib.loads(text)
