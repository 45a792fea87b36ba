"""Of which period a statement speaks, and whether a passage speaks of another."""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.model import Claim, Passage, ValueKind
from ledgerrag.stance.calendar_dates import overlap
from ledgerrag.stance.compare import within
from ledgerrag.stance.values import Figure, figures

_PERIOD: Final = re.compile(
    r"\b(?:in|for|during|of|years?)\s+(?:the\s+)?(?:fiscal\s+|calendar\s+|\w+\s+)?(?:years?\s+)?"
    r"(?:of\s+)?(?:(?:commencing|beginning|starting|ending)\s+on\s+)?$",
    re.IGNORECASE,
)


def other_period(claim: Claim, own: Figure, passage: Passage) -> bool:
    """Whether both name the period they speak of (`in 2024`), and the periods are apart."""
    if own.value.kind is ValueKind.DATE:
        return False
    said = _periods(claim.text)
    there = [date for date, bound in _periods(passage.text) if not bound]
    if not said or not there:
        return False
    return all(_apart(date, bound, other) for date, bound in said for other in there)


def _apart(date: str, bound: str, other: str) -> bool:
    if bound:
        return overlap(date, other) is not None and not within(other, bound, date)
    return overlap(date, other) is False


def _periods(text: str) -> list[tuple[str, str]]:
    """Dates that name a period, with `<` or `>` where it ends before or begins after one."""
    return [
        (figure.value.amount, figure.bound if figure.bound in ("<", ">") else "")
        for figure in figures(text)
        if figure.value.kind is ValueKind.DATE
        and (
            figure.bound in ("<", ">")
            or _PERIOD.search(text[max(0, figure.value.start - 60) : figure.value.start])
        )
    ]
