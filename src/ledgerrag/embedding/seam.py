"""The embedding seam: texts in, unit vectors out, with the model's digest.

Vectors stand on a grid: every component is a whole multiple of 2^-20, which 32 bits of floating
point hold exactly. The product of two such vectors is a whole number of 2^-40 and fits into 53
bits, so 64 bits of floating point add it up exactly, in whatever order a machine chooses. Equal
vectors therefore give equal scores everywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ledgerrag.errors import ModelError

GRID = 2**20
Role = Literal["passage", "query"]
Vectors: TypeAlias = NDArray[np.float32]


class EmbeddingModel(Protocol):
    """Turns texts into unit vectors; same text, same vector, alone or among others.

    Attributes:
        name: as `embedding.opening.open_model` takes it, for people and the journal.
        digest: of everything that decides a vector; vectors of two digests are never compared.
    """

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """One unit vector on the grid for each text, in the same order.

        Args:
            texts: any strings.
            role: some models read a question otherwise than what is searched.
        Raises:
            ModelError: the model failed or gave no vectors.
        """
        ...


def on_grid(raw: ArrayLike) -> Vectors:
    """Vectors of a model as unit vectors on the grid; a vector of zeros stays one.

    Args:
        raw: one vector a row, of any length.
    Raises:
        ModelError: not a table of finite numbers.
    """
    try:
        found = np.asarray(raw, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        found = np.array(np.nan)
    if found.ndim != 2 or not np.isfinite(found).all():
        raise ModelError("the embedding model gave something else than vectors of finite numbers")
    # Large and tiny numbers alike: their squares must stay within range.
    found = found / np.maximum(np.abs(found).max(axis=1, keepdims=True, initial=0.0), 1e-300)
    length = np.sqrt((found * found).sum(axis=1, keepdims=True))
    whole: Vectors = (np.rint(found / np.maximum(length, 1e-300) * GRID) / GRID).astype(np.float32)
    return whole


@dataclass(frozen=True, slots=True)
class HashedWords:
    """The shipped double: a bag of hashed words, deterministic, of no semantic worth."""

    dimension: int = 64
    name: str = "hashed-words"
    digest: str = "1"

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:  # noqa: ARG002
        """Count words into hashed bins and normalise."""
        return on_grid(np.array([self._one(text) for text in texts]).reshape(-1, self.dimension))

    def _one(self, text: str) -> list[float]:
        bins = [0.0] * self.dimension
        for word in text.casefold().split():
            body = word.encode("utf-8", "surrogatepass")
            place = int.from_bytes(hashlib.sha256(body).digest()[:4], "big")
            bins[place % self.dimension] += 1.0
        return bins
