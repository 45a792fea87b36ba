"""Where the subject of a question ends and its predicate begins; unsure is no answer.

After an auxiliary English names the subject first: `Will | the Lind office | move in May`. The
predicate begins at a word that can begin one and that nothing else in the question rivals. A word
with a noun behind it (`the work permit cover dogs`), a second candidate (`the fee charged in May
refundable`) or a plural inside the subject leave it open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ledgerrag.reading.asking import words
from ledgerrag.stance.status import statuses
from ledgerrag.stance.units import is_plural
from ledgerrag.stance.values import figures

BE: Final = ("is", "are", "was", "were", "am", "isn't", "aren't", "wasn't", "weren't")
HAVE: Final = ("has", "have", "had", "hasn't", "haven't", "hadn't")
_WORD: Final = re.compile(r"\S+")
_ADJECTIVE: Final = re.compile(r"(?:able|ible)$")
# Base forms that are no nouns beside.
_SURE: Final = ("be", "have", "become", "remain")
_AUXILIARY: Final = ("been", "being", "become")
# More words than these in a row before a predicate may hide a verb that no list has.
_LONGEST_RUN: Final = 3
_RELATIVE_THAN: Final = ("to", "than")


class _Mark(IntEnum):
    """How far a word in its place can begin the predicate."""

    NONE = 0
    WEAK = 1  # what follows may be a noun that it belongs to
    DOUBTFUL = 2  # a noun may stand so too: no predicate, and no other is sure beside it
    OPEN = 3  # nothing, or a word that no noun has before it directly
    BARE = 4  # a plural or a name, which a verb takes and a noun may have
    OBJECT = 5  # an article or a figure: only a verb has it behind
    SURE = 6


@dataclass(frozen=True, slots=True)
class _Rest:
    """A question without its auxiliary, word by word.

    Args:
        text: as it stands.
        spans: start and end of each word in code points.
        said: the words.
        bare: the words without marks and capitals.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    said: tuple[str, ...]
    bare: tuple[str, ...]

    def after(self, n: int) -> str:
        """The word behind; empty where there is none, or a mark comes between."""
        ended = n + 1 >= len(self.bare) or self.said[n].endswith((",", ";", ":", ")"))
        return "" if ended else self.bare[n + 1]

    def may_begin(self, n: int) -> bool:
        """A predicate follows a noun: no article, preposition, owner, joining word or comma."""
        if n == 0 or self.said[n][:1].isupper():
            return False
        before = self.said[n - 1]
        owner = before.endswith(("'s", "’s", "s'", "s’"))
        leads = self.bare[n - 1] in words("inside") or self.bare[n - 1] in words("relatives")
        return not (leads or owner or before.endswith(","))


def _rest(text: str) -> _Rest:
    spans = tuple(match.span() for match in _WORD.finditer(text))
    said = tuple(text[a:b] for a, b in spans)
    bare = tuple(word.casefold().strip("\"'“”(),;:?!") for word in said)
    return _Rest(text, spans, said, bare)


def subject_end(rest: str, first: str) -> int | None:
    """Where the predicate begins behind the subject, in code points; None where unsure.

    Args:
        rest: the question without its auxiliary.
        first: the auxiliary.
    """
    parts = _rest(rest)
    if not parts.bare:
        return None
    mark = _marks(parts, first)
    n = 1 if _pronoun(parts, mark) else _place(parts, first, mark)
    return None if n is None else parts.spans[n][0]


def _pronoun(rest: _Rest, mark: Callable[[int], _Mark]) -> bool:
    """Whether the subject is the first word alone: `it`, and `this` where no noun follows."""
    if rest.bare[0] not in words("subjects") or len(rest.bare) < 2:
        return False
    following = rest.bare[1]
    if following in words("relatives") or following in ("and", "or", "of", "from", "in", "with"):
        return False
    if rest.bare[0] not in ("this", "one"):
        return True
    return following in words("inside") or mark(1) >= _Mark.OPEN


def _marks(rest: _Rest, first: str) -> Callable[[int], _Mark]:
    if first in BE:
        placed = _placed(rest)
        return lambda n: _of_be(rest, n, placed)
    if first in HAVE:
        return lambda n: _participle(rest, n, plural=True)
    return lambda n: _base_form(rest, n)


def _place(rest: _Rest, first: str, mark: Callable[[int], _Mark]) -> int | None:
    """The one word that can begin the predicate."""
    found = {n: mark(n) for n in range(1, len(rest.bare)) if rest.may_begin(n)}
    found = {n: kind for n, kind in found.items() if kind}
    verbal = first not in (*BE, *HAVE)
    if verbal:
        found = {n: kind for n, kind in found.items() if _agrees(rest, n, first)}
    else:
        found = {n: kind for n, kind in found.items() if kind > _Mark.WEAK}
    if not found:
        return None
    n = min(found)
    if any(word in words("relatives") for word in rest.bare[:n]) or _crowded(rest, n):
        return None
    later = [kind for place, kind in found.items() if place > n]
    if not _settles(found[n], later, rest.after(n), verbal=verbal):
        return None
    return n if verbal else _with_adverbs(rest, n)


