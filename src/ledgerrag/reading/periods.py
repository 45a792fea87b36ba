"""The subject period that a question names: `for a period in 2025-11`, `in May 2026`."""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.dates import PartialDate, parse
from ledgerrag.errors import DateError
from ledgerrag.stance.values import figures

_PLAIN: Final = re.compile(
    r"\b(?:during|throughout|in|for)\s+(?:the\s+)?(?:month\s+of\s+|year\s+|fiscal\s+year\s+|calendar\s+year\s+)?$",
    re.I,
)
_ABOUT: Final = re.compile(
    r"\b(?:for|about|to|of|concerning|covering|regarding|in respect of|with respect to)\s+"
    r"(?:an?\s+|the\s+|any\s+)?(?:[\w-]+\s+){0,3}?(?:periods?|support|benefits?|months?|years?|"
    r"payments?|claims?|weeks?|days?|events?|cases?|applications?|income|work|services?|supplies)"
    r"\s+(?:[\w-]+\s+){0,2}?(?:in|of|during|on|from|within|for)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_ASOF: Final = re.compile(r"\bas\s+(?:of|at|on)\s+$|\bon\s+$", re.IGNORECASE)
_WH: Final = re.compile(
    r"^\W*(?:\w+\s+)?(?:how|what|which|who|whom|whose|when|where|why)\b", re.IGNORECASE
)


def period(text: str) -> tuple[PartialDate, int, int] | None:
    """(period, start, end) of the words that name it; None where the question names none.

    `in 2025` names a period in a question for a value; in a statement it is what is stated, unless
    the words say that something is asked about a period ("for a payment in 2025").
    """
    slot = _WH.search(text) is not None
    for figure in figures(text):
        if figure.value.kind != "date" or figure.value.amount[:1] in "-T":
            continue
        left = text[: figure.value.start]
        match = _ABOUT.search(left)
        if match is None and slot and not _ASOF.search(left):
            match = _PLAIN.search(left)
        if match is None and not slot:
            plain = _PLAIN.search(left)
            match = (
                plain
                if plain is not None
                and plain.group().split()[0].casefold() in ("during", "for", "throughout")
                else None
            )
        if match is None:
            continue
        try:
            return parse(figure.value.amount), match.start(), figure.end
        except DateError:
            continue
    return None
