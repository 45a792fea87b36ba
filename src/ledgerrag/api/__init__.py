"""The Python interface: `LedgerRAG` and what it hands out."""

from ledgerrag.api.opening import rebuild_index, system_clock
from ledgerrag.api.system import LedgerRAG
from ledgerrag.api.views import (
    Affected,
    AffectedReport,
    DraftReport,
    LedgerRow,
    LedgerView,
    ParagraphReport,
    ReplayReport,
    RunSummary,
)

__all__ = [
    "Affected",
    "AffectedReport",
    "DraftReport",
    "LedgerRAG",
    "LedgerRow",
    "LedgerView",
    "ParagraphReport",
    "ReplayReport",
    "RunSummary",
    "rebuild_index",
    "system_clock",
]
