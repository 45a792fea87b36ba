"""The fields of a record at the edge: what a channel may write, and what it then means.

Values come from YAML, JSON, feeds and web pages; here they become text, numbers and dates, or one
line that says which field is wrong and what to write instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator, ValidationError
from pydantic import ValidationInfo as Info

from ledgerrag.dates import PartialDate, from_day, from_instant
from ledgerrag.dates import parse as parse_date
from ledgerrag.errors import DateError, DocumentError

UNKNOWN_DATE = "unknown"
LONGEST_NAME = 1_000


def _text(value: object, info: Info) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
        raise DocumentError(f"{info.field_name} is {_kind(value)}", "write text")
    return clean(str(value)).strip()


def _name(value: object, info: Info) -> str:
    name = _text(value, info)
    if len(name) > LONGEST_NAME:
        raise DocumentError(f"{info.field_name} has {len(name):,} characters", "keep it short")
    if not name.isprintable():
        raise DocumentError(f"{info.field_name} {name!r} holds control characters", "remove them")
    return name


def _version(value: object, info: Info) -> int:
    text = str(value).strip() if isinstance(value, str | int) else ""
    if isinstance(value, bool) or not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise DocumentError(f"{info.field_name} {value!r} is not a number", "write 1, 2, 3, ...")
    if int(text) < 1:
        raise DocumentError(f"{info.field_name} {value} is below 1", "count versions from 1")
    return int(text)


def read_date(value: object, name: str) -> PartialDate:
    """A date as a channel writes it.

    Args:
        value: ISO text, a year as a number, or a date object.
        name: the field, for the error.
    Raises:
        DateError: not a date, or a day that no calendar has.
    """
    if isinstance(value, PartialDate):
        return value
    if isinstance(value, datetime):
        return parse_date(value.isoformat(), name=name)
    if isinstance(value, date):
        return from_day(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise DateError(f"{name} is {_kind(value)}", "write YYYY, YYYY-MM or YYYY-MM-DD")
    return parse_date(str(value), name=name)


def _date(value: object, info: Info) -> PartialDate:
    return read_date(value, info.field_name or "date")


def _end(value: object, info: Info) -> PartialDate | str:
    if isinstance(value, str) and value.strip().casefold() == UNKNOWN_DATE:
        return UNKNOWN_DATE
    return _date(value, info)


def _kind(value: object) -> str:
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, list | tuple) else f"{value!r:.40}"


Text: TypeAlias = Annotated[str, BeforeValidator(_text)]
Name: TypeAlias = Annotated[str, BeforeValidator(_name)]
Version: TypeAlias = Annotated[int, PlainValidator(_version)]
Date: TypeAlias = Annotated[PartialDate, PlainValidator(_date)]
End: TypeAlias = Annotated[PartialDate | str, PlainValidator(_end)]


class Fields(BaseModel):
    """Base of what a channel may state; other fields are ignored and noted."""

    model_config = ConfigDict(extra="ignore", frozen=True)


F = TypeVar("F", bound=Fields)


def validate(model: type[F], fields: Mapping[str, object]) -> F:
    """Check the fields of a record; None counts as not stated.

    Raises:
        DocumentError: a field that cannot be used, by name.
        DateError: a date that cannot be, by name.
    """
    stated = {key: value for key, value in fields.items() if value is not None and value != ""}
    try:
        return model.model_validate(stated)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        if first["type"] == "missing":
            raise DocumentError(f"{name} is missing", f"add `{name}`") from None
        raise DocumentError(f"{name}: {first['msg'].lower()}", f"correct `{name}`") from None


def clean(text: str) -> str:
    """Text as it is kept: one kind of newline, no NUL, no byte order mark, no half surrogates.

    Nothing else is changed (no Unicode normalisation, no trimming inside), so that a quoted span
    is what the reader of the original sees.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x00" in text:
        text = text.replace("\x00", "")
    text = text.removeprefix("\ufeff")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode("utf-8")
    return text


def assumed_zone(**dates: PartialDate | str | None) -> tuple[str, ...]:
    """Notes on instants that came without a zone and were read as UTC."""
    return tuple(
        f"{name} has no time zone and is read as UTC"
        for name, value in dates.items()
        if isinstance(value, PartialDate) and value.zone_assumed
    )


def is_future(value: PartialDate, now: datetime) -> bool:
    """Whether a date lies after now, compared on its own axis: days by the calendar of `now`."""
    wall = now.replace(tzinfo=None)
    here = from_instant(now)
    today = from_day(wall.date())
    calendar = value.precision < here.precision
    return value.lo >= today.hi if calendar else value.lo > here.lo
