"""A claim and a sentence that are the same words, with the same figures written otherwise.

`Within two weeks` and `within 14 days`: the figure converts exactly, and nothing else is left in
which the two could differ.
"""

from __future__ import annotations

from typing import Final

from ledgerrag.model import Claim, Passage
from ledgerrag.stance.compare import is_comparable
from ledgerrag.stance.parsed import Parsed, parse
from ledgerrag.stance.values import Figure

_FIGURE: Final = "#"
_ARTICLES: Final = frozenset(("a", "an", "the"))


def restated(claim: Claim, passage: Passage) -> bool:
    """Whether both have the same words, and figures in the same places that convert exactly.

    Whether the figures agree is not asked: the rules tell that, and no model needs to.

    Args:
        claim: a statement with a figure; one without is never restated.
        passage: a sentence.
    """
    said, text = parse(claim.text), parse(passage.text)
    if not said.figures or len(said.figures) != len(text.figures):
        return False
    if _skeleton(said) != _skeleton(text):
        return False
    return all(map(_converts, said.figures, text.figures))


def _converts(own: Figure, other: Figure) -> bool:
    same_sort = bool(own.value.unit) == bool(other.value.unit)
    return same_sort and own.bound == other.bound and is_comparable(own.value, other.value)


def _skeleton(text: Parsed) -> tuple[str, ...]:
    """The words, articles left out, with one mark for each figure."""
    found: list[str] = []
    spans = [(one.value.start, one.end) for one in text.figures]
    told = -1
    for word, start in zip(text.words, text.starts, strict=True):
        at = next((n for n, (a, b) in enumerate(spans) if a <= start < b), None)
        if at is None and word not in _ARTICLES:
            found.append(word)
        elif at is not None and at != told:
            found.append(_FIGURE)
            told = at
    return tuple(found)
