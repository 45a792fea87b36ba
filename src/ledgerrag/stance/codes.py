"""Digits that count nothing: provision numbers, enumerators, codes, fractions of dates."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ledgerrag.stance.numbering import numbered
from ledgerrag.stance.tables import table

_ONE: Final = r"\d+(?:\.\d+)*(?:\s?\(\w{1,5}(?:\.\d+)?\))*(?:[-–/]\d+)?"
_NO_UNIT: Final = (
    r"(?!,\d)(?!\s*(?:%|per\s?cent|-?\s?(?:days?|weeks?|months?|years?|hours?|minutes?)\b))"
)
_GOES_ON: Final = (
    r"(?=\s*(?:$|[.,;:)\]]|(?:of|or|and|to|apply|applies|cease|ceases|is|are|do|does|shall|may|must"
    r"|has|have|in|the|that|which|as|were|was|above|below)\b))"
)
_CODES: Final = re.compile(
    r"[A-Za-z]\w*(?:-[A-Za-z]\w*)*[-/]\d[\w.-]*"  # C656-14, SOR/2012-191, I-5, SARS-CoV-2
    r"|\b(?=[A-Za-z]*\d)(?=\w*[A-Za-z])"  # B2, 5A, but not 10th, 5m, 30km
    r"(?!(?<=\d\.)\d+[eE]\d)(?!\d+(?:st|nd|rd|th|[a-zµ]{1,4}|[kKmMbB]n?|GB|MB|TB|KB|kW|MW|kWh|kPa|Mbps)\b)\w+(?:-\d+)*"
    r"|(?<![\d.,])[12]\d{3}\s?-\s?\d{2,3}(?![\d-])(?!\s?(?:days|years|months))"  # 2013-637
    r"|\d+(?:\.\d+)*\(\w{1,5}\)(?:\(\w{1,5}\))*"  # 5(1)(a)
    r"|(?<=\()\d{1,3}(?:\.\d+)?(?=\))"  # (1), (2.1)
    r"|\d+(?:[./]\d+){2,}"  # 1.2.3
    r"|\d+/\d+(?!\d)"  # 10/31
)


# At the head of a line: 1. / 42 / 10.1 Despite
_LINE_HEAD: Final = re.compile(r"\d+(?:\.\d+)*(?:[.)](?=\s)|(?=\s*\n)|(?=\s+\()|(?=\s+[A-Z][a-z]))")
_MORE: Final = re.compile(
    rf"(?:no\.?\s*)?{_ONE}"
    rf"(?:\s*(?:,\s*(?:and|or)?|and|or|to|through|-|–)\s*{_ONE}(?!\w|\.\d|%){_NO_UNIT}{_GOES_ON})*",
    re.IGNORECASE,
)
# What numbers a text in a series: `Situation report 1`, `Bulletin no. 12`.
_SERIAL: Final = re.compile(
    r"(?:^|[\n.!?]\s*)\W*(?:(?:situation|status|progress|press|daily|weekly|monthly|annual|interim"
    r"|final|field|news)\s+(?:report|update|release|letter|brief)|bulletin|newsletter|communiqué"
    r"|circular)\s+(?:no\.?\s*|number\s+|#\s*)?(?P<n>\d+)(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"\S*?\d\S*")
_WORD_BEFORE: Final = re.compile(
    r"(?:([^\W\d_]+)\.?|§)\s{0,3}(?:no\.?\s?)?$|([^\W\d_]+)/$", re.IGNORECASE
)

_ADDRESSES: Final = re.compile(
    r"\b(?:https?|ftp)://[^\s<>\"']+"
    r"|\bwww\.[^\s<>\"']+"
    r"|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"
    r"|\b(?:[a-z\d-]{1,63}\.){1,4}(?:com|org|net|gov|edu|info|ca|uk|eu|io)\b(?:/[^\s<>\"']*)?"
    r"|(?<![\d.,])(?:\+\d{1,3}[\s.-]?|1[\s.-])?(?:\(\d{3}\)\s?|\d{3}[.-])\d{3}[\s.-]\d{4}(?!\d)"
    r"|\+\d{1,3}(?:[\s.-]\d{1,4}){2,5}(?!\d)",
    re.IGNORECASE,
)
_MAY_HOLD: Final = re.compile(r"://|www\.|@|\w\.[a-z]|\d{3}\)?[\s.-]\d{3}|\+\d", re.IGNORECASE)


def without_addresses(text: str) -> str:
    """The text with blanks where URLs, e-mail addresses and phone numbers stand; places stay."""
    if _MAY_HOLD.search(text) is None:
        return text
    return _ADDRESSES.sub(lambda match: " " * len(match.group()), text)


@cache
def _reference_words() -> frozenset[str]:
    return frozenset(table("units.toml")["references"]["words"])


@lru_cache(maxsize=1024)
def codes(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of digits that are names: `section 5(1)`, `C656-14`, `(ii)`, `2013-637`."""
    found = [match.span("n") for match in _SERIAL.finditer(text)]
    done = 0
    for token in _DIGITS.finditer(text):
        at = max(done, token.start())
        while at < token.end():
            span = _code_at(text, at, token.start())
            if span is None:
                at = _after_digits(text, at, token.end())
                continue
            found.append(span)
            at = done = max(span[1], at + 1)
    return tuple(sorted(set(found)))


def _after_digits(text: str, at: int, end: int) -> int:
    """The next place in a token where a name may begin: the first digit after a non-digit."""
    while at < end and text[at].isdecimal():
        at += 1
    while at < end and not text[at].isdecimal():
        at += 1
    return at


def _code_at(text: str, at: int, head: int) -> tuple[int, int] | None:
    if text[at].isdecimal():
        before = _WORD_BEFORE.search(text, max(0, at - 18), at)
        if before is not None and _is_reference(before) and not numbered(text, at):
            match = _MORE.match(text, at)
            if match is not None:
                return match.span()
    match = _CODES.match(text, at)
    if match is None and at == head and _at_line_head(text, at):
        match = _LINE_HEAD.match(text, at)
    return match.span() if match is not None and match.end() > at else None


def _is_reference(before: re.Match[str]) -> bool:
    word = before.group(1) or before.group(2)
    return word is None or word.casefold() in _reference_words()


def _at_line_head(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()
