"""`dykbench run`: each system over each item, in parallel; what is killed goes on.

What depends on each other is asked in order: the steps of one claim of one trajectory. All else is
spread over processes. The process that started the run alone writes results.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.api.asking import Taken
from ledgerrag.audit.canonical import loads
from ledgerrag.audit.recorded import decode
from ledgerrag.baselines.seam import Asked, System
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.planning import Chain
from ledgerrag.dykbench.results import (
    JOURNALS,
    RESULTS,
    Appender,
    Result,
    Trace,
    file_of,
    result_line,
    trace_line,
)
from ledgerrag.dykbench.stores import Open, Plain, store_path
from ledgerrag.errors import LedgerRAGError, StoreError
from ledgerrag.store.seam import Json, JsonMap

Find: TypeAlias = Callable[[Sequence[str]], tuple[System, ...]]
Progress: TypeAlias = Callable[[int, int | None, str], None]
_COMPARED = ("type", "step", "det")


@dataclass(frozen=True, slots=True)
class Unit:
    """One question to one system.

    Args:
        system: its name.
        item: the question.
        before: the system's answer at the step before.
    """

    system: str
    item: Item
    before: Answer | None


@dataclass(frozen=True, slots=True)
class Said:
    """What came of a unit."""

    result: Result
    trace: Trace


@dataclass(slots=True)
class Worker:
    """Asks systems; stores and systems are opened when they are needed first.

    Args:
        run: folder of the run.
        find: systems by name.
        opener: opens a store.
        timer: monotonic nanoseconds.
    """

    run: Path
    find: Find
    opener: Open
    timer: Callable[[], int] = time.perf_counter_ns
    _stack: ExitStack = field(default_factory=ExitStack)
    _rags: dict[Task, LedgerRAG] = field(default_factory=dict)
    _systems: dict[str, System] = field(default_factory=dict)

    def close(self) -> None:
        """Release the stores."""
        self._stack.close()
        self._rags.clear()

    def ask(self, unit: Unit) -> Said:
        """Ask one question; whatever goes wrong is the system's answer, not the end of the run."""
        item = unit.item
        begun = self.timer()
        taken: list[Taken] = []
        try:
            rag = self._rag(item.task)
            rag.asker.taking = taken.append
            start = rag.store.tree_size()
            asked = Asked(item.text, item.form, item.as_of, item.known_at)
            begun = self.timer()
            answer = self._system(unit.system).answer(rag, asked, unit.before)
        except LedgerRAGError as error:
            return self._failed(unit, str(error), begun)
        except Exception as error:  # noqa: BLE001 - one item must not end a run of hours
            return self._failed(unit, f"a fault: {type(error).__name__}: {error}", begun)
        us = (self.timer() - begun) // 1_000
        result = Result(item.item_id, unit.system, answer, "", us, answer.cost.stage_us)
        entries, searches = tuple(_entries(rag, answer, start)), tuple(_searches(taken))
        return Said(result, Trace(item.item_id, answer.run, entries, searches))

    def _failed(self, unit: Unit, reason: str, begun: int) -> Said:
        item = unit.item.item_id
        us = (self.timer() - begun) // 1_000
        return Said(Result(item, unit.system, None, reason, us), Trace(item, "", ()))

    def _rag(self, task: Task) -> LedgerRAG:
        if task not in self._rags:
            opened = self.opener(store_path(self.run, task))
            self._rags[task] = self._stack.enter_context(opened)
        return self._rags[task]

    def _system(self, name: str) -> System:
        if name not in self._systems:
            self._systems.update({one.name: one for one in self.find((name,))})
        return self._systems[name]


def _entries(rag: LedgerRAG, answer: Answer, start: int) -> Iterator[JsonMap]:
    """The journal entries of the answer's run, as a replay compares them."""
    if not answer.run:
        return
    for _, line in rag.store.entries(start):
        entry = loads(line)
        # Other processes write to the same journal meanwhile.
        if isinstance(entry, dict) and entry["run"] == answer.run:
            yield {name: entry[name] for name in _COMPARED}


