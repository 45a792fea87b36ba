"""Questions for recorded changes of a value in law, written from title and context.

An entry names a provision (`title`), the words around a value (`left`, `right`), its kind, and the
value before and after. The question names the law and the provision's heading, asks for the kind of
value, and describes the place in content words in another order than the text; the value itself is
never in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

_TITLE: Final = re.compile(r"^(?P<law>.*?),?\s+(?:s\.|§)\s*(?P<n>[\w.\-]+)\s*(?P<heading>.*)$")
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*")
_BORDER: Final = re.compile(r"\s(?:[.;:]|\(\s*\w{1,4}\s*\))(?=\s|$)")
_DAY: Final = re.compile(r"^(?:th|st|nd|rd)?\s*-?\s*(?P<unit>day|week|month|year|hour)s?\b")
_DULL: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "with",
        "and",
        "or",
        "but",
        "not",
        "no",
        "any",
        "such",
        "that",
        "which",
        "who",
        "whom",
        "whose",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "has",
        "have",
        "had",
        "may",
        "shall",
        "must",
        "will",
        "this",
        "these",
        "those",
        "it",
        "its",
        "their",
        "his",
        "her",
        "he",
        "she",
        "they",
        "if",
        "as",
        "under",
        "into",
        "than",
        "more",
        "less",
        "least",
        "exceed",
        "exceeding",
        "exceeds",
        "after",
        "before",
        "until",
        "on",
        "within",
        "other",
        "one",
        "two",
        "four",
        "per",
        "cent",
        "case",
        "respect",
        "paragraph",
        "paragraphs",
        "subsection",
        "subsections",
        "subparagraph",
        "section",
        "sections",
        "referred",
        "there",
        "where",
        "when",
        "each",
        "during",
        "between",
        "set",
        "out",
        "beginning",
        "ending",
        "begins",
        "ends",
        "commencing",
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "up",
        "maximum",
        "later",
        "liable",
        "dollars",
        "thousand",
        "million",
        "billion",
    ]
)
_NEXT: Final = re.compile(
    r"\s(?:[.;:]|\(\s*\w{1,4}\s*\)|(?:or|and)\s+\$)(?=[\s\d]|$)|\$\d|\bperiod beginning\b"
)
_MONTHS: Final = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
)
_LAST_MONTH: Final = re.compile(rf"\b(?:{_MONTHS})\s*(?:\d{{1,2}}\s*,?)?\s*$")
_DATE: Final = re.compile(rf"(?:{_MONTHS})\s+\d{{1,2}}\s*,\s*\d{{4}}")
_FIRST_ITEM: Final = frozenset(("(a)", "(i)", "(A)", "(1)"))
_NO_NOUN: Final = frozenset(("amount", "amounts", "greater", "money", "time", "equal", "total"))
_ASKS: Final = {
    "cease": "until what date does it hold",
    "period": "on what date does the period end",
    "before": "before what date",
    "after": "after what date",
}


def question(entry: Mapping[str, object]) -> str:
    """The question whose answer is the value of the entry at a date.

    Args:
        entry: `title`, `left`, `right`, `kind`, `old` and `new` as recorded.
    """
    text = {key: str(entry.get(key) or "") for key in ("title", "left", "right", "kind")}
    values = {str(entry.get("old") or ""), str(entry.get("new") or "")}
    head, item, tail = _clause(text["left"], text["right"])
    noun = _noun(text["left"])
    asked = _asked(text["kind"], text["left"], text["right"], noun)
    about = [word for word in _content(item)[-8:] if word != noun]
    if len(about) < 4:
        about = [*_content(head)[-5:], *about]
    after = [word for word in _content(tail)[:5] if word not in about]
    words = [word for word in dict.fromkeys((*after, *about)) if word.casefold() not in values]
    told = " ".join(word for word in words if not re.search(rf"\b{word}s?\b", asked))
    told += _when(text["left"], values)
    return " ".join(f"{_place(text['title'])}, {asked}{' for ' if told else ''}{told}?".split())


def _place(title: str) -> str:
    match = _TITLE.match(title)
    if match is None:
        return f"Under {title}"
    heading = re.sub(r"\(\w+\)|\||\d[\d,.]*", " ", match.group("heading"))
    heading = " ".join(heading.split()).strip(" —-.")
    law = match.group("law")
    article = "" if law.endswith("Code") else "the "
    sign = "§ " if law.endswith("Code") else "s. "
    return f"Under {article}{law}, {sign}{match.group('n')}" + (f" ({heading})" if heading else "")


def _clause(left: str, right: str) -> tuple[str, str, str]:
    """(lead-in, the item with the value, what follows it up to the next border)."""
    borders = list(_BORDER.finditer(left))
    filled = [b for b in borders if _content(left[b.end() :])]
    item = left[filled[-1].end() :] if filled else left
    lead = left[: filled[0].start()] if filled else ""
    if not filled or "".join(filled[0].group().split()) not in _FIRST_ITEM:
        lead = ""
    end = _NEXT.search(f" {right}")
    return lead, item, right if end is None else f" {right}"[: end.start()]


def _when(left: str, values: set[str]) -> str:
    """The last full date before the value in its clause: it says which year is meant."""
    clause = re.split(r"\s[.;]\s", left)[-1]
    found = [" ".join(m.group().split()).replace(" ,", ",") for m in _DATE.finditer(clause)]
    kept = [date for date in found if not any(value.strip(",") in date for value in values)]
    return f" (the one of {kept[-1]})" if kept else ""


def _content(text: str) -> Sequence[str]:
    found = [word for word in _WORD.findall(text) if word.casefold() not in _DULL]
    return list(dict.fromkeys(word for word in found if len(word) > 2))


def _noun(left: str) -> str:
    """The content word on which the value depends: `fine` of `a fine of not more than`."""
    tail = _content(" ".join(left.split()[-6:]))
    return tail[-1] if tail and tail[-1].islower() and tail[-1] not in _NO_NOUN else ""


def _asked(kind: str, left: str, right: str, noun: str) -> str:
    bound = _bound(left, right)
    span = _DAY.match(right.strip())
    following = _WORD.search(right)
    counted = following.group() if following is not None and right.strip()[:1].isalpha() else ""
    if kind == "percent" or right.strip().startswith("per cent"):
        return f"what {bound}percentage applies"
    if kind == "money" or "dollars" in right.split()[:3]:
        return f"what {bound}amount of {noun or 'money'} is set"
    if kind == "date" and _LAST_MONTH.search(left):
        words = left.split()[-14:]
        return next((asked for name, asked in _ASKS.items() if name in words), "what date is set")
    if span is not None:
        return f"how many {span.group('unit')}s{_SIDES[bound]} are set"
    if counted.islower() and counted not in _DULL and counted.endswith("s"):
        return f"how many {counted}{_SIDES[bound]} are meant"
    return "which number applies"


_SIDES: Final = {"": "", "maximum ": " at most", "minimum ": " at least"}


def _bound(left: str, right: str) -> str:
    tail = " ".join(left.split()[-5:])
    head = " ".join(right.split()[:4])
    if re.search(r"more than|exceed|not longer|maximum|within|no later|or less", f"{tail} {head}"):
        return "maximum "
    if re.search(r"at least|or more|or greater|minimum", f"{tail} {head}"):
        return "minimum "
    return ""
