"""Posts that state another value than the post that answers."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

from ledgerrag.model import Claim, Value, ValueKind
from ledgerrag.reading.scores import Scored
from ledgerrag.stance.values import Figure, figures

_FIGURES: Final = (
    ValueKind.DATE,
    ValueKind.DURATION,
    ValueKind.MONEY,
    ValueKind.PERCENT,
    ValueKind.QUANTITY,
)
_LOWER: Final = (">", ">=")
_UPPER: Final = ("<", "<=")


def otherwise(claim: Claim, one: Scored) -> bool:
    """Whether a passage on the slot of a hypothesis states another figure and not that one.

    Only figures of one kind, unit and precision can be told apart so: `at least 12` leaves room for
    14 and none for 9, and a date without its year may be the same day.

    Args:
        claim: the hypothesis.
        one: a passage that is on topic for its slot, and that no rule reads either way.
    """
    mine = claim.value
    if not claim.parent or mine is None or mine.kind not in _FIGURES:
        return False
    said = [figure for figure in figures(one.passage.text) if figure.value.kind is mine.kind]
    bound = any(figure.bound for figure in figures(claim.text) if figure.value.same(mine))
    return (
        bool(said)
        and not bound
        and all(_apart(mine, figure) for figure in said)
        and any(one.value is not None and figure.value.same(one.value) for figure in said)
    )


def _apart(mine: Value, figure: Figure) -> bool:
    other = figure.value
    if other.unit != mine.unit or other.amount == mine.amount:
        return False
    if mine.kind is ValueKind.DATE:
        return not figure.bound and len(mine.amount) == len(other.amount)
    try:
        above = Decimal(other.amount) > Decimal(mine.amount)
    except InvalidOperation:
        return False
    return (
        figure.bound == ""
        or (above and figure.bound in _LOWER)
        or (not above and figure.bound in _UPPER)
    )
