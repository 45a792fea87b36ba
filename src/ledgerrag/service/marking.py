"""Texts as pages show them: a quote within its surroundings, a version against the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

AROUND: Final = 200
_WORD: Final = re.compile(r"\w+|\s+|[^\w\s]")
# Above this many words a changed passage is shown as a whole: to compare them takes the square.
_MOST: Final = 4_000

Kind = Literal["same", "came", "went"]


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote and what stands around it.

    Args:
        before: the text before it.
        quote: the quote.
        after: the text after it.
        cut_before: there is more before.
        cut_after: there is more after.
    """

    before: str
    quote: str
    after: str
    cut_before: bool
    cut_after: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that is the same in both versions, came or went."""

    kind: Kind
    text: str


def quoted(text: str, start: int, end: int, around: int = AROUND) -> Quoted:
    """A quote within its text.

    Args:
        text: the whole document.
        start: first code point of the quote.
        end: first code point after it.
        around: code points shown on either side.
    """
    first, last = max(0, start - around), min(len(text), end + around)
    return Quoted(text[first:start], text[start:end], text[end:last], first > 0, last < len(text))


def compared(old: str, new: str) -> tuple[Piece, ...]:
    """A later text with what came and what went, line by line and word by word.

    Args:
        old: the earlier text.
        new: the later text.
    """
    found: list[Piece] = []
    for piece in _lines(old.splitlines(keepends=True), new.splitlines(keepends=True)):
        if not piece.text:
            continue
        if found and found[-1].kind == piece.kind:
            found[-1] = Piece(piece.kind, found[-1].text + piece.text)
        else:
            found.append(piece)
    return tuple(found)


def _lines(old: list[str], new: list[str]) -> Iterator[Piece]:
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        before, after = "".join(old[a:b]), "".join(new[c:d])
        if tag == "equal":
            yield Piece("same", after)
        else:
            yield from _words(_WORD.findall(before), _WORD.findall(after))


def _words(old: list[str], new: list[str]) -> Iterator[Piece]:
    if max(len(old), len(new)) > _MOST:
        yield Piece("went", "".join(old))
        yield Piece("came", "".join(new))
        return
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Piece("same", "".join(new[c:d]))
        else:
            yield Piece("went", "".join(old[a:b]))
            yield Piece("came", "".join(new[c:d]))
