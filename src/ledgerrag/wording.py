"""The few words that are ours: everything else in an answer is quoted."""

from __future__ import annotations

from collections.abc import Sequence

_CUT = " ..."


def sentence(text: str) -> str:
    """A text with a capital first letter and one end; where it was cut, the cut stays visible."""
    whole = " ".join(text.split())
    if not whole.endswith(_CUT):
        whole = whole.rstrip(" .;,:")
    end = "" if not whole or whole.endswith((_CUT, "?", "!")) else "."
    return f"{whole[:1].upper()}{whole[1:]}{end}"


def counted(number: int, word: str) -> str:
    """`1 source`, `2 sources`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def clipped(text: str, limit: int = 160) -> str:
    """A text on one line, cut at a word with an ellipsis where it is longer."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    return line[:limit].rsplit(" ", 1)[0] + _CUT


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
