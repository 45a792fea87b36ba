from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from ledgerrag.audit.acting import ActingRecorder
from ledgerrag.audit.journal import Journal
from ledgerrag.store import Store


def test_who_acts_is_written_where_an_entry_names_nobody(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db", entropy=bytes) as store:
        journal = Journal(store, bytes)
        with store.write() as tx:
            inner = journal.recorder(tx, lambda: datetime(2026, 1, 1, tzinfo=UTC))
            acting = ActingRecorder(inner, "city/desk", "key")
            acting.append("a", {"n": 1})
            acting.append("b", {"n": 2}, actor="city/ana", idem="own", run="r", step=3)
        lines = [json.loads(body) for _, body in store.entries()]
    assert [(one["actor"], one["idem"]) for one in lines] == [
        ("city/desk", "key"),
        ("city/ana", "own"),
    ]
    assert (lines[1]["run"], lines[1]["step"]) == ("r", 3)
