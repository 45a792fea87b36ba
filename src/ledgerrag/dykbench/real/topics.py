"""What a sentence is about, in a few words that set it apart from the others of its provision."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from ledgerrag.dykbench.real.alterations import Sentence

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("ledgerrag.dykbench.real").joinpath("words.toml").read_text("utf-8")
)
_DULL: Final = frozenset(_DATA["dull"])
_ENDINGS: Final = tuple(_DATA["endings"])
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_OWNER: Final = re.compile(r"['’]s$")
_SHORTEST: Final = 4
_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class Topic:
    """Words for what a sentence is about.

    Args:
        words: of both versions of the sentence, in order; may be empty.
        clear: whether no other sentence that could be meant shares most of them.
    """

    words: tuple[str, ...]
    clear: bool


@lru_cache(maxsize=65_536)
def content(text: str) -> tuple[str, ...]:
    """The words of a text that name things, lower case, each once, in order."""
    found = (_OWNER.sub("", word.casefold()) for word in _WORD.findall(text))
    return tuple(
        dict.fromkeys(word for word in found if len(word) >= _SHORTEST and word not in _DULL)
    )


def topic(
    shared: Sequence[str],
    rivals: Iterable[Sentence],
    every: Iterable[Sentence],
    *,
    most: int = _MOST,
) -> Topic:
    """The words that tell a sentence from its rivals.

    Args:
        shared: content words of the sentence before and after, in order.
        rivals: other sentences that could be meant.
        every: all sentences of the provision.
        most: words at most.
    """
    wanted = frozenset(shared)
    near = [wanted.intersection(content(one.text)) for one in rivals]
    among = Counter(word for words in near for word in words)
    whole = Counter(word for one in every for word in wanted.intersection(content(one.text)))

    def rank(place: int) -> tuple[int, int, int, int]:
        word = shared[place]
        return among[word], word.endswith(_ENDINGS), whole[word], place

    chosen = sorted(sorted(range(len(shared)), key=rank)[:most])
    words = tuple(shared[place] for place in chosen)
    alike = max((len(other.intersection(words)) for other in near), default=0)
    return Topic(words, not near or (bool(words) and 2 * alike <= len(words)))


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
