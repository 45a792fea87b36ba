"""A whole run: corpora taken in, systems asked, and a manifest that says with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from ledgerrag.bench.machine import machine
from ledgerrag.dykbench import provenance
from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.kept import Kept, keeping
from ledgerrag.dykbench.planning import plan
from ledgerrag.dykbench.provenance import RunManifest, Session
from ledgerrag.dykbench.results import RESULTS, file_of, read_results
from ledgerrag.dykbench.running import Find, Progress, ask_all
from ledgerrag.dykbench.stores import Indexed, Open, Plain, Say, indexed, prepare
from ledgerrag.embedding.opening import DEFAULT, open_model
from ledgerrag.errors import InputError, UnavailableError


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be run.

    Args:
        bench: the benchmark.
        out: folder of the run.
        systems: their names.
        tasks: of the benchmark.
        jobs: processes.
        mode: how the stores are made: lexical, or hybrid for systems that search by meaning.
        embedding: model of the vectors; the default where empty.
        most: items a task at most; 0: all.
        mixed: go on although the program has changed.
        language: the language model that helps, as the manifest names it; empty: none.
        opener: opens a store.
        environment: where addresses and keys of embedding servers are looked up.
    """

    bench: Bench
    out: Path
    systems: tuple[str, ...]
    tasks: tuple[Task, ...]
    jobs: int = 1
    mode: str = "lexical"
    embedding: str = ""
    most: int = 0
    mixed: bool = False
    language: str = ""
    opener: Open | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run came to.

    Args:
        answered: items answered now.
        before: items that had been answered.
        failed: of those answered now, how many failed; they are asked again the next time.
        seconds: wall time of this start.
        out: folder of the run.
        reason: why the first of them failed; empty where none did.
    """

    answered: int
    before: int
    failed: int
    seconds: float
    out: Path
    reason: str = ""


def conduct(
    order: Order,
    find: Find,
    *,
    now: Callable[[], datetime],
    timer: Callable[[], int],
    say: Callable[[str], None] = lambda _: None,
    progress: Progress | None = None,
) -> Ran:
    """Run what is ordered, or what is left of it.

    Args:
        order: what to run.
        find: systems by name.
        now: aware datetimes, for the manifest.
        timer: monotonic nanoseconds.
        say: told what is being done.
        progress: told (items done, items in all, system).
    Raises:
        InputError: a task that the benchmark has not; a run that was begun with something else.
        StoreBusyError: another run is writing to the folder.
    """
    systems = find(order.systems)
    for task in order.tasks:
        if task not in order.bench.tasks:
            held = ", ".join(order.bench.tasks)
            raise InputError(f"the benchmark has no task {task}", f"choose from {held}")
    begun, started = timer(), now().isoformat(timespec="seconds")
    code, found = provenance.code_digest(), machine()
    with provenance.alone(order.out):
        manifest = _manifest(order, code)
        provenance.unchanged(manifest, systems)
        manifest = replace(manifest, indexes=_indexes(order, manifest, timer, say))
        left, done = plan(order.out, order.bench, order.systems, order.tasks, order.most)
        session = Session(started, 0.0, order.systems, order.tasks, order.jobs, 0, found, code)
        provenance.write(order.out, provenance.with_session(manifest, session, systems))
        opener = order.opener or Plain()
        answered, failed = ask_all(
            order.out, left, find, opener=opener, jobs=order.jobs, done=done, progress=progress
        )
        seconds = round((timer() - begun) / 1e9, 1)
        ended = replace(session, seconds=seconds, answered=answered)
        if answered or not manifest.sessions:
            manifest = provenance.with_session(manifest, ended, systems)
        provenance.write(order.out, manifest)
    return Ran(answered, done, failed, seconds, order.out, _reason(order) if failed else "")


def _indexes(
    order: Order, manifest: RunManifest, timer: Callable[[], int], say: Say
) -> tuple[Indexed, ...]:
    """The corpora taken in, and what that cost."""
    with ExitStack() as stack:
        model: Kept | None = None
        if order.mode != "lexical":
            made = open_model(order.embedding or DEFAULT, order.environment)
            model = stack.enter_context(keeping(made, order.bench.folder, timer))
        for task in order.tasks:
            prepare(order.out, order.bench, task, order.mode, model, say=say, timer=timer)
    tasks = [task for task in Task if task in {*manifest.tasks, *order.tasks}]
    return tuple(one for task in tasks if (one := indexed(order.out, task)) is not None)


def _reason(order: Order) -> str:
    """Why an answer failed, the first on record."""
    told = (
        f"{name}, {result.item_id}: {result.error}"
        for name in order.systems
        for result in read_results(file_of(order.out, RESULTS, name)).values()
        if result.error
    )
    return next(told, "")


def _manifest(order: Order, code: str) -> RunManifest:
    """The manifest that is there, if it fits, or a new one."""
    new = provenance.begun(
        order.bench,
        mode=order.mode,
        embedding=_embedding(order),
        stance=_stance(),
        language=order.language,
    )
    if not (order.out / provenance.FILE).is_file():
        return new
    return provenance.going_on(provenance.read(order.out), new, code, mixed=order.mixed)


def _embedding(order: Order) -> str:
    if order.mode == "lexical":
        return ""
    model = open_model(order.embedding or DEFAULT, order.environment)
    return f"{model.name} {model.digest[:16]}"


def _stance() -> str:
    """The stance model that ships, by name and digest; empty where its weights are not there."""
    from ledgerrag.stance.onnx import known, shipped

    try:
        weights = known(shipped())
    except UnavailableError:
        return ""
    return f"{weights.version} {weights.sha256[:16]}"
