"""A provision that a text names in full: its number with the title of the work that it is in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ledgerrag.reading.provisions import named, root
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.parsed import stop_words

_LONGEST: Final = 8_000
_CAPITAL: Final = r"[A-Z][\w.'’–-]*(?<![.'’–-])\.?"
# No comma: what follows one may be the next words of the sentence. Part of a title names it too.
_RUN: Final = (
    rf"{_CAPITAL}(?:(?:\s+(?:of|and|or|for|in|on|to|the|with|respecting)){{0,3}}\s+{_CAPITAL})*"
)
_AFTER: Final = re.compile(rf"\s*,?\s*(?:of|in|under|from)\s+(?:the\s+)?(?P<title>{_RUN})")
_BEFORE: Final = re.compile(
    rf"(?P<title>{_RUN})(?:,?\s+\(?\d{{4}}\)?)?,?\s*(?:\b(?:at|in|under)\s+)?\(?$"
)
_AROUND: Final = 400
# Alone, such a word names no work.
_FORMS: Final = frozenset(
    analyze("Act Code Regulation Rule Order Law Bylaw Ordinance Statute Policy Directive Schedule")
)


@dataclass(frozen=True, slots=True)
class Cited:
    """A provision by number and title.

    Args:
        title: words of the title, as they stand.
        number: of the provision, without subdivisions.
        whole: the number with its subdivisions.
    """

    title: str
    number: str
    whole: str = ""

    @property
    def terms(self) -> tuple[str, ...]:
        """The analysed words of both, each once: the title of the provision has them all."""
        return tuple(dict.fromkeys((*analyze(self.title), *analyze(self.number))))

    def names(self, title: str) -> bool:
        """Whether the title of a text is that of the provision.

        Args:
            title: as it stands.
        """
        there = set(analyze(title))  # subdivisions are left to who reads it
        numbers = {root(number) for _, number, _, _ in named(title)}
        return self.number in numbers and all(term in there for term in analyze(self.title))


def _bare(title: str) -> str:
    """A title without the words of a sentence that opens with it: `Is the Ferry Act`."""
    words = title.split()
    while words and words[0].casefold() in stop_words():
        del words[0]
    return " ".join(words)


@lru_cache(maxsize=256)
def cited(text: str) -> Cited | None:
    """The first provision that a text names by number and title; None where it names none.

    Args:
        text: a question or statement.
    """
    text = text[:_LONGEST]
    for _, number, start, end in named(text):
        for found in (
            _AFTER.match(text, end),
            _BEFORE.search(text[max(0, start - _AROUND) : start]),
        ):
            title = _bare(found.group("title")) if found is not None else ""
            if set(analyze(title)) - _FORMS:
                return Cited(title, root(number), number)
    return None
