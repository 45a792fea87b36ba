"""Canonical JSON: RFC 8785 of a restricted profile.

The profile leaves out whatever two parsers may read differently: ASCII keys only, no floats, whole
numbers below 2^53 in size, no null, no duplicate keys, no lone surrogates, nesting to 64 levels.
Within it, sorting keys by code point is RFC 8785's order and Python's own escapes are its escapes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NoReturn

from ledgerrag.errors import InputError, IntegrityError
from ledgerrag.store.seam import Json

MAX_INTEGER = (1 << 53) - 1
MAX_DEPTH = 64

_encode = json.JSONEncoder(
    ensure_ascii=False,
    # The depth limit below already ends a value that contains itself.
    check_circular=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
).encode


def dumps(value: Json) -> bytes:
    """The one byte string that stands for a value.

    Args:
        value: texts, whole numbers, booleans, lists and mappings with ASCII keys.
    Raises:
        InputError: the value lies outside the profile; the message names the place.
    """
    written = _written(value) if _fits(value, MAX_DEPTH) else None
    if written is None:
        raise _misfit(value)
    return written


def loads(data: bytes, *, canonical: bool = False) -> Json:
    """Read JSON of the profile.

    Args:
        data: UTF-8 without a byte order mark.
        canonical: whether the bytes must also be exactly what `dumps` writes.
    Raises:
        InputError: not JSON, or outside the profile.
        IntegrityError: `canonical` was asked for and the bytes differ from the canonical form.
    """
    if canonical:
        # What `dumps` gives back byte for byte needs no other check: it holds no duplicate key.
        quick = _parse_quickly(data)
        if quick is not None and _written(quick) == data:
            return quick
    value = _parse(data)
    written = dumps(value)
    if canonical and written != data:
        raise IntegrityError(
            f"JSON is not in canonical form from byte {_difference(written, data)} on",
            "the text was rewritten after it was recorded: take the original",
        )
    return value


def _written(value: Json) -> bytes | None:
    """The bytes of a value that fits; None where half of a surrogate pair stands in a text."""
    try:
        return _encode(value).encode("utf-8")
    except UnicodeEncodeError:
        return None


def _parse_quickly(data: bytes) -> Json | None:
    try:
        value: Json = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if _fits(value, MAX_DEPTH) else None


def _parse(data: bytes) -> Json:
    try:
        text = data.decode("utf-8")
        value: Json = json.loads(
            text,
            object_pairs_hook=_mapping,
            parse_int=_integer,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except UnicodeDecodeError as reason:
        raise InputError(f"JSON is not UTF-8 at byte {reason.start}", "save it as UTF-8") from None
    except RecursionError:
        raise InputError("JSON is nested too deeply", f"use at most {MAX_DEPTH} levels") from None
    except ValueError as reason:
        raise InputError(f"not usable as JSON: {reason}", "correct it at that place") from None
    return value


def _mapping(pairs: list[tuple[str, Json]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"key {twice[:80]!r} stands twice in one object")
    return found


def _integer(digits: str) -> int:
    if len(digits) > 17 or digits == "-0":
        raise ValueError(f"number {digits[:24]} is no whole number below 2^53")
    return int(digits)


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"number {text[:24]} is no whole number: write millionths or a text")


def _fits(value: object, depth: int) -> bool:
    """Whether a value lies in the profile, surrogates apart (encoding finds those)."""
    if isinstance(value, str):
        return True
    if isinstance(value, int):
        return -MAX_INTEGER <= value <= MAX_INTEGER
    if depth == 0 or not isinstance(value, dict | list):
        return False
    if isinstance(value, dict) and not _ascii_keys(value):
        return False
    # A loop, not a generator, and texts passed over at once: every entry goes through here.
    for part in value.values() if isinstance(value, dict) else value:
        if type(part) is not str and not _fits(part, depth - 1):
            return False
    return True


def _ascii_keys(value: dict[str, object]) -> bool:
    try:
        return "".join(value).isascii()
    except TypeError:
        return False


def _misfit(value: object) -> InputError:
    reason, path = _first_misfit(value, "", MAX_DEPTH) or ("cannot be written", "")
    return InputError(f"{path or 'the value'} {reason}", "keep to the journal's JSON profile")


def _first_misfit(value: object, place: str, depth: int) -> tuple[str, str] | None:
    if isinstance(value, str):
        lone = any("\ud800" <= sign <= "\udfff" for sign in value)
        return ("holds half of a surrogate pair", place) if lone else None
    if isinstance(value, int):
        small = -MAX_INTEGER <= value <= MAX_INTEGER
        return None if small else ("is a number of 2^53 or more", place)
    if isinstance(value, dict | list):
        if depth == 0:
            return f"is nested deeper than {MAX_DEPTH} levels", place[:80] + "..."
        return _first_misfit_within(value, place, depth - 1)
    return f"is of type {type(value).__name__}, which the journal does not hold", place


def _first_misfit_within(
    value: dict[object, object] | list[object], place: str, depth: int
) -> tuple[str, str] | None:
    parts: Iterable[tuple[object, object]] = (
        value.items() if isinstance(value, dict) else enumerate(value)
    )
    for key, part in parts:
        if isinstance(value, dict) and not (isinstance(key, str) and key.isascii()):
            return f"has the key {str(key)[:40]!a}, which is not an ASCII text", place
        found = _first_misfit(part, f"{place}.{key}" if place else str(key), depth)
        if found:
            return found
    return None


def _difference(written: bytes, given: bytes) -> int:
    for at, (ours, theirs) in enumerate(zip(written, given, strict=False)):
        if ours != theirs:
            return at
    return min(len(written), len(given))
