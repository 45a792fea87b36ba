"""What a number counts: the unit after it, the currency before it, the label in front of it."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from ledgerrag.model import ValueKind
from ledgerrag.stance.numbering import numbered
from ledgerrag.stance.numbers import Number
from ledgerrag.stance.tables import table
from ledgerrag.stance.units import aliases, is_plural, money_after, money_before, singular

_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_NEXT = re.compile(
    r"(?:[ \t\u00a0]*\n?[ \t]*-?[ \t\u00a0]*)"
    r"(°\s?[CFcf]?\b|°|%|[¢€£$](?!\d)|[^\W\d_]+(?:/[^\W\d_]+)?[²³23]?(?![\w]))"
)
_RATE = re.compile(r"\s*(?:(per)|/|an?|each|every)\s+([a-z]+)\b|\s*/\s?([a-z]+)\b", re.IGNORECASE)
_OF_MONTH = re.compile(
    r"\s+day\s+of\s+(?:a|an|the|each|every|that|any)\s+(?:\w+\s+)?(?:month|quarter)", re.I
)
_AGE = re.compile(r"\b(?:aged?|age\s+of|age\s+is|ages)\s+(?:of\s+)?$", re.IGNORECASE)
_YEAR_BEFORE = re.compile(
    r"\b(?:in|since|by|until|till|before|after|during|of|from|through|to|year|fiscal|and|or|the|for"
    r"|early|late|mid)[\s-]*$|[:,(]\s*$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:^|[\n.;|,(•*]|\s[-–])\s*([^\W\d_][^\n.;:|,=]{0,60}?)\s*[:=]\s*$")
_PREFIX = re.compile(r"(?P<sign>[A-Z]{0,3}\.?[A-Z]?\.?\s?[$€£¥₹₽₩₪]|[A-Z]{3})\s?$")

Unit = tuple[ValueKind | None, str, int, Decimal]
"""Kind (None: it counts nothing), canonical unit, end of the words, factor."""

_ONE: Final = Decimal(1)


@cache
def _function_words() -> frozenset[str]:
    nouns = table("units.toml")["nouns"]
    return frozenset(nouns["never"]) | frozenset(nouns["function"])


def currency_before(text: str, start: int) -> tuple[str, int]:
    """(currency, start of its sign) before a number; ("", start) where there is none."""
    match = _PREFIX.search(text, max(0, start - 8), start)
    if match is None:
        return "", start
    stated = match.group("sign")
    for skip in range(len(stated)):
        sign = stated[skip:].replace(" ", "").replace(".", "")
        inside = skip > 0 and stated[skip - 1].isalpha() and stated[skip].isalpha()
        if sign in money_before() and not inside and not stated[skip].isspace():
            return money_before()[sign], match.start() + skip
    return "", start


_CODE = re.compile(r"\s?([A-Z]{3})\b")


def currency_after(text: str, end: int, currency: str) -> tuple[str, int]:
    """(currency, end) where a code after the amount says whose dollar it is: `$50 USD`."""
    match = _CODE.match(text, end)
    if match is None or currency != "$" or match.group(1) not in money_before():
        return currency, end
    return money_before()[match.group(1)], match.end()


def unit_after(text: str, number: Number, amount: Decimal, end: int) -> Unit:
    """The unit that the words after a number name."""
    ordinal = None if number.worded else _ORDINAL.match(text, end)
    if ordinal is not None:
        end = ordinal.end()
        if _OF_MONTH.match(text, end):
            return ValueKind.QUANTITY, "day of month", end + len(" day"), _ONE
    words, ends = _following(text, end)
    listed = _listed(words, ends)
    if listed is not None:
        return listed
    if ordinal is not None:
        return None, "", end, _ONE
    noun = _counted(words, amount)
    if noun is not None:
        return ValueKind.QUANTITY, singular(words[noun].casefold()), ends[noun], _ONE
    return ValueKind.QUANTITY, "", end, _ONE


def _listed(words: list[str], ends: list[int]) -> Unit | None:
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count]).casefold()
        if name in money_after():
            unit, factor = money_after()[name]
            return ValueKind.MONEY, unit, ends[count - 1], factor
        if name in aliases():
            kind, unit = aliases()[name]
            return kind, unit, ends[count - 1], _ONE
    return None


def _following(text: str, end: int) -> tuple[list[str], list[int]]:
    words: list[str] = []
    ends: list[int] = []
    while len(words) < 3 and (match := _NEXT.match(text, end)) is not None:
        words.append(match.group(1).replace(" ", ""))
        end = match.end()
        ends.append(end)
    return words, ends


def _counted(words: list[str], amount: Decimal) -> int | None:
    """Which of the following words is the counted noun."""
    for n, word in enumerate(words):
        folded = word.casefold()
        if folded in _function_words():
            break
        if is_plural(folded) or (n and folded in aliases()):
            return n
    single = amount == 1 and words and len(words[0]) > 2
    return 0 if single and words[0].casefold() not in _function_words() else None


def rate_after(text: str, end: int) -> tuple[str, int]:
    """(`week`, end) for `per week`, `a week`, `/week`; ("", end) where there is none."""
    match = _RATE.match(text, end)
    if match is None:
        return "", end
    word = (match.group(2) or match.group(3)).casefold()
    listed = aliases().get(word)
    if listed is not None and (listed[0] is not ValueKind.PERCENT):
        return listed[1], match.end()
    return (singular(word), match.end()) if match.group(1) and word != "cent" else ("", end)


def label_before(text: str, start: int) -> str:
    """The words before a colon that name a figure: `Acres burned` of `Acres burned: 120`."""
    left = text[max(0, start - 72) : start]
    if ":" not in left and "=" not in left:
        return ""
    match = _LABEL.search(left)
    return match.group(1) if match is not None else ""


def unit_around(text: str, start: int, label: str, number: Number) -> tuple[ValueKind, str]:
    """Kind and unit of a bare number, from its label, from `aged`, from a year's preposition."""
    words = label.casefold().split()
    for word in words:
        if word in aliases() and aliases()[word][0] is ValueKind.PERCENT:
            return aliases()[word]
    if words and (words[0] in aliases() or is_plural(words[0])):
        return aliases().get(words[0], (ValueKind.QUANTITY, singular(words[0])))
    counted = numbered(text, start) if not label and not number.worded else ""
    if counted:
        return ValueKind.QUANTITY, counted
    left = text[max(0, start - 24) : start]
    if _AGE.search(left) or words == ["age"]:
        return ValueKind.DURATION, "year"
    if _is_year(text, number) and (start == 0 or _YEAR_BEFORE.search(left)):
        return ValueKind.DATE, ""
    return ValueKind.QUANTITY, ""


def _is_year(text: str, number: Number) -> bool:
    bare = text[number.start : number.end]
    return not number.worded and len(bare) == 4 and bare.isdigit() and "1900" <= bare <= "2100"
