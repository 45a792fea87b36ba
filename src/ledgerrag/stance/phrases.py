"""Finds many fixed phrases in a text at once, longest first, without a pattern for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


class Phrases:
    """A set of phrases of one or more words, found without regard to case."""

    def __init__(self, phrases: Iterable[str]) -> None:
        heads: dict[str, list[tuple[str, ...]]] = {}
        for phrase in phrases:
            words = tuple(_WORD.findall(phrase.casefold()))
            heads.setdefault(words[0], []).append(words)
        self._heads = {
            head: tuple(sorted(rows, key=lambda row: (-len(row), row)))
            for head, rows in heads.items()
        }

    def find(self, text: str) -> Iterator[tuple[str, int, int]]:
        """(phrase, start, end) in order of place; found phrases do not overlap."""
        matches = list(_WORD.finditer(text))
        words = [match.group().casefold() for match in matches]
        at = 0
        while at < len(words):
            size = self._size(words, at)
            if size:
                yield (
                    " ".join(words[at : at + size]),
                    matches[at].start(),
                    matches[at + size - 1].end(),
                )
            at += size or 1

    def _size(self, words: list[str], at: int) -> int:
        for row in self._heads.get(words[at], ()):
            if tuple(words[at : at + len(row)]) == row:
                return len(row)
        return 0
