"""The systems that LedgerRAG is compared with, each its idea in one file (paper section 6.1)."""
