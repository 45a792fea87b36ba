"""A yes/no question as the statement that it asks about: `Is it 80?` becomes `It is 80.`.

Where the subject cannot be told from the predicate there is no statement: the question then keeps
its own words, which is better than a scrambled sentence.
"""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.reading.asking import words
from ledgerrag.stance.status import statuses
from ledgerrag.stance.units import is_plural
from ledgerrag.stance.values import figures

_WORD: Final = re.compile(r"\S+")
_BE: Final = ("is", "are", "was", "were", "am", "isn't", "aren't", "wasn't", "weren't")
_HAVE: Final = ("has", "have", "had", "hasn't", "haven't", "hadn't")
_SURE: Final = ("be", "have", "not", "become", "remain", "stay", "need")
_ADJECTIVE: Final = re.compile(r"(?:able|ible)$")
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
    if at is None:
        return None
    subject, said = rest[:at].rstrip(), rest[at:]
    stated = f"{subject} {_joined(first, said)}"
    return stated[0].upper() + stated[1:] + "."


def _joined(first: str, said: str) -> str:
    verb, _, more = said.partition(" ")
    if first == "do" and verb != "not":
        return said
    if first == "does" and verb != "not" and verb.isalpha():
        return f"{third_person(verb)} {more}".rstrip()
    return f"{first} {said}"


def third_person(verb: str) -> str:
    """`forbid` -> `forbids`, `apply` -> `applies`, `have` -> `has`."""
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if _SIBILANT.search(verb) else "s")


def subject_end(rest: str, first: str) -> int | None:
    """Where the predicate begins behind the subject, in code points; None where unsure.

    Args:
        rest: the question without its auxiliary.
        first: the auxiliary.
    """
    spans = [match.span() for match in _WORD.finditer(rest)]
    said = [rest[a:b] for a, b in spans]
    bare = [word.casefold().strip("\"'“”(),;:") for word in said]
    if bare[0] in words("subjects") and len(bare) > 1:
        return spans[1][0]
    if first in _BE:
        places = _of_be(rest, spans, bare)
    elif first in _HAVE:
        places = [n for n, word in enumerate(bare) if _participle(word)]
    else:
        places = _of_verb(said, bare)
    places = [n for n in places if _may_begin(n, said, bare)]
    n = _sure(places, bare, verbs=first not in (*_BE, *_HAVE))
    return None if n is None else spans[n][0]


def _may_begin(n: int, said: list[str], bare: list[str]) -> bool:
    """A predicate follows a noun: not an article, a preposition or a joining word."""
    if n == 0 or said[n][0].isupper():
        return False
    return bare[n - 1] not in words("inside") and not said[n - 1].endswith(",")


def _sure(places: list[int], bare: list[str], *, verbs: bool) -> int | None:
    """The first place; None where a relative clause or a second verb leaves it open."""
    if not places:
        return None
    n = places[0]
    if any(word in words("relatives") for word in bare[:n]):
        return None
    if verbs and n + 1 in places and bare[n] not in _SURE:
        return None
    return n


def _participle(word: str) -> bool:
    return word == "not" or word in words("participles") or (len(word) > 4 and word.endswith("ed"))


def _of_verb(said: list[str], bare: list[str]) -> list[int]:
    listed = [n for n, word in enumerate(bare) if word in words("verbs") or word == "not"]
    for n in range(1, len(said)):
        named = said[n - 1][0].isupper() and said[n][0].islower()
        if named and bare[n] not in words("inside") and not is_plural(bare[n]):
            # "GitHub staff need": the next listed verb says that this word is still the subject.
            if not any(n < place <= n + 2 for place in listed) and n not in listed:
                listed.append(n)
            break
    return sorted(listed)


def _of_be(rest: str, spans: list[tuple[int, int]], bare: list[str]) -> list[int]:
    starts = [start for start, _ in spans]
    found = {n for n, word in enumerate(bare) if _participle(word) or _ADJECTIVE.search(word)}
    found |= {
        n
        for n, word in enumerate(bare)
        if n and (word in ("a", "an") or (word == "the" and _named(rest, spans, n)))
    }
    found |= {n for n, word in enumerate(bare) if n and word in words("adjectives")}
    for start in [s.value.start for s in statuses(rest)] + [f.value.start for f in figures(rest)]:
        if start in starts:
            n = starts.index(start)
            while n and bare[n - 1] in words("bounds"):
                n -= 1
            found.add(n)
    return sorted(found)


def _named(rest: str, spans: list[tuple[int, int]], n: int) -> bool:
    """Whether the word before is a name: `Was Ann Lee the mayor`."""
    return rest[spans[n - 1][0]].isupper()
