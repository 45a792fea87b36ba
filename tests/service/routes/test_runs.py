from __future__ import annotations

import hashlib
from typing import Any

import pytest

from ledgerrag.audit.merkle import verify_inclusion
from ledgerrag.errors import AbandonedError
from ledgerrag.service.work import Cancel
from tests.service.conftest import Served

HOW_LONG = {
    "question": "How long is the reporting period for the annual solvency report?",
    "as_of": "2026-08-01",
}


def asked(served: Served, **more: str) -> dict[str, Any]:
    made = served.call("POST", "/v1/ask", served.token("ask"), json={**HOW_LONG, **more})
    return dict(made.json())


def test_a_run_is_read_back_as_it_was_answered(served: Served) -> None:
    made = asked(served)
    told = served.call("GET", f"/v1/runs/{made['run']}", served.token("read")).json()
    assert told["question"] == HOW_LONG["question"]
    assert told["answer"]["sentences"] == made["sentences"]
    assert told["journal_seq"] == made["journal_seq"]


def test_the_list_of_runs_is_read_page_by_page_without_a_gap(served: Served) -> None:
    made = [asked(served)["run"] for _ in range(5)]
    found: list[str] = []
    before = ""
    while True:
        path = f"/v1/runs?limit=2&before={before}"
        page = served.call("GET", path, served.token("read")).json()
        found += [one["run"] for one in page["items"]]
        before = page["next"]
        if not before:
            break
    assert found == made[::-1]


def test_the_journal_of_a_run_names_who_asked(served: Served) -> None:
    run = asked(served, editor="Ana Horvat")["run"]
    told = served.call("GET", f"/v1/runs/{run}/journal", served.token("read")).json()
    assert told["items"][0]["entry"]["type"] == "run"
    assert {one["entry"]["actor"] for one in told["items"]} == {"newsroom/Ana Horvat"}


def test_the_proof_of_each_line_holds_against_the_root(served: Served) -> None:
    run = asked(served)["run"]
    asked(served)
    told = served.call("GET", f"/v1/runs/{run}/proof", served.token("read")).json()
    root = bytes.fromhex(told["root"])
    assert told["lines"]
    for line in told["lines"]:
        leaf = hashlib.sha256(b"\x00" + line["text"].encode()).digest()
        assert leaf.hex() == line["leaf"]
        path = [bytes.fromhex(part) for part in line["path"]]
        assert verify_inclusion(leaf, line["seq"], told["size"], path, root)
        assert not verify_inclusion(bytes(32), line["seq"], told["size"], path, root)


@pytest.mark.parametrize("level", ["R0", "R1", "R2", "R3"])
def test_a_run_is_replayed_at_every_level(served: Served, level: str) -> None:
    run = asked(served)["run"]
    path = f"/v1/runs/{run}/replay"
    told = served.call("POST", path, served.token("read"), json={"level": level}).json()
    assert told["identical"]
    assert told["level"] == level
    verified = served.call("POST", f"/v1/runs/{run}/verify", served.token("read")).json()
    assert verified["identical"]


def test_the_ledger_of_a_run_shows_what_put_evidence_aside(served: Served) -> None:
    run = asked(served)["run"]
    told = served.call("GET", f"/v1/ledgers/{run}", served.token("read")).json()
    assert "superseded" in {row["status"] for row in told["rows"]}


def test_a_run_that_is_not_there_is_404_everywhere(served: Served) -> None:
    reading = served.token("read")
    for path in ("runs/X", "runs/X/journal", "runs/X/proof", "ledgers/X"):
        assert served.call("GET", f"/v1/{path}", reading).status_code == 404
    assert served.call("POST", "/v1/runs/X/verify", reading).status_code == 404
    replay = served.call("POST", "/v1/runs/X/replay", reading, json={"level": "R1"})
    assert replay.status_code == 404


def test_a_verification_that_nobody_waits_for_any_more_ends(served: Served) -> None:
    run = asked(served)["run"]
    cancel = Cancel()
    cancel.set()
    rag = served.service.tenants.get()
    with rag.store.while_wanted(cancel.wanted):
        for level in ("R0", "R1", "R2", "R3"):
            with pytest.raises(AbandonedError):
                rag.replay(run, level)
    assert rag.replay(run, "R0").identical
