"""A yes/no question as the statement that it asks about: `Is it 80?` becomes `It is 80.`.

Where the subject cannot be told from the predicate there is no statement, nor where a word would
mean something else in one (`any`, `ever`): the question then keeps its own words, which is better
than a scrambled sentence.
"""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.reading.asking import words
from ledgerrag.reading.predicates import subject_end

__all__ = ["declare", "subject_end", "third_person"]

_WORDS: Final = re.compile(r"[^\W\d_]+")
_JOINS: Final = re.compile(r"\b(?:and|or|nor|but)\s+([a-z]+)")
_SIBILANT: Final = re.compile(r"(?:s|x|z|ch|sh|o)$")


def declare(question: str) -> str | None:
    """The statement of a yes/no question; None where its subject cannot be told.

    Args:
        question: one that begins with an auxiliary.
    """
    text = question.strip()
    parts = text.split(maxsplit=1)
    rest = parts[1].rstrip("?").strip() if len(parts) == 2 else ""
    first = parts[0].casefold().replace("’", "'") if parts else ""
    if not rest or first not in words("auxiliary"):
        return None
    at = subject_end(rest, first)
    if at is None or any(word.casefold() in words("asked_only") for word in _WORDS.findall(rest)):
        return None
    subject, said = rest[:at].rstrip(), rest[at:]
    stated = f"{subject} {_joined(first, said)}"
    return stated[0].upper() + stated[1:] + "."


def _joined(first: str, said: str) -> str:
    verb, _, more = said.partition(" ")
    if first == "do" and verb != "not":
        return said
    # "does own boats and have a permit": one ending would not do for both verbs.
    joined = any(word in words("verbs") for word in _JOINS.findall(more))
    if first == "does" and verb in words("verbs") and not joined:
        return f"{third_person(verb)} {more}".rstrip()
    return f"{first} {said}"


def third_person(verb: str) -> str:
    """`forbid` -> `forbids`, `apply` -> `applies`, `have` -> `has`."""
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if _SIBILANT.search(verb) else "s")
