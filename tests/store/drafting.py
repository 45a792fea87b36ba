"""Rows of drafts for the tests of the store."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ledgerrag.store import Tx
from ledgerrag.store.drafts import (
    CheckEventRow,
    CheckRow,
    GroundRow,
    RemarkRow,
    put_check,
    put_check_event,
    put_ground,
    put_remark,
)

CHECK: Final = CheckRow("c1", "desk", "7", 1, "T", "", "", "Ana", "desk/Ana", "t", b"[]")
EVENT: Final = CheckEventRow("c1", 1, "started", 0, 3, "t", b"{}")
GROUND: Final = GroundRow(1, "k", "r", "v", "k", 3, b"{}")
REMARK: Final = RemarkRow("desk", "7", "i1", "tick", "", "desk/Ana", "t", 9)


def fill_drafts(tx: Tx) -> None:
    """A check with its events, a ground and a remark."""
    put_check(tx, CHECK)
    put_ground(tx, GROUND)
    put_check_event(tx, EVENT)
    put_check_event(tx, replace(EVENT, seq=2, type="paragraph", ground=1, seen=4))
    put_remark(tx, REMARK)
