"""Threads on rumours of 2014 and 2015: a post, the replies to it, and the verdict found later.

Traps. The verdict is that of journalists who looked back; no day of it is given: the day of the
collection's last change is one by which it was public. At the time of the posts nobody knew it.
`verified` is the network's mark for the account of a known person or publisher, no proof of what it
posts. A label is about the rumour, also where the post only tells that there is one. Texts of posts
belong to their authors and the network; annotations CC BY 4.0, the collection MIT.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ledgerrag.pachon.adapters.claims import Rating, Thread, post
from ledgerrag.pachon.adapters.provisions import field, rows

NAME: Final = "rumoureval17"
PUBLIC: Final = "2017-11-13"
ANNOTATORS: Final = "RumourEval 2017 annotators"
RATINGS: Final = {"true": Rating.TRUE, "false": Rating.FALSE}


def read(folder: Path) -> Iterator[Thread]:
    """Every thread in the order of the file.

    Args:
        folder: the folder that holds `rumoureval17`.
    Raises:
        InputError: the file is missing or damaged.
    """
    path = folder / NAME / "threads.jsonl.gz"
    for row in rows(path):
        replies = [post(one, name=NAME) for one in field(row, "replies", path)]
        told = [one for one in replies if one.text and one.published]
        yield Thread(
            thread_id=f"{NAME}:{field(row, 'thread_id', path)}",
            adapter=NAME,
            event=str(field(row, "event", path)),
            rating=RATINGS.get(str(field(row, "veracity", path)), Rating.OPEN),
            first=post(field(row, "source", path), name=NAME),
            replies=tuple(sorted(told, key=lambda one: (one.published, one.post_id))),
        )
