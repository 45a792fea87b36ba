"""The nouns, frozen: documents, acts, spans, claims, evidence, verdicts.

Numbers that decide anything are integers in millionths and end in `_u`.
"""

from __future__ import annotations

from ledgerrag.model.claims import Claim, Evidence, Judgement, Passage, Value
from ledgerrag.model.documents import (
    NO_SOURCE,
    Act,
    DocKey,
    Document,
    Source,
    Span,
    Standing,
    quote_sha256,
)
from ledgerrag.model.words import (
    UNIT,
    ActKind,
    Authority,
    Basis,
    ClaimKind,
    Domain,
    Stance,
    Status,
    ValueKind,
    Verdict,
)

__all__ = [
    "NO_SOURCE",
    "UNIT",
    "Act",
    "ActKind",
    "Authority",
    "Basis",
    "Claim",
    "ClaimKind",
    "DocKey",
    "Document",
    "Domain",
    "Evidence",
    "Judgement",
    "Passage",
    "Source",
    "Span",
    "Stance",
    "Standing",
    "Status",
    "Value",
    "ValueKind",
    "Verdict",
    "quote_sha256",
]
