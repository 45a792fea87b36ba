from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.planning import plan, spread
from ledgerrag.dykbench.results import (
    JOURNALS,
    RESULTS,
    Appender,
    Result,
    digests,
    file_of,
    read_results,
    read_traces,
)
from ledgerrag.dykbench.running import ask_all
from ledgerrag.dykbench.stores import prepare, store_path
from ledgerrag.errors import IntegrityError
from tests.dykbench.small import find, frozen

ROOT = Path(__file__).parents[2]


def _run(bench: Bench, run: Path, systems: Sequence[str], jobs: int = 1) -> tuple[int, int]:
    for task in bench.tasks:
        prepare(run, bench, task)
    left, done = plan(run, bench, systems, bench.tasks)
    return ask_all(run, left, find, jobs=jobs, done=done)


def _results(run: Path, system: str) -> dict[str, Result]:
    return read_results(file_of(run, RESULTS, system))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, Path]:
    """The small benchmark, and a run of two systems that was never disturbed."""
    folder = tmp_path_factory.mktemp("dyk")
    bench = frozen(folder / "bench")
    assert _run(bench, folder / "run", ("product", "parrot")) == (20, 0)
    return bench, folder / "run"


def test_every_item_gets_an_answer_that_reads_back_with_its_journal(
    made: tuple[Bench, Path],
) -> None:
    bench, run = made
    results = _results(run, "product")
    assert set(results) == {item.item_id for task in bench.tasks for item in bench.items(task)}
    answer = results["reg-after"].timed
    assert answer is not None
    assert "55 euros" in answer.text
    assert dict(answer.cost.stage_us)["retrieve"] > 0
    traces = read_traces(file_of(run, JOURNALS, "product"))
    assert traces["reg-after"].run == answer.run
    kinds = [entry["type"] for entry in traces["reg-after"].entries]
    assert (kinds[0], kinds[-1]) == ("run", "answer")
    assert read_traces(file_of(run, JOURNALS, "parrot"))["reg-after"].entries == ()


