"""What a slot asks the time or amount of, and whether the sentence that holds a value says that.

`It will move on 3 May` gives no date on which anything closes: where the verb of the question does
not stand there, another does. Rules read no grammar, so such a value answers as a loose match; it
does not answer at all where what is asked stands before and is denied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Passage, Value, ValueKind
from ledgerrag.reading.asking import Ask, nominal, tables, words
from ledgerrag.reading.declarative import subject_end
from ledgerrag.stance.parsed import Parsed, parse, stem, stop_words, synonyms
from ledgerrag.stance.scope import clauses
from ledgerrag.stance.subjects import denied, denied_at, plain_stems
from ledgerrag.stance.tables import table

_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
_WHOLE: Final = re.compile(r"[^.!?\n]+[.!?](?=\s|$)")
_NOUN: Final = re.compile(
    r"\b(?:date|day|time)\s+(?:of|for)\s+(?:the\s+)?(?P<of>\w+(?:ing|tion|sion|ure|al|ment))\b"
    r"|\b(?P<before>\w{2,}ing)\s+(?:date|day|time)\b",
    re.IGNORECASE,
)
_NOT: Final = re.compile(
    r"\b(?:not|never|n['’]t)\s+(?:(?:on|in|at|for|by|the|an?|about|just)\s+){0,2}[$€£]?$",
    re.IGNORECASE,
)
_BE: Final = frozenset(("is", "are", "was", "were", "am", "be", "been", "being"))
_NEAR: Final = 6
_ENDINGS: Final = 4
_SHORTEST: Final = 4


class Bearing(StrEnum):
    """What a sentence says with a value of what is asked."""

    SAID = "said"
    ASIDE = "another verb"
    DENIED = "denied"


def deed(text: str, wants: Ask) -> str:
    """The stem of the verb of a question: `when does it close` -> `close`; empty where unsure.

    Args:
        text: the question.
        wants: what it asks for.
    """
    found = _verb(text[max(0, wants.start) :].rstrip("?! "))
    if not found and wants.expects is ValueKind.DATE:
        noun = _NOUN.search(text)
        found = (noun["of"] or noun["before"]).casefold() if noun else ""
    bare = stem(found) if found else ""
    return "" if found in words("generic") or bare in map(stem, words("generic")) else bare


def _verb(rest: str) -> str:
    for match in _WORD.finditer(rest):
        first = match.group().casefold()
        if first not in words("auxiliary"):
            continue
        left = rest[match.end() :].strip()
        at = subject_end(left, first) if left else None
        said = [word.group() for word in _WORD.finditer(left[at:] if at is not None else "")]
        told = [word.casefold() for word in said if word.casefold() not in _BE]
        if told:
            return told[0] if told[0] not in stop_words() else ""
        return _last(left) if at is None and first in ("do", "does", "did", "will") else ""
    return ""


_ARTICLES: Final = frozenset(("the", "a", "an", "its", "their", "his", "her", "this", "these"))


def _last(left: str) -> str:
    """A verb that is not listed: before an object, else last: `when did the mill collapse`."""
    said = [word.group() for word in _WORD.finditer(left)]
    bare = [word.casefold() for word in said]
    fits = [
        n
        for n in range(1, len(said))
        if said[n].islower() and not {bare[n], bare[n - 1]} & words("inside")
    ]
    acting = [n for n in fits if n + 1 < len(said) and bare[n + 1] in _ARTICLES]
    ending = [n for n in fits if n + 1 == len(said)]
    return bare[(acting or ending)[0]] if acting or ending else ""


@lru_cache(maxsize=512)
def family(verb: str) -> frozenset[str]:
    """The stems that say a verb: those of one meaning with it, and its nouns."""
    if not verb:
        return frozenset()
    found = {verb, *synonyms().get(verb, ()), *map(stem, nominal().get(verb, ()))}
    for group in _groups():
        if verb in group:
            found |= group
    return frozenset(found)


@cache
def _groups() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(stem, group)) for group in tables()["deeds"]["alike"])


def bearing(verb: str, keys: tuple[str, ...], passage: Passage, found: Value) -> Bearing:
    """Whether a sentence says with a value what is asked.

    Args:
        verb: the stem of the question's verb; where empty, only a plain denial is looked for.
        keys: stems of the question.
        passage: the sentence with its context.
        found: a value of it.
    """
    if denied_at(passage.text, found.start) or _NOT.search(passage.text[: max(0, found.start)]):
        return Bearing.DENIED
    said = family(verb)
    if found.kind is ValueKind.DATE and _looked_up(passage.text[: found.start], said, keys):
        return Bearing.DENIED
    if not said:
        return Bearing.SAID
    own, others = _clauses(passage.text, found)
    if _places(own, said):
        negated = found.kind is ValueKind.DATE and _negated_here(own, said, found.text)
        return Bearing.DENIED if negated else Bearing.SAID
    before = passage.before.rstrip()
    if before.endswith((":", "—")):
        return Bearing.SAID
    for one in (*others, *map(parse, _WHOLE.findall(before))):
        if _places(one, said) and _denies(one, said):
            return Bearing.DENIED
    aside = found.kind is ValueKind.DATE and _another(own, said | frozenset(keys))
    return Bearing.ASIDE if aside else Bearing.SAID


def _looked_up(before: str, said: frozenset[str], keys: tuple[str, ...]) -> bool:
    """Whether a date tells when a source was looked up, where nothing of the kind is asked."""
    found = _fetched().search(before)
    asked = (*said, *keys)
    return found is not None and stem(found["verb"].split()[-1]) not in asked


@cache
def _fetched() -> re.Pattern[str]:
    rows = sorted(table("words.toml")["fetched"], key=len, reverse=True)
    verbs = "|".join(row.replace(" ", r"\s+") for row in rows)
    return re.compile(rf"\b(?P<verb>{verbs})\s*:?\s*(?:on\s+|in\s+)?$", re.IGNORECASE)


def _clauses(text: str, found: Value) -> tuple[Parsed, tuple[Parsed, ...]]:
    """The clause of a value, and the others; a date that opens a sentence is of all of it."""
    parts = clauses(text)
    own = next((part for part in parts if part[0] <= found.start < part[1]), (0, len(text)))
    opens = own[0] == 0 and not _finite_words(parse(text[: max(0, found.start)]))
    if opens or len(parts) == 1:
        return parse(text), ()
    return parse(text[slice(*own)]), tuple(parse(text[a:b]) for a, b in parts if (a, b) != own)


def _places(text: Parsed, said: frozenset[str]) -> tuple[int, ...]:
    """Where the verb stands, or a noun made of it: `closure` of `close`."""
    return tuple(
        place
        for name, place in zip(text.stems, text.places, strict=True)
        if name in said or any(_made_of(name, verb) for verb in said)
    )


def _made_of(noun: str, verb: str) -> bool:
    root = verb.rstrip("ey")
    long = len(root) >= _SHORTEST and len(noun) <= len(root) + _ENDINGS
    return long and noun.startswith(root)


def _negated_here(own: Parsed, said: frozenset[str], value: str) -> bool:
    """`will not close on 3 May`; what is not so until, before or after a day is so at another."""
    if not own.negations or any(word in _limits("times") for word in own.words):
        return False
    figure = next((one for one in own.figures if one.value.text == value), None)
    return (figure is None or not figure.bound) and _before_verb(own, said)


def _before_verb(text: Parsed, said: frozenset[str]) -> bool:
    return any(0 < at - no <= _NEAR for no in text.negations for at in _places(text, said))


def _denies(one: Parsed, said: frozenset[str]) -> bool:
    """Whether a statement denies a verb whole; `it does not close on Sundays` denies a part."""
    if denied(one.text):
        return True
    there = set(one.words)
    if there & _limits("plans") and any(True for _ in _phrases(one)):
        return True
    for no in one.negations:
        after = [at for at in _places(one, said) if 0 < at - no <= _NEAR]
        if after and not _limited(one, after[0]):
            return True
        # `The closure is not planned`.
        ahead = {w for w, at in zip(one.words, one.places, strict=True) if 0 < at - no <= _NEAR}
        if not after and ahead & _limits("ahead") and min(_places(one, said)) < no:
            return True
    return False


def _phrases(one: Parsed) -> Iterator[str]:
    text = " ".join(one.words)
    return (phrase for phrase in tables()["deeds"]["undone"] if f" {phrase} " in f" {text} ")


def _limited(one: Parsed, at: int) -> bool:
    """Whether a preposition or condition follows that bounds what is denied."""
    rest = [w for w, place in zip(one.words, one.places, strict=True) if place > at]
    told = " ".join(rest)
    for phrase in tables()["deeds"]["whole"]:
        told = told.replace(phrase, "")
    return bool(set(told.split()) & (_limits("times") | _limits("scopes")))


@cache
def _limits(name: str) -> frozenset[str]:
    return frozenset(tables()["deeds"][name])


@cache
def _finite() -> frozenset[str]:
    return frozenset(table("words.toml")["finite"])


def _finite_words(text: Parsed) -> list[int]:
    return [
        n
        for n, word in enumerate(text.words)
        if word in _finite() and text.text[text.starts[n]].islower()  # not the month of May
    ]


def _another(own: Parsed, known: frozenset[str]) -> bool:
    """Whether a clause has a verb of its own that is none of the question's."""
    known |= plain_stems() | frozenset(map(stem, words("generic")))
    finite = _finite_words(own)
    if finite:
        name, word = _after(own, finite[0])
        return bool(name) and name not in known and (word == "" or _participle(word))
    return any(
        own.stems[n] in own.content and own.stems[n] not in known and _conjugated(own, n)
        for n in range(1, len(own.words))
    )


def _after(own: Parsed, n: int) -> tuple[str, str]:
    """(stem, word) of the first word of sense behind an auxiliary; no word where it is not `be`."""
    be = own.words[n] in _BE
    for k in range(n + 1, len(own.words)):
        word = own.words[k]
        be |= word in _BE
        if own.stems[k] in own.content and not word.endswith("ly"):
            return own.stems[k], word if be else ""
    return "", ""


def _participle(word: str) -> bool:
    return word.endswith(("ed", "ing")) or word in words("participles")


def _conjugated(own: Parsed, n: int) -> bool:
    """Whether a word looks like a verb: `moved`, or `moves` before a preposition or an article."""
    word = own.words[n]
    if word.endswith("ed") and len(word) > _SHORTEST:
        return True
    follows = own.words[n + 1] if n + 1 < len(own.words) else ""
    singular = word.endswith("s") and not word.endswith("ss")
    return singular and follows in words("inside") and not own.words[n - 1].endswith("s")
