"""Keys: the analysed words that anchor a claim to its subject."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ledgerrag.reading.asking import asking_stems
from ledgerrag.reading.provisions import without
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.parsed import stem, stop_words

# The first letter of `D.C.` or `U.S.` is no name.
_LETTER = re.compile(r"(?<=[a-z0-9] )(?<![.?!] )[A-Z](?=[\s,;:?!)]|\.(?!\w)|$)")


def keys(
    text: str, remove: Iterable[tuple[int, int]] = (), *, asks: bool = False
) -> tuple[str, ...]:
    """Analysed content words of a text, each once, in order.

    A single capital letter inside a sentence is a name ("budget A") and stays as it stands.

    Args:
        text: question or statement.
        remove: spans that are no subject (the value, the asking words, a date).
        asks: drop the words that only ask.
    """
    for start, end in reversed(_joined(remove)):
        text = text[:start] + " " + text[end:]
    text = without(text, numbers=not asks)
    drop = asking_stems() if asks else _empty()
    found = [word for word in analyze(text) if word not in drop]
    found += [match.group() for match in _LETTER.finditer(text) if match.group() != "I"]
    return tuple(dict.fromkeys(word for word in found if _names(word)))


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, those that overlap as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _names(word: str) -> bool:
    return len(word) > 1 or word.isupper() or word.isdigit() or not word.isascii()


@cache
def _empty() -> frozenset[str]:
    """Stems of statements that carry no subject."""
    return frozenset(stem(word) for word in stop_words())
