"""Another thing of the same kind: the River Fire for the Ridge Fire, release 16.9 for 17.10.

Most words of a name are there, and the one that tells the thing from others is not.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ledgerrag.model import Passage
from ledgerrag.reading.called import Run, called
from ledgerrag.stance.parsed import stop_words

_WORD: Final = re.compile(r"[^\W_]+(?:[.'’–‑-][^\W_]+)*")
_FEWEST: Final = 2


def namesake(asked: str, passage: Passage) -> bool:
    """Whether the title of a passage names another thing of the kind that is asked about.

    Args:
        asked: a question or statement.
        passage: a sentence with its context.
    """
    return any(len(run) >= _FEWEST and _other(run, passage) for run in called(asked).runs)


def _other(run: Run, passage: Passage) -> bool:
    here = _folded(f"{passage.title}\n{passage.text}\n{passage.before}\n{passage.span.doc_id}")
    if set(run) <= here:
        return False
    if run[-1][0].isdigit():
        return _another_number(run, passage.title)
    return run[-2] not in here and _another_name(run, passage.title)


def _another_number(run: Run, title: str) -> bool:
    """Whether the title has the name with another number: `17.1` is one of the series `17`."""
    words = _tokens(title)
    size = len(run) - 1
    numbers = [
        words[n + size].casefold()
        for n in range(len(words) - size)
        if tuple(word.casefold() for word in words[n : n + size]) == run[:-1]
    ]
    told = [one for one in numbers if one[0].isdigit()]
    return bool(told) and not any(one.startswith(f"{run[-1]}.") for one in told)


def _another_name(run: Run, title: str) -> bool:
    """Whether another name stands in the title before the word for what the thing is."""
    return any(
        word.casefold() == run[-1]
        and before[0].isupper()
        and before.casefold() not in run
        and before.casefold() not in stop_words()
        for before, word in pairwise(_tokens(title))
    )


def _tokens(text: str) -> list[str]:
    return _WORD.findall(text)


@lru_cache(maxsize=2048)
def _folded(text: str) -> frozenset[str]:
    return frozenset(
        word.casefold().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text)
    )
