from __future__ import annotations

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.errors import StoreError, UnavailableError
from tests.product.newsroom import Newsroom

RULE = {
    "doc_id": "rule-12",
    "title": "Rule 12",
    "source": "regulator",
    "text": "The reporting period is 180 days.",
    "published": "2025-01-01",
}


def test_a_read_only_store_is_read_back_verified_replayed_and_exported(room: Newsroom) -> None:
    room.take_in(RULE)
    asked = room.ask("How long is the reporting period?", "2026-01-01")
    with LedgerRAG.open(room.store, readonly=True) as rag:
        assert rag.verify().ok
        assert rag.answer(asked.run).text == asked.text
        assert rag.standing("rule-12")[0][1].stands
        assert all(rag.replay(asked.run, level).identical for level in ("R0", "R1", "R2"))
        assert rag.export(room.folder / "log.jsonl").entries == rag.counts()["entries"]


def test_a_read_only_store_refuses_to_be_asked_or_fed_in_one_line(room: Newsroom) -> None:
    room.take_in(RULE)
    with LedgerRAG.open(room.store, readonly=True) as rag:
        with pytest.raises(UnavailableError, match="copy it"):
            rag.ask("How long is the reporting period?")
        with pytest.raises(StoreError):
            rag.ingest(room.write([RULE]))
        assert rag.verify().ok
