"""A sentence as the statements that it makes: each meets passages of its own.

`The bridge is closed and two people were hurt` is two statements: one sentence may deny the first,
another the second, and neither shows both. Where a half could hang on a word before it (`says
that`, `if`), or has no subject that can be told, the sentence stays whole.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ledgerrag.reading.anchors import anchors, capitals
from ledgerrag.reading.asking import words
from ledgerrag.reading.joins import inside, names
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.calendar_dates import months
from ledgerrag.stance.tables import table
from ledgerrag.stance.values import figures

_SURE: Final = re.compile(r",\s+(?:and|but|while|whereas)\s+|;\s+(?:and\s+)?")
_BARE: Final = re.compile(r",?\s+(?:and|but)\s+")
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|does|do|did|will|would|must|shall|may|can|could|should"
    r"|[a-z]{3,}ed|[a-z]{3,}(?:es|[^s\W]s))\b"
)
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*|\d[\d.,]*")
_LONGEST_SUBJECT: Final = 8


def atoms(sentence: str) -> tuple[str, ...]:
    """The statements of a sentence, in order, each a sentence of its own.

    Args:
        sentence: one sentence without line breaks.
    """
    held = names(sentence)
    for pattern, halves in ((_SURE, _sure), (_BARE, _bare)):
        for match in pattern.finditer(sentence):
            if inside(match, held):
                continue
            cut = halves(sentence[: match.start()].strip(), sentence[match.end() :].strip())
            if cut is not None:
                left, right = cut
                return (*atoms(_ended(left)), *atoms(right[0].upper() + right[1:]))
    return (sentence,)


def about(atom: str, whole: str) -> str:
    """Search words of a statement: with the names of the subject beside it where it has none.

    `Two people were hurt`, after `the Kell bridge is closed and`, is said of no other accident.

    Args:
        atom: a statement.
        whole: the sentence that it was cut from, or that goes before it.
    """
    if atom == whole or anchors(atom):
        return atom
    # What is a name is told by the sentence, not by its few first words alone.
    subject = _WORD.findall(_subject(whole))
    found = [name for name in capitals(whole) if name in subject and name.casefold() not in _days()]
    if not found or set(analyze(" ".join(capitals(whole)))) & set(analyze(atom)):
        return atom
    return f"{atom.rstrip('.! ')}, {' '.join(found)}"


def _subject(whole: str) -> str:
    """What stands before the first auxiliary, or before the first verb; empty where none is."""
    count = _auxiliary(whole)
    if count is not None:
        return _cut(whole, count)
    verb = _VERB.search(whole)
    return whole[: verb.start()] if verb is not None else ""


def _ended(left: str) -> str:
    return left if left.endswith((".", "!")) else f"{left}."


def _sure(left: str, right: str) -> tuple[str, str] | None:
    """Both halves where each stands alone: at a comma or semicolon."""
    return (left, right) if _stands_alone(left) and _stands_alone(right) else None


def _stands_alone(half: str) -> bool:
    said = half.split()
    if len(said) < 3 or said[0].casefold() in ("which", "who", "that", "whose", "where"):
        return False
    verb = _VERB.search(half)
    # A subject stands before its verb; "and lasts 5 days" shares the subject of the first half.
    return verb is not None and verb.start() > 0 and (len(said) > 3 or bool(figures(half)))


def _bare(left: str, right: str) -> tuple[str, str] | None:
    """Both halves of a bare `and` where both have an auxiliary, the second perhaps no subject."""
    mine, theirs = _auxiliary(left), _auxiliary(right)
    if mine is None or theirs is None or not mine or _hangs(left):
        return None
    subject, before = _cut(left, mine), _cut(right, theirs)
    if theirs == 0:
        fits = subject.split()[-1].casefold() not in words("inside")
        return (left, f"{subject} {right}") if fits else None
    return None if _hangs(before) or _unfit(before) else (left, right)


def _auxiliary(half: str) -> int | None:
    """How many words stand before the first auxiliary; None where there is none."""
    said = [word.group() for word in _WORD.finditer(half)]
    where = [n for n, w in enumerate(said) if w.casefold() in _finite() and w != "May"]
    if not where or where[0] > _LONGEST_SUBJECT or where[0] + 1 >= len(said):
        return None
    return where[0]


def _cut(half: str, count: int) -> str:
    """The first words of a half, as they stand."""
    found = list(_WORD.finditer(half))
    return half[: found[count].start()].strip() if count < len(found) else half


def _hangs(part: str) -> bool:
    return any(word.group().casefold() in words("hanging") for word in _WORD.finditer(part))


def _unfit(subject: str) -> bool:
    """Whether the words before an auxiliary are no subject: a preposition or a comma is left."""
    last = subject.rsplit(maxsplit=1)[-1].casefold()
    return "," in subject or last in words("inside") - words("quantifiers")


@cache
def _finite() -> frozenset[str]:
    return frozenset(table("words.toml")["finite"])


@cache
def _days() -> frozenset[str]:
    return frozenset((*months(), *(word for word in table("words.toml")["titles"])))
