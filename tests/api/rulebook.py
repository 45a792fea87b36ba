"""Three provisions of one regulator, told apart by their words, and questions about them."""

from __future__ import annotations

from collections.abc import Mapping

PERIOD = {
    "doc_id": "rule-12",
    "title": "Rule 12 Reporting period",
    "source": "regulator",
    "text": "12\nThe reporting period is 180 days.",
    "published": "2025-01-01",
}
FEE = {
    "doc_id": "rule-20",
    "title": "Rule 20 Filing fee",
    "source": "regulator",
    "text": "20\nThe filing fee is 40 EUR.",
    "published": "2025-01-01",
}
QUORUM = {
    "doc_id": "rule-30",
    "title": "Rule 30 Quorum of the council",
    "source": "regulator",
    "text": "30\nThe quorum of the council is 5 members.",
    "published": "2025-01-01",
}
LONGER = {
    **PERIOD,
    "text": "12\nThe reporting period is 270 days.",
    "published": "2026-05-15",
    "effective_from": "2026-07-01",
}
RULEBOOK = (PERIOD, FEE, QUORUM)

HOW_LONG = "How long is the reporting period?"
WHAT_FEE = "What is the filing fee?"
WHAT_QUORUM = "What is the quorum of the council?"
BOTH = "How long is the reporting period and what is the filing fee?"


def act(kind: str, target: str, day: str, **more: str) -> Mapping[str, object]:
    """An act of the regulator, published and effective on one day."""
    return {
        "act": kind,
        "target": target,
        "source": "regulator",
        "published": day,
        "effective_from": day,
        **more,
    }
