"""What a question asks for where no passage has its words: a kind of value, of a named subject.

"How many pumpers were sent to the Bridge Fire?" beside `Engines: 38`: the words differ, the subject
and the kind of value do not. A count of a named thing never answers for another thing; a share, a
size, a version or an age of the subject itself is told by its kind alone.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from ledgerrag.model import Claim, ClaimKind, ValueKind
from ledgerrag.reading.asking import asking_stems, words
from ledgerrag.reading.called import Called, called
from ledgerrag.stance.parsed import content_stems, parse, stem, stop_words, synonyms
from ledgerrag.stance.units import aliases, is_plural, singular

FILE: Final = "kinds.toml"


class Sort(StrEnum):
    """The kinds of value that a question may be answered by; finer than those of `ValueKind`."""

    VERSION = "version"
    AGE = "age"
    PERCENT = "percent"
    MONEY = "money"
    DURATION = "duration"
    DATE = "date"
    SIZE = "size"
    COUNT = "count"


KIND: Final = {
    Sort.VERSION: ValueKind.VERSION,
    Sort.AGE: ValueKind.DURATION,
    Sort.PERCENT: ValueKind.PERCENT,
    Sort.MONEY: ValueKind.MONEY,
    Sort.DURATION: ValueKind.DURATION,
    Sort.DATE: ValueKind.DATE,
    Sort.SIZE: ValueKind.QUANTITY,
    Sort.COUNT: ValueKind.QUANTITY,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A kind of value, whose, and in which words.

    Args:
        sort: the kind.
        whole: the value is a share or a measure of the subject itself, nothing else's.
        nouns: stems that name the counted thing; none where none is named.
        subject: what the question names.
        said: stems of what is asked of the subject, without what only asks.
        topic: stems that say what a named text is about; they ask for nothing.
        turned: stems that turn the question to another value than the one that stands.
        state: whether the words ask what has become of the subject: `is ringed by a line`.
    """

    sort: Sort
    whole: bool
    nouns: frozenset[str]
    subject: Called
    said: frozenset[str]
    topic: frozenset[str]
    turned: frozenset[str]
    state: bool


def wanted(claim: Claim) -> Wanted | None:
    """The kind of value that a slot asks for, of a named subject; None where the rules know none.

    Args:
        claim: a slot.
    """
    return _wanted(claim.text) if claim.kind is ClaimKind.SLOT else None


@lru_cache(maxsize=512)
def _wanted(text: str) -> Wanted | None:
    subject = called(text)
    found = _asked(text)
    if found is None or not subject.known:
        return None
    match, sort, whole = found
    end = match.end()
    noun = ""
    counted = match.groupdict().get("unit")
    if counted is not None:
        noun, end = _noun(counted, match.start("unit"))
        if not noun:
            return None
    if whole:
        of = _of_what(text, end, subject)
        if of is None:
            return None
        whole = of
    rest = _blanked(text, [(match.start(), end), *subject.spans])
    plain, topic = _aside(rest)
    turning = _stems("turning")
    turned = frozenset(stem(word) for word in parse(rest).words if stem(word) in turning)
    nouns = frozenset((noun,)) if noun else frozenset()
    return Wanted(sort, whole, nouns, subject, _said(plain), _said(topic), turned, _state(plain))


def _asked(text: str) -> tuple[re.Match[str], Sort, bool] | None:
    for pattern, sort, whole in _patterns():
        match = pattern.search(text)
        if match is not None:
            return match, sort, whole
    return None


def _noun(counted: str, start: int) -> tuple[str, int]:
    """The stem of the counted noun and where it ends; empty for a unit of time or of measure."""
    end = start
    for match in re.finditer(r"[\w-]+", counted):
        word = match.group().casefold()
        known = aliases().get(word)
        if known is not None or is_plural(word) or word in words("plurals"):
            measured = known is not None and known[1] not in counted_units()
            return ("" if measured else stem(singular(word))), start + match.end()
        if word in stop_words():
            break
        end = start + match.end()
    return "", end


def _of_what(text: str, end: int, subject: Called) -> bool | None:
    """Whether the value asked for is one of the named subject; None where it is of another thing.

    False where it is of nothing in particular: "How large a share does section 5 name?".
    """
    between = _ARTICLE.sub("", text[end:])
    at = len(text) - len(between)
    spans = [last for start, last in subject.spans if start == at]
    if spans:
        # "What share of the Alder Fire's crews": of the crews.
        return None if text[spans[0] :].startswith(("'s ", "’s ")) else True
    first = next((word.casefold() for word in _WORD.findall(between)), "")
    return False if first in words("auxiliary") else None


_ARTICLE: Final = re.compile(r"^\s*(?:the\s+|an?\s+)?", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _aside(rest: str) -> tuple[str, str]:
    """What is asked, and the phrase that says what the named text is about."""
    match = _asides().search(rest)
    if match is None:
        return rest, ""
    stop = re.compile(r",|\s{6,}|\?").search(rest, match.end())
    end = stop.start() if stop is not None else len(rest)
    return f"{rest[: match.start()]} {rest[end:]}", rest[match.end() : end]


def _said(text: str) -> frozenset[str]:
    return frozenset(
        name
        for name in content_stems(text)
        if name not in asking_stems() and name not in _stems("asking")
    )


def _state(text: str) -> bool:
    """Whether a text has a participle: what is done to a thing, or done with it."""
    return any(
        word in words("participles") or (word.endswith("ed") and len(word) > len("need"))
        for word in parse(text).words
    )


def meanings(stems: frozenset[str]) -> frozenset[str]:
    """The stems and all that say the same."""
    groups = synonyms()
    return stems.union(*(groups[name] for name in stems if name in groups))


def is_presence(name: str) -> bool:
    """Whether a stem says only that something is there, or was sent there."""
    return name in _stems("presence")


def edits(text: str) -> bool:
    """Whether a line says when its text was made or edited."""
    return _editing().search(text) is not None


def counted_units() -> frozenset[str]:
    """Units that count things or people, and measure nothing."""
    return frozenset(_tables()["units"]["counted"])


def size_units() -> frozenset[str]:
    """The units that say how big a thing is."""
    return frozenset(_tables()["units"]["size"])


@cache
def _stems(group: str) -> frozenset[str]:
    return frozenset(stem(word) for line in _tables()["words"][group] for word in line.split())


@cache
def _asides() -> re.Pattern[str]:
    return _phrases("aside")


@cache
def _editing() -> re.Pattern[str]:
    return _phrases("editing")


def _phrases(group: str) -> re.Pattern[str]:
    some = "|".join(re.escape(phrase) for phrase in _tables()["words"][group])
    return re.compile(rf"\b(?:{some})\b", re.IGNORECASE)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Sort, bool], ...]:
    return tuple(
        (re.compile(row["pattern"], re.IGNORECASE), Sort(row["kind"]), row.get("whole", False))
        for row in _tables()["want"]
    )


@cache
def _tables() -> dict[str, Any]:
    raw = resources.files("ledgerrag.reading").joinpath(FILE).read_text("utf-8")
    return tomllib.loads(raw)
