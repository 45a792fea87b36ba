"""The service as a process: it ends cleanly when it is asked to, and loses nothing when killed."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from ledgerrag.api import LedgerRAG
from tests.service.serving import PATIENCE, started

pytestmark = [pytest.mark.kill, pytest.mark.enable_socket]
KILLS = 4
SEED = 20261201
HOW_LONG = "How long is the reporting period for the annual solvency report?"


def command(*arguments: object) -> bytes:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "ledgerrag", *map(str, arguments)],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout


def token(store: Path, *scopes: str) -> str:
    chosen = [part for scope in scopes for part in ("--scope", scope)]
    made = command("token", "create", "--store", store, "--site", "tide", "--json", *chosen)
    return str(json.loads(made)["token"])


def record(number: int) -> dict[str, Any]:
    return {
        "doc_id": f"levy-{number}",
        "text": f"The levy number {number} is {number + 10} euros per month. " * 20,
        "source": "market-authority",
        "published": "2026-01-10",
        "domain": "regulation",
    }


def test_it_answers_and_ends_at_a_signal_with_everything_written(demo: Path) -> None:
    asking = token(demo, "ask", "read")
    with started(demo) as service:
        status, answer = service.call("POST", "/v1/ask", asking, {"question": HOW_LONG})
        assert status == 200
        service.child.send_signal(signal.SIGTERM)
        assert service.child.wait(PATIENCE) == 0
        log = service.log.read_text("utf-8")
    assert '"event": "end"' in log
    assert "Traceback" not in log
    with LedgerRAG.open(demo) as rag:
        assert rag.answer(answer["run"]).sentences
        assert rag.verify().ok


def test_what_runs_when_the_end_is_asked_for_is_finished(demo: Path) -> None:
    ingesting = token(demo, "ingest")
    many = [record(number) for number in range(400)]
    found: list[tuple[int, Any]] = []
    with started(demo, "--open-metrics") as service:
        call = threading.Thread(
            target=lambda: found.append(service.call("POST", "/v1/documents", ingesting, many))
        )
        call.start()
        while not service.metric('ledgerrag_work_taken{pool="ingest"} 1.0'):
            assert not found
        service.child.send_signal(signal.SIGTERM)
        call.join(PATIENCE)
        assert service.child.wait(PATIENCE) == 0
    ((status, told),) = found
    assert status == 200
    assert told["counts"]["stored"] == 400


def test_a_token_that_is_revoked_meanwhile_opens_nothing_any_more(demo: Path) -> None:
    text = token(demo, "read")
    with started(demo) as service:
        assert service.call("GET", "/v1/runs", text)[0] == 200
        command("token", "revoke", text.split("_")[1], "--store", demo)
        assert service.call("GET", "/v1/runs", text)[0] == 401


def test_a_kill_loses_nothing_that_was_acknowledged_and_leaves_nothing_by_half(
    demo: Path,
) -> None:
    """A batch with a key that was cut off is sent again, and ends as if nothing had happened."""
    dice = random.Random(SEED)
    working = token(demo, "ask", "ingest", "read")
    stored: dict[str, int] = {}
    runs: list[str] = []
    number = 0
    for life in range(KILLS):
        with started(demo) as service:
            for known in runs[-3:]:
                assert service.call("GET", f"/v1/runs/{known}", working)[0] == 200
            # From an acknowledgement on, so that a busy machine changes nothing.
            last = number + 30 * dice.randint(1, 3)
            stop = threading.Timer(dice.uniform(0, 0.2), service.kill)
            try:
                while True:
                    batch = [record(n) for n in range(number, number + 30)]
                    key = f"batch-{number}"
                    status, told = service.call("POST", "/v1/documents", working, batch, key)
                    assert status == 200, told
                    assert {one["status"] for one in told["items"]} == {"stored"}
                    stored.update({one["id"]: one["seq"] for one in told["items"]})
                    number += 30
                    if number == last:
                        stop.start()
                    question = {"question": f"How much is the levy number {number - 1}?"}
                    status, told = service.call("POST", "/v1/ask", working, question)
                    assert status == 200, told
                    runs.append(told["run"])
            except (OSError, HTTPException):
                assert number >= last
            finally:
                stop.join()
        assert "Traceback" not in service.log.read_text("utf-8"), life
    with started(demo) as service:
        batch = [record(n) for n in range(number, number + 30)]
        key = f"batch-{number}"
        first = service.call("POST", "/v1/documents", working, batch, key)
        assert service.call("POST", "/v1/documents", working, batch, key) == first
    _all_is_there(demo, stored, runs)


def _all_is_there(store: Path, stored: dict[str, int], runs: list[str]) -> None:
    assert stored
    with LedgerRAG.open(store) as rag:
        assert rag.verify().ok
        for doc_id, seq in stored.items():
            found = rag.store.latest(doc_id)
            assert found is not None
            assert (found.version, found.seq) == (1, seq)
        for run in runs:
            assert rag.replay(run, "R1").identical
