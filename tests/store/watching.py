from __future__ import annotations

from ledgerrag.store import Tx
from ledgerrag.store.watches import (
    ClaimRow,
    CursorRow,
    DeliveryRow,
    EventRow,
    StateRow,
    WatchRow,
    end_watch,
    put_claim,
    put_cursor,
    put_delivery,
    put_event,
    put_state,
    put_watch,
)


def watch(id: str, story: str = "story", *, site: str = "site", hook: str = "") -> WatchRow:
    return WatchRow(id, site, story, "title", "", "2026-01-01", "2026-01-01", "a", hook)


def state(id: str, body: bytes = b"s", *, seq: int = 1) -> StateRow:
    return StateRow(id, 1, "r", "c1", seq, "", ("a", "a@1"), body)


def event(id: str, seq: int = 1) -> EventRow:
    return EventRow(seq, id, 1, "correction", "r", "2026-01-02", b"e")


def fill_watches(tx: Tx) -> None:
    """A row in each table of watches."""
    put_watch(tx, watch("w", hook="https://example.org"), "secret")
    put_claim(tx, ClaimRow("w", 1, "p1", b"c"))
    put_state(tx, state("w"))
    put_event(tx, event("w"))
    put_cursor(tx, CursorRow(1, 1, 1, "2026-01-02", 1, 1, 1, "2026-01-02"))
    put_delivery(tx, DeliveryRow(1, 1, "2026-01-02", "failed", "503", "2026-01-03"))
    end_watch(tx, "w", "2026-01-03")
