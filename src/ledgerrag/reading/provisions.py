"""Provisions that a question or a title names: `s. 12`, `section 12`, `§ 46-403`, `rule 12`."""

from __future__ import annotations

import re
from functools import lru_cache

_ONE = r"\d+[A-Za-z]?(?:[.\-–‑]\d+[A-Za-z]?)*(?:\s?\([\w.]{1,5}\))*"
_NAMED = re.compile(
    r"(?:\b(?P<word>sections?|subsections?|sec|ss|s|rules?|articles?|arts?|paragraphs?|paras?"
    r"|clauses?|regulation|reg|item|schedule|chapter|ch|part)\b\.?|(?P<sign>§+))"
    rf"\s*(?P<n>{_ONE})(?P<more>(?:\s*(?:,\s*(?:and|or)?|and|or|to|through)\s*{_ONE}(?!\w))*)",
    re.IGNORECASE,
)
_DASHES = str.maketrans("–‑", "--")
_NEXT = re.compile(rf"(?P<link>to|through)?\s*(?P<n>{_ONE})", re.IGNORECASE)
_LIST_WORDS = frozenset(
    ("sections", "subsections", "ss", "rules", "articles", "arts", "paragraphs", "paras", "clauses")
)
_MOST = 50
"""Most provisions that a range stands for."""
_KIND = {
    "section": "s", "sections": "s", "subsection": "s", "subsections": "s", "sec": "s", "ss": "s",
    "rules": "rule", "articles": "article", "art": "article", "arts": "article",
    "paragraphs": "paragraph", "para": "paragraph", "paras": "paragraph", "clauses": "clause",
    "reg": "regulation", "ch": "chapter",
}  # fmt: skip


@lru_cache(maxsize=1024)
def named(text: str) -> tuple[tuple[str, str, int, int], ...]:
    """(kind, number, start, end) of every provision named, in order."""
    found = []
    for match in _NAMED.finditer(text[:20_000]):
        listed = (
            match.group("sign") == "§§" or (match.group("word") or "").casefold() in _LIST_WORDS
        )
        end = match.end() if listed else match.end("n")
        numbers = _numbers(match) if listed else [match.group("n")]
        found += [(_kind(match), _plain(n), match.start(), end) for n in numbers]
    return tuple(found)


def _plain(number: str) -> str:
    """A number without blanks, and with one sort of dash."""
    return re.sub(r"\s", "", number).translate(_DASHES)


def _numbers(match: re.Match[str]) -> list[str]:
    """The numbers of `33 to 35`, of `33, 34 and 35`; a range holds what lies in it."""
    found = [match.group("n")]
    for one in _NEXT.finditer(match.group("more")):
        last, number = found[-1], one.group("n")
        inner = one.group("link") and last.isdigit() and number.isdigit()
        if inner and 0 < int(number) - int(last) <= _MOST:
            found += [str(n) for n in range(int(last) + 1, int(number))]
        found.append(number)
    return found


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
    spans: dict[tuple[int, int], list[str]] = {}
    for _, number, start, end in named(text):
        spans.setdefault((start, end), []).append(root(number))
    for (start, end), roots in reversed(spans.items()):
        kept = f" {' '.join(roots)} " if numbers else " "
        text = text[:start] + kept + text[end:]
    return text


def root(number: str) -> str:
    """The provision without its subdivisions: `5(1)(a)` -> `5`."""
    return number.partition("(")[0]