def test_the_steps_of_a_claim_are_asked_in_order_with_the_answer_before(
    made: tuple[Bench, Path],
) -> None:
    results = _results(made[1], "parrot")
    heard = {item: result.answer.cost.steps for item, result in results.items() if result.answer}
    assert [heard[f"str-{step}"] for step in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert heard["reg-after"] == heard["con-open"] == 1


def test_several_processes_give_what_one_gives(made: tuple[Bench, Path], tmp_path: Path) -> None:
    bench, run = made
    assert _run(bench, tmp_path / "run", ("product", "parrot"), jobs=2) == (20, 0)
    for system in ("product", "parrot"):
        assert digests(_results(tmp_path / "run", system)) == digests(_results(run, system))


def test_a_run_that_is_complete_asks_nothing(made: tuple[Bench, Path]) -> None:
    bench, run = made
    before = file_of(run, RESULTS, "product").read_bytes()
    left, done = plan(run, bench, ("product", "parrot"), bench.tasks)
    assert (left, done) == ((), 20)
    assert ask_all(run, left, find) == (0, 0)
    assert file_of(run, RESULTS, "product").read_bytes() == before


def test_a_run_that_lost_its_last_lines_goes_on_and_gives_the_same(
    made: tuple[Bench, Path], tmp_path: Path
) -> None:
    bench, run = made
    for task in bench.tasks:
        prepare(tmp_path, bench, task)
    for kind in (RESULTS, JOURNALS):
        body = file_of(run, kind, "parrot").read_bytes().splitlines(keepends=True)
        part = file_of(tmp_path, kind, "parrot")
        part.parent.mkdir()
        # Seven lines and half of the eighth: what a kill in the midst of writing leaves.
        part.write_bytes(b"".join(body[:7]) + body[7][: len(body[7]) // 2])
    left, done = plan(tmp_path, bench, ("parrot",), bench.tasks)
    assert (done, sum(len(chain.items) for chain in left)) == (7, 3)
    assert ask_all(tmp_path, left, find) == (3, 0)
    assert digests(_results(tmp_path, "parrot")) == digests(_results(run, "parrot"))
    steps = [r.answer.cost.steps for r in _results(tmp_path, "parrot").values() if r.answer]
    assert max(steps) == 4


def test_a_system_that_fails_is_on_record_and_is_asked_again(
    made: tuple[Bench, Path], tmp_path: Path
) -> None:
    bench, _ = made
    assert _run(bench, tmp_path, ("mute",)) == (10, 10)
    results = _results(tmp_path, "mute")
    assert results["con-open"].error == "nothing to say; ask another"
    assert results["reg-after"].error == "a fault: ZeroDivisionError: by zero"
    left, done = plan(tmp_path, bench, ("mute",), bench.tasks)
    assert (done, sum(len(chain.items) for chain in left)) == (0, 10)


def test_a_line_that_was_tampered_with_is_not_taken_for_a_result(
    made: tuple[Bench, Path], tmp_path: Path
) -> None:
    body = file_of(made[1], RESULTS, "product").read_bytes()
    file = tmp_path / "product.jsonl"
    file.write_bytes(body.replace(b"55 euros", b"66 euros"))
    with pytest.raises(IntegrityError, match="is not as it was written"):
        read_results(file)


def test_an_appender_cuts_a_torn_line_and_keeps_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "lines"
    with Appender(file) as appender:
        appender.append(b"one\n")
    with file.open("ab") as torn:
        torn.write(b"tw")
    with Appender(file) as appender:
        appender.append(b"two\n")
    assert file.read_bytes() == b"one\ntwo\n"


def test_a_corpus_is_taken_in_once_and_anew_for_another_benchmark(
    made: tuple[Bench, Path], tmp_path: Path
) -> None:
    bench, _ = made
    told: list[str] = []
    path = prepare(tmp_path, bench, Task.STREAM, say=told.append)
    stamp = path.stat().st_mtime_ns
    assert path == store_path(tmp_path, Task.STREAM)
    assert any("stream" in line for line in told)
    prepare(tmp_path, bench, Task.STREAM)
    assert path.stat().st_mtime_ns == stamp


def test_a_part_of_the_items_is_whole_groups_spread_evenly(made: tuple[Bench, Path]) -> None:
    bench, _ = made
    stream = bench.items(Task.STREAM)
    assert spread(stream, 0) == spread(stream, 2) == stream
    assert len(spread(bench.items(Task.CONFLICT), 2)) == 2
    assert spread(bench.items(Task.CONFLICT), 2) == spread(bench.items(Task.CONFLICT), 2)


_CHILD = """
import sys, time
from pathlib import Path
from ledgerrag.dykbench.folder import open_bench
from ledgerrag.dykbench.planning import plan
from ledgerrag.dykbench.running import ask_all
from ledgerrag.dykbench.stores import prepare
from tests.dykbench.small import find
if __name__ == "__main__":
    bench, run = open_bench(Path(sys.argv[1])), Path(sys.argv[2])
    for task in bench.tasks:
        prepare(run, bench, task)
    left, done = plan(run, bench, ("product",), bench.tasks)
    ask_all(run, left, find, jobs=int(sys.argv[3]), done=done)
"""


@pytest.mark.kill
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_is_killed_goes_on_and_gives_the_same_result(
    made: tuple[Bench, Path], tmp_path: Path, jobs: int
) -> None:
    bench, run = made
    script = tmp_path / "child.py"
    script.write_text(_CHILD)
    mine = tmp_path / "run"
    call = [sys.executable, str(script), str(bench.folder), str(mine), str(jobs)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    kept = 0
    for wanted in (2, 5):
        child = subprocess.Popen(call, env=env, stderr=subprocess.PIPE)
        file = file_of(mine, RESULTS, "product")
        while child.poll() is None and len(read_results(file)) < wanted:
            time.sleep(0.01)
        child.send_signal(signal.SIGKILL)
        said = child.communicate()[1].decode()
        assert len(read_results(file)) >= max(wanted, kept), said
        kept = len(read_results(file))
    ended = subprocess.run(call, env=env, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert digests(_results(mine, "product")) == digests(_results(run, "product"))
    lines = file_of(mine, RESULTS, "product").read_bytes().splitlines()
    assert len({json.loads(line)["item"] for line in lines}) == 10
