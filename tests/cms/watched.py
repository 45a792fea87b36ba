"""A newsroom for tests: a corpus that grows day by day, and stories that are watched."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final

from ledgerrag.api import LedgerRAG
from ledgerrag.cms import watching
from ledgerrag.cms.reverifying import Watcher
from ledgerrag.cms.watched import Event
from ledgerrag.cms.watching import Begun, Paragraph, Wanted
from tests.product.newsroom import seeded

SOURCES: Final = """
[sources.council]
name = "Council of Velm"
authority_level = 3
[sources.police]
name = "Velm Police"
authority_level = 3
[sources.courier]
name = "Velm Courier"
authority_level = 2
[sources.chirp]
name = "Chirp"
authority_level = 1
"""


class Newsroom:
    """A store whose day the test decides."""

    def __init__(self, folder: Path, entropy: Callable[[int], bytes] | None = None) -> None:
        self.folder = folder
        self.day = "2026-03-01"
        self._files = count()
        (folder / "sources.toml").write_text(SOURCES, "utf-8")
        random = entropy or seeded(str(folder))
        self.rag = LedgerRAG.open(folder / "s.db", clock=self.clock, entropy=random)
        self.watcher = Watcher(self.rag)

    def clock(self) -> datetime:
        return datetime.fromisoformat(self.day).replace(hour=12, tzinfo=UTC)

    def arrive(self, *records: dict[str, Any]) -> None:
        """Documents and acts come in; what they do not say is the council's, today, a rule."""
        path = self.folder / f"{next(self._files)}.jsonl"
        plain = {"source": "council", "published": self.day}
        lines = [
            json.dumps({**plain, **({} if "act" in one else {"domain": "regulation"}), **one})
            for one in records
        ]
        path.write_text("\n".join(lines), "utf-8")
        report = self.rag.ingest(path, sources=self.folder / "sources.toml")
        assert not report.rejected, report.rejected
        assert not report.quarantined, report.quarantined

    def watch(
        self, *texts: str, story: str = "story", published: str = "", hook: str = ""
    ) -> Begun:
        """Watch a story of these paragraphs."""
        paragraphs = [Paragraph(f"p{n}", text) for n, text in enumerate(texts, 1)]
        wanted = Wanted("site", story, "A story", published=published or self.day, hook=hook)
        claims = watching.of_paragraphs(self.rag, paragraphs, "ana")
        return watching.begin(self.rag, wanted, claims, "site/ana")

    def look(self) -> tuple[Event, ...]:
        """Look at what came in."""
        return self.watcher.catch_up()

    def one(self) -> Event:
        """Look, and expect one event."""
        (event,) = self.look()
        return event


def shown(events: Sequence[Event]) -> list[tuple[str, str, str, str]]:
    return [(one.kind, one.before.status, one.after.status, one.after.value) for one in events]
