"""The record: one SQLite file, append-only."""

from ledgerrag.store.database import Store
from ledgerrag.store.rows import NewChunk, RunRow
from ledgerrag.store.writes import Tx

__all__ = ["NewChunk", "RunRow", "Store", "Tx"]
