"""A store, a journal and a clock for tests of ingest: say only what matters to the case."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ledgerrag.audit.journal import Journal
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.ingest import IngestOptions, Progress, ingest
from ledgerrag.pachon.report import IngestReport
from ledgerrag.store import Store, Tx
from ledgerrag.store.seam import Recorder

SOURCES = (
    Source("regulator", "Market Regulator", Authority.OFFICIAL),
    Source("daily", "The Daily", Authority.OUTLET),
    Source("forum", "A forum", Authority.USER),
)
NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)


def entropy() -> Callable[[int], bytes]:
    """Bytes that are never the same and always the same in the next test."""
    numbers = itertools.count()

    def give(size: int) -> bytes:
        return hashlib.shake_256(str(next(numbers)).encode()).digest(size)

    return give


class Desk:
    """A folder with documents and a store beside it."""

    def __init__(self, folder: Path, *, now: datetime = NOW) -> None:
        self.folder = folder / "in"
        self.folder.mkdir(exist_ok=True)
        self.now = now
        self.store = Store.open(folder / "test.ledger", entropy=entropy())
        self._journal = Journal(self.store, entropy())

    def recorder(self, tx: Tx) -> Recorder:
        return self._journal.recorder(tx, lambda: self.now)

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    def lines(self, name: str, *rows: dict[str, object]) -> Path:
        return self.file(name, "".join(json.dumps(row) + "\n" for row in rows))

    def ingest(
        self,
        *paths: Path,
        sources: tuple[Source, ...] | None = SOURCES,
        progress: Progress | None = None,
        **options: Any,
    ) -> IngestReport:
        return ingest(
            paths or (self.folder,),
            self.store,
            self.recorder,
            options=IngestOptions(sources=sources, **options),
            clock=lambda: self.now,
            progress=progress,
        )

    def entries(self, kind: str) -> Iterator[dict[str, Any]]:
        for _, line in self.store.entries():
            entry = json.loads(line)
            if entry["type"] == kind:
                yield entry["det"]


def row(
    doc_id: str, text: str = "The limit is 50 units.", /, **fields: object
) -> dict[str, object]:
    return {
        "doc_id": doc_id,
        "text": text,
        "source": "regulator",
        "published": "2025-01-01",
        "language": "en",
        **fields,
    }
