"""The corpus of each task in a store of its own, beside the run: taken in once, asked often."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from ledgerrag.api import LedgerRAG
from ledgerrag.dykbench.folder import ACTS, DOCUMENTS, Bench
from ledgerrag.dykbench.items import Task
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


def prepare(
    run: Path,
    bench: Bench,
    task: Task,
    mode: str = "lexical",
    embedding: str = "",
    say: Say = lambda _: None,
) -> Path:
    """Take in the corpus of a task, unless it is there already; a killed ingest goes on.

    Args:
        run: folder of the run.
        bench: the benchmark.
        task: whose corpus.
        mode: `hybrid` or `dense` makes vectors too.
        embedding: the model that makes them; the default where empty.
        say: told how far it is.
    Raises:
        InputError: a record of the benchmark is refused.
    """
    path = store_path(run, task)
    done = path.with_name(path.name + ".complete")
    told = f"{bench.digest} {mode} {embedding}\n"
    if done.is_file() and path.is_file() and done.read_text("ascii") == told:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    files = [bench.path(task, name) for name in (DOCUMENTS, ACTS)]
    with LedgerRAG.open(path, params={"retrieval": mode}, embedding=embedding) as rag:
        report = rag.ingest(
            *(file for file in files if file.stat().st_size),
            sources=bench.registry,
            progress=lambda n, of, _: say(
                f"taking in {task}: {n:,}" + (f" of {of:,}" if of else "")
            ),
        )
    refused = [*report.rejected, *report.quarantined]
    if refused:
        raise InputError(
            f"{len(refused)} records of {task} are refused, first {refused[0].where}:"
            f" {refused[0].reason}",
            "mend the builder and build the benchmark again",
        )
    done.write_text(told, encoding="ascii")
    return path
