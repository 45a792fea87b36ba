from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import threading
from collections import Counter
from pathlib import Path

import pytest

from ledgerrag.pachon.course import incomplete
from ledgerrag.pachon.ingest import Progress
from ledgerrag.pachon.report import IngestReport, report_path
from tests.pachon.channel import Desk, row

_CHILD = textwrap.dedent(
    """
    import os, signal, sys
    from pathlib import Path
    from tests.pachon.channel import Desk

    desk = Desk(Path(sys.argv[1]))
    limit = int(sys.argv[2])

    def watch(done, total, name):
        print(done, flush=True)
        if limit and done >= limit:
            os.kill(os.getpid(), signal.SIGKILL)

    desk.ingest(batch=10, progress=watch)
    """
)


class StoppedError(Exception):
    """The process ends here."""


def stop_at(limit: int) -> Progress:
    def watch(done: int, total: int | None, name: str) -> None:
        if done >= limit:
            raise StoppedError

    return watch


def fill(desk: Desk, number: int = 120) -> None:
    for part in range(4):
        size = number // 4
        rows = (row(f"d{part}-{n}", f"Text {part} {n} of its own.") for n in range(size))
        desk.lines(f"part-{part}.jsonl", *rows)


def stored(desk: Desk) -> tuple[int, int, Counter[str]]:
    entries = [entry["doc_id"] for entry in desk.entries("ingest")]
    return desk.store.counts()["documents"], len(entries), Counter(entries)


def test_an_ingest_that_died_is_incomplete_until_it_is_taken_up_again(desk: Desk) -> None:
    fill(desk)
    with pytest.raises(StoppedError):
        desk.ingest(batch=10, progress=stop_at(30))
    assert [len(o.ingest) for o in incomplete(desk.store)] == [32]
    report = json.loads(report_path(desk.store.path).read_text("utf-8"))
    assert report["complete"] is False
    assert desk.store.counts()["documents"] == 30
    resumed = desk.ingest(batch=10)
    assert resumed.resumed
    assert resumed.complete
    assert (resumed.counts["unchanged"], resumed.counts["accepted"]) == (30, 90)
    assert incomplete(desk.store) == ()
    documents, entries, each = stored(desk)
    assert documents == entries == 120
    assert set(each.values()) == {1}


def test_an_ingest_of_other_paths_does_not_end_the_one_that_died(desk: Desk) -> None:
    fill(desk)
    with pytest.raises(StoppedError):
        desk.ingest(batch=10, progress=stop_at(30))
    other = desk.ingest(desk.lines("other.jsonl", row("other")))
    assert not other.resumed
    assert len(incomplete(desk.store)) == 1
    assert desk.ingest().resumed
    assert incomplete(desk.store) == ()


def test_an_ingest_that_fails_inside_a_batch_leaves_nothing_of_it(desk: Desk) -> None:
    fill(desk, 40)
    calls = 0
    recorder = desk.recorder

    class Failing:
        def __init__(self, inner: object) -> None:
            self._inner = inner

        def append(self, *args: object, **named: object) -> int:
            nonlocal calls
            calls += 1
            if calls == 26:
                raise StoppedError
            return self._inner.append(*args, **named)  # type: ignore[attr-defined, no-any-return]

    desk.recorder = lambda tx: Failing(recorder(tx))  # type: ignore[method-assign]
    with pytest.raises(StoppedError):
        desk.ingest(batch=10)
    desk.recorder = recorder  # type: ignore[method-assign]
    assert stored(desk)[:2] == (20, 20)
    assert desk.ingest(batch=10).counts["accepted"] == 20


def test_two_ingests_at_the_same_time_store_each_document_once(desk: Desk, tmp_path: Path) -> None:
    fill(desk, 80)
    other = Desk(tmp_path)
    reports: list[IngestReport] = []
    threads = [
        threading.Thread(target=lambda d=d: reports.append(d.ingest(batch=5)))
        for d in (desk, other)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.store.close()
    assert len({report.ingest for report in reports}) == 2
    assert sum(report.counts["accepted"] for report in reports) == 80
    assert sum(report.counts["unchanged"] for report in reports) == 80
    assert stored(desk)[:2] == (80, 80)
    assert incomplete(desk.store) == ()


@pytest.mark.kill
def test_a_killed_process_loses_no_batch_and_doubles_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    fill(desk, 200)
    desk.store.close()
    acknowledged = 0
    for limit in (20, 90, 130):
        command = [sys.executable, "-c", _CHILD, str(tmp_path), str(limit)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        acknowledged = int(ended.stdout.split()[-1])
    desk = Desk(tmp_path)
    try:
        documents, entries, each = stored(desk)
        assert documents == entries >= acknowledged
        assert len(incomplete(desk.store)) >= 1
        report = desk.ingest(batch=10)
        assert report.resumed
        assert report.counts["unchanged"] + report.counts["accepted"] == 200
        documents, entries, each = stored(desk)
        assert documents == entries == 200
        assert set(each.values()) == {1}
        assert incomplete(desk.store) == ()
        assert desk.ingest().counts["unchanged"] == 200
    finally:
        desk.store.close()
