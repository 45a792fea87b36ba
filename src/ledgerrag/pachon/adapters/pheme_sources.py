"""Posts that began rumours at nine events, without the replies to them.

Traps. Many of the posts are those of `rumoureval17` as well, by the same id. The label is that of
the rumour that a post belongs to, found later; several posts of one rumour say different things.
No day of a verdict is given: that of the last change is an upper bound. `verified` as in
`rumoureval17`. Texts belong to their authors and the network; annotations CC BY 4.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ledgerrag.pachon.adapters.claims import Rating, Thread, post
from ledgerrag.pachon.adapters.provisions import field, rows
from ledgerrag.pachon.adapters.rumoureval17 import RATINGS

NAME: Final = "pheme_sources"
PUBLIC: Final = "2022-08-21"
ANNOTATORS: Final = "PHEME annotators"


def read(folder: Path) -> Iterator[Thread]:
    """Every post, as a thread without replies, in the order of the file.

    Args:
        folder: the folder that holds `pheme_sources`.
    Raises:
        InputError: the file is missing or damaged.
    """
    path = folder / NAME / "rumour_source_tweets.jsonl.gz"
    for row in rows(path):
        first = post(row, name=NAME)
        if not first.text or not first.published:
            continue
        yield Thread(
            thread_id=f"{NAME}:{field(row, 'id', path)}",
            adapter=NAME,
            event=str(field(row, "event", path)),
            rating=RATINGS.get(str(field(row, "veracity", path)), Rating.OPEN),
            first=first,
        )
