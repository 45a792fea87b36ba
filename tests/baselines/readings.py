"""Sentences as they are read, without a store."""

from __future__ import annotations

from ledgerrag.baselines.desk import Read
from ledgerrag.model import UNIT, Passage, Span, Value, ValueKind, quote_sha256
from ledgerrag.reading import Scored
from ledgerrag.sighting import Sighting
from tests.making import document


def read(doc_id: str, days: int, weight: int = UNIT, start: int = 0) -> Read:
    """A document that states a notice period."""
    text = f"The notice period is {days} days."
    span = Span(doc_id, 1, start, start + len(text), quote_sha256(text))
    value = Value(ValueKind.DURATION, str(days), "day", f"{days} days", 21)
    passage = Passage(span, text, "")
    return Read(
        Scored(passage, UNIT, value, UNIT), Sighting("c1", passage, weight, 0), document(doc_id)
    )
