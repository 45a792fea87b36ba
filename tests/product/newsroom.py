"""A store in a folder, fed through real ingestion, with a clock and entropy that tests set."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.pachon.report import IngestReport

SOURCES = """
[sources.regulator]
name = "Market Regulator"
authority_level = 3
[sources.ministry]
name = "Ministry of Labour"
authority_level = 3
[sources.courier]
name = "Daily Courier"
authority_level = 2
[sources.gazette]
name = "Evening Gazette"
authority_level = 2
[sources.forum]
name = "Town Forum"
authority_level = 1
[sources.chat]
name = "Street Chat"
authority_level = 1
"""


def seeded(seed: str) -> Callable[[int], bytes]:
    """Entropy that a test can repeat."""
    count = 0

    def draw(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"{seed} {count}".encode()).digest(size)

    return draw


@dataclass(slots=True)
class Newsroom:
    """A product as a user has it, in one folder."""

    folder: Path
    today: str = "2026-11-30"
    files: int = field(default=0)

    def clock(self) -> datetime:
        return datetime.fromisoformat(self.today + "T12:00:00").replace(tzinfo=UTC)

    @property
    def store(self) -> Path:
        return self.folder / "store.db"

    @contextmanager
    def open(self) -> Iterator[LedgerRAG]:
        # A run id that comes twice would be one run.
        self.files += 1
        with LedgerRAG.open(
            self.store, clock=self.clock, entropy=seeded(f"room {self.files}")
        ) as rag:
            yield rag

    def write(self, records: Sequence[Mapping[str, object]], name: str = "") -> Path:
        self.files += 1
        path = self.folder / (name or f"records-{self.files:03d}.jsonl")
        path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
        return path

    def take_in(self, *records: Mapping[str, object]) -> IngestReport:
        return self.take_in_paths(self.write(records))

    def take_in_paths(self, *paths: Path, published: str = "") -> IngestReport:
        registry = self.folder / "sources.toml"
        registry.write_text(SOURCES, "utf-8")
        with LedgerRAG.open(
            self.store, clock=self.clock, entropy=seeded(f"ingest {self.files}")
        ) as rag:
            return rag.ingest(*paths, sources=registry, domain="regulation", published=published)

    def ask(self, text: str, as_of: str, known_at: str = "", period: str = "") -> Answer:
        self.files += 1
        with LedgerRAG.open(
            self.store, clock=self.clock, entropy=seeded(f"ask {self.files}")
        ) as rag:
            return rag.ask(text, as_of=as_of, known_at=known_at, period=period)


def cited(answer: Answer) -> list[str]:
    """The documents that an answer cites, in order."""
    return [f"{c.doc_id}@{c.version}" for c in answer.citations]
