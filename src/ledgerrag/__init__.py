"""LedgerRAG: answers with their evidence, as of a date, over documents that change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ledgerrag.version import __version__

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG

__all__ = ["LedgerRAG", "__version__"]


def __getattr__(name: str) -> Any:
    """Load the interface when it is first asked for: the rooms below import this package too."""
    if name == "LedgerRAG":
        from ledgerrag.api import LedgerRAG

        return LedgerRAG
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
