"""Statements: what value they state, and what they say it of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from ledgerrag.model import Claim, ClaimKind, Value, ValueKind
from ledgerrag.reading.asking import tables
from ledgerrag.reading.keys import keys
from ledgerrag.stance.parsed import parse
from ledgerrag.stance.values import Figure, figures

_NAME = re.compile(
    r"\b(?:is|are|was|were|became|named|appointed|elected|called|as|by|succeeded by|:)\s+"
    r"(?:Mr\.?|Mrs\.?|Ms\.?|Dr\.?|Prof\.?|Sir|the new)?\s*"
    r"(?P<name>[A-Z][\w'’-]+(?:\s+(?:de|van|von|der|la|al|bin|da|of)\b)?(?:\s+[A-Z][\w'’.-]*)*)"
)

_SUBJECT = re.compile(
    r"^(?P<name>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’.-]*)+)\s+(?:is|was|became)\s+(?:the|an?)\s"
)


_YEAR: Final = len("2009")
_TITLED: Final = re.compile(
    r"\b(?:Acts?|Bills?|By-?laws?|Charter|Codes?|Convention|Decree|Directive|Laws?|Ordinance|Orders?"
    r"|Protocol|Regulations?|Rules|Statute|Treaty),?\s+(?:\(|of\s+)?$"
)


def assertion(text: str, query: str) -> Claim:
    """The claim that a statement makes; its value is the figure, status or name that it states.

    Args:
        text: the statement.
        query: search words for it.
    """
    return claim_of(text, query, main_figure(text))


def claim_of(text: str, query: str, figure: Figure | None) -> Claim:
    """The claim that a statement makes with one of its figures."""
    value, kind = (figure.value, figure.value.kind) if figure else (None, ValueKind.TEXT)
    if value is None:
        value = stated_status(text) or stated_name(text)
        kind = value.kind if value is not None else ValueKind.TEXT
    weights = tables()["weights"]
    weight = weights["threshold"] if figure is not None and figure.bound else weights[kind.value]
    spans = [] if value is None or kind is ValueKind.STATUS else [_span(value)]
    spans += [(f.value.start, f.end) for f in figures(text) if f.value.kind is not ValueKind.DATE]
    if figure is not None and kind is ValueKind.DATE:
        spans = [(figure.value.start, figure.end)]
    return Claim(
        "c1",
        text.strip(),
        int(weight),
        ClaimKind.ASSERTION,
        kind,
        keys(text, spans),
        value,
        query=query.strip() if query.strip() != text.strip() else "",
    )


def _span(value: Value) -> tuple[int, int]:
    return value.start, value.start + len(value.text)


def main_figure(text: str) -> Figure | None:
    """The figure that a statement is about: a measured one before a date, the last before others.

    English states what it asserts late ("... is 270 days"); a date is the statement's value only
    where nothing else is measured.
    """
    found = figures(text)
    measured = [figure for figure in found if figure.value.kind is not ValueKind.DATE]
    with_unit = [figure for figure in measured if figure.value.unit]
    for group in (with_unit, measured, _days(text, found)):
        if group:
            return group[-1]
    return None


def measured(text: str) -> tuple[Figure, ...]:
    """The figures that a statement states, at most four; dates only where nothing is measured."""
    found = [one for one in figures(text) if one.value.kind is not ValueKind.DATE]
    return tuple((found or _days(text, figures(text))[-1:])[:4])


def _days(text: str, found: Sequence[Figure]) -> list[Figure]:
    """The figures without the years that name a text: `the Pier Act, 2009`, `the Order of 1985`."""
    return [
        one
        for one in found
        if len(one.value.amount) != _YEAR or not _TITLED.search(text, 0, one.value.start)
    ]


def stated_status(text: str) -> Value | None:
    """The last status word of a statement."""
    found = parse(text).statuses
    return found[-1].value if found else None


@cache
def _titles() -> frozenset[str]:
    return frozenset(("The", "A", "An", "This", "That", "It", "In", "On", "Under", "January"))


def stated_name(text: str) -> Value | None:
    """The name that a statement gives after `is`, `was appointed`, `by`."""
    for match in (*_SUBJECT.finditer(text), *_NAME.finditer(text)):
        name = match.group("name").rstrip(".,;'’")
        if name and name.split()[0] not in _titles():
            return Value(ValueKind.NAME, name.casefold(), "", name, match.start("name"))
    return None
