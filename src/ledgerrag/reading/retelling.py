"""A claim in the words of a passage: `how many pumpers` where the passage counts engines.

A word or phrase of the claim that the passage lacks is exchanged for one of its family that the
passage has. What is left is read by the same rules as before; nothing is exchanged inside a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Claim, ClaimKind, Passage, Value
from ledgerrag.reading.asking import words
from ledgerrag.reading.decompose import decompose
from ledgerrag.reading.exchanges import Exchange, Retold
from ledgerrag.reading.families import (
    Phrase,
    Word,
    added,
    alike,
    base,
    families_of,
    key,
    kin_of,
    members,
    phrases,
    sizes,
    words_of,
)
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.parsed import bag, stem, stop_words
from ledgerrag.stance.subjects import plain_stems
from ledgerrag.stance.values import figures
from ledgerrag.stance.wordings import said_by_value

_MOST: Final = 6
"""More words exchanged than these make another sentence of it."""


@lru_cache(maxsize=8192)
def retold(claim: Claim, passage: Passage) -> Retold | None:
    """The claim in the passage's words; None where no word of it has kin there.

    Args:
        claim: slot or assertion.
        passage: a sentence with its context.
    """
    mine = kin_of(claim.text)
    if not mine & (kin_of(passage.text) | kin_of(passage.title)):
        return None
    titled, said = phrases(passage.title), phrases(passage.text)
    # What the title names a sentence need not: there its words stand for the claim's as well.
    there = titled | said
    known = frozenset(there)
    found = list(_exchanges(claim.text, known, there))
    if not found or len(found) > _MOST:
        return None
    return Retold(
        _bare(_reworded(claim, found), passage),
        tuple(Exchange(claim.text[start:end], read) for start, end, read in found),
    )


def other_words(text: str) -> tuple[str, ...]:
    """Words and phrases that say what words of a text say, for a search; those of names left out.

    Args:
        text: question or statement.
    """
    words = words_of(text)
    found: list[str] = []
    at = 0
    while at < len(words):
        size = next((n for n in sizes(words, at) if families_of(key(words, at, n))), 0)
        if size and not any(word.named for word in words[at : at + size]):
            stands = text[words[at].start : words[at + size - 1].end]
            found += added(key(words, at, size), stands)
        at += size or 1
    own = {word.base for word in words}
    return tuple(name for name in dict.fromkeys(found) if base(name) not in own)


def _bare(read: Claim, passage: Passage) -> Claim:
    """A question without the words that say nothing of its subject and are not in the passage."""
    if read.kind is not ClaimKind.SLOT:
        return read
    there = _around(passage)
    kept = tuple(key for key in read.keys if key in there or key not in _light())
    return replace(read, keys=kept) if kept else read


def _around(passage: Passage) -> frozenset[str]:
    """The stems of a sentence and of what it stands under; its neighbour is another matter."""
    lead = passage.before if passage.before.rstrip().endswith((":", "—")) else ""
    return bag(passage.text) | bag(passage.title) | bag(lead)


def whole(read: Claim, passage: Passage) -> bool:
    """Whether nothing of a question in a passage's words is missing there: 346 men are no engines.

    A statement is judged by all that it says; of a question a figure may answer but a part.

    Args:
        read: a claim in the passage's words.
        passage: a sentence with its context.
    """
    if read.kind is not ClaimKind.SLOT:
        return True
    there = _around(passage)
    spare = _light() | said_by_value(read.expects)
    return all(key in there or key in spare for key in read.keys)


@cache
def _light() -> frozenset[str]:
    """Stems of words that say of a thing no more than that it is there: `were sent`, `recorded`."""
    return plain_stems() | frozenset(map(stem, words("light")))


def _exchanges(
    text: str, known: frozenset[Phrase], there: Mapping[Phrase, str]
) -> Iterator[tuple[int, int, str]]:
    """Places of the text with the words of the passage that stand for them, the longest first."""
    words = words_of(text)
    own = {key(words, at, n) for at in range(len(words)) for n in sizes(words, at)}
    at = 0
    while at < len(words):
        size, read = 0, ""
        for size in sizes(words, at):
            run = words[at : at + size]
            read = _read(run, text[run[0].start : run[-1].end], own, known, there)
            if read:
                break
        if read:
            first, end = words[at].start, words[at + size - 1].end
            yield first, end, _as_written(text[first:end], read)
            at += size
        else:
            at += 1


def _read(
    words: Sequence[Word],
    stands: str,
    own: set[Phrase],
    known: frozenset[Phrase],
    there: Mapping[Phrase, str],
) -> str:
    """The passage's words for a phrase of the claim; empty where it has none or has the phrase."""
    phrase = key(words, 0, len(words))
    if phrase in known or any(word.named for word in words):
        return ""
    if len(words) == 1 and words[0].base in _bare_stops():
        return ""
    fits = [
        one
        for group in families_of(phrase)
        for one in members()[group]
        # What the claim says elsewhere is not what this word of it stands for.
        if one in there and one not in own and alike(group, (phrase, stands), (one, there[one]))
    ]
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
    anew = _anew(claim, text)
    if anew is not None:
        return anew
    query = claim.query
    for first, end, read in found:
        query = query.replace(claim.text[first:end], read)
    return replace(claim, text=text, keys=tuple(dict.fromkeys(keys)), value=value, query=query)


def _anew(claim: Claim, text: str) -> Claim | None:
    """A question by itself in other words, read like any question; None where more hangs on it."""
    if claim.kind is not ClaimKind.SLOT:
        return None
    own, other = decompose(claim.text).claims, decompose(text).claims
    if len(own) != 1 or len(other) != 1 or own[0].keys != claim.keys:
        return None
    if other[0].kind is not ClaimKind.SLOT or other[0].expects is not claim.expects:
        return None
    return replace(other[0], claim_id=claim.claim_id, weight_u=claim.weight_u)


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


@cache
def _empty() -> frozenset[str]:
    return frozenset(map(stem, stop_words()))


@cache
def _bare_stops() -> frozenset[str]:
    return frozenset(map(base, stop_words()))
