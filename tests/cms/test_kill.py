from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ledgerrag.cms.watched import read_event
from tests.cms.watched import Newsroom

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("watch_child.py")
FACTS = ("oyster", "salmon", "lobster", "herring", "mackerel", "turbot", "haddock", "sprat")
SEED = 20260801


def fact(kind: str, amount: int) -> str:
    return f"The licence fee for {kind} fishing is {amount} euros per year."


def look_and_die(folder: Path, day: str, seconds: float) -> None:
    """Start a watcher, and kill it after a time."""
    child = subprocess.Popen(
        [sys.executable, CHILD, folder, day],
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


@pytest.mark.kill
def test_a_watcher_that_is_killed_loses_no_event_and_tells_none_twice(newsroom: Newsroom) -> None:
    newsroom.arrive(*({"doc_id": kind, "text": fact(kind, 40)} for kind in FACTS))
    for kind in FACTS:
        # Two stories each, so that an update makes more than one event in a commit.
        newsroom.watch(fact(kind, 40), story=f"{kind}-1")
        newsroom.watch(fact(kind, 40), story=f"{kind}-2")
    newsroom.day = "2026-03-02"
    chance = random.Random(SEED)
    for number, kind in enumerate(FACTS):
        newsroom.arrive({"doc_id": f"{kind}-new", "series": kind, "text": fact(kind, 50 + number)})
        look_and_die(newsroom.folder, newsroom.day, chance.uniform(0, 0.4))
    newsroom.look()
    store = newsroom.rag.store
    events = [read_event(row) for row in store.watch_events()]
    assert [one.seq for one in events] == list(range(1, 2 * len(FACTS) + 1))
    told = {(one.story, one.after.value) for one in events}
    assert told == {
        (f"{kind}-{n}", f"{50 + number} euros per year")
        for number, kind in enumerate(FACTS)
        for n in (1, 2)
    }
    assert store.watch_cursor().seq == store.seq()
    assert newsroom.look() == ()
    assert newsroom.rag.verify().ok
