"""The evidence ledger of LedgerRAG in Wagtail's page editor."""
