"""The words that wrap a question: `going by the Toll Act, what must one know about lorries?`.

They lead to a text and to a topic and name neither: no passage has to have them.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Final

FILE: Final = "wrapping.toml"
_LONGEST: Final = 2_000
_QUOTED: Final = re.compile(r"[“\"«][^”\"»]{1,400}[”\"»]")


@lru_cache(maxsize=1024)
def wrapping(question: str) -> tuple[tuple[int, int], ...]:
    """Where a question has words that only wrap it; none inside quotes, which name something.

    Args:
        question: one question.
    """
    text = question[:_LONGEST]
    named = [match.span() for match in _QUOTED.finditer(text)]
    found = set()
    for pattern in _patterns():
        for match in pattern.finditer(text):
            start, end = match.span("cut") if "cut" in pattern.groupindex else match.span()
            if not any(first < end and start < last for first, last in named):
                found.add((start, end))
    return tuple(sorted(found))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    raw = resources.files("ledgerrag.reading").joinpath(FILE).read_text(encoding="utf-8")
    return tuple(re.compile(one, re.IGNORECASE) for one in tomllib.loads(raw)["patterns"])
