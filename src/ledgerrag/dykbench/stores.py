"""The corpus of each task in a store of its own, beside the run: taken in once, asked often."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from pydantic import TypeAdapter, ValidationError

from ledgerrag.api import LedgerRAG
from ledgerrag.audit.atomic import write_atomically
from ledgerrag.dykbench.folder import ACTS, DOCUMENTS, Bench
from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.kept import Cost, Kept
from ledgerrag.errors import InputError

STORES: Final = "stores"
Say: TypeAlias = Callable[[str], None]
Open: TypeAlias = Callable[[Path], AbstractContextManager[LedgerRAG]]


@dataclass(frozen=True, slots=True)
class Plain:
    """Opens a store as it is: no language model, the parameters of each question."""

    def __call__(self, path: Path) -> AbstractContextManager[LedgerRAG]:
        """Open it."""
        return _plainly(path)


@contextmanager
def _plainly(path: Path) -> Iterator[LedgerRAG]:
    with LedgerRAG.open(path, create=False) as rag:
        yield rag


def store_path(run: Path, task: Task) -> Path:
    """The store of a task's corpus beside a run."""
    return run / STORES / f"{task}.db"


@dataclass(frozen=True, slots=True)
class Indexed:
    """A corpus that was taken in, and what that cost; of a killed intake from its last start on.

    Args:
        task: whose corpus.
        benchmark: its digest.
        mode: `hybrid` or `dense` made vectors too.
        embedding: name and digest of the model that made them; empty where there are none.
        documents: versions in the store.
        seconds: wall time in all, the making of vectors included.
        vectors: one for each distinct text: how many were made, how many found, what each cost.
    """

    task: Task
    benchmark: str
    mode: str
    embedding: str
    documents: int
    seconds: float
    vectors: Cost


_INDEXED: Final = TypeAdapter(Indexed)


def indexed(run: Path, task: Task) -> Indexed | None:
    """What taking in a task's corpus cost; None where it is not taken in wholly."""
    try:
        return _INDEXED.validate_json(_note(store_path(run, task)).read_bytes())
    except (OSError, ValidationError):
        return None


def _note(store: Path) -> Path:
    return store.with_name(store.name + ".complete")


def prepare(
    run: Path,
    bench: Bench,
    task: Task,
    mode: str = "lexical",
    model: Kept | None = None,
    *,
    say: Say = lambda _: None,
    timer: Callable[[], int] = time.perf_counter_ns,
) -> Path:
    """Take in the corpus of a task, unless it is there already; a killed ingest goes on.

    Args:
        run: folder of the run.
        bench: the benchmark.
        task: whose corpus.
        mode: `hybrid` or `dense` makes vectors too.
        model: makes them; the store's own model where None.
        say: told how far it is.
        timer: monotonic nanoseconds.
    Raises:
        InputError: a record of the benchmark is refused.
    """
    path = store_path(run, task)
    embedding = f"{model.name} {model.digest[:16]}" if model is not None else ""
    known = indexed(run, task)
    asked = (bench.digest, mode, embedding)
    if known and path.is_file() and (known.benchmark, known.mode, known.embedding) == asked:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    begun, before = timer(), model.cost if model is not None else Cost()
    documents = _taken_in(path, bench, task, mode, model, say)
    seconds = round((timer() - begun) / 1e9, 1)
    cost = model.cost - before if model is not None else before
    note = Indexed(task, bench.digest, mode, embedding, documents, seconds, cost)
    write_atomically(_note(path), [_INDEXED.dump_json(note)])
    return path


def _taken_in(path: Path, bench: Bench, task: Task, mode: str, model: Kept | None, say: Say) -> int:
    """How many document versions the store holds then."""
    files = [bench.path(task, name) for name in (DOCUMENTS, ACTS)]

    def told(done: int, of: int | None, what: str) -> None:
        making = "making vectors of" if what == "vectors" else "taking in"
        say(f"{making} {task}: {done:,}" + (f" of {of:,}" if of else ""))

    with LedgerRAG.open(path, params={"retrieval": mode}, embedding=model or "") as rag:
        report = rag.ingest(
            *(file for file in files if file.stat().st_size),
            sources=bench.registry,
            progress=told,
        )
    refused = [*report.rejected, *report.quarantined]
    if refused:
        raise InputError(
            f"{len(refused)} records of {task} are refused, first {refused[0].where}:"
            f" {refused[0].reason}",
            "mend the builder and build the benchmark again",
        )
    return sum(entry.lines for entry in bench.manifest.files if entry.path == f"{task}/{DOCUMENTS}")
