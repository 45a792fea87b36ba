"""What a question becomes: claims, the period it speaks of, a sum, the provisions it names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ledgerrag.dates import PartialDate
from ledgerrag.model import Claim


class Operation(StrEnum):
    """How an aggregate is made."""

    SUM = "sum"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A value made of others: if one of them does not stand, neither does this.

    Args:
        claims: ids of the claims that it is made of, in order.
        operation: sum or difference.
    """

    claims: tuple[str, ...]
    operation: Operation


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    Args:
        text: as asked (cut at the reader's limit).
        claims: weighted claims in the order of the text; at least one.
        period: the subject period that the question names ("for a period in 2025-11"); not as_of.
        aggregate: a sum or difference of the claims; None where there is none.
        provisions: numbers of the provisions named: `12`, `46-403`, `5(1)`.
    """

    text: str
    claims: tuple[Claim, ...]
    period: PartialDate | None = None
    aggregate: Aggregate | None = None
    provisions: tuple[str, ...] = ()