def ask_all(
    run: Path,
    left: Sequence[Chain],
    find: Find,
    *,
    opener: Open | None = None,
    jobs: int = 1,
    done: int = 0,
    progress: Progress | None = None,
) -> tuple[int, int]:
    """Ask what is left; every answer is on the disk before the next of its chain is asked.

    Args:
        run: folder of the run, its stores prepared.
        left: by `plan`.
        find: systems by name; with several jobs it must be importable.
        opener: opens a store; likewise.
        jobs: processes.
        done: items that were answered before.
        progress: told (items done, items in all, system).
    Returns:
        how many were answered, and how many of them failed.
    Raises:
        StoreError: a process died; what was answered is kept.
    """
    total = done + sum(len(chain.items) for chain in left)
    answered = failed = 0
    opener = opener or Plain()
    with ExitStack() as stack:
        keep = _Keeper(run, stack)
        asker = _one_by_one if jobs <= 1 else _in_parallel
        for said in asker(run, left, find, opener, jobs):
            keep(said)
            answered += 1
            failed += said.result.answer is None
            if progress is not None:
                progress(done + answered, total, said.result.system)
    return answered, failed


class _Keeper:
    """Writes what was said; the files of a system are opened when it speaks first."""

    def __init__(self, run: Path, stack: ExitStack) -> None:
        self._run = run
        self._stack = stack
        self._files: dict[tuple[str, str], Appender] = {}

    def __call__(self, said: Said) -> None:
        # The journal first: a result that is there has its journal.
        self._file(JOURNALS, said.result.system).append(trace_line(said.trace))
        self._file(RESULTS, said.result.system).append(result_line(said.result))

    def _file(self, kind: str, system: str) -> Appender:
        if (kind, system) not in self._files:
            appender = Appender(file_of(self._run, kind, system))
            self._files[kind, system] = self._stack.enter_context(appender)
        return self._files[kind, system]


def _one_by_one(
    run: Path, left: Sequence[Chain], find: Find, opener: Open, _jobs: int
) -> Iterator[Said]:
    worker = Worker(run, find, opener)
    try:
        for chain in left:
            before = chain.before
            for item in chain.items:
                said = worker.ask(Unit(chain.system, item, before))
                yield said
                before = said.result.answer
    finally:
        worker.close()


def _in_parallel(
    run: Path, left: Sequence[Chain], find: Find, opener: Open, jobs: int
) -> Iterator[Said]:
    waiting = deque((chain, 0, chain.before) for chain in left)
    running: dict[Future[Said], tuple[Chain, int]] = {}
    with _pool(run, find, opener, jobs) as pool:
        while waiting or running:
            # A few more than there are processes, so that none waits for us.
            while waiting and len(running) < 2 * jobs:
                chain, place, before = waiting.popleft()
                unit = Unit(chain.system, chain.items[place], before)
                running[pool.submit(_work, unit)] = (chain, place)
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                chain, place = running.pop(future)
                said = _outcome(future)
                if place + 1 < len(chain.items):
                    waiting.appendleft((chain, place + 1, said.result.answer))
                yield said


def _outcome(future: Future[Said]) -> Said:
    try:
        return future.result()
    except BrokenProcessPool:
        raise StoreError(
            "a process of the run died (is there enough memory?)",
            "run the command again to go on, with fewer --jobs",
        ) from None


def _searches(taken: Sequence[Taken]) -> Iterator[JsonMap]:
    """What the searches of an answer brought, whether or not its system keeps a journal."""
    for body in (body for one in taken for body in one.searches.records.values()):
        found = decode(body)
        hits: list[Json] = [[str(hit.key), hit.start, hit.end] for hit in found.hits]
        receipt = found.receipt
        yield {
            "mode": receipt.mode,
            "stats": receipt.stats,
            "n_chunks": receipt.n_chunks,
            "hits": hits,
        }


@contextmanager
def _pool(run: Path, find: Find, opener: Open, jobs: int) -> Iterator[ProcessPoolExecutor]:
    # Fresh processes: the libraries behind a store have threads, which a fork does not survive.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _begin, (run, find, opener))
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


_worker: list[Worker] = []


def _begin(run: Path, find: Find, opener: Open) -> None:
    _worker[:] = [Worker(run, find, opener)]
    parent = multiprocessing.parent_process()
    if parent is not None:
        # Where the parent is killed nobody would end this process.
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _work(unit: Unit) -> Said:
    return _worker[0].ask(unit)
