"""Whether two figures of one slot agree: by unit, kind and interval, never by ratio."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Final

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.calendar_dates import overlap
from ledgerrag.stance.units import NUMERIC, comparable


class Relation(StrEnum):
    """How a passage's figure stands to a claim's."""

    AGREES = "agrees"
    DIFFERS = "differs"
    FITS = "fits"
    UNCLEAR = "unclear"
    EXCLUDES = "excludes"
    APART = "apart"


_STRICT: Final = frozenset((">", "<"))
_LOWER: Final = frozenset((">", ">="))
_UPPER: Final = frozenset(("<", "<="))


def is_comparable(a: Value, b: Value) -> bool:
    """Whether the two are of one kind and unit, or convert exactly."""
    if a.kind is ValueKind.DATE or b.kind is ValueKind.DATE:
        return a.kind is b.kind and overlap(a.amount, b.amount) is not None
    if a.kind is not b.kind and not _bare(a, b):
        return False
    return comparable(a, b) is not None


def _bare(a: Value, b: Value) -> bool:
    # A number without a unit may be of any kind: "limit 80" and "a limit of 80 %".
    bare = (a.kind is ValueKind.QUANTITY and not a.unit) or (
        b.kind is ValueKind.QUANTITY and not b.unit
    )
    return bare and a.kind in NUMERIC and b.kind in NUMERIC


def relate(claim: Value, bound: str, found: Value, found_bound: str, norm: bool) -> Relation:
    """How the figure of a passage stands to the figure of a claim of the same slot.

    Args:
        claim: the value that the claim states.
        bound: its bound; empty for a plain value.
        found: the value that the passage states.
        found_bound: its bound.
        norm: the passage sets a rule (a limit, a fine), it does not report a count.
    """
    if not is_comparable(claim, found):
        return Relation.APART
    if claim.kind is ValueKind.DATE:
        if bound in _STRICT and not found_bound:
            return _beside(claim.amount, bound, found.amount)
        return _dates(claim.amount, found.amount)
    pair = comparable(claim, found)
    if pair is None:
        return Relation.APART
    said, seen = pair
    if "~" in (bound, found_bound):
        return _approximate(said, bound, seen, found_bound)
    if _opposed(bound, found_bound):
        return Relation.EXCLUDES if _disjoint(said, bound, seen, found_bound) else Relation.UNCLEAR
    if said == seen:
        if bound in _STRICT and not found_bound:
            return Relation.DIFFERS
        strict = found_bound and bound != found_bound and (bound or found_bound in ("<", ">"))
        return Relation.FITS if strict else Relation.AGREES
    # A rule that says `at most` or `at least` states its figure; `more than` only compares with it.
    if norm and (bound not in _STRICT or found_bound):
        return Relation.DIFFERS
    if bound and found_bound:
        return Relation.AGREES if _within(seen, bound, said) else Relation.FITS
    return _interval(said, bound, seen, found_bound)


def _dates(said: str, seen: str) -> Relation:
    same = overlap(said, seen)
    if same is None:
        return Relation.UNCLEAR
    if not same:
        return Relation.DIFFERS
    whole = len(seen.lstrip("-")) >= len(said.lstrip("-")) or said.startswith("--")
    return Relation.AGREES if whole else Relation.FITS


def _beside(said: str, bound: str, seen: str) -> Relation:
    """How a date stands to one that a claim places before or after it."""
    same = overlap(said, seen)
    if same is None or len(said) < 4 or len(seen) < 4 or said[0] in "-T" or seen[0] in "-T":
        return Relation.UNCLEAR
    if same:
        # A day of May is not before May; May says nothing of its tenth day.
        return Relation.DIFFERS if len(seen) >= len(said) else Relation.UNCLEAR
    before = seen < said
    return Relation.AGREES if before == (bound == "<") else Relation.DIFFERS


def within(date: str, bound: str, limit: str) -> bool:
    """Whether a date lies before (`<`) or after (`>`) another."""
    return _beside(limit, bound, date) is Relation.AGREES


def _opposed(a: str, b: str) -> bool:
    return (a in _LOWER and b in _UPPER) or (a in _UPPER and b in _LOWER)


def _disjoint(said: Decimal, bound: str, seen: Decimal, found_bound: str) -> bool:
    """Whether no amount lies within both: `more than two` and `at most two`."""
    lower, upper = (said, seen) if bound in _LOWER else (seen, said)
    strict = bool({bound, found_bound} & {"<", ">"})
    return lower > upper or (lower == upper and strict)


def _interval(said: Decimal, bound: str, seen: Decimal, found_bound: str) -> Relation:
    if bound:
        return Relation.AGREES if _within(seen, bound, said) else Relation.DIFFERS
    if found_bound:
        return Relation.FITS if _within(said, found_bound, seen) else Relation.DIFFERS
    return Relation.DIFFERS


def _within(amount: Decimal, bound: str, limit: Decimal) -> bool:
    return {
        ">=": amount >= limit,
        "<=": amount <= limit,
        ">": amount > limit,
        "<": amount < limit,
    }[bound]


def _approximate(said: Decimal, bound: str, seen: Decimal, found_bound: str) -> Relation:
    rough = [amount for amount, sign in ((said, bound), (seen, found_bound)) if sign == "~"]
    margin = max(_half_step(amount) for amount in rough)
    if abs(said - seen) <= margin:
        return Relation.AGREES if bound == "~" else Relation.FITS
    return Relation.DIFFERS


def _half_step(amount: Decimal) -> Decimal:
    """Half of the last digit that is not a zero: about 500 is 450 to 550."""
    exponent = amount.normalize().as_tuple().exponent
    return Decimal(5).scaleb(int(exponent) - 1) if isinstance(exponent, int) else Decimal(0)
