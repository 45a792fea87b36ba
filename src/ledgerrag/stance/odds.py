"""Probabilities of the three stances, in whole millionths."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Final

from ledgerrag.model import UNIT, Stance

STANCES: Final = (Stance.SUPPORT, Stance.REFUTE, Stance.NEUTRAL)
_EXACT: Final = Context(prec=28)


@dataclass(frozen=True, slots=True)
class Odds:
    """Probabilities of the three stances, in millionths; they add up to one."""

    support_u: int
    refute_u: int
    neutral_u: int

    def likeliest(self) -> tuple[Stance, int]:
        """The stance with the highest probability and that; neutral where it is as high."""
        rows = ((self.neutral_u, 2), (self.refute_u, 1), (self.support_u, 0))
        top, at = max(rows, key=lambda row: row[0])
        return STANCES[at], top


def softmax(logits_u: tuple[int, int, int], temperature_u: int) -> Odds:
    """Logits in millionths as probabilities in millionths, exact on every machine.

    Args:
        logits_u: for support, refute, neutral.
        temperature_u: they are divided by it.
    """
    top = max(logits_u)
    powers = [
        _EXACT.exp(_EXACT.divide(Decimal(logit - top), Decimal(temperature_u)))
        for logit in logits_u
    ]
    total = _EXACT.add(_EXACT.add(powers[0], powers[1]), powers[2])
    shares = [int(_EXACT.divide(_EXACT.multiply(Decimal(UNIT), p), total)) for p in powers]
    # What rounding down left over goes to the likeliest, the first of equals.
    shares[logits_u.index(top)] += UNIT - shares[0] - shares[1] - shares[2]
    return Odds(*shares)
