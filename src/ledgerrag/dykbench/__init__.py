"""DyK-Bench: a benchmark of dynamic knowledge that can be rebuilt (paper sections 5 and 6)."""
