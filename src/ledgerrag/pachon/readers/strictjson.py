"""JSON as RFC 8259 means it: one meaning for each text, or none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal, NoReturn

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.text import quoted

# Possessive: a string is passed over in one piece, so that the scan is linear.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[{]|[\]}]', re.DOTALL)
_MAX_EXPONENT = 400


def parse(text: str, depth: int) -> object:
    """The value that a JSON text states; fractions as `Decimal`, so that they stay as written.

    Args:
        text: the JSON text.
        depth: how deep values may be nested.
    Raises:
        DocumentError: not JSON, nested too deep, a key twice, NaN or Infinity, lone surrogates.
    """
    _check_depth(text, depth)
    try:
        value: object = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_fraction
        )
    except json.JSONDecodeError as error:
        raise DocumentError(
            f"not JSON at character {error.pos + 1:,}: {error.msg}", "mend the record"
        ) from None
    except ValueError:
        # int() refuses numbers of more than 4,300 digits: their conversion takes quadratic time.
        raise DocumentError(
            "a number has more digits than can be read", "write it as a string"
        ) from None
    if "\\ud" in text or "\\uD" in text:
        _check_surrogates(value)
    return value


def parse_object(text: str, depth: int) -> dict[str, object]:
    """The fields of a JSON object.

    Raises:
        DocumentError: as `parse`, or not an object.
    """
    return as_object(parse(text, depth))


def as_object(value: object) -> dict[str, object]:
    """The value as an object.

    Raises:
        DocumentError: it is none.
    """
    if not isinstance(value, dict):
        raise DocumentError(
            f"the record is {_name(value)}, not an object", 'write {"doc_id": ..., "text": ...}'
        )
    return value


def record_kind(fields: dict[str, object]) -> Literal["document", "act"]:
    """Whether the fields describe an act (`act: repeal` or `type: act`) or a document."""
    return "act" if "act" in fields or fields.get("type") == "act" else "document"


def _check_depth(text: str, depth: int) -> None:
    # The parser recurses for each level; how deep it gets before it gives up depends on its caller.
    if text.count("[") + text.count("{") <= depth:
        return
    level = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        sign = text[match.start()]
        if sign in "[{":
            level += 1
            if level > depth:
                raise DocumentError(f"nested deeper than {depth} levels", "flatten the record")
        elif sign != '"':
            level -= 1


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise DocumentError(f"the key {quoted(key)} occurs twice", "keep one of them")
            seen.add(key)
    return fields


def _no_constant(name: str) -> NoReturn:
    raise DocumentError(f"{name} is not a JSON value", "leave the field out or write a number")


def _fraction(text: str) -> Decimal:
    number = Decimal(text)
    if number and abs(number.adjusted()) > _MAX_EXPONENT:
        raise DocumentError(f"the number {quoted(text)} is out of range", "write it as a string")
    return number


def _check_surrogates(value: object) -> None:
    for string in _strings(value):
        try:
            string.encode("utf-8")
        except UnicodeEncodeError:
            raise DocumentError(
                f"half of a surrogate pair in {quoted(string)}", "write the whole character"
            ) from None


def _strings(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _name(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "a number"
