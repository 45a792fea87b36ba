"""The index of a store: words always, vectors where they are wanted, and both together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from ledgerrag.retrieval.dense import DenseIndex
from ledgerrag.retrieval.fusion import ONE, RULE, Side, listed
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.places import as_hits
from ledgerrag.retrieval.rebuild import Progress
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Stats, Where


class SearchIndex:
    """The retriever of a store.

    Args:
        words: the lexical index.
        open_vectors: opens the dense one; called when it is needed first.
    """

    def __init__(self, words: LexicalIndex, open_vectors: Callable[[], DenseIndex]) -> None:
        self.words = words
        self._open_vectors = open_vectors
        self._vectors: DenseIndex | None = None

    @property
    def path(self) -> Path:
        """The folder of the lexical index."""
        return self.words.path

    @property
    def vectors(self) -> DenseIndex:
        """The dense index.

        Raises:
            UnavailableError: its model is not installed or not configured.
        """
        if self._vectors is None:
            self._vectors = self._open_vectors()
        return self._vectors

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """BM25 over the slice, with the slice's own statistics unless `stats` is `index`."""
        return self.words.lexical(query, where, places, stats)

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Cosine over the slice."""
        return self.vectors.dense(query, where, places)

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Both, fused by rank."""
        lowest = int(where.authority_min or 1)
        words = self.words.search(query, where, stats)
        meaning = self.vectors.ranker(query, where)
        sides: list[Side] = [words.ranker, meaning] if words.terms else [meaning]
        shared = listed(sides, places, lowest)
        receipt = replace(
            words.receipt,
            mode="hybrid",
            engine=f"{words.begun.engine}, {self.vectors.receipt(meaning).engine}",
            embedding=self.vectors.embedding,
            fusion=RULE,
        )
        return Found(as_hits(shared, ONE), receipt, meaning.body)

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Index what the store holds above the watermark, if any of the rows is among it."""
        return self.words.add(rows)

    def sync(self, progress: Progress | None = None) -> int:
        """Bring the words up to the store's last row; vectors have their own `sync`."""
        return self.words.sync(progress)

    def watermark(self) -> int:
        """Highest chunk row that the lexical index holds; 0 where empty."""
        return self.words.watermark()

    def close(self) -> None:
        """Release files."""
        self.words.close()
        if self._vectors is not None:
            self._vectors.close()
