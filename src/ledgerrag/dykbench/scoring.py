"""The figures of a run: each answer scored once, and kept until answer, gold or program change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.api.views import LedgerView
from ledgerrag.audit.atomic import write_atomically
from ledgerrag.dykbench.folder import ITEM_FORM, Bench, open_bench
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.metrics import Context, Found, Judge, LocalJudge, Scored, score
from ledgerrag.dykbench.provenance import code_digest
from ledgerrag.dykbench.results import (
    JOURNALS,
    RESULTS,
    Result,
    Trace,
    file_of,
    read_results,
    read_traces,
)
from ledgerrag.dykbench.stores import Open, Plain, store_path
from ledgerrag.errors import InputError, NotFoundError, StoreError
from ledgerrag.model import DocKey, Status
from ledgerrag.store.rows import version_named

SCORES: Final = "scores"


@dataclass(frozen=True, slots=True)
class Local:
    """Makes the judge that needs no server: the rules of stance."""

    def __call__(self) -> Judge:
        """Make it."""
        from ledgerrag.stance.rules import RuleStance

        return LocalJudge(RuleStance())


@dataclass(frozen=True, slots=True)
class Work:
    """The answers of one system that are to be scored.

    Args:
        bench: folder of the benchmark.
        run: folder of the run.
        system: whose answers.
        tasks: of which tasks.
        judge: makes the judge.
        opener: opens a store.
    """

    bench: Path
    run: Path
    system: str
    tasks: tuple[Task, ...]
    judge: Callable[[], Judge]
    opener: Open


def score_run(
    bench: Bench,
    run: Path,
    systems: Sequence[str],
    tasks: Sequence[Task],
    *,
    judge: Callable[[], Judge] | None = None,
    opener: Open | None = None,
    jobs: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> tuple[Scored, ...]:
    """The rows of a run: every answer that is on record, by system in the order given.

    Args:
        bench: the benchmark that was run.
        run: its folder.
        systems: whose answers.
        tasks: of which tasks.
        judge: makes the judge; with several jobs it must be importable.
        opener: opens a store; likewise.
        jobs: processes.
        say: told what is being done.
    Raises:
        StoreError: a process died.
    """
    works = [
        Work(bench.folder, run, name, tuple(tasks), judge or Local(), opener or Plain())
        for name in systems
    ]
    rows: list[Scored] = []
    if jobs <= 1 or len(works) < 2:
        for work in works:
            say(f"scoring {work.system}")
            rows += _scored(work)
        return tuple(rows)
    try:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            for work, found in zip(works, pool.map(_scored, works), strict=True):
                say(f"scored {work.system}")
                rows += found
    except BrokenProcessPool:
        raise StoreError(
            "a process that scores died (is there enough memory?)",
            "run the command again with fewer --jobs",
        ) from None
    return tuple(rows)


def _scored(work: Work) -> list[Scored]:
    bench, judge = open_bench(work.bench), work.judge()
    file = file_of(work.run, SCORES, work.system)
    head = f"{code_digest()} {judge.name} {judge.kind}"
    known = dict(_kept(file, head))
    found: dict[str, Scored] = {}
    for key, make in _wanted(bench, work, judge):
        found[key] = known.get(key) or make()
    file.parent.mkdir(exist_ok=True)
    lines = [json.dumps({"key": key, "row": row.plain()}) for key, row in found.items()]
    body = "".join(f"{line}\n" for line in (json.dumps(head), *lines))
    write_atomically(file, [body.encode("utf-8")])
    return list(found.values())


def _kept(file: Path, head: str) -> Iterator[tuple[str, Scored]]:
    """What was scored before by the same program and the same judge."""
    if not file.is_file():
        return
    lines = file.read_text("utf-8").splitlines()
    try:
        if not lines or json.loads(lines[0]) != head:
            return
        for line in lines[1:]:
            value = json.loads(line)
            yield value["key"], Scored.from_plain(value["row"])
    except (ValueError, KeyError, InputError):
        # It is only kept to save time: what cannot be read is scored again.
        return


def _wanted(bench: Bench, work: Work, judge: Judge) -> Iterator[tuple[str, Callable[[], Scored]]]:
    results = read_results(file_of(work.run, RESULTS, work.system))
    traces = read_traces(file_of(work.run, JOURNALS, work.system))
    with ExitStack() as stack:
        for task in work.tasks:
            items = [item for item in bench.items(task) if item.item_id in results]
            if not items:
                continue
            rag = stack.enter_context(work.opener(store_path(work.run, task)))
            earlier = _earlier(items, results)
            for item in items:
                one = Case(
                    item,
                    results[item.item_id],
                    traces.get(item.item_id),
                    earlier.get(item.item_id),
                )
                yield one.key, lambda one=one, rag=rag: one.scored(rag, judge)  # type: ignore[misc]


def _earlier(
    items: Sequence[Item], results: dict[str, Result]
) -> dict[str, tuple[Item, Answer | None]]:
    """Item and answer of the step before, by item."""
    at = {(one.trajectory, one.claim, one.step): one for one in items if one.trajectory}
    found: dict[str, tuple[Item, Answer | None]] = {}
    for (trajectory, claim, step), item in at.items():
        before = at.get((trajectory, claim, step - 1))
        if before is not None:
            found[item.item_id] = (before, results[before.item_id].answer)
    return found


@dataclass(frozen=True, slots=True)
class Case:
    """An answer with all that its score depends on.

    Args:
        item: the question.
        result: the answer.
        trace: what its searches brought; None where that is not on record.
        earlier: item and answer of the step before.
    """

    item: Item
    result: Result
    trace: Trace | None
    earlier: tuple[Item, Answer | None] | None

    @property
    def key(self) -> str:
        """The same where nothing changed that the score depends on."""
        before = "" if self.earlier is None else self.earlier[0].item_id
        told = (ITEM_FORM.dump_json(self.item), self.result.digest.encode(), before.encode())
        trace = "" if self.trace is None else json.dumps(self.trace.found)
        return hashlib.sha256(b"\x00".join((*told, trace.encode()))).hexdigest()

    def scored(self, rag: LedgerRAG, judge: Judge) -> Scored:
        """Score it."""
        return score(
            self.result.system,
            self.item,
            self.result.timed,
            judge,
            before=self.earlier,
            context=self._context(rag),
            error=self.result.error,
        )

    def _context(self, rag: LedgerRAG) -> Context:
        answer = self.result.answer
        ledger = rag.ledger(answer.run) if answer is not None and answer.run else None
        return Context(
            ledger=ledger,
            found=self._found(answer, ledger),
            family=_family(rag, self.item.gold.version),
            statuses={} if answer is None else _statuses(rag, self.item, answer),
            us=self.result.us,
        )

    def _found(self, answer: Answer | None, ledger: LedgerView | None) -> tuple[Found, ...] | None:
        """What the run had before it: by a search, or by its way from one version to another."""
        if self.trace is None or not self.trace.searches:
            return None
        hits = [Found(key, start, end) for key, start, end in self.trace.found]
        spans = [row.evidence.span for row in ledger.rows] if ledger is not None else []
        held = [Found(str(one.key), one.start, one.end) for one in spans]
        cited = (*answer.citations, *answer.nearest) if answer is not None else ()
        told = [Found(f"{one.doc_id}@{one.version}", one.start, one.end) for one in cited]
        return tuple(dict.fromkeys((*hits, *beside(hits, held), *held, *told)))


def beside(hits: Iterable[Found], held: Iterable[Found]) -> tuple[Found, ...]:
    """The versions that a run came to from what its searches returned: those it read whole.

    Args:
        hits: what its searches returned.
        held: what its ledger holds.
    """
    known = {one.key for one in hits}
    return tuple(dict.fromkeys(Found(one.key) for one in held if one.key not in known))


def _family(rag: LedgerRAG, version: str) -> frozenset[str]:
    key = version_named(version) if version else None
    if key is None:
        return frozenset()
    try:
        series = rag.store.document(key).series
    except NotFoundError:
        return frozenset()
    return frozenset(str(one.key) for one in rag.store.versions([series])[series])


def _statuses(rag: LedgerRAG, item: Item, answer: Answer) -> dict[str, Status]:
    """What the cited versions are at the item's own (V, K), whatever the answer says of them."""
    found: dict[str, Status] = {}
    for key in {DocKey(one.doc_id, one.version) for one in answer.citations}:
        at = {"as_of": item.as_of, "known_at": item.known_at}
        for document, standing in rag.standing(str(key), **at):
            if document.key == key:
                found[str(key)] = standing.status
    return found
