"""Adapters: each reads one raw public source into records and facts, and knows its traps."""
