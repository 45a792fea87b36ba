"""A service that is killed while it checks drafts: what it accepted is finished by the next one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.cms.assembling import body_of
from tests.service.serving import Process, started
from tests.service.test_process import token

pytestmark = [pytest.mark.kill, pytest.mark.enable_socket]
KILLS = 3
SEED = 20261201
PARAGRAPHS = 4


def draft(number: int) -> dict[str, Any]:
    texts = [
        f"The reporting period of firm {number} for report {n} is {n + 2} days."
        for n in range(PARAGRAPHS)
    ]
    return {"title": f"Draft {number}", "paragraphs": [{"text": text} for text in texts]}


def test_no_accepted_check_and_no_event_is_lost_when_the_service_is_killed(demo: Path) -> None:
    key, dice = token(demo, "draft"), random.Random(SEED)
    seen: dict[str, list[Any]] = {}
    for life in range(KILLS):
        with started(demo) as service:
            for number in range(dice.randint(2, 3)):
                send(service, key, 10 * life + number, seen)
            service.kill()
    with LedgerRAG.open(demo) as rag:
        # Guards against kills that came after everything was done.
        assert rag.store.draft_unfinished()
    with started(demo) as service:
        for check in seen:
            finish(service, key, check)
    with LedgerRAG.open(demo) as rag:
        assert rag.store.draft_unfinished() == ()
        assert not rag.verify().problems
        for check, events in seen.items():
            kept = rag.store.draft_events(check)
            assert [one.seq for one in kept] == list(range(1, len(kept) + 1))
            assert [(e["seq"], e["type"], e["at"]) for e in events] == [
                (one.seq, one.type, one.created) for one in kept[: len(events)]
            ]
            done = [body_of(one)["n"] for one in kept if one.type == "paragraph"]
            assert done == list(range(PARAGRAPHS))
            assert kept[-1].type == "done"


def send(service: Process, key: str, number: int, seen: dict[str, list[Any]]) -> None:
    """Send a draft, and read what happened to all that were sent."""
    path = f"/v1/drafts/tide/d{number}/checks"
    status, told = service.call("POST", path, key, draft(number))
    assert status == 202, told
    seen[told["check"]] = []
    for check, events in seen.items():
        after = events[-1]["seq"] if events else 0
        status, view = service.call("GET", f"/v1/checks/{check}?after={after}", key)
        assert status == 200, view
        events.extend(view["events"])


def finish(service: Process, key: str, check: str) -> None:
    """Wait until a check has ended."""
    after, status = 0, "queued"
    while status in ("queued", "running"):
        _, view = service.call("GET", f"/v1/checks/{check}?after={after}&wait=20", key)
        after, status = view["last_seq"], view["status"]
    assert status == "done"
