"""Status words: pairs that exclude each other, such as open and closed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.phrases import Phrases
from ledgerrag.stance.tables import table


@dataclass(frozen=True, slots=True)
class Status:
    """A status word in a text.

    Args:
        value: its pole; the unit is the dimension.
        end: first code point after it.
        opposite: the other pole.
    """

    value: Value
    end: int
    opposite: str


@cache
def _poles() -> dict[str, tuple[tuple[str, str, str], ...]]:
    """Word -> ((dimension, pole, opposite), ...)."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for dimension, poles in table("status.toml").items():
        names = list(poles)
        for pole, opposite in (names, names[::-1]):
            for word in poles[pole]:
                found.setdefault(word, []).append((dimension, pole, opposite))
    return {word: tuple(rows) for word, rows in found.items()}


@cache
def _phrases() -> Phrases:
    return Phrases(_poles())


@lru_cache(maxsize=1024)
def statuses(text: str) -> tuple[Status, ...]:
    """Every status word of a text, in order; a word of two dimensions appears in both."""
    return tuple(
        Status(Value(ValueKind.STATUS, pole, dimension, text[start:end], start), end, opposite)
        for word, start, end in _phrases().find(text)
        for dimension, pole, opposite in _poles()[word]
    )
