"""Figures of a claim lined up with those of a passage, as marks that the model reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum

from ledgerrag.stance.compare import Relation, relate
from ledgerrag.stance.units import comparable
from ledgerrag.stance.values import Figure, figures

_UNTOLD = frozenset((Relation.APART, Relation.UNCLEAR))


class Mark(IntEnum):
    """What a figure of the claim finds in the passage, or a figure of the passage in the claim."""

    MET = 0
    FITS = 1
    UNDER = 2
    OVER = 3
    ALONE = 4


@dataclass(frozen=True, slots=True)
class Marked:
    """A stretch of a text with its mark.

    Args:
        start: first code point.
        end: first code point after it.
        mark: what its figure finds on the other side.
    """

    start: int
    end: int
    mark: Mark


def marks(claim: str, span: str) -> tuple[tuple[Marked, ...], tuple[Marked, ...]]:
    """The figures of both sides: met, under or over the nearest of the same kind, or alone.

    A bound counts: 3,120 meets "more than 3,000". Nearest is the one with the smallest ratio.

    Args:
        claim: the statement.
        span: the words judged against it.
    """
    said, there = figures(claim), figures(span)
    partners: dict[int, Mark] = {}
    ours = []
    for figure in said:
        at, mark = _nearest(figure, there)
        ours.append(Marked(figure.value.start, figure.end, mark))
        if at is not None and partners.get(at) is not Mark.MET:
            partners[at] = mark
    return tuple(ours), tuple(
        Marked(figure.value.start, figure.end, partners.get(at, Mark.ALONE))
        for at, figure in enumerate(there)
    )


def _nearest(figure: Figure, there: Sequence[Figure]) -> tuple[int | None, Mark]:
    near: tuple[Decimal, int, Mark] | None = None
    for at, other in enumerate(there):
        relation = relate(figure.value, figure.bound, other.value, other.bound, norm=False)
        if relation in _UNTOLD:
            continue
        if relation is Relation.AGREES:
            return at, Mark.MET
        gap, under = _gap(figure, other)
        mark = Mark.UNDER if under else Mark.OVER
        if relation is Relation.FITS:
            gap, mark = Decimal(-1), Mark.FITS
        if near is None or gap < near[0]:
            near = gap, at, mark
    return (None, Mark.ALONE) if near is None else near[1:]


def _gap(figure: Figure, other: Figure) -> tuple[Decimal, bool]:
    """How many times one is the other, and whether the claim's is the smaller; dates by order."""
    pair = comparable(figure.value, other.value)
    if pair is None:
        return Decimal(0), figure.value.amount < other.value.amount
    low, high = sorted(pair)
    return (high / low if low > 0 else high - low + 1), pair[0] < pair[1]
