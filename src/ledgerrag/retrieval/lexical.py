"""Lexical search: BM25 with the statistics of the slice, from an index that may lag or be lost.

What the index has not yet taken in is scored from the store, so a search is exact the moment a
document is committed, in every process. A process that finds itself far behind catches up first,
unless another is already at it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from ledgerrag.errors import IndexDamagedError
from ledgerrag.retrieval import folder
from ledgerrag.retrieval.analyzer import ANALYZER, analyze
from ledgerrag.retrieval.bm25 import ONE, Bm25
from ledgerrag.retrieval.engine import ENGINE, Snapshot
from ledgerrag.retrieval.places import as_hits, share_out
from ledgerrag.retrieval.ranking import SliceRanker, View
from ledgerrag.retrieval.rebuild import Progress, catch_up, check_history, rebuild
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Receipt, Stats, Where
from ledgerrag.retrieval.source import ChunkSource

T = TypeVar("T")
TAIL = 500  # rows that are quicker scored from the store than indexed first


@dataclass(frozen=True, slots=True)
class LexicalSearch:
    """A slice, ready to be ranked for one query.

    Args:
        ranker: ranks it.
        terms: those of the query that occur in the slice.
        begun: the receipt, before the certificate is known.
    """

    ranker: SliceRanker
    terms: tuple[str, ...]
    begun: Receipt

    @property
    def receipt(self) -> Receipt:
        """What the search rested on, once the ranking was walked."""
        return replace(self.begun, exact=self.ranker.exact)


class LexicalIndex:
    """An index of words over tantivy and the store; open it with `LexicalIndex.open`.

    Args:
        path: the index folder.
        store: the record that it indexes.
    """

    def __init__(self, path: Path, store: ChunkSource) -> None:
        self.path = path
        self._store = store
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._looked = 0  # last row of the store when the snapshot was taken

    @classmethod
    def open(
        cls,
        path: Path,
        store: ChunkSource,
        *,
        create: bool = True,
        progress: Progress | None = None,
    ) -> LexicalIndex:
        """Open the index of a store.

        Args:
            path: the index folder.
            store: the record; call outside an open transaction.
            create: build the index where there is none.
            progress: told (rows done, last row) while it is built.
        Raises:
            IndexDamagedError: missing and not to be created, damaged, of another analyzer or store.
        """
        if create and folder.is_missing(path):
            rebuild(path, store, progress, missing_only=True)
        index = cls(path, store)
        index._settled(index._check)
        index._view()
        return index

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """BM25 over the slice, with the slice's own statistics unless `stats` is `index`."""
        search = self.search(query, where, stats)
        shared = share_out(search.ranker, places, where.authority_min or 1) if search.terms else []
        return Found(as_hits(shared, ONE), search.receipt)

    def search(self, query: str, where: Where, stats: Stats = "as_of") -> LexicalSearch:
        """The slice, ready to be ranked for one query."""
        terms = sorted(set(analyze(query)))
        view = self._view()
        statistics = view.statistics(where, terms, stats)
        scorer = Bm25(terms, statistics, lucene=stats == "index")
        ranker = SliceRanker(view, self._store, where, scorer, statistics)
        receipt = Receipt(
            mode="lexical",
            stats=stats,
            n_chunks=statistics.n,
            total_length=statistics.total,
            df=tuple((term, statistics.df.get(term, 0)) for term in terms),
            watermark=view.watermark(where),
            candidates=statistics.holding,
            exact=True,
            analyzer=ANALYZER,
            engine=ENGINE,
        )
        return LexicalSearch(ranker, tuple(scorer.idf), receipt)

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Index what the store holds above the watermark, if any of the rows is among it.

        The record decides what is indexed, so a caller can neither leave a gap nor add a row that
        was never committed.
        """
        watermark = self.watermark()
        return self.sync() if any(row.row > watermark for row in rows) else 0

    def sync(self, progress: Progress | None = None) -> int:
        """Index the rows of the store above the watermark; returns the number added.

        Args:
            progress: told (rows done, last row) after each batch.
        Raises:
            StoreError: the index cannot be written.
        """
        added = catch_up(self.path, self._store, progress)
        self.close()
        return added

    def watermark(self) -> int:
        """Highest chunk row that the index holds; 0 where empty."""
        return self._view().snapshot.watermark

    def close(self) -> None:
        """Release files."""
        with self._lock:
            self._snapshot = None

    def _view(self) -> View:
        last = self._store.last_row()
        with self._lock:
            if self._snapshot is None or self._looked < last:
                self._snapshot, self._looked = self._look(last), last
            snapshot = self._snapshot
        tail: list[ChunkRow] = []
        after = snapshot.watermark
        while after < last and (batch := self._store.chunks_after(after)):
            tail.extend(row for row in batch if row.row <= last)
            after = batch[-1].row
        return View(snapshot, tuple(tail), last if last < snapshot.watermark else None)

    def _look(self, last: int) -> Snapshot:
        snapshot = self._open_snapshot()
        if last - snapshot.watermark > TAIL and catch_up(self.path, self._store, wait=False):
            snapshot = self._open_snapshot()
        return snapshot

    def _open_snapshot(self) -> Snapshot:
        return self._settled(lambda manifest: Snapshot(self.path / manifest.generation))

    def _settled(self, use: Callable[[folder.Manifest], T]) -> T:
        """Use the generation in use; again where a rebuild has changed it meanwhile."""
        manifest = folder.read(self.path, self._store.log_id)
        while True:
            try:
                return use(manifest)
            except IndexDamagedError:
                now = folder.read(self.path, self._store.log_id)
                if now.generation == manifest.generation:
                    raise
                manifest = now

    def _check(self, manifest: folder.Manifest) -> None:
        folder.check(self.path, manifest.generation)
        check_history(self.path, self._store, manifest)
