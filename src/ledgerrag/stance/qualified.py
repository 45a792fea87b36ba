"""Qualifiers before the noun that a figure is of: the urban population is not the population."""

from __future__ import annotations

from functools import cache
from typing import Final

from ledgerrag.model import Claim, Passage
from ledgerrag.stance.parsed import Parsed, bag, parse, stem, synonyms
from ledgerrag.stance.subjects import plain_stems
from ledgerrag.stance.tables import table

_ARTICLES: Final = frozenset(("the", "a", "an", "its", "their", "this"))
_GOES_ON: Final = frozenset(
    ("of", "in", "on", "at", "for", "is", "was", "are", "were", "stands", "stood", "amounts")
)


def qualified_otherwise(claim: Claim, passage: Passage) -> bool:
    """Whether only one side narrows the noun that the claim opens with.

    Args:
        claim: a statement of its own, with a figure.
        passage: a sentence; its title and lead-in may name what it leaves out.
    """
    said, text = parse(claim.text), parse(passage.text)
    head = _head(said)
    if head is None:
        return False
    noun = _same(said.stems[head])
    where = [n for n, name in enumerate(text.stems) if name in noun]
    if not where:
        return False
    known = bag(claim.text) | bag(passage.title)
    if all(_narrows(text, n) - known for n in where):
        return True
    around = bag(passage.text) | bag(passage.title) | bag(passage.before)
    return bool(_narrows(said, head) - around)


def _head(said: Parsed) -> int | None:
    """The last word of the noun phrase that opens a text; None where it opens otherwise."""
    first = 1 if said.words[:1] and said.words[0] in _ARTICLES else 0
    n = first
    while n < len(said.words) and said.stems[n] in said.content:
        n += 1
    if n == first or n >= len(said.words) or said.words[n] not in _GOES_ON:
        return None
    return n - 1


def _narrows(text: Parsed, head: int) -> frozenset[str]:
    """The stems right before a noun that make it another one: no names, no plain words."""
    found = set()
    n = head - 1
    while n >= 0 and text.stems[n] in text.content and text.places[n] == text.places[n + 1] - 1:
        # A capital within a sentence is a name, which narrows nothing that is named already.
        named = n > 0 and text.text[text.starts[n]].isupper()
        if not named and text.stems[n] not in _plain():
            found.add(text.stems[n])
        n -= 1
    return frozenset(found)


def _same(name: str) -> frozenset[str]:
    return frozenset((name, *synonyms().get(name, ())))


@cache
def _plain() -> frozenset[str]:
    rows = table("words.toml")
    times = frozenset(stem(word) for word in rows["times"])
    return (plain_stems() - times) | {stem(word) for word in rows["whole"]}
