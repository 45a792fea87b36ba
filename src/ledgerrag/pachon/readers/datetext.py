"""Dates of feeds, pages and PDF as ISO-8601, no more precise than they were written.

A date that could mean two days, or that depends on the day of reading, is left out with a note.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_tz
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ledgerrag import dates
from ledgerrag.errors import DateError
from ledgerrag.pachon.readers.quiet import silence
from ledgerrag.pachon.readers.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

_MAIL = re.compile(
    r"(?:[A-Za-z]{3,9},?\s+)?\d{1,2}\s+[A-Za-z]{3,9}\s+\d{4}"
    r"(?:\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+(?P<zone>[A-Za-z]{1,5}|[+-]\d{4}))?)?",
    re.ASCII,
)
# RFC 822, section 5.1; the parser reads any other name of a zone as UTC without a word.
_MAIL_ZONES = frozenset(
    {"UT", "UTC", "GMT", "Z", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"}
)
_PDF = re.compile(
    r"(?:D:)?(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:(Z)(?:00'?00'?)?|([+-]\d{2})'?(\d{2})?'?)?)?)?)?",
    re.ASCII,
)
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)", re.ASCII)
_DAY = re.compile(r"(?<![\d:])\d{1,2}(?![\d:])", re.ASCII)
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?.*", re.ASCII | re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3,}")
_LONGEST = 80
_LANGUAGES = ["en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "pl", "cs", "ru", "uk", "tr"]


class Stated(NamedTuple):
    """A date as ISO-8601, empty where it cannot be told, and a note where there is more to say."""

    iso: str
    note: str = ""


def stated(text: str) -> Stated:
    """What an isolated date field says.

    Args:
        text: the field: ISO-8601, the form of mail headers, or a day with its month in words.
    """
    trimmed = text.strip()
    if not trimmed or len(trimmed) > _LONGEST:
        return Stated("", f"the date {quoted(trimmed)} cannot be read")
    if _is_date(trimmed):
        return Stated(trimmed)
    mail = _MAIL.fullmatch(trimmed)
    found = _from_mail(trimmed, mail["zone"]) if mail else Stated("")
    return found if found.iso or found.note else _from_words(trimmed)


def pdf_date(text: str) -> Stated:
    """What a date of a PDF's metadata says (`D:20200125103000-05'00'`)."""
    match = _PDF.fullmatch(text.strip())
    if match is None:
        return stated(text)
    year, month, day, hour, minute, second, utc, zone, zone_minute = match.groups()
    iso = "-".join(part for part in (year, month, day) if part)
    if hour:
        iso += f"T{hour}:{minute}" + (f":{second}" if second else "")
        iso += utc or (f"{zone}:{zone_minute or '00'}" if zone else "")
    return Stated(iso) if _is_date(iso) else Stated("", f"the date {quoted(text)} cannot be")


def later(first: str, second: str) -> bool:
    """Whether the first ISO date certainly lies after the second."""
    return dates.parse(first).after(dates.parse(second))


def _is_date(text: str) -> bool:
    try:
        dates.parse(text)
    except DateError:
        return False
    return True


def _from_mail(text: str, zone: str | None) -> Stated:
    parts = parsedate_tz(text)
    if parts is None:
        return Stated("")
    year, month, day, hour, minute, second = parts[:6]
    iso, note = f"{year:04d}-{month:02d}-{day:02d}", ""
    if ":" in text:
        known = zone is None or zone[0] in "+-" or zone.upper() in _MAIL_ZONES
        if known:
            iso += f"T{hour:02d}:{minute:02d}:{second:02d}{_offset(zone, parts[9])}"
        else:
            note = f"the time zone in {quoted(text)} is not known: the day is kept"
    return Stated(iso, note) if _is_date(iso) else Stated("", f"{quoted(text)} cannot be a date")


def _offset(zone: str | None, seconds: int | None) -> str:
    if zone is None or zone == "-0000":
        return ""
    if zone[0] in "+-":
        return f"{zone[:3]}:{zone[3:]}"
    hours = (seconds or 0) // 3600
    return f"{hours:+03d}:00" if hours else "Z"


def _from_words(text: str) -> Stated:
    """A day with its month in words: what is missing or ambiguous is not guessed."""
    unread = Stated("", f"the date {quoted(text)} cannot be read without guessing")
    words = _CLOCK.sub("", text).strip(" ,;")
    years, days = _YEAR.findall(words), _DAY.findall(words)
    if len(years) != 1 or len(days) != 1 or not _WORD.search(words):
        return unread
    found = _parser()(words)
    if found is None or (found.year, found.day) != (int(years[0]), int(days[0])):
        return unread
    note = f"only the day of {quoted(text)} is kept" if words != text else ""
    return Stated(found.date().isoformat(), note)


@cache
def _parser() -> Callable[[str], datetime | None]:
    silence()
    from dateparser.date import DateDataParser  # type: ignore[import-untyped]  # has no types

    parser = DateDataParser(
        languages=_LANGUAGES,
        settings={
            "PARSERS": ["absolute-time"],
            "STRICT_PARSING": True,
            # A fixed base and zone: nothing depends on the day or the machine of reading.
            "RELATIVE_BASE": datetime(1970, 1, 1, tzinfo=UTC).replace(tzinfo=None),
            "TIMEZONE": "UTC",
            "RETURN_AS_TIMEZONE_AWARE": False,
        },
    )

    def parse(text: str) -> datetime | None:
        found: datetime | None = parser.get_date_data(text).date_obj
        return found

    return parse
