from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from ledgerrag.store import Store
from tests.making import document
from tests.store.conftest import entropy

KILLS = 60
KILLS_WHILE_MAKING = 15
SEED = 20260801
ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("kill_child.py")


def live_and_die(path: Path, acknowledged: Path, life: int, seconds: float) -> None:
    """Start a writer and kill it after a time."""
    child = subprocess.Popen(
        [sys.executable, CHILD, path, acknowledged, str(life)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(seconds)
    child.kill()
    _, complaint = child.communicate()
    assert complaint == b"", complaint.decode()


def check(store: Store, acknowledged: dict[str, int]) -> int:
    """Everything that was acknowledged is there, and nothing is there by half."""
    previous, keys = bytes(32), dict[str, int]()
    for number, line in store.entries():
        entry = json.loads(line)
        assert entry["prev"] == previous.hex(), "the chain is torn"
        previous = hashlib.sha256(line).digest()
        assert store.node(0, number) == previous
        assert store.idempotent(entry["key"]) == b"%d" % number
        assert store.payload(f"pay-{entry['key']}") is not None
        keys[entry["key"]] = number
    assert {key: keys.get(key) for key in acknowledged} == acknowledged
    counts = store.counts()
    assert counts["entries"] == counts["documents"] == store.seq() == len(keys)
    assert counts["chunks"] == store.last_row() == 2 * len(keys)
    changed = store.changed_since(0)
    assert [seq for seq, _, _ in changed] == list(range(1, len(keys) + 1))
    assert [series for _, _, series in changed] == list(keys)
    return len(keys)


def read_acknowledged(file: Path) -> dict[str, int]:
    lines = file.read_text().splitlines() if file.exists() else []
    return {key: int(number) for key, number in (line.split() for line in lines)}


@pytest.mark.kill
def test_no_acknowledged_write_is_lost_when_the_writer_is_killed(tmp_path: Path) -> None:
    path, file = tmp_path / "corpus.ledger", tmp_path / "acknowledged"
    chance = random.Random(SEED)
    for life in range(KILLS):
        live_and_die(path, file, life, chance.uniform(0, 0.3))
        if path.exists() and life % 10 == 0:
            with Store.open(path, entropy=entropy) as store:
                check(store, read_acknowledged(file))
    acknowledged = read_acknowledged(file)
    with Store.open(path, entropy=entropy) as store:
        kept = check(store, acknowledged)
    connection = apsw.Connection(str(path))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    # Guards against a loop that kills before anything is written.
    assert len(acknowledged) > KILLS
    assert kept >= len(acknowledged)


@pytest.mark.kill
def test_a_store_whose_making_was_killed_opens_without_a_manual_step(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    for life in range(KILLS_WHILE_MAKING):
        path, file = tmp_path / f"{life}.ledger", tmp_path / f"{life}.acknowledged"
        live_and_die(path, file, life, chance.uniform(0, 0.05))
        with Store.open(path, entropy=entropy) as store:
            check(store, read_acknowledged(file))
            store.submit("after", lambda tx: b"%d" % tx.add_document(document("after"), []).seq)
