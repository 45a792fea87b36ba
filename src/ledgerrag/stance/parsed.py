"""A sentence taken apart once: stems with places, figures, status words, negations.

Places count words, with steps added at commas, semicolons, enumerators and before a further
figure, so that a word of the same clause is nearer than a word of the next.
"""

from __future__ import annotations

import re
import threading
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import Stemmer  # type: ignore[import-not-found]

from ledgerrag.stance.codes import codes
from ledgerrag.stance.status import Status, statuses
from ledgerrag.stance.tables import table
from ledgerrag.stance.values import LIMIT, Figure, figures

_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_TOKEN: Final = re.compile(
    rf"(?P<cjk>[{_CJK}](?=(?P<next>[{_CJK}])?))"
    rf"|(?P<word>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|[^\W_{_CJK}]+(?:[.'’][^\W_{_CJK}]+)*)"
    r"|(?P<hard>[;:\n•|]|\([a-zA-Z]{1,4}(?:\.\d+)?\)|[.!?](?=\s|$))"
    r"|(?P<soft>[,()–—])"
)
_ENUMERATOR: Final = re.compile(r"\([ivxIVX]{1,4}\)|\([a-zA-Z](?:\.\d+)?\)")
HARD: Final = 8
SOFT: Final = 3
FIGURE: Final = 6
_CONJUNCTIONS: Final = frozenset(("or", "and", "but"))


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text with what the rules need of it.

    Args:
        stems: stem of every word, in order.
        words: the words themselves, casefolded.
        starts: first code point of every word.
        places: place of every word on the scale described above.
        at: stem -> places where it or a word of the same meaning occurs.
        content: stems that carry a subject: no stop words, no figures.
        figures: numbers and dates.
        negations: places of negating words that bind no figure.
        text: the text itself, cut at the limit.
    """

    stems: tuple[str, ...]
    words: tuple[str, ...]
    starts: tuple[int, ...]
    places: tuple[int, ...]
    at: dict[str, tuple[int, ...]]
    content: frozenset[str]
    figures: tuple[Figure, ...]
    negations: tuple[int, ...]
    text: str

    @property
    def statuses(self) -> tuple[Status, ...]:
        """Status words; looked for only where they are asked for."""
        return statuses(self.text)

    def place(self, start: int) -> int:
        """The place of the word at or after the code point `start`."""
        n = bisect_left(self.starts, start)
        if n < len(self.places):
            return self.places[n]
        return self.places[-1] + 1 if self.places else 0

    def place_before(self, end: int) -> int:
        """The place of the last word that begins before the code point `end`."""
        n = bisect_left(self.starts, end)
        return self.places[n - 1] if n else 0


class _Stems(dict[str, str]):
    """Word as it stands -> stem, remembered; a stemmer may serve one thread at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._stemmer = Stemmer.Stemmer("english", 0)

    def __missing__(self, word: str) -> str:
        folded = _fold(word)
        with self._lock:
            found = str(self._stemmer.stemWord(folded)) if folded.isalpha() else folded
            if len(self) > 100_000:
                self.clear()
            self[word] = found
        return found


def _fold(word: str) -> str:
    folded = word.casefold().replace("’", "'")
    folded = folded.removesuffix("'s").removesuffix("n't").replace("'", "").replace(",", "")
    if "." in folded and not any(c.isdigit() for c in folded):
        folded = folded.replace(".", "")
    return folded


_STEMS = _Stems()


@cache
def stop_words() -> frozenset[str]:
    """Words that carry no subject."""
    return frozenset(table("words.toml")["stop"])


@cache
def _negators() -> frozenset[str]:
    return frozenset(table("words.toml")["negators"])


@cache
def _binding() -> frozenset[str]:
    return frozenset(table("words.toml")["binding"])


def stem(word: str) -> str:
    """The stem of one word, as keys have it; a single capital letter stays as it is."""
    if len(word) == 1 and word.isupper():
        return word
    return _STEMS[word]


