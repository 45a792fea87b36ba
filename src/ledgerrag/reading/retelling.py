"""A claim in the words of a passage: `how many pumpers` where the passage counts engines.

A word or phrase of the claim that the passage lacks is exchanged for one of its family that the
passage has. What is left is read by the same rules as before; nothing is exchanged inside a name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from ledgerrag.model import Claim, ClaimKind, Passage, Value
from ledgerrag.reading.asking import words
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.parsed import bag, stem, stop_words
from ledgerrag.stance.subjects import plain_stems
from ledgerrag.stance.values import LIMIT, figures

FAMILIES: Final = "families.toml"
_WORD: Final = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_ENDS: Final = re.compile(r"[.!?:\n“\"]\s*$")
_MOST: Final = 6
"""More words exchanged than these make another sentence of it."""

_ADDED: Final = 2
"""Words that a family adds to a search."""

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Words of a claim that were read as other words of their family.

    Args:
        asked: as the claim has them.
        read: as the passage has them.
    """

    asked: str
    read: str


@dataclass(frozen=True, slots=True)
class Retold:
    """A claim in a passage's words.

    Args:
        claim: with text, keys, search words and value exchanged.
        exchanges: what was read as what, in order.
    """

    claim: Claim
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text, where it stands, and whether it is part of a name."""

    stem: str
    start: int
    end: int
    named: bool


@lru_cache(maxsize=8192)
def retold(claim: Claim, passage: Passage) -> Retold | None:
    """The claim in the passage's words; None where no word of it has kin there.

    Args:
        claim: slot or assertion.
        passage: a sentence with its context.
    """
    there = _phrases(passage.text)
    if not _kin_of(claim.text) & _kin_of(passage.text):
        return None
    known = frozenset(there) | frozenset(_phrases(passage.title))
    found = list(_exchanges(claim.text, known, there))
    if not found or len(found) > _MOST:
        return None
    return Retold(
        _reworded(claim, found),
        tuple(Exchange(claim.text[start:end], read) for start, end, read in found),
    )


def other_words(text: str) -> tuple[str, ...]:
    """Words and phrases that say what words of a text say, for a search; those of names left out.

    Args:
        text: question or statement.
    """
    words = _words(text)
    found: list[str] = []
    at = 0
    while at < len(words):
        size = next((n for n in _sizes(words, at) if _family(_key(words, at, n))), 0)
        if size and not any(word.named for word in words[at : at + size]):
            found += _first(_key(words, at, size))
        at += size or 1
    own = {word.stem for word in words}
    return tuple(name for name in dict.fromkeys(found) if stem(name) not in own)


def _first(phrase: Phrase) -> Iterator[str]:
    """The first words of the families of a phrase: more would drown the rest of a search."""
    for group in _family(phrase):
        single = {stem(name): name for name in reversed(_groups()[group]) if " " not in name}
        single.pop(phrase[0] if len(phrase) == 1 else "", None)
        yield from list(reversed(single.values()))[:_ADDED]


def whole(read: Claim, passage: Passage) -> bool:
    """Whether nothing of a question in a passage's words is missing there: 346 men are no engines.

    A statement is judged by all that it says; of a question a figure may answer but a part.

    Args:
        read: a claim in the passage's words.
        passage: a sentence with its context.
    """
    if read.kind is not ClaimKind.SLOT:
        return True
    there = bag(passage.text) | bag(passage.title) | bag(passage.before)
    return all(key in there or key in _light() for key in read.keys)


@cache
def _light() -> frozenset[str]:
    """Stems of words that say of a thing no more than that it is there: `were sent`, `recorded`."""
    return plain_stems() | frozenset(map(stem, words("light")))


def _exchanges(
    text: str, known: frozenset[Phrase], there: Mapping[Phrase, str]
) -> Iterator[tuple[int, int, str]]:
    """Places of the text with the words of the passage that stand for them, the longest first."""
    words = _words(text)
    own = {_key(words, at, n) for at in range(len(words)) for n in _sizes(words, at)}
    at = 0
    while at < len(words):
        size, read = 0, ""
        for size in _sizes(words, at):
            read = _read(words[at : at + size], own, known, there)
            if read:
                break
        if read:
            first, end = words[at].start, words[at + size - 1].end
            yield first, end, _as_written(text[first:end], read)
            at += size
        else:
            at += 1


def _read(
    words: Sequence[_Word],
    own: set[Phrase],
    known: frozenset[Phrase],
    there: Mapping[Phrase, str],
) -> str:
    """The passage's words for a phrase of the claim; empty where it has none or has the phrase."""
    phrase = tuple(word.stem for word in words)
    if phrase in known or any(word.named for word in words):
        return ""
    if len(words) == 1 and words[0].stem in _empty():
        return ""
    kin = {one for group in _family(phrase) for one in _members()[group]}
    # What the claim says elsewhere is not what this word of it stands for.
    fits = [one for one in kin if one in there and one not in own]
    return there[max(fits, key=lambda one: (len(one), one))] if fits else ""


