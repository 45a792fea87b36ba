"""Where a sentence may be cut: never inside brackets, quotation marks or a capitalised name."""

from __future__ import annotations

import re
from typing import Final

_HELD: Final = re.compile(r"\([^()]{0,200}\)|\"[^\"]{0,400}\"|“[^”]{0,400}”|«[^»]{0,400}»")
# A title of law: capitalised words, joined by small ones, that end in what it is.
_CAPITAL: Final = r"[A-Z][\w'’-]*"
_TITLE: Final = re.compile(
    rf"{_CAPITAL}(?:(?:,?\s+(?:of|and|or|for|in|on|to|the|de|with|respecting)){{0,3}},?\s+"
    rf"(?:{_CAPITAL}|\([^()]{{0,80}}\))){{0,14}}?"
    r"\s+(?:Act|Acts|Regulations?|Rules|Code|Order|Directive|Convention|Agreement|Law|Treaty|Charter"
    r"|Protocol|Policy|Terms|Statement|Guidelines|Board|Commission|Agency|Ministry|Department"
    r"|Committee|Council|Authority|Tribunal|Party|Show|Festival)\b"
)


def names(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of brackets, quotations and titles of a text; they may overlap."""
    return tuple(
        match.span() for pattern in (_HELD, _TITLE) for match in pattern.finditer(text[:8_000])
    )


def inside(match: re.Match[str], held: tuple[tuple[int, int], ...]) -> bool:
    """Whether a joining word lies within one of the spans, or between two capitals of a name."""
    return any(start < match.start() and match.end() < end for start, end in held) or _named(match)


def _named(match: re.Match[str]) -> bool:
    """Whether a capital follows a joining word, and brackets or another capital go before it."""
    before, after = match.string[: match.start()].split()[-1:], match.string[match.end() :].lstrip()
    if not before or not after[:1].isupper() or not match.group().casefold().endswith("and "):
        return False
    return before[0].endswith(")") or (
        before[0][0].isupper() and after.split()[0].casefold() in ("who", "what", "when", "where")
    )


def cut(text: str, borders: re.Pattern[str]) -> list[str]:
    """The pieces of a text between the borders that lie in no name, without blanks around them.

    Args:
        text: a sentence.
        borders: what joins its pieces.
    """
    held = names(text)
    pieces, start = [], 0
    for match in borders.finditer(text):
        if inside(match, held):
            continue
        pieces.append(text[start : match.start()].strip())
        start = match.end()
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]
