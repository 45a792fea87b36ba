"""Lines as laws and pages use them: items of lists, bare enumerators, lines broken by the page.

Rules and web pages put one thing on a line; wires and PDF files break lines at the page's width.
`stretches` tells the two apart, `lead_in` finds the words that an item of a list completes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

_MARK = re.compile(
    r"(?P<bullet>[-*+•–—▪◦‣·])(?=\s)"
    r"|(?P<mark>\((?:\d{1,4}(?:\.\d{1,3})*|[A-Za-z]{1,6}(?:\.\d{1,3})?)\)"
    r"|\d{1,4}(?:\.\d{1,3})*[.)]|(?:[A-Za-z]|[ivxl]{1,6})[.)])(?=\s|$)"
)
_BARE = re.compile(r"(?:§\s?)?\d{1,5}(?:\.\d{1,3})*[A-Za-z]?")
_LETTERS = re.compile(r"[A-Za-z]+")
_ROMAN = re.compile(r"[ivxlcdm]+")
_FINAL = (".", "!", "?", "。", "！", "？")
_CLOSED = ".!?:;。！？"
_PAGE_WIDTHS = range(50, 161)
_LOOK_BACK = 120
_DEPTH = 3


class LineKind(StrEnum):
    """What a line is."""

    BLANK = "blank"
    ENUMERATOR = "enumerator"
    ITEM = "item"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text.

    Args:
        start: first code point that is not blank.
        end: first code point after the last that is not blank.
        kind: blank, a bare enumerator, an item of a list, or text.
        style: of the marker: `(1)`, `(a)`, `(i)`, `-`, with the indent for bullets; empty for text.
        ordinal: place in its list as the marker says; 0 where it says none.
        bare: an enumerator without brackets or stop, which may as well be a value.
    """

    start: int
    end: int
    kind: LineKind
    style: str = ""
    ordinal: int = 0
    bare: bool = False

    @classmethod
    def of(cls, row: str, at: int = 0) -> Line:
        """Read one line that begins at code point `at`."""
        content = row.strip()
        start = at + len(row) - len(row.lstrip())
        end = start + len(content)
        if not content:
            return cls(at, at, LineKind.BLANK)
        if _BARE.fullmatch(content):
            return cls(start, end, LineKind.ENUMERATOR, bare=content[0] != "§")
        match = _MARK.match(content)
        if match is None:
            return cls(start, end, LineKind.TEXT)
        kind = LineKind.ENUMERATOR if match.end() == len(content) else LineKind.ITEM
        if match["bullet"]:
            return cls(start, end, kind, f"{match['bullet']}{start - at:03d}")
        return cls(start, end, kind, *_style(match["mark"]))


def _style(mark: str) -> tuple[str, int]:
    """Style and ordinal of a marker; a lone letter counts as a letter until its list is known."""
    core = mark.strip("().")
    shape = mark.replace(core, "{}", 1)
    found = _LETTERS.match(core)
    if found is None:
        return shape.format("1"), int(core.rpartition(".")[2] or "0")
    letters = found[0]
    case = "A" if letters[0].isupper() else "a"
    if len(letters) > 1 and _ROMAN.fullmatch(letters.lower()):
        return shape.format("I" if case == "A" else "i"), _roman(letters.lower())
    return shape.format(case), ord(letters[0].lower()) - ord("a") + 1


def _roman(letters: str) -> int:
    worth = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    total = 0
    for n, letter in enumerate(letters):
        value = worth[letter]
        smaller = n + 1 < len(letters) and worth[letters[n + 1]] > value
        total += -value if smaller else value
    return total


@lru_cache(maxsize=256)
def lines_of(text: str) -> tuple[Line, ...]:
    """The lines of a text; `(i)` after `(h)` is a letter, elsewhere a Roman numeral."""
    found: list[Line] = []
    last: dict[str, int] = {}
    at = 0
    for row in text.split("\n"):
        line = _settle(Line.of(row, at), row, last)
        if line.ordinal:
            last[line.style] = line.ordinal
        found.append(line)
        at += len(row) + 1
    return tuple(found)


