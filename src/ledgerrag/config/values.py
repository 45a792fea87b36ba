"""What a user states of a parameter, as the value that it takes: `tau_cov=0.8`, `clusters=off`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import get_args

from ledgerrag.config.params import FIELDS, HINTS, shown
from ledgerrag.errors import ConfigError
from ledgerrag.model import UNIT

_WORDS = {"true": True, "yes": True, "on": True, "1": True} | {
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


def converted(values: Mapping[str, object]) -> dict[str, object]:
    """Values by the names of the fields.

    Args:
        values: by names as stated: `tau_cov` and `tau_cov_u` are the same.
    Raises:
        ConfigError: no such parameter, a value that does not fit, or a parameter twice.
    """
    found: dict[str, object] = {}
    for stated, value in values.items():
        name, decimal = _name(stated)
        if name in found:
            raise ConfigError(f"{stated} is given twice", "give each parameter once")
        found[name] = _value(name, stated, value, decimal=decimal)
    return found


def _name(stated: str) -> tuple[str, bool]:
    """The field that a name means, and whether its value is a decimal to be made millionths."""
    plain = stated.strip().lower().replace("-", "_")
    if plain != "preset" and plain in FIELDS:
        return plain, False
    if f"{plain}_u" in FIELDS:
        return f"{plain}_u", True
    shown = tuple(name.removesuffix("_u") for name in FIELDS if name != "preset")
    raise ConfigError(f"there is no parameter {stated!r}", hint(plain, shown))


def _value(name: str, stated: str, value: object, *, decimal: bool) -> object:
    about, kind = FIELDS[name], get_args(HINTS[name])[0]
    if kind is bool:
        return _boolean(stated, value)
    if about.choices:
        if value not in about.choices:
            raise ConfigError(f"{stated} = {value} is not a choice", listed(about.choices))
        return value
    number = _integer(stated, value, decimal=decimal)
    if not about.low <= number <= about.high:
        span = f"{shown(name, about.low)} to {shown(name, about.high)}"
        raise ConfigError(f"{stated} = {value} is out of range", f"give {span}")
    return number


def _boolean(stated: str, value: object) -> bool:
    word = str(value).strip().lower()
    if word not in _WORDS:
        raise ConfigError(f"{stated} = {value} is not a switch", "write true or false")
    return _WORDS[word]


def _integer(stated: str, value: object, *, decimal: bool) -> int:
    text = "" if isinstance(value, bool) else str(value).strip()
    try:
        number = Decimal(text) * (UNIT if decimal else 1)
        whole = int(number)
    except (InvalidOperation, ValueError, OverflowError):
        raise ConfigError(f"{stated} = {value} is not a number", "write 3 or 0.8") from None
    if whole != number:
        digits = "at most six decimals" if decimal else "a whole number"
        raise ConfigError(f"{stated} = {value} is too fine", f"give {digits}")
    return whole


def hint(name: str, known: tuple[str, ...]) -> str:
    """The known name that is most like another, or all of them."""
    close = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else listed(known)


def listed(choices: tuple[str, ...]) -> str:
    """The choices, to end a message."""
    return "choose from " + ", ".join(choices)
