"""Partial dates as intervals: nothing that is missing is ever filled in.

A date is a half-open interval of seconds with a precision: `2023` is [2023-01-01, 2024-01-01).
Two axes exist because law and newsrooms speak in calendar days while logs speak in instants: `lo`
and `hi` are UTC seconds, `local_lo` and `local_hi` are the wall clock of the place that wrote the
date. A question that names a day is answered on the calendar axis, one that names an instant on
the UTC axis. For a date without a zone the two are the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from enum import IntEnum

from ledgerrag.errors import DateError

DAY = 86_400
_SHOWN = 40
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ISO = re.compile(
    r"(?P<y>\d{4})(?:-(?P<m>\d{2})(?:-(?P<d>\d{2})"
    r"(?:[T ](?P<H>\d{2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,]\d{1,9})?)?"
    r"\s?(?P<z>Z|z|[+-]\d{2}:?\d{2})?)?)?)?",
    re.ASCII,
)


class Precision(IntEnum):
    """How much of a date was stated."""

    YEAR = 1
    MONTH = 2
    DAY = 3
    INSTANT = 4


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A point on one of the two axes: what `as_of` and `known_at` are reduced to.

    Args:
        at: seconds since 1970-01-01; inclusive.
        calendar: whether `at` is wall-clock time (a day was named) or UTC (an instant was named).
    """

    at: int
    calendar: bool = True

    def label(self) -> str:
        """The moment as ISO-8601: a day on the calendar axis, a UTC instant otherwise."""
        stamp = _EPOCH + timedelta(seconds=self.at)
        return stamp.date().isoformat() if self.calendar else _utc_text(stamp)


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date as it was stated.

    Args:
        text: ISO-8601, no more precise than the statement.
        precision: how much was stated.
        lo: first second, UTC.
        hi: first second after, UTC.
        offset: seconds east of UTC for an instant, else 0.
        zone_assumed: an instant came without a zone and was read as UTC.
    """

    text: str
    precision: Precision
    lo: int
    hi: int
    offset: int = 0
    zone_assumed: bool = False

    @property
    def local_lo(self) -> int:
        """First second on the wall clock of the place that wrote the date."""
        return self.lo + self.offset

    @property
    def local_hi(self) -> int:
        """First second after, on the same wall clock."""
        return self.hi + self.offset

    @property
    def local_date(self) -> str:
        """The calendar date as written (`2026-03-01` for `2026-03-01T23:30-08:00`)."""
        return self.text[:10]

    def begins(self, *, calendar: bool = True) -> int:
        """The second from which it has certainly begun: of a year or month, its last day."""
        lo, hi = (self.local_lo, self.local_hi) if calendar else (self.lo, self.hi)
        return lo if self.precision >= Precision.DAY else hi - DAY

    def reached(self, moment: Moment) -> bool:
        """Whether the date has certainly begun at the moment."""
        return self.begins(calendar=moment.calendar) <= moment.at

    def possible(self, moment: Moment) -> bool:
        """Whether the date may have begun at the moment (its first second has passed)."""
        return (self.local_lo if moment.calendar else self.lo) <= moment.at

    def after(self, other: PartialDate) -> bool:
        """Whether the whole of this date lies after the other; overlap decides nothing."""
        return self.lo >= other.hi

    def moment(self) -> Moment:
        """The last second of the date: where a question about it stands."""
        if self.precision is Precision.INSTANT:
            return Moment(self.hi - 1, calendar=False)
        return Moment(self.hi - 1, calendar=True)

    def __str__(self) -> str:
        return self.text


def _seconds(stamp: datetime) -> int:
    return (stamp - _EPOCH) // timedelta(seconds=1)


def _utc_text(stamp: datetime) -> str:
    return stamp.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def from_instant(stamp: datetime, *, zone_assumed: bool = False) -> PartialDate:
    """An aware datetime as a date of instant precision, its own wall clock kept.

    Args:
        stamp: an aware datetime; fractions of a second are dropped.
        zone_assumed: the zone was not stated by the source.
    Raises:
        DateError: the datetime is naive.
    """
    if stamp.tzinfo is None:
        raise DateError(
            f"{stamp.isoformat()} has no time zone", "add Z or an offset such as +01:00"
        )
    whole = stamp.replace(microsecond=0)
    offset = whole.utcoffset() or timedelta()
    lo = _seconds(whole)
    text = whole.isoformat() if offset else _utc_text(whole)
    return PartialDate(
        text, Precision.INSTANT, lo, lo + 1, int(offset.total_seconds()), zone_assumed
    )


def from_day(day: date) -> PartialDate:
    """A calendar day."""
    lo = _seconds(datetime(day.year, day.month, day.day, tzinfo=UTC))
    return PartialDate(day.isoformat(), Precision.DAY, lo, lo + DAY)


def parse(text: str, *, name: str = "date") -> PartialDate:
    """Read ISO-8601 of any precision: `2023`, `2023-07`, `2023-07-01`, `2023-07-01T10:30-04:00`.

    Args:
        text: the date; surrounding blanks are ignored.
        name: what the date is called in the error.
    Raises:
        DateError: not ISO-8601, or a day that no calendar has.
    """
    stated = text.strip()
    match = _ISO.fullmatch(stated)
    if match is None:
        raise DateError(
            f"{name} {_shown(text)} is not a date",
            "write YYYY, YYYY-MM, YYYY-MM-DD or an ISO instant",
            name,
        )
    part = match.groupdict()
    try:
        return _build(part)
    except (ValueError, OverflowError) as reason:
        raise DateError(
            f"{name} {_shown(text)} cannot be: {reason}", "give a day that the calendar has", name
        ) from None


def _shown(text: str) -> str:
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}..."


def _build(part: dict[str, str | None]) -> PartialDate:
    year = int(part["y"] or 0)
    if part["m"] is None:
        lo, hi = datetime(year, 1, 1, tzinfo=UTC), _year_after(year)
        return PartialDate(f"{year:04d}", Precision.YEAR, _seconds(lo), hi)
    month = int(part["m"])
    if part["d"] is None:
        lo = datetime(year, month, 1, tzinfo=UTC)
        hi = (
            _year_after(year) if month == 12 else _seconds(datetime(year, month + 1, 1, tzinfo=UTC))
        )
        return PartialDate(f"{year:04d}-{month:02d}", Precision.MONTH, _seconds(lo), hi)
    day = date(year, month, int(part["d"]))
    if part["H"] is None:
        return from_day(day)
    stamp = datetime(
        year,
        month,
        day.day,
        int(part["H"]),
        int(part["M"] or 0),
        int(part["S"] or 0),
        tzinfo=_zone(part["z"]),
    )
    # Near the ends of the calendar an offset can lead out of it.
    stamp.astimezone(UTC)
    return from_instant(stamp, zone_assumed=part["z"] is None)


def _year_after(year: int) -> int:
    # 9999 has no successor in datetime; its end is still a number of seconds.
    return _seconds(datetime(year, 12, 31, tzinfo=UTC)) + DAY


def _zone(text: str | None) -> timezone:
    if text is None or text in "Zz":
        return UTC
    sign = -1 if text[0] == "-" else 1
    hours, minutes = int(text[1:3]), int(text[-2:])
    if minutes > 59:
        raise ValueError(f"offset {text} has more than 59 minutes")
    return timezone(sign * timedelta(hours=hours, minutes=minutes))
