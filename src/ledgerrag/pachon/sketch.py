"""What is kept of a text to recognise its copies: a MinHash sketch, its figures, its credits.

Copies count once (DESIGN 5), so a copy must be told from a text that merely looks alike: two short
statements from one template that differ in a figure contradict each other and are no copies.
"""

from __future__ import annotations

import hashlib
import re
import struct
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from datasketch import MinHash  # type: ignore[import-untyped]

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
_FORMAT = 1
_HEAD = struct.Struct(">BIIBHB")
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
        denials: words of denial in a short text; 0 in a long one.
        minima: 64 hash minima over the text's shingles.
        figures: the figures in the order of the text.
        credits: hashes of the agencies that the text credits, ascending.
    """

    words: int
    source: int
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
            _FORMAT, self.words, self.source, self.denials, len(self.figures), len(self.credits)
        )
        figures = b"".join(_FIGURE.pack(f.value, f.left, f.right) for f in self.figures)
        return b"".join((head, _ints(self.minima), figures, _ints(self.credits)))

    @classmethod
    def unpack(cls, body: bytes) -> Sketch:
        """The sketch that `pack` wrote."""
        _, words, source, denials, n_figures, n_credits = _HEAD.unpack_from(body)
        at = _HEAD.size
        minima = struct.unpack_from(f">{PERMUTATIONS}I", body, at)
        at += 4 * PERMUTATIONS
        found = [_FIGURE.unpack_from(body, at + _FIGURE.size * n) for n in range(n_figures)]
        at += _FIGURE.size * n_figures
        credited = struct.unpack_from(f">{n_credits}I", body, at)
        return cls(words, source, denials, minima, tuple(Figure(*f) for f in found), credited)

    def bands(self) -> tuple[str, ...]:
        """Keys under which alike texts are found: 16 bands of 4 rows, 32 of 2 for each credit."""
        packed = _ints(self.minima)
        plain = [f"n{n:x}.{_digest(packed[16 * n : 16 * n + 16])}" for n in range(BANDS)]
        credited = [
            f"c{n:x}.{credit:x}.{_digest(packed[8 * n : 8 * n + 8])}"
            for credit in self.credits
            for n in range(CREDITED_BANDS)
        ]
        return (*plain, *credited)


def _ints(values: Sequence[int]) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


@lru_cache(maxsize=1)
def _blank() -> MinHash:
    # crc32 is stable everywhere and fast; datasketch mixes it before it permutes.
    return MinHash(num_perm=PERMUTATIONS, seed=SEED, hashfunc=zlib.crc32)


@dataclass(frozen=True, slots=True)
class _Lists:
    known: tuple[tuple[str, re.Pattern[str]], ...]
    generic: tuple[re.Pattern[str], ...]
    denials: frozenset[str]
    numbers: dict[str, str]


@lru_cache(maxsize=1)
def _lists() -> _Lists:
    data = tomllib.loads(files("ledgerrag.pachon").joinpath("syndication.toml").read_text("utf-8"))
    known = tuple(
        (
            agency,
            re.compile("|".join(f"(?:{p})" for p in _for_names(data["patterns"]["known"], names))),
        )
        for agency, names in sorted(data["agencies"].items())
    )
    words, service = data["patterns"]["words"], data["patterns"]["service"]
    generic = tuple(
        re.compile(pattern.replace("WORDS", words).replace("SERVICE", service))
        for pattern in data["patterns"]["generic"]
    )
    return _Lists(known, generic, frozenset(data["denials"]["words"]), dict(data["numbers"]))


def _for_names(patterns: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    either = "(?:" + "|".join(re.escape(name) for name in names) + ")"
    for pattern in patterns:
        # Inline flags may only open an expression.
        yield pattern.replace("(?m)^", "(?:^|(?<=\n))").replace("AGENCY", either)


def sketch(text: str, source: str) -> Sketch:
    """Reduce a text to what tells its copies.

    Args:
        text: the document's text.
        source: key of its source.
    """
    words = [found[0] for found in _WORD.finditer(text.casefold())][:_MOST_WORDS]
    lists = _lists()
    short = len(words) < SHORT
    denials = sum(1 for word in words if word.replace("’", "'") in lists.denials) if short else 0
    minhash = _blank().copy()
    minhash.update_batch(sorted(_shingles(words)))
    minima = tuple(int(value) for value in np.asarray(minhash.hashvalues, dtype=np.uint32))
    return Sketch(
        words=len(words),
        source=_hash(source),
        denials=denials,
        minima=minima,
        figures=tuple(_figures(words, lists.numbers)),
        credits=credits_of(text),
    )


def _shingles(words: Sequence[str]) -> set[bytes]:
    size = SHINGLE if len(words) >= FEW_WORDS else 2
    if len(words) <= size:
        return {" ".join(words).encode("utf-8")}
    return {" ".join(words[n : n + size]).encode() for n in range(len(words) - size + 1)}


def _figures(words: Sequence[str], numbers: dict[str, str]) -> Iterator[Figure]:
    found = 0
    for n, word in enumerate(words):
        value = _value(word, numbers)
        if value is None:
            continue
        left = " ".join(_masked(w, numbers) for w in words[max(0, n - 2) : n])
        right = " ".join(_masked(w, numbers) for w in words[n + 1 : n + 3])
        yield Figure(_hash(value), _hash(left), _hash(right))
        found += 1
        if found == _MOST_FIGURES:
            return


def _value(word: str, numbers: dict[str, str]) -> str | None:
    if word[0].isdigit():
        return word.replace(",", "") if _THOUSANDS.fullmatch(word) else word
    return numbers.get(word)


def _masked(word: str, numbers: dict[str, str]) -> str:
    return word if _value(word, numbers) is None else "#"


def _hash(text: str) -> int:
    return zlib.crc32(text.encode("utf-8"))


def credits_of(text: str) -> tuple[int, ...]:
    """Hashes of the agencies that a text credits in its first and last lines."""
    edges = text if len(text) <= 2 * _EDGE else f"{text[:_EDGE]}\n{text[-_EDGE:]}"
    lists = _lists()
    named = {agency for agency, pattern in lists.known if pattern.search(edges)}
    for pattern in lists.generic:
        named.update(" ".join(m["name"].casefold().split()) for m in pattern.finditer(edges))
    return tuple(sorted({_hash(name) for name in named}))[:_MOST_CREDITS]


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
