"""A figure that a claim states and a passage does not: what a model can hardly read there."""

from __future__ import annotations

from dataclasses import replace

from ledgerrag.model import Claim, Passage, Value, ValueKind
from ledgerrag.stance.compare import Relation, is_comparable, relate
from ledgerrag.stance.marks import Mark, marks
from ledgerrag.stance.parsed import Parsed, parse, stem
from ledgerrag.stance.units import singular
from ledgerrag.stance.values import Figure


def unmet(claim: Claim, passage: Passage) -> bool:
    """Whether a claim states a figure that no figure of the passage meets.

    Every figure of the claim counts, whichever it is about: a model reads the statement whole. A
    date that is not what the claim is about says when, and may be left to the context: it is unmet
    where the passage has dates of its own and none fits. A number that is no amount of money or
    time may name a provision, which the title tells.

    Args:
        claim: a statement.
        passage: what is to support it.
    """
    said, text = parse(claim.text), parse(passage.text)
    titled = (*text.figures, *parse(passage.title).figures)
    for own in said.figures:
        value = own.value
        found = titled if value.kind is ValueKind.QUANTITY else text.figures
        if value.kind is ValueKind.DATE and not (claim.value and claim.value.same(value)):
            found = tuple(one for one in found if is_comparable(value, one.value))
            if not found:
                continue
        if not any(_meets(own, one, said, text) for one in found):
            return True
    return False


def another(claim: Claim, passage: Passage) -> bool:
    """Whether the passage has a figure of the same kind and unit instead of the claim's."""
    ours, _ = marks(claim.text, passage.text)
    return any(one.mark in (Mark.UNDER, Mark.OVER) for one in ours)


def _meets(own: Figure, other: Figure, said: Parsed, text: Parsed) -> bool:
    """Whether a figure states what a claim's figure says: as it stands, or within its bound.

    Another noun for what is counted, homes for houses, is for the model to read. But many amounts
    lie within a bound: only one of the same unit shows anything, or one of what the claim counts.
    """
    mine, its = own.value, other.value
    counts = mine.kind is its.kind is ValueKind.QUANTITY
    if counts and mine.unit != its.unit:
        mine, its = replace(mine, unit=""), replace(its, unit="")
    if relate(mine, own.bound, its, other.bound, norm=False) is not Relation.AGREES:
        return False
    if not own.bound or mine.amount == its.amount or _same_unit(own.value, other.value):
        return True
    return counts and (
        own.value.unit == other.value.unit
        or _named(own.value, text)
        or (not own.value.unit and _named(other.value, said))
    )


def _same_unit(a: Value, b: Value) -> bool:
    """Whether both are dates, or figures that each carry a unit and can be compared."""
    dates = a.kind is ValueKind.DATE and b.kind is ValueKind.DATE
    return is_comparable(a, b) and (dates or (bool(a.unit) and bool(b.unit)))


def _named(value: Value, text: Parsed) -> bool:
    """Whether what a value counts stands in a text: `8,000 deaths` where people `have died`."""
    noun = value.unit.partition("/")[0]
    return bool(noun) and (stem(noun) in text.at or noun in map(singular, text.words))
