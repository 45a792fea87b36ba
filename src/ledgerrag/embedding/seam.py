"""The embedding seam: texts in, unit vectors out, with the model's digest."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class EmbeddingModel(Protocol):
    """Turns texts into unit vectors of one dimension."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """One unit vector a text, in the same order; the same alone or in a batch."""
        ...


@dataclass(frozen=True, slots=True)
class HashedWords:
    """The shipped double: a bag of hashed words, deterministic, of no semantic worth."""

    dimension: int = 64
    name: str = "hashed-words"
    digest: str = "1"

    def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Count words into hashed bins and normalise."""
        return tuple(self._one(text) for text in texts)

    def _one(self, text: str) -> tuple[float, ...]:
        bins = [0.0] * self.dimension
        for word in text.casefold().split():
            place = int.from_bytes(hashlib.sha256(word.encode("utf-8")).digest()[:4], "big")
            bins[place % self.dimension] += 1.0
        norm = math.sqrt(math.fsum(x * x for x in bins)) or 1.0
        return tuple(x / norm for x in bins)