def _as_written(asked: str, read: str) -> str:
    """Words of a passage without the capital of its first word, where the claim has none there."""
    opens = read[:1].isupper() and read[1:].islower() and asked[:1].islower()
    return f"{read[0].lower()}{read[1:]}" if opens else read


def _reworded(claim: Claim, found: Sequence[tuple[int, int, str]]) -> Claim:
    text, moved, shift = claim.text, 0, 0
    start = claim.value.start if claim.value is not None else -1
    keys = list(claim.keys)
    for first, end, read in found:
        text = f"{text[: first + shift]}{read}{text[end + shift :]}"
        keys = _exchanged(keys, claim.text[first:end], read)
        shift += len(read) - (end - first)
        moved = shift if end <= start else moved
    value = claim.value and _value(claim.value, text, claim.value.start + moved)
    query = claim.query
    for first, end, read in found:
        query = query.replace(claim.text[first:end], read)
    return replace(claim, text=text, keys=tuple(dict.fromkeys(keys)), value=value, query=query)


def _exchanged(keys: list[str], asked: str, read: str) -> list[str]:
    """The keys with those of a phrase exchanged, in their place."""
    gone, come = set(analyze(asked)), [one for one in analyze(read) if one not in _empty()]
    at = next((n for n, key in enumerate(keys) if key in gone), None)
    if at is None:
        return keys
    return [*keys[:at], *come, *(key for key in keys[at:] if key not in gone)]


def _value(old: Value, text: str, start: int) -> Value:
    """The value with its new place, and its unit where that was exchanged."""
    same = [one.value for one in figures(text) if one.value.start == start]
    fits = next((one for one in same if one.kind is old.kind and one.amount == old.amount), None)
    return fits or replace(old, start=start)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[_Word, ...]:
    """The words; a capital inside a sentence makes one part of a name, in a headline none."""
    text = text[:LIMIT]
    found = list(_WORD.finditer(text))
    high = sum(match.group()[0].isupper() for match in found)
    headline = 10 * high > 7 * len(found) and len(found) > _MOST
    words: list[_Word] = []
    for match in found:
        inside = bool(words) and _ENDS.search(text[: match.start()]) is None
        word = match.group()
        pieces = [word] if stem(word) in _hyphened() else word.split("-")
        # `COVID-19` is written so wherever it stands; `Bridge` is a name.
        named = inside and word[0].isupper() and word[1:].isalpha() and word[1:].islower()
        start = match.start()
        for piece in pieces:
            if piece:
                words.append(_Word(stem(piece), start, start + len(piece), named and not headline))
            start += len(piece) + 1
    return tuple(words)


@lru_cache(maxsize=2048)
def _phrases(text: str) -> dict[Phrase, str]:
    """Every run of words of a text that may be a member of a family, with how it stands."""
    words = _words(text)
    found: dict[Phrase, str] = {}
    for at in range(len(words)):
        for size in _sizes(words, at):
            key = _key(words, at, size)
            if key in _family_keys():
                found.setdefault(key, text[words[at].start : words[at + size - 1].end])
    return found


@lru_cache(maxsize=4096)
def _kin_of(text: str) -> frozenset[int]:
    """The families of which a text has a member."""
    return frozenset(group for phrase in _phrases(text) for group in _family(phrase))


def _sizes(words: Sequence[_Word], at: int) -> range:
    return range(min(_longest(), len(words) - at), 0, -1)


def _key(words: Sequence[_Word], at: int, size: int) -> Phrase:
    return tuple(word.stem for word in words[at : at + size])


def _key_of(name: str) -> Phrase:
    return tuple(stem(word) for word in name.split())


@cache
def _groups() -> tuple[tuple[str, ...], ...]:
    raw = resources.files("ledgerrag.reading").joinpath(FAMILIES).read_text("utf-8")
    return tuple(tuple(row) for rows in tomllib.loads(raw).values() for row in rows)


@cache
def _members() -> tuple[frozenset[Phrase], ...]:
    return tuple(frozenset(map(_key_of, row)) for row in _groups())


@cache
def _families() -> dict[Phrase, tuple[int, ...]]:
    found: dict[Phrase, list[int]] = {}
    for group, members in enumerate(_members()):
        for phrase in sorted(members):
            found.setdefault(phrase, []).append(group)
    return {phrase: tuple(groups) for phrase, groups in found.items()}


@cache
def _family_keys() -> frozenset[Phrase]:
    return frozenset(_families())


def _family(phrase: Phrase) -> tuple[int, ...]:
    return _families().get(phrase, ())


@cache
def _hyphened() -> frozenset[str]:
    """Words of members that are one word though they have a hyphen."""
    return frozenset(word for phrase in _families() for word in phrase if "-" in word)


@cache
def _longest() -> int:
    return max(map(len, _families()))


@cache
def _empty() -> frozenset[str]:
    return frozenset(map(stem, stop_words()))
