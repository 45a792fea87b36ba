"""Units and currencies: how texts write them, which are the same, which convert exactly."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.tables import table

_KINDS: Final = {
    "duration": ValueKind.DURATION,
    "percent": ValueKind.PERCENT,
    "quantity": ValueKind.QUANTITY,
}


@cache
def aliases() -> dict[str, tuple[ValueKind, str]]:
    """Every way to write a listed unit -> (kind, canonical unit)."""
    found: dict[str, tuple[ValueKind, str]] = {"%": (ValueKind.PERCENT, "%")}
    for section, kind in _KINDS.items():
        for unit, names in table("units.toml")[section].items():
            found.update(dict.fromkeys(names, (kind, unit)))
    return found


@cache
def money_after() -> dict[str, tuple[str, Decimal]]:
    """Currency words after a number -> (currency, factor)."""
    after = table("units.toml")["currency"]["after"]
    return {name: (unit, Decimal(factor)) for name, (unit, factor) in after.items()}


@cache
def money_before() -> dict[str, str]:
    """Currency signs before a number -> currency."""
    return dict(table("units.toml")["currency"]["before"])


@cache
def scales() -> dict[str, Decimal]:
    """`million` -> 1000000."""
    return {name: Decimal(factor) for name, factor in table("units.toml")["scale"].items()}


@cache
def _conversions() -> dict[str, tuple[str, Decimal]]:
    groups = table("units.toml")["convert"]
    return {
        unit: (group, Decimal(factor))
        for group, units in groups.items()
        for unit, factor in units.items()
    }


@cache
def _dollars() -> frozenset[str]:
    return frozenset(table("units.toml")["currency"]["dollars"]["fits"])


@cache
def _never() -> frozenset[str]:
    return frozenset(table("units.toml")["nouns"]["never"])


@lru_cache(maxsize=4096)
def singular(word: str) -> str:
    """A counted noun without its plural ending; a listed unit in its canonical form."""
    listed = aliases().get(word)
    if listed is not None:
        return listed[1]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:[sxz]|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if is_plural(word) else word


def is_plural(word: str) -> bool:
    """Whether a word looks like the plural of a counted noun."""
    return len(word) > 3 and word[-1] == "s" and word[-2] not in "siu'" and word not in _never()


def plain(amount: Decimal) -> str:
    """Canonical decimal: no exponent, no trailing zeros, no negative zero."""
    text = format(amount.normalize(), "f")
    return "0" if text in ("-0", "") else text


def comparable(a: Value, b: Value) -> tuple[Decimal, Decimal] | None:
    """The two amounts on one scale where their units are the same or convert exactly.

    A bare dollar fits every dollar, an amount without a rate fits the same amount with one, and a
    number without a unit fits a counted one. Months and days do not convert.
    """
    left, right = unit_factor(a), unit_factor(b)
    if left is None or right is None or not _fits(left[0], right[0]):
        return None
    return Decimal(a.amount) * left[1], Decimal(b.amount) * right[1]


def unit_factor(value: Value) -> tuple[str, Decimal] | None:
    """(dimension, factor) of a numeric value; None where its amount is not a number."""
    if value.kind not in NUMERIC:
        return None
    base, _, rate = value.unit.partition("/")
    group, factor = _conversions().get(base, (base, Decimal(1)))
    return (f"{group}/{rate}" if rate else group), factor


NUMERIC: Final = frozenset(
    (ValueKind.MONEY, ValueKind.PERCENT, ValueKind.DURATION, ValueKind.QUANTITY)
)


def _fits(a: str, b: str) -> bool:
    if a == b or not a or not b:
        return True
    one, _, one_rate = a.partition("/")
    two, _, two_rate = b.partition("/")
    if one_rate and two_rate and one_rate != two_rate:
        return False
    if one == two:
        return True
    return (one == "$" and two in _dollars()) or (two == "$" and one in _dollars())
