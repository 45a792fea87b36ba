"""Provisions that a question or a title names: `s. 12`, `section 12`, `§ 46-403`, `rule 12`."""

from __future__ import annotations

import re
from functools import lru_cache

_NAMED = re.compile(
    r"(?:\b(?P<word>sections?|subsections?|sec|ss|s|rules?|articles?|arts?|paragraphs?|paras?"
    r"|clauses?|regulation|reg|item|schedule|chapter|ch|part)\b\.?|(?P<sign>§+))"
    r"\s*(?P<n>\d+[A-Za-z]?(?:[.-]\d+[A-Za-z]?)*(?:\s?\([\w.]{1,5}\))*)",
    re.IGNORECASE,
)
_KIND = {
    "section": "s", "sections": "s", "subsection": "s", "subsections": "s", "sec": "s", "ss": "s",
    "rules": "rule", "articles": "article", "art": "article", "arts": "article",
    "paragraphs": "paragraph", "para": "paragraph", "paras": "paragraph", "clauses": "clause",
    "reg": "regulation", "ch": "chapter",
}  # fmt: skip


@lru_cache(maxsize=1024)
def named(text: str) -> tuple[tuple[str, str, int, int], ...]:
    """(kind, number, start, end) of every provision named, in order."""
    return tuple(
        (_kind(match), re.sub(r"\s", "", match.group("n")), match.start(), match.end())
        for match in _NAMED.finditer(text[:20_000])
    )


def _kind(match: re.Match[str]) -> str:
    if match.group("sign"):
        return "s"
    word = match.group("word").casefold()
    return _KIND.get(word, word)


def provisions(text: str) -> tuple[str, ...]:
    """The numbers of the provisions that a text names, each once, in order."""
    return tuple(dict.fromkeys(number for _, number, _, _ in named(text)))


def without(text: str, *, numbers: bool = False) -> str:
    """The text without the provisions that it names; their numbers may stay."""
    for _, number, start, end in reversed(named(text)):
        kept = f" {root(number)} " if numbers else " "
        text = text[:start] + kept + text[end:]
    return text


def root(number: str) -> str:
    """The provision without its subdivisions: `5(1)(a)` -> `5`."""
    return number.partition("(")[0]
