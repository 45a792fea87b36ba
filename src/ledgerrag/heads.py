"""The date that a text bears at its head: `Effective date: 1 March 2025`, `Last updated ...`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ledgerrag.corpus import Corpus
from ledgerrag.model import Document, Passage, Value, ValueKind
from ledgerrag.reading.records import words
from ledgerrag.stance.values import figures

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_NUMBER = re.compile(r"v?\d+(?:\.\d+)*", re.IGNORECASE)
_MOST = 12
"""More words before a date than these say something else."""
_LONGEST = 4_000


def dated(documents: Iterable[Document], corpus: Corpus) -> tuple[Document, Passage, Value] | None:
    """The line that dates a text, and its date; None where there is none, or two that differ.

    Args:
        documents: the parts of the text in force, with their text.
        corpus: its sentences.
    """
    found = [
        (document, passage, value)
        for document in documents
        for passage in corpus.passages(document, 0, min(len(document.text), _LONGEST))
        if (value := dating(passage.text)) is not None
    ]
    if not found or any(not value.same(found[0][2]) for _, _, value in found):
        return None
    return found[0]


def dating(line: str) -> Value | None:
    """The date of a line that only dates its text; None for any other line.

    Args:
        line: one sentence or line.
    """
    first = next((one.value for one in figures(line) if _is_day(one.value)), None)
    if first is None:
        return None
    before = _WORD.findall(line[: first.start])
    if len(before) > _MOST or not all(_dates(word) for word in before):
        return None
    # A line that goes on with a sentence says more than its date.
    return first if before or not _WORD.search(line[first.start + len(first.text) :]) else None


def _is_day(value: Value) -> bool:
    return value.kind is ValueKind.DATE and len(value.amount) == len("2026-07-01")


def _dates(word: str) -> bool:
    return word.casefold() in _dating() or _NUMBER.fullmatch(word) is not None


@cache
def _dating() -> frozenset[str]:
    return frozenset(words("dating"))
