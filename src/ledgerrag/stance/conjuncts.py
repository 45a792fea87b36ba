"""Which figure of a list belongs to which holder: `20 percent and for farmers 5 percent`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ledgerrag.stance.parsed import bag, content_stems
from ledgerrag.stance.values import Figure

_LEADS: Final = re.compile(r"\s*(?:[,;]\s*)?(?:and|or|but|while)\b|\s*[,;]", re.IGNORECASE)
_TRAILS: Final = re.compile(r"(?:\b(?:and|or|but)|[,;])\s*$", re.IGNORECASE)


def others(keys: Sequence[str], source: str, figures: Sequence[Figure]) -> frozenset[int]:
    """Starts of the figures that belong to another holder than the keys name.

    Args:
        keys: stems of the subject.
        source: the sentence.
        figures: those that fit equally well, in order of place.
    """
    if len(figures) < 2:
        return frozenset()
    parts, common = _parts(source, figures)
    bags = [bag(part) for part in parts]
    votes = set()
    for key in keys:
        where = [n for n, there in enumerate(bags) if key in there]
        if len(where) == 1 and where[0] >= common:
            votes.add(where[0])
    if not votes and common and any(key in bags[0] for key in keys):
        votes = {0}
    if not votes:
        return frozenset()
    kept = votes if len(votes) == 1 else set()
    return frozenset(figure.value.start for n, figure in enumerate(figures) if n not in kept)


def _parts(source: str, figures: Sequence[Figure]) -> tuple[list[str], int]:
    """The words of each figure's holder, and the first part that holds no common words."""
    gaps = [source[a.end : b.value.start] for a, b in pairwise(figures)]
    leads = [bool(_LEADS.match(gap)) for gap in gaps]
    trails = [bool(_TRAILS.search(gap)) for gap in gaps]
    if not all(content_stems(gap) for gap in gaps):
        return [], 0
    if all(leads) and not any(trails):
        return [source[: figures[0].value.start], *gaps], 1
    if all(trails) and not any(leads):
        return [*gaps, source[figures[-1].end :]], 0
    return [], 0
