"""What is kept of a text to recognise its copies: a MinHash sketch, its figures, its credits.

Copies count once, so a copy must be told from a text that merely looks alike: two short
statements from one template that differ in a figure contradict each other and are no copies.
"""

from __future__ import annotations

import hashlib
import re
import struct
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

PERMUTATIONS = 64
SEED = 1
SHINGLE = 5
FEW_WORDS = 8
SHORT = 50
ALIKE = 45  # of 64: a Jaccard similarity of about 0.7
CREDITED_ALIKE = 26  # of 64: about 0.4, where both texts name the same agency
BANDS = 16
CREDITED_BANDS = 32
_MOST_WORDS = 50_000
_MOST_FIGURES = 120
_MOST_CREDITS = 4
_EDGE = 400
_EDGE_WORDS = 200
_FORMAT = 1
_FACTOR = np.uint32(0x01000193)
_HEAD = struct.Struct(">BIIIBHB")
_FIGURE = struct.Struct(">III")

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a text and, as hashes, the words on its left and right."""

    value: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Sketch:
    """A text reduced to what tells its copies.

    Args:
        words: number of words.
        source: hash of the source's key.
        title: hash of the title.
        denials: words of denial in a short text; 0 in a long one.
        minima: 64 hash minima over the text's shingles.
        figures: the figures in the order of the text.
        credits: hashes of the agencies that the text credits, ascending.
    """

    words: int
    source: int
    title: int
    denials: int
    minima: tuple[int, ...]
    figures: tuple[Figure, ...]
    credits: tuple[int, ...]

    def similarity(self, other: Sketch) -> int:
        """How many of the 64 minima agree: 64 times the estimated Jaccard similarity."""
        return sum(1 for a, b in zip(self.minima, other.minima, strict=True) if a == b)

    def pack(self) -> bytes:
        """The sketch as bytes, for the store."""
        head = _HEAD.pack(
            _FORMAT,
            self.words,
            self.source,
            self.title,
            self.denials,
            len(self.figures),
            len(self.credits),
        )
        figures = b"".join(_FIGURE.pack(f.value, f.left, f.right) for f in self.figures)
        return b"".join((head, _ints(self.minima), figures, _ints(self.credits)))

    @classmethod
    def unpack(cls, body: bytes) -> Sketch:
        """The sketch that `pack` wrote."""
        _, words, source, title, denials, n_figures, n_credits = _HEAD.unpack_from(body)
        at = _HEAD.size
        minima = struct.unpack_from(f">{PERMUTATIONS}I", body, at)
        at += 4 * PERMUTATIONS
        found = [_FIGURE.unpack_from(body, at + _FIGURE.size * n) for n in range(n_figures)]
        at += _FIGURE.size * n_figures
        credited = struct.unpack_from(f">{n_credits}I", body, at)
        figures = tuple(Figure(*f) for f in found)
        return cls(words, source, title, denials, minima, figures, credited)

    def bands(self) -> tuple[str, ...]:
        """Keys under which alike texts are found: 16 bands of 4 rows, 32 of 2 for each credit."""
        return _bands(self.minima, self.credits)


@lru_cache(maxsize=2_048)
def _bands(minima: tuple[int, ...], credited: tuple[int, ...]) -> tuple[str, ...]:
    packed = _ints(minima)
    plain = [f"n{n:x}.{_digest(packed[16 * n : 16 * n + 16])}" for n in range(BANDS)]
    by_credit = [
        f"c{n:x}.{credit:x}.{_digest(packed[8 * n : 8 * n + 8])}"
        for credit in credited
        for n in range(CREDITED_BANDS)
    ]
    return (*plain, *by_credit)


def _ints(values: Sequence[int]) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class _Lists:
    patterns: tuple[re.Pattern[str], ...]
    agencies: dict[str, str]
    hints: frozenset[str]
    service: re.Pattern[str]
    denials: frozenset[str]
    numbers: dict[str, str]


@lru_cache(maxsize=1)
def _lists() -> _Lists:
    data = tomllib.loads(files("ledgerrag.pachon").joinpath("syndication.toml").read_text("utf-8"))
    credit = data["credit"]
    agencies = {
        name.casefold(): agency for agency, names in data["agencies"].items() for name in names
    }
    known = "|".join(re.escape(name) for names in data["agencies"].values() for name in names)
    parts = {"AGENCY": f"(?P<name>{known})", "WORDS": credit["words"], "SERVICE": credit["service"]}
    patterns = []
    for pattern in credit["patterns"]:
        for part, meaning in parts.items():
            pattern = pattern.replace(part, meaning)  # noqa: PLW2901 - built up step by step
        patterns.append(re.compile(pattern))
    return _Lists(
        tuple(patterns),
        agencies,
        frozenset(credit["hints"]),
        re.compile(credit["service"] + r"\Z"),
        frozenset(data["denials"]["words"]),
        dict(data["numbers"]),
    )


def sketch(text: str, source: str, title: str = "") -> Sketch:
    """Reduce a text to what tells its copies.

    Args:
        text: the document's text.
        source: key of its source.
        title: its title, which tells apart what one source says of different things.
    """
    return next(sketch_all([(text, source, title)]))


def sketch_all(items: Iterable[tuple[str, str, str]]) -> Iterator[Sketch]:
    """Reduce many (text, source, title): the same as one by one, in less time."""
    # Imported here: it loads scipy, which a question never needs.
    from datasketch import MinHash  # type: ignore[import-untyped]

    # The shingles are hashes already; datasketch mixes them before it permutes.
    minhash = MinHash(num_perm=PERMUTATIONS, seed=SEED, hashfunc=int)
    lists = _lists()
    for text, source, title in items:
        words = _words(text)
        denials = 0
        if len(words) < SHORT:
            denials = sum(1 for word in words if word.replace("’", "'") in lists.denials)
        minhash.clear()
        minhash.update_batch(_shingles(words))
        yield Sketch(
            words=len(words),
            source=_hash(source),
            title=_hash(" ".join(title.casefold().split())),
            denials=denials,
            minima=tuple(minhash.hashvalues.tolist()),
            figures=tuple(_figures(words, lists.numbers)),
            credits=credits_of(text, words),
        )


def _words(text: str) -> list[str]:
    words: list[str] = _WORD.findall(text.casefold())[:_MOST_WORDS]
    if "," not in text:
        return words
    return [w.replace(",", "") if "," in w and _THOUSANDS.fullmatch(w) else w for w in words]


def _shingles(words: Sequence[str]) -> list[int]:
    """Hashes of the runs of five words (two in a text of under eight), each once."""
    size = min(SHINGLE if len(words) >= FEW_WORDS else 2, max(len(words), 1))
    hashed = np.fromiter(map(_hash, words or ("",)), np.uint32)
    runs = np.zeros(len(hashed) - size + 1, np.uint32)
    for n in range(size):
        # Horner's rule in 32 bits: the order of the words counts.
        runs = runs * _FACTOR + hashed[n : n + len(runs)]
    found: list[int] = np.unique(runs).tolist()
    return found


def _figures(words: Sequence[str], numbers: dict[str, str]) -> Iterator[Figure]:
    marks = {word for word in set(words) if word in numbers or word[0].isdigit()}
    places = [n for n, word in enumerate(words) if word in marks]
    for n in places[:_MOST_FIGURES]:
        around = ["#" if word in marks else word for word in words[max(0, n - 2) : n + 3]]
        here = min(n, 2)
        left, right = " ".join(around[:here]), " ".join(around[here + 1 :])
        yield Figure(_hash(numbers.get(words[n], words[n])), _hash(left), _hash(right))


@lru_cache(maxsize=20_000)
def _hash(text: str) -> int:
    return zlib.crc32(text.encode("utf-8"))


def credits_of(text: str, words: Sequence[str]) -> tuple[int, ...]:
    """Hashes of the agencies that a text credits in its first and last lines.

    Args:
        text: the text.
        words: its words in lower case.
    """
    lists = _lists()
    # Most texts have none of the words that any of the patterns needs.
    if lists.hints.isdisjoint(words[:_EDGE_WORDS]) and lists.hints.isdisjoint(words[-_EDGE_WORDS:]):
        return ()
    edges = text if len(text) <= 2 * _EDGE else f"{text[:_EDGE]}\n{text[-_EDGE:]}"
    named = {
        lists.agencies.get(name, name)
        for pattern in lists.patterns
        for name in (_plain(m["name"]) for m in pattern.finditer(edges))
    }
    return tuple(sorted({_hash(name) for name in named}))[:_MOST_CREDITS]


def _plain(name: str) -> str:
    """An agency's name without the words for what it does."""
    plain = " ".join(name.casefold().split())
    return _lists().service.sub("", plain).strip() or plain


def agree(one: Sketch, other: Sketch, *, credited: bool) -> bool:
    """Whether the figures and denials of two alike texts let them be copies of each other.

    One may have figures that the other leaves out (a shortened copy). Where each has figures of
    its own they are no copies; texts of the same agency are, unless the same words stand around
    different figures.
    """
    if one.denials != other.denials and min(one.words, other.words) < SHORT:
        return False
    ours, theirs = _apart(one, other), _apart(other, one)
    if not ours or not theirs:
        return True
    if not credited:
        return False
    left, right = {f.left for f in theirs}, {f.right for f in theirs}
    return not any(f.left in left or f.right in right for f in ours)


def _apart(one: Sketch, other: Sketch) -> list[Figure]:
    spare = Counter(f.value for f in other.figures)
    found = []
    for figure in one.figures:
        if spare[figure.value]:
            spare[figure.value] -= 1
        else:
            found.append(figure)
    return found
