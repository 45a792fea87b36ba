"""Which names look like a mistyped one; for suggestions only, nothing is decided by it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

SHARED_LEAST_U = 300_000


def _pairs(text: str) -> frozenset[str]:
    padded = f" {text.casefold()} "
    return frozenset(padded[at : at + 2] for at in range(len(padded) - 1))


def nearest(text: str, names: Iterable[str], limit: int) -> tuple[str, ...]:
    """The names nearest to the text: those that contain it first, then by shared letter pairs.

    Args:
        text: what was typed.
        names: what there is.
        limit: most names.
    """
    folded, wanted = text.strip().casefold(), _pairs(text.strip())
    scored: list[tuple[int, int, str]] = []
    for name in names:
        have = _pairs(name)
        share = 2_000_000 * len(wanted & have) // (len(wanted) + len(have))
        contained = bool(folded) and folded in name.casefold()
        if contained or share >= SHARED_LEAST_U:
            scored.append((0 if contained else 1, -share, name))
    return tuple(name for _, _, name in heapq.nsmallest(max(limit, 0), scored))
