"""What a run had before it, as its misses are counted."""

from __future__ import annotations

from ledgerrag.dykbench.metrics.context import Found
from ledgerrag.dykbench.scoring import beside


def test_a_version_that_no_search_returned_was_read_whole() -> None:
    hits = [Found("rule@1", 0, 90), Found("post@1", 0, 40)]
    held = [Found("rule@1", 10, 30), Found("rule@2", 10, 30), Found("rule@2", 50, 60)]
    assert beside(hits, held) == (Found("rule@2"),)
