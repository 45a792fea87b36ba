"""The human study: blind pairs on a page that works offline, and what people preferred.

`make` gives the page for the raters and the key for whoever counts; `score` puts both together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledgerrag.answer import Answer
from ledgerrag.dykbench.human.page import TITLE, page
from ledgerrag.dykbench.human.pairs import Pair, Side, Study, draw
from ledgerrag.dykbench.human.scoring import (
    Key,
    Preference,
    Rating,
    Ratings,
    Shares,
    read_key,
    read_ratings,
    score,
)
from ledgerrag.dykbench.items import Item

__all__ = [
    "Key",
    "Made",
    "Pair",
    "Preference",
    "Rating",
    "Ratings",
    "Shares",
    "Side",
    "Study",
    "draw",
    "make",
    "page",
    "read_key",
    "read_ratings",
    "score",
]


@dataclass(frozen=True, slots=True)
class Made:
    """A study as files.

    Args:
        name: of the study.
        page: HTML for the raters.
        key: JSON for whoever counts; a rater must not see it.
        pairs: how many there are.
    """

    name: str
    page: str
    key: str
    pairs: int


def make(
    items: Sequence[Item],
    answers: Mapping[str, Mapping[str, Answer]],
    seed: int,
    count: int = 50,
    title: str = TITLE,
) -> Made:
    """Draw a study and write its page and key; arguments as for `draw` and `page`.

    Raises:
        InputError: not two systems, or no item that both answered.
    """
    study = draw(items, answers, seed, count)
    return Made(study.name, page(study, title), study.key(), len(study.pairs))
