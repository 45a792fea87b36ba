"""The whole product under `kill -9` while it takes in documents and answers at the same time."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.model import DocKey
from tests.product.kill_nursery import acknowledged, question, take_in, unfinished

ROOT = Path(__file__).parents[2]
KILLS = 64
LOOK_EVERY = 16
SEED = 20261130
# Imports of the nursery start no threads of their own: it forks.
QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}


class Nursery:
    """Starts and buries the processes that are killed."""

    def __init__(self, store: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.product.kill_nursery", store],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **QUIET},
        )
        self._lives = 0
        self.alive: dict[str, int] = {}

    def _order(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def bear(self, role: str) -> None:
        self._lives += 1
        self.alive[role] = int(self._order(f"{role} {self._lives}"))

    def kill(self, role: str) -> None:
        pid = self.alive.pop(role)
        os.kill(pid, signal.SIGKILL)
        assert self._order(f"bury {pid}") == "buried"

    def close(self) -> None:
        for role in tuple(self.alive):
            self.kill(role)
        self._process.communicate(timeout=30)


@contextmanager
def nursery(store: Path) -> Iterator[Nursery]:
    made = Nursery(store)
    try:
        yield made
    finally:
        made.close()


def whole_runs(entries: list[dict[str, Any]]) -> dict[str, int]:
    """The runs of the journal, each an unbroken row of entries; the number of its answer."""
    ends: dict[str, int] = {}
    open_run, step = "", 0
    for entry in entries:
        run, kind = entry["run"], entry["type"]
        if open_run:
            assert run == open_run, "another entry stands within a run"
            assert (kind, entry["step"]) == ("step", step) or kind == "answer"
            step += 1
            if kind == "answer":
                ends[run] = entry["seq"]
                open_run = ""
        elif run:
            assert kind == "run"
            assert run not in ends
            open_run, step = run, 0
    assert not open_run, "a run was torn"
    return ends


def check(store: Path) -> tuple[int, int]:
    """Nothing acknowledged is lost, nothing is there by half; all without a manual step."""
    complaints = store.with_suffix(".complaints")
    assert not complaints.exists(), complaints.read_text("utf-8")
    with LedgerRAG.open(store) as rag:
        assert rag.verify().ok
        counts = rag.counts()
        entries = [json.loads(line) for _, line in rag.store.entries()]
        kinds = Counter(entry["type"] for entry in entries)
        assert kinds["ingest"] == counts["documents"] == rag.store.seq() == counts["series"]
        assert kinds["run"] == kinds["answer"] == counts["runs"]
        assert len(entries) == counts["entries"]
        documents = acknowledged(store, "doc")
        found = rag.store.documents(DocKey(name, 1) for name in documents)
        assert {key.doc_id for key in found} == set(documents)
        assert all(f"The quota of {key.doc_id} is" in found[key].text for key in found)
        ends = whole_runs(entries)
        runs = acknowledged(store, "run")
        assert set(runs) <= set(ends)
        assert {row.run: row.entry for row in rag.store.runs(100_000)} == ends
        for run in runs[-5:]:
            assert rag.replay(run, "R1").identical
            assert rag.answer(run).journal_seq == ends[run]
        for name in documents[-3:]:
            assert [one.doc_id for one in rag.ask(question(name)).citations] == [name]
        return len(documents), len(runs)


@pytest.mark.kill
def test_nothing_acknowledged_is_lost_when_ingest_and_ask_are_killed(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    chance = random.Random(SEED)
    with nursery(store) as births:
        for kill in range(1, KILLS + 1):
            for role in ("ingest", "ask"):
                if role not in births.alive:
                    births.bear(role)
            time.sleep(chance.uniform(0.03, 0.5))
            births.kill(chance.choice(("ingest", "ask")))
            if kill % LOOK_EVERY == 0:
                for role in tuple(births.alive):
                    births.kill(role)
                documents, runs = check(store)
    # Guards against a loop that kills before anything is done; a busy machine does less in a life.
    assert documents > KILLS // 4
    assert runs > 0
    assert len(unfinished(store)) < KILLS

    with LedgerRAG.open(store) as rag:
        for path in unfinished(store):
            take_in(rag, store, path, lambda _: None)
        assert not rag.incomplete()
        counts = rag.counts()
        assert counts["documents"] == 6 * len(list(tmp_path.glob("*-*.jsonl")))
        # The index holds every chunk, and is what a build from nothing would be.
        assert rag._index.watermark() == rag.store.last_row() == counts["chunks"]
        assert rag.rebuild_index() == counts["chunks"]
        assert rag.verify().ok