def _settles(kind: _Mark, later: list[_Mark], following: str, *, verbal: bool) -> bool:
    """Whether the first candidate holds against those behind it."""
    if kind is _Mark.SURE or not later:
        return kind > _Mark.DOUBTFUL
    if verbal:
        return kind is _Mark.OBJECT and _Mark.SURE not in later
    return kind > _Mark.DOUBTFUL and following in _RELATIVE_THAN


def _with_adverbs(rest: _Rest, n: int) -> int:
    """`is | still open`: the adverbs before a predicate belong to it."""
    while n > 1 and rest.bare[n - 1] in words("adverbs") and rest.may_begin(n - 1):
        n -= 1
    return n


def _crowded(rest: _Rest, n: int) -> bool:
    """Whether the words right before may hold a verb that no list has.

    They do where a plural stands among them, or there are many: nouns that are joined up are few,
    and all but the last of them are in the singular.
    """
    start = n
    while start and _plain(rest, start - 1):
        start -= 1
    run = rest.bare[start : n - 1]
    return n - start > _LONGEST_RUN or any(map(_is_plural, run))


def _plain(rest: _Rest, n: int) -> bool:
    word = rest.bare[n]
    known = words("inside") | words("going_on") | words("adverbs") | words("adjectives")
    return word not in known and not rest.said[n][:1].isupper() and not word[:1].isdigit()


def _is_plural(word: str) -> bool:
    return is_plural(word) or word in words("plurals")


def _agrees(rest: _Rest, n: int, first: str) -> bool:
    """`do` takes a plural before its verb, `does` none; unless the noun stands further ahead."""
    if first not in ("do", "don't", "does", "doesn't") or rest.bare[n] == "not":
        return True
    if any(word in words("inside") for word in rest.bare[1:n]) or rest.said[n - 1][:1].isupper():
        return True
    at = n - 1
    while at and rest.bare[at] in words("adverbs"):
        at -= 1
    if first.startswith("does"):
        return not is_plural(rest.bare[at])
    return _is_plural(rest.bare[at])


def _base_form(rest: _Rest, n: int) -> _Mark:
    """A verb behind `do`, `can`, `will`, by what comes after it."""
    word, following = rest.bare[n], rest.after(n)
    if word == "not" or word in _SURE:
        return _Mark.SURE
    if word not in words("verbs"):
        return _Mark.NONE
    if following == "of":
        return _Mark.OPEN if word in words("of_verbs") else _Mark.WEAK
    if following in words("articles") or following[:1].isdigit():
        return _Mark.OBJECT
    if _goes_on(following):
        return _Mark.OPEN
    named = rest.said[n + 1][:1].isupper()
    return _Mark.BARE if named or _is_plural(following) or following.endswith("ing") else _Mark.WEAK


def _goes_on(following: str) -> bool:
    """Whether a word, or the end, shows that the one before it is not part of a longer noun."""
    listed = words("inside") | words("going_on") | words("articles") | words("adverbs")
    ends = not following or following in listed or following[:1].isdigit()
    return ends or (following.endswith("ly") and following not in words("verbs"))


def _participle(rest: _Rest, n: int, *, plural: bool = False) -> _Mark:
    """`raised`, `sold`: by what comes after it; attributive words have their noun there.

    Args:
        rest: the question.
        n: which word.
        plural: a plural may follow, as its object.
    """
    word, following = rest.bare[n], rest.after(n)
    if word == "not" or word in _AUXILIARY:
        return _Mark.SURE
    regular = len(word) > 4 and word.endswith("ed") and word not in words("no_participles")
    if not regular and word not in words("participles"):
        return _Mark.NONE
    named = bool(following) and rest.said[n + 1][:1].isupper()
    fits = _goes_on(following) or named or (plural and _is_plural(following))
    return _Mark.OPEN if fits else _Mark.WEAK


def _of_be(rest: _Rest, n: int, placed: frozenset[int]) -> _Mark:
    word, following = rest.bare[n], rest.after(n)
    if word in ("a", "an", "one"):
        # "5 euros a day", "twice a week": how often, not what it is.
        return _Mark.NONE if following in words("rates") else _Mark.OPEN
    if word == "the":
        return _Mark.OPEN if rest.said[n - 1][:1].isupper() else _Mark.NONE
    if n in placed:
        return _Mark.NONE if rest.bare[n - 1] in words("orders") else _Mark.OPEN
    if word in words("adjectives") or _ADJECTIVE.search(word):
        return _Mark.OPEN if _goes_on(following) else _Mark.WEAK
    # "is the board considering a toll", "is the building on the quay": a verb or a noun.
    if word.endswith("ing") and (not following or following in words("inside")):
        return _Mark.DOUBTFUL
    return _participle(rest, n)


def _placed(rest: _Rest) -> frozenset[int]:
    """Where a figure or a status begins, with the words that bound it: `at least 9 years old`."""
    starts = [start for start, _ in rest.spans]
    found = set()
    for start in [s.value.start for s in statuses(rest.text)] + [
        f.value.start for f in figures(rest.text)
    ]:
        if start in starts:
            n = starts.index(start)
            while n and rest.bare[n - 1] in words("bounds"):
                n -= 1
            found.add(n)
    return frozenset(found)
