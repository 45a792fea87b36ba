"""LedgerRAG: answers with their evidence, as of a date, over documents that change."""

__version__ = "0.1.0"
