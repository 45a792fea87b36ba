"""`bench service`: what an editor waits for, what many clients get, and what a long run keeps.

The service runs as a user would start it, in a process of its own on loopback; the client is
another process. Nothing is left out between the request and the answer.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ledgerrag.api import LedgerRAG
from ledgerrag.bench import machine as machines
from ledgerrag.bench import newsroom
from ledgerrag.bench.figures import Aim, Figure, Measurement
from ledgerrag.bench.loading import Load, ours, wrk
from ledgerrag.bench.notebook import Notebook
from ledgerrag.bench.prepared import Probe, probes
from ledgerrag.bench.serving import Door, Served, served
from ledgerrag.bench.synthetic import write_corpus

# Milliseconds of the paper's prototype (Table 6), by scenario.
PAPER: Final = {"rule_change": 1101, "conflict": 157, "stream": 1028}
CLIENTS: Final = (1, 8, 32)
BEAT: Final = 5.0
SITE: Final = "bench"


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure.

    Args:
        chunks: size of the corpus behind the newsroom's own documents.
        seconds: of each round of load.
        minutes: of the soak; 0: none.
        repeats: re-checks of the long draft.
        seed: of corpus and questions.
        stance: who judges: rules, or rules+model.
    """

    chunks: int = 12_400
    seconds: int = 10
    minutes: int = 0
    repeats: int = 15
    seed: int = 1
    stance: str = "rules"


def service(
    options: Options,
    *,
    timer: Callable[[], int] = time.perf_counter_ns,
    say: Callable[[str], None] = lambda _: None,
) -> Measurement:
    """Measure.

    Args:
        options: sizes.
        timer: monotonic nanoseconds.
        say: told what is being measured.
    Raises:
        UnavailableError: the service did not start.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    begun, book = timer(), Notebook(timer)
    with TemporaryDirectory(prefix="ledgerrag-bench-") as name:
        say("writing and ingesting the corpus")
        store, asked = _prepare(Path(name), options)
        with served(store, SITE, stance=options.stance) as running:
            say("checking drafts")
            for scenario in newsroom.SCENARIOS:
                _scenario(book, running.door, scenario)
            _long(book, running.door, options.repeats)
            questions = [probe.question for probe in asked]
            for clients in CLIENTS:
                say(f"{clients} clients")
                _load(book, running, questions, clients, options.seconds)
            if options.minutes:
                say(f"soaking for {options.minutes} minutes")
                _soak(book, running, questions, options.minutes)
            book.note("memory of the service", running.resident_mb(), "MB", Aim("<=", 600))
    parameters = {
        "chunks": options.chunks, "seconds": options.seconds, "minutes": options.minutes,
        "seed": options.seed, "stance": options.stance,
        "load": "wrk" if shutil.which("wrk") else "own client",
    }  # fmt: skip
    return Measurement(
        "service", started, (timer() - begun) / 1e9, machines.machine(), parameters,
        tuple(book.figures), dict(book.raw),
    )  # fmt: skip


def _prepare(folder: Path, options: Options) -> tuple[Path, tuple[Probe, ...]]:
    written = write_corpus(folder, options.chunks, options.seed)
    registry = folder / "sources.toml"
    registry.write_text(registry.read_text(encoding="utf-8") + newsroom.registry(), "utf-8")
    store = folder / "bench.db"
    with LedgerRAG.open(store) as rag:
        rag.ingest(*written.records, newsroom.write_records(folder), sources=registry)
        return store, probes(rag.store, 64, options.seed)


def _scenario(book: Notebook, door: Door, scenario: str) -> None:
    """Single checks, one after the other; the first of all warms the process and is told apart."""
    times: list[float] = []
    right = 0
    for number, case in enumerate(newsroom.cases(scenario)):
        if case.arriving:
            door.add(case.arriving)
        paragraphs = [{"id": "p1", "kind": "paragraph", "text": case.paragraph}]
        with book.timed() as spent:
            shot = door.check(f"{scenario}-{number}", paragraphs)
        times += spent
        right += [claim["status"] for claim in shot["claims"]] == ["refuted"]
    book.note(f"first check, {scenario}", times[0], "ms")
    name = f"check, {scenario.replace('_', ' ')}"
    note = f"paper: {PAPER[scenario]} ms; {right} of {len(times)} refuted, as the record says"
    book.spread(name, [times[1:]], Aim("<=", 300), note)
    book.raw[f"{name}, ms"] = list(times)


def _long(book: Notebook, door: Door, repeats: int) -> None:
    """Thirty paragraphs, then the same with one edit, over and over."""
    with book.timed() as spent:
        door.check("long", newsroom.long_draft()[0])
    book.note("first check of 30 paragraphs", spent[0], "ms")
    times: list[float] = []
    summary: dict[str, int] = {}
    for number in range(repeats):
        # A figure of its own each time: what was checked before would not be judged again.
        paragraphs = newsroom.long_draft(figure=201 + number)[0]
        with book.timed() as spent:
            shot = door.check("long", paragraphs)
        times += spent
        summary = shot["summary"]
    note = f"{summary['claims_checked']} claims checked, {summary['claims_cached']} from the cache"
    book.spread("re-check of 30 paragraphs, one edit", [times], Aim("<=", 150), note)
    book.raw["re-check, ms"] = list(times)


def _load(
    book: Notebook, running: Served, questions: list[str], clients: int, seconds: int
) -> None:
    found = _drive(running, questions, clients, seconds)
    note = f"{found.answered} answered, {found.refused} refused (429, 503), {found.failed} failed"
    book.note(f"ask, {clients} clients", found.per_second, "requests/s", None, note)
    book.figures.append(
        Figure(f"ask, {clients} clients: wait", found.p50_ms, "ms", None, "", found.p95_ms)
    )


def _drive(running: Served, questions: list[str], clients: int, seconds: int) -> Load:
    tool = shutil.which("wrk")
    if tool:
        return wrk(tool, running.door, questions, clients, seconds)
    return ours(running.door, questions, clients, seconds)


def _soak(book: Notebook, running: Served, questions: list[str], minutes: int) -> None:
    """Questions without a pause; resident memory by beat."""
    samples = [running.resident_mb()]
    end = time.monotonic() + 60 * minutes
    asked = 0
    while time.monotonic() < end:
        asked += ours(running.door, questions, 4, BEAT).answered
        samples.append(running.resident_mb())
    half = samples[len(samples) // 2]
    note = f"{asked} questions; {samples[0]:.0f} MB at the start, {max(samples):.0f} at most"
    book.note(f"memory over {minutes} minutes, last half", samples[-1] - half, "MB", None, note)
    book.raw["soak_mb"] = list(samples)
