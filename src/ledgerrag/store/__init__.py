"""The record: one SQLite file, append-only."""
