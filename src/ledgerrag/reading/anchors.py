"""Names that a question turns on: a passage that shares none of them speaks of something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ledgerrag.model import UNIT, Passage
from ledgerrag.reading.provisions import provisions
from ledgerrag.retrieval.analyzer import analyze

# As it stands between blanks, so that `D.C.` is analysed as it is in a title.
_WORD = re.compile(r"[^\W\d_][^\s,;:!?()\[\]\"“”]*")
_SENTENCE = re.compile(r"(?:^|[.!?:;\n\"“(]\s*)$")
_LONGEST = 20_000
# A question written In Title Case Throughout names nothing by its capitals.
_SHOUTED_U = 600_000
ENOUGH_U = 510_000


@lru_cache(maxsize=1024)
def anchors(text: str) -> tuple[str, ...]:
    """Stems of the words that a text capitalises inside a sentence, in order.

    Args:
        text: a question or statement.
    """
    return tuple(dict.fromkeys(stem for word in capitals(text) for stem in analyze(word)))


def capitals(text: str) -> list[str]:
    """The words that a text capitalises inside a sentence, as they stand."""
    words = list(_WORD.finditer(text[:_LONGEST]))
    named = [
        word.group()
        for word in words
        if word.group()[0].isupper() and not _SENTENCE.search(text[: word.start()][-4:])
    ]
    return [] if len(named) * UNIT > len(words) * _SHOUTED_U else named


def naming(text: str) -> str:
    """The names of a question, with the provision numbers, as search words.

    Empty without a name, and for a single word without a number: that names too little.
    """
    names = dict.fromkeys(capitals(text))
    numbers = provisions(text[:_LONGEST])
    return " ".join([*names, *numbers]) if len(names) + len(numbers) > 1 and names else ""


def named_u(names: Sequence[str], passage: Passage, source: str) -> int:
    """How many of the names a passage, its context, title, document or source has, in millionths.

    Args:
        names: stems, as `anchors` gives them.
        passage: a sentence with its context.
        source: name of the source.
    """
    if not names:
        return UNIT
    where = f"{passage.text}\n{passage.title}\n{passage.before}\n{passage.span.doc_id}\n{source}"
    there = set(analyze(where))
    return UNIT * sum(name in there for name in names) // len(names)
