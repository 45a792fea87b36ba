"""The few sentences that are ours: everything else in an answer is quoted."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class _Pattern:
    question: re.Pattern[str]
    statement: str


@cache
def _patterns() -> tuple[_Pattern, ...]:
    data = tomllib.loads(files("ledgerrag").joinpath("phrases.toml").read_text(encoding="utf-8"))
    return tuple(
        _Pattern(re.compile(item["question"], re.IGNORECASE), item["statement"])
        for item in data["pattern"]
    )


def declare(question: str, value: str, title: str) -> str:
    """The statement that answers a short question; with the document's title for a long one.

    Args:
        question: as asked.
        value: the value in the words of the span.
        title: title of the document that states it; may be empty.
    """
    asked = " ".join(question.split()).rstrip("?. ")
    if len(asked) <= 120:
        for pattern in _patterns():
            match = pattern.question.match(asked)
            if match:
                parts = match.groupdict(default="")
                return sentence(pattern.statement.format(**parts, v=value))
    return sentence(f"{value}, says {title}" if title else value)


def sentence(text: str) -> str:
    """A text with a capital first letter and one full stop."""
    whole = " ".join(text.split()).rstrip(" .;,:")
    return f"{whole[:1].upper()}{whole[1:]}." if whole else ""


def counted(number: int, word: str) -> str:
    """`1 source`, `2 sources`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def clipped(text: str, limit: int = 160) -> str:
    """A text on one line, cut at a word with an ellipsis where it is longer."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    return line[:limit].rsplit(" ", 1)[0] + " ..."