def _settle(line: Line, row: str, last: dict[str, int]) -> Line:
    letters = _LETTERS.search(row[:12])
    if letters is None or len(letters[0]) != 1 or line.style.strip("().") not in ("a", "A"):
        return line
    if not _ROMAN.fullmatch(letters[0].lower()) or last.get(line.style) == line.ordinal - 1:
        return line
    style = line.style.replace("a", "i").replace("A", "I")
    ordinal = _roman(letters[0].lower())
    if ordinal == 1 or last.get(style) == ordinal - 1:
        return replace(line, style=style, ordinal=ordinal)
    return line


def stretches(text: str) -> tuple[tuple[int, int], ...]:
    """Runs of lines within which sentences are looked for: mostly single lines."""
    lines = lines_of(text)
    broken = _broken_by_width(text, lines)
    found: list[tuple[int, int]] = []
    begin: int | None = None
    for n, line in enumerate(lines):
        if line.kind is LineKind.BLANK:
            continue
        begin = line.start if begin is None else begin
        following = next((k for k in range(n + 1, min(n + 4, len(lines))) if _full(lines[k])), None)
        if following is not None and (
            n in broken or _names_what_follows(lines, n, lines[following])
        ):
            continue
        found.append((begin, line.end))
        begin = None
    return tuple(found)


def _full(line: Line) -> bool:
    return line.kind is not LineKind.BLANK


def _names_what_follows(lines: Sequence[Line], n: int, following: Line) -> bool:
    if lines[n].kind is not LineKind.ENUMERATOR:
        return False
    # A bare figure in the middle of a page may be the value of the line above it.
    first = n == 0 or lines[n - 1].kind is LineKind.BLANK
    return not lines[n].bare or first or following.kind is not LineKind.TEXT


def _broken_by_width(text: str, lines: Sequence[Line]) -> frozenset[int]:
    """Numbers of the lines that go on in the next line because the page ended."""
    found: set[int] = set()
    for first, last in _blocks(lines):
        block = lines[first:last]
        widths = [line.end - line.start for line in block]
        width = sorted(widths)[len(widths) * 3 // 4]
        wrapped = len(block) > 2 and width in _PAGE_WIDTHS
        for n, (line, following) in enumerate(pairwise(block)):
            if text[line.end - 1] in _CLOSED or text[line.start] in "#|>":
                continue
            if following.kind is not LineKind.TEXT or text[following.start] in "#|>":
                continue
            long = wrapped and width * 3 <= widths[n] * 4 <= width * 6
            flows = (
                line.kind is LineKind.TEXT and widths[n] >= 50 and text[following.start].islower()
            )
            if long or (flows and text[line.end - 1] != ","):
                found.add(first + n)
    return frozenset(found)


def _blocks(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    first: int | None = None
    for n, line in enumerate(lines):
        if line.kind is LineKind.BLANK:
            if first is not None:
                yield first, n
            first = None
        elif first is None:
            first = n
    if first is not None:
        yield first, len(lines)


def lead_in(text: str, at: int) -> tuple[tuple[int, int], ...]:
    """The lines that lead in the list item at a code point, outermost first; empty outside lists.

    Args:
        text: the whole text.
        at: a code point of the item's first line.
    """
    lines = lines_of(text)
    place = _line_at(lines, at)
    found: list[tuple[int, int]] = []
    for _ in range(_DEPTH):
        above = _above(lines, place)
        if above is None or text[lines[above].end - 1] in _FINAL:
            break
        found.append((lines[above].start, lines[above].end))
        place = above
    return tuple(reversed(found))


def _line_at(lines: Sequence[Line], at: int) -> int:
    low, high = 0, len(lines) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if lines[middle].start <= at:
            low = middle
        else:
            high = middle - 1
    return low


def _above(lines: Sequence[Line], place: int) -> int | None:
    """The line that the list of an item hangs on: before its first sibling."""
    line = lines[place]
    if not line.style:
        return None
    first = place
    for n in range(place - 1, max(place - _LOOK_BACK, -1), -1):
        if lines[first].ordinal == 1 and lines[first].style == line.style:
            break
        other = lines[n]
        if other.style == line.style and other.ordinal <= lines[first].ordinal:
            first = n
        elif line.ordinal == 0 and other.kind is LineKind.TEXT:
            break
    for n in range(first - 1, max(first - 3, -1), -1):
        if lines[n].kind in (LineKind.ITEM, LineKind.TEXT):
            return n
    return None
