"""Threads and processes on one store: answers stay whole while documents come in."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from tests.product.newsroom import Newsroom, cited

ROOT = Path(__file__).parents[2]
THINGS = ("reporting period", "notice period", "appeal window", "storage period", "review cycle")


def rule(number: int, days: int, published: str = "2025-01-01") -> dict[str, object]:
    return {
        "doc_id": f"rule-{number}",
        "title": f"Rule {number} {THINGS[number].capitalize()}",
        "source": "regulator",
        "text": f"{number}\nThe {THINGS[number]} is {days} days.",
        "published": published,
    }


def filler(batch: int) -> list[dict[str, object]]:
    return [
        {
            "doc_id": f"note-{batch}-{number}",
            "title": f"Note {batch}-{number}",
            "source": "forum",
            "text": f"Some say the notice period or the review cycle is {batch + number + 2} days.",
            "published": "2026-01-01",
        }
        for number in range(10)
    ]


@contextmanager
def writing(write: Callable[[int], None]) -> Iterator[None]:
    """Within the block a thread writes one batch after the other."""
    stop = threading.Event()

    def work() -> None:
        for batch in range(10_000):
            if stop.is_set():
                return
            write(batch)

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work)
        try:
            yield
        finally:
            stop.set()
            done.result()


@pytest.fixture
def stocked(room: Newsroom) -> Newsroom:
    room.take_in(*(rule(number, 10 + number) for number in range(len(THINGS))))
    return room


def entries_by_run(rag: LedgerRAG) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for seq, line in rag.store.entries():
        run = json.loads(line)["run"]
        if run:
            found.setdefault(run, []).append(seq)
    return found


@pytest.mark.parametrize("preset", ["auto", "paper"])
def test_threads_ask_while_another_ingests_and_every_run_replays(
    stocked: Newsroom, preset: str
) -> None:
    # Real entropy: ids of several threads at one time must differ.
    with LedgerRAG.open(stocked.store, clock=stocked.clock, preset=preset) as rag:

        def write(batch: int) -> None:
            rag.ingest(stocked.write(filler(batch)), domain="regulation")

        def ask(number: int) -> tuple[int, str, list[str]]:
            which = number % len(THINGS)
            answer = rag.ask(f"How long is the {THINGS[which]}?", as_of="2026-06-01")
            return which, answer.run, cited(answer)

        with writing(write), ThreadPoolExecutor(4) as pool:
            found = list(pool.map(ask, range(40)))
        assert rag.verify().ok
        rows = entries_by_run(rag)
        assert len({run for _, run, _ in found}) == len(found) == len(rows)
        for which, run, keys in found:
            if preset == "auto":
                assert keys == [f"rule-{which}@1"]
            assert rows[run] == list(range(rows[run][0], rows[run][-1] + 1))
            assert rag.answer(run).journal_seq == rows[run][-1]
        for _, run, _ in found[::4]:
            for level in ("R1", "R2"):
                assert rag.replay(run, level).differences == ()
        counts = rag.counts()
        assert counts["documents"] > len(THINGS)
        assert counts["runs"] == len(found)


def test_an_answer_is_of_one_state_never_half_of_two(stocked: Newsroom) -> None:
    """Two provisions change in one batch: an answer has both old values or both new ones."""
    question = f"How long is the {THINGS[0]} and how long is the {THINGS[2]}?"
    with LedgerRAG.open(stocked.store, clock=stocked.clock) as rag:

        def write(batch: int) -> None:
            day = f"2026-0{1 + batch // 25}-{1 + batch % 25:02d}" if batch < 200 else "2026-10-01"
            both = [rule(number, 100 + batch, day) for number in (0, 2)]
            rag.ingest(stocked.write(both), domain="regulation")

        with writing(write):
            seen: list[list[int]] = []
            # However slow the disk is, some answers lie between two batches.
            while len(seen) < 25 or (len(seen) < 2_000 and seen[0] == seen[-1]):
                answer = rag.ask(question, as_of="2026-11-01")
                seen.append([citation.version for citation in answer.citations])
    assert all(len(pair) == 2 and pair[0] == pair[1] for pair in seen), seen
    assert seen[0] != seen[-1]
    assert seen == sorted(seen)


def test_many_ask_under_one_key_and_one_run_is_made(stocked: Newsroom) -> None:
    with LedgerRAG.open(stocked.store, clock=stocked.clock) as rag:
        with ThreadPoolExecutor(6) as pool:
            asked = [
                pool.submit(rag.ask, f"How long is the {THINGS[1]}?", idem="desk")
                for _ in range(12)
            ]
        assert len({one.result().run for one in asked}) == 1
        assert len({one.result().text for one in asked}) == 1
        assert rag.counts()["runs"] == 1
        assert rag.verify().ok


CHILD = """
import sys
from pathlib import Path
from ledgerrag.api import LedgerRAG
task, store, sources, *files = sys.argv[1:]
with LedgerRAG.open(store) as rag:
    print("ready", flush=True)
    sys.stdin.readline()
    if task == "ask":
        for number in range(15):
            print(rag.ask("How long is the appeal window?", as_of="2026-06-01").text, flush=True)
    else:
        for file in files:
            rag.ingest(file, sources=Path(sources), domain="regulation")
"""


def child(room: Newsroom, task: str, *files: Path) -> subprocess.Popen[str]:
    command: list[str | Path] = [
        sys.executable,
        "-c",
        CHILD,
        task,
        room.store,
        room.folder / "sources.toml",
        *files,
    ]
    started = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "ready\n"
    return started


def test_two_processes_write_one_store_while_a_third_asks(stocked: Newsroom) -> None:
    files = [stocked.write(filler(batch)) for batch in range(12)]
    children = [
        child(stocked, "ingest", *files[::2]),
        child(stocked, "ingest", *files[1::2]),
        child(stocked, "ask"),
    ]
    for one in children:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    said = [one.communicate(timeout=120)[0] for one in children]
    assert [one.returncode for one in children] == [0, 0, 0]
    assert set(said[2].splitlines()) == {"The appeal window is 12 days. [1]"}
    with stocked.open() as rag:
        counts = rag.counts()
        assert counts["documents"] == len(THINGS) + 120
        assert counts["runs"] == 15
        assert rag.verify().ok
        assert not rag.incomplete()
        seqs = [seq for seq, _, _ in rag.store.changed_since(0)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert rag.rebuild_index() == counts["chunks"]
        assert all(rag.replay(one.run, "R2").identical for one in rag.runs(3))


def test_a_process_that_is_open_sees_what_another_one_stores(stocked: Newsroom) -> None:
    question = f"How long is the {THINGS[3]}?"
    with stocked.open() as rag:
        before = rag.ask(question, as_of="2026-06-01")
        assert cited(before) == ["rule-3@1"]
        writer = child(stocked, "ingest", stocked.write([rule(3, 77, "2026-05-01")]))
        writer.communicate("go\n", timeout=60)
        assert writer.returncode == 0
        after = rag.ask(question, as_of="2026-06-01")
        assert "77 days" in after.text
        assert cited(after) == ["rule-3@2"]
        assert [one.run for one in rag.affected().runs] == [before.run]
