"""Names that posts run together behind a hash: `#HarbourFire` where a claim says `Harbour Fire`."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ledgerrag.model import Passage

_TAG: Final = re.compile(r"[#＃](\w+)")
_WORD: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 6
_SHORTEST: Final = 5
_LONGEST: Final = 8_000


def spelt(text: str, passage: Passage) -> Passage:
    """The passage with the hashtags that run words of a claim together in those words.

    Only to be read and judged so: what is quoted is the passage as it stands.

    Args:
        text: the words of a claim or question.
        passage: a sentence with its context.
    """
    parts = (passage.text, passage.before, passage.after, passage.title)
    if not any("#" in part or "＃" in part for part in parts):
        return passage
    joined = _joined(text)

    def words(tag: re.Match[str]) -> str:
        return joined.get(tag.group(1).casefold(), tag.group())

    own, before, after, title = (_TAG.sub(words, part) for part in parts)
    if (own, before, after, title) == parts:
        return passage
    return replace(passage, text=own, before=before, after=after, title=title)


@lru_cache(maxsize=256)
def _joined(text: str) -> dict[str, str]:
    """Runs of two and more words of a text, by what they are without the blanks between them."""
    found: dict[str, str] = {}
    words = list(_WORD.finditer(text[:_LONGEST]))
    for n in range(len(words)):
        for last in words[n + 1 : n + _MOST_WORDS]:
            stands = text[words[n].start() : last.end()]
            run = "".join(_WORD.findall(stands)).casefold()
            # Words apart by more than a blank, as by the end of a sentence, are no name.
            if re.search(r"[^\w\s'’-]", stands):
                break
            if len(run) >= _SHORTEST:
                found.setdefault(run, stands)
    return found