@cache
def synonyms() -> dict[str, tuple[str, ...]]:
    """Stem -> all stems that say the same, itself among them."""
    found: dict[str, tuple[str, ...]] = {}
    for group in table("words.toml")["synonyms"]:
        stems = tuple(dict.fromkeys(stem(word) for word in group))
        for name in stems:
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *stems)))
    return found


def content_stems(text: str) -> tuple[str, ...]:
    """The stems of a text that carry a subject, each once, in order."""
    parsed = parse(text)
    return tuple(dict.fromkeys(s for s in parsed.stems if s in parsed.content))


_PLAIN_WORD: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|[^\W_]+(?:[.'’][^\W_]+)*")
_ANY_CJK: Final = re.compile(f"[{_CJK}]")


@lru_cache(maxsize=1024)
def bag(text: str) -> frozenset[str]:
    """The stems of a text, and those of the same meaning, without places: for its context."""
    if not text.isascii() and _ANY_CJK.search(text):
        return frozenset(parse(text).at)
    groups = synonyms()
    found = {stem(word) for word in _PLAIN_WORD.findall(text[:LIMIT])}
    return frozenset(found.union(*(groups[name] for name in found if name in groups)))


@lru_cache(maxsize=1024)
def parse(text: str) -> Parsed:
    """Take a text apart."""
    text = text[:LIMIT]
    figured = figures(text)
    stems: list[str] = []
    words: list[str] = []
    starts: list[int] = []
    places: list[int] = []
    heads = [figure.value.start for figure in figured]
    place, head = 0, 0
    for match in _TOKEN.finditer(text):
        kind = "cjk" if match.group("cjk") else match.lastgroup
        if kind == "hard":
            place += HARD
        elif kind == "soft":
            place += SOFT
        else:
            word = match.group() + (match.group("next") or "")
            place += 1
            if head < len(heads) and match.start() >= heads[head]:
                while head < len(heads) and match.start() >= heads[head]:
                    head += 1
                place += FIGURE if _conjoined(words) else 0
            stems.append(stem(word))
            words.append(word.casefold())
            starts.append(match.start())
            places.append(place)
    return Parsed(
        tuple(stems),
        tuple(words),
        tuple(starts),
        tuple(places),
        _index(stems, places),
        _content(text, (stems, words, starts, places), figured),
        figured,
        tuple(_negations(words, starts, places, figured)),
        text,
    )


def _conjoined(words: list[str]) -> bool:
    return any(word in _CONJUNCTIONS for word in words[-3:])


def _index(stems: Iterable[str], places: Iterable[int]) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    groups = synonyms()
    for name, place in zip(stems, places, strict=True):
        for one in groups.get(name, (name,)):
            found.setdefault(one, []).append(place)
    return {name: tuple(where) for name, where in found.items()}


def _content(
    text: str,
    tokens: tuple[list[str], list[str], list[int], list[int]],
    figured: tuple[Figure, ...],
) -> frozenset[str]:
    spans = sorted([*((f.value.start, f.end) for f in figured), *codes(text)])
    stops = stop_words()
    found = set()
    before, span = -HARD, 0
    for name, word, start, place in zip(*tokens, strict=True):
        # A capital letter right after a word is a label ("budget A"), elsewhere an article.
        label = len(word) == 1 and name.isupper() and place == before + 1
        before = place
        if not label and (word in stops or word.isdigit() or len(word) == 1):
            continue
        while span < len(spans) and spans[span][1] <= start:
            span += 1
        if span == len(spans) or start < spans[span][0]:
            found.add(name)
    return frozenset(found)


def _negations(
    words: list[str], starts: list[int], places: list[int], figured: tuple[Figure, ...]
) -> Iterable[int]:
    """Negators that belong to the statement, not to a bound such as `not more than`."""
    bound = [figure.value.start for figure in figured if figure.bound in ("<=", ">=")]
    for n, word in enumerate(words):
        if word in _negators() or word.endswith(("n't", "n’t")):
            ahead = starts[n]
            follows = words[n + 1 : n + 2]
            binds = follows and follows[0] in _binding()
            if binds and any(0 < start - ahead < 60 for start in bound):
                continue
            yield places[n]
