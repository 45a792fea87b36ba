"""A newsroom's desk: a store of its own with a few rules, a clock that can be set, and a draft."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from ledgerrag.api import LedgerRAG
from ledgerrag.cms.accepting import Accepted, Wanted, accept
from ledgerrag.cms.assembling import Given
from ledgerrag.cms.checking import MOST_CLAIMS, Checker
from ledgerrag.cms.ledgers import ledger
from ledgerrag.cms.snapshot import Claim, Snapshot
from tests.product.newsroom import seeded

SITE: Final = "desk"
DRAFT: Final = "story-7"
SOURCES: Final = """
[sources.harbour-board]
name = "Harbour Board of Tarn"
authority_level = 3
[sources.tarn-post]
name = "Tarn Post"
authority_level = 2
"""
FEE: Final = "The quay fee for a fishing boat is 12 euros per day."
BERTH: Final = "A berth permit for a ferry is valid for 3 years."
PIER: Final = "The north pier of Tarn was painted by nobody we know."


class Desk:
    """A store with two rules, and the checks of one draft.

    Args:
        folder: where it lies.
        opened: how the store is opened, beyond clock and entropy.
    """

    def __init__(self, folder: Path, **opened: Any) -> None:
        self.now = datetime(2026, 11, 16, 9, tzinfo=UTC)
        self.folder = folder
        entropy = seeded(f"desk {folder.name}")
        self.rag = LedgerRAG.open(
            folder / "s.db", clock=lambda: self.now, entropy=entropy, **opened
        )
        ticks = itertools.count(0, 1_000_000)
        self.told: list[str] = []
        self.checker = Checker(self.rag, lambda: next(ticks), self.told.append)
        (folder / "sources.toml").write_text(SOURCES, "utf-8")
        self.take_in(doc("fee", FEE), doc("berth", BERTH, published="2026-09-01"))

    def take_in(self, *records: dict[str, Any]) -> None:
        """Ingest records."""
        path = self.folder / f"{self.rag.store.seq()}.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
        self.rag.ingest(path, sources=self.folder / "sources.toml")

    def accept(self, *texts: str | Given, **more: Any) -> Accepted:
        """Accept a check of paragraphs."""
        given = [one if isinstance(one, Given) else Given("", "paragraph", one) for one in texts]
        return accept(self.rag, Wanted(SITE, DRAFT, given, actor=f"{SITE}/Ana", **more))

    def check(self, *texts: str | Given, **more: Any) -> Snapshot:
        """Check paragraphs to the end, and read the ledger."""
        row = self.accept(*texts, **more).row
        self.checker.run(row.id)
        return self.ledger(row.revision)

    def ledger(self, revision: int = 0) -> Snapshot:
        """The ledger as it reads now."""
        return ledger(self.rag, SITE, DRAFT, revision)

    def runs(self) -> int:
        """How many runs are on record."""
        return self.rag.counts()["runs"]

    def limited(self, most: int) -> Checker:
        """A checker that asks few claims."""
        return Checker(self.rag, lambda: 0, most=min(most, MOST_CLAIMS))


def doc(doc_id: str, text: str, **more: str) -> dict[str, Any]:
    """A record of the harbour board."""
    stated = {
        "doc_id": doc_id,
        "title": doc_id,
        "text": text,
        "source": "harbour-board",
        "published": "2026-10-01",
        "domain": "regulation",
    }
    return {**stated, **more}


def statuses(claims: Sequence[Claim]) -> list[str]:
    """The status of each claim, in order."""
    return [claim.status for claim in claims]
