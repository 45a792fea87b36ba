"""Dates as texts write them, to ISO-8601 no more precise than stated.

A day without a year is `--06-30`, a time of day `T23:00`. A numeric date that two countries read
differently (`04/05/2026`) is no date at all.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.tables import table

_ORD = r"(?:st|nd|rd|th)?"


@cache
def months() -> dict[str, int]:
    """`september` and `sept` -> 9."""
    return dict(table("units.toml")["month"])


@cache
def _pattern() -> re.Pattern[str]:
    month = "|".join(sorted(months(), key=len, reverse=True))
    return re.compile(
        rf"\b(?P<m1>{month})\b\.?\s+(?P<d1>\d{{1,2}}){_ORD}(?:\s*,\s*|\s+)"
        r"(?P<y1>[12]\d{3})(?![\d-])"
        rf"|(?<![\w.,$])(?P<d2>\d{{1,2}}){_ORD}\s+(?:day\s+)?(?:of\s+)?"
        rf"(?P<m2>{month})\b\.?,?\s+(?P<y2>[12]\d{{3}})\b"
        r"|(?<![\w./-])(?P<y3>[12]\d{3})-(?P<m3>\d{2})-(?P<d3>\d{2})(?!\d)"
        r"(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?"
        r"|(?<![\w./-])(?P<y4>[12]\d{3})-(?P<m4>0[1-9]|1[0-2])(?![\d-])"
        rf"|\b(?P<m5>{month})\b\.?,?\s+(?:of\s+)?(?P<y5>[12]\d{{3}})\b"
        rf"|\b(?P<m6>{month})\b\.?\s+(?P<d6>\d{{1,2}}){_ORD}(?![\d]|[.,]\d|\s?%)"
        rf"|(?<![\w.,$])(?P<d7>\d{{1,2}}){_ORD}\s+(?:day\s+)?(?:of\s+)?(?P<m7>{month})\b"
        r"|(?<![\w./-])(?P<a8>\d{1,2})(?P<s8>[/.])(?P<b8>\d{1,2})(?P=s8)(?P<y8>[12]\d{3})(?!\d)"
        r"|(?<![\w.:])(?P<h9>\d{1,2})(?:[:.](?P<n9>\d{2}))?\s?(?P<p9>[ap])\.?\s?m\b\.?"
        r"|(?<![\w.:])(?P<h0>[01]?\d|2[0-3]):(?P<n0>[0-5]\d)(?![\d:])",
        re.IGNORECASE,
    )


_DIGIT = re.compile(r"\d+")
_MONTH_BEFORE = re.compile(r"\b([A-Za-z]{3,9})\.?,?\s+(?:of\s+)?$")


def dates(text: str) -> tuple[tuple[Value | None, int, int], ...]:
    """(value, start, end) of every date; value None where it cannot be read safely."""
    found: list[tuple[Value | None, int, int]] = []
    done = 0
    for digits in _DIGIT.finditer(text):
        if digits.start() < done:
            continue
        match = _date_at(text, digits.start(), done)
        iso = _iso(match, (match.lastgroup or "")[-1:]) if match is not None else None
        if match is None or iso is None:
            continue
        value = Value(ValueKind.DATE, iso, "", match.group(), match.start()) if iso else None
        found.append((value, match.start(), match.end()))
        done = match.end()
    return tuple(found)


def _date_at(text: str, at: int, done: int) -> re.Match[str] | None:
    """A date whose first digit stands at `at`, with a month before it or after it."""
    before = _MONTH_BEFORE.search(text, max(done, at - 16), at)
    if before is not None and before.group(1).casefold() in months():
        match = _pattern().match(text, before.start(1))
        if match is not None:
            return match
    return _pattern().match(text, at)


def _iso(match: re.Match[str], form: str) -> str | None:
    """ISO text; empty where it is a date that cannot be read; None where it is none."""
    part = match.groupdict()
    if form in "90" and form:
        return _clock(part, form)
    if form == "8":
        return _numeric(int(part["a8"] or 0), int(part["b8"] or 0), int(part["y8"] or 0))
    name, day, year = (part.get(f"{key}{form}") for key in "mdy")
    if name is None or (form == "6" and name in ("may", "march", "mar", "sec", "dec", "sep")):
        return None
    number = int(name) if name.isdigit() else months()[name.casefold()]
    if year is None:
        return f"--{number:02d}-{int(day):02d}" if day and 1 <= int(day) <= 31 else None
    if day is None:
        return f"{year}-{number:02d}"
    return _day(int(year), number, int(day))


def _day(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _numeric(first: int, second: int, year: int) -> str:
    if first > 12 >= second:
        return _day(year, second, first)
    if second > 12 >= first:
        return _day(year, first, second)
    return _day(year, first, second) if first == second else ""


def _clock(part: dict[str, str | None], form: str) -> str | None:
    hour, minute = int(part[f"h{form}"] or 0), int(part[f"n{form}"] or 0)
    if form == "9":
        if not 1 <= hour <= 12 or minute > 59:
            return None
        hour = hour % 12 + (12 if (part["p9"] or "").casefold() == "p" else 0)
    return f"T{hour:02d}:{minute:02d}"


def overlap(a: str, b: str) -> bool | None:
    """Whether two ISO dates can be the same; None where one cannot be compared with the other.

    A day without a year fits any year; a month contains its days.
    """
    if a.startswith("T") or b.startswith("T"):
        return a == b if a[:1] == b[:1] else None
    if a.startswith("--") or b.startswith("--"):
        one, two = a.removeprefix("--"), b.removeprefix("--")
        if len(one) > 5 or len(two) > 5:
            return one[-5:] == two[-5:] if len(one) in (5, 10) and len(two) in (5, 10) else None
        return one == two if a[:2] == b[:2] else None
    shorter, longer = sorted((a, b), key=len)
    return longer.startswith(shorter)
