"""`bench smoke`: how fast and how large, on a corpus of a given size.

Everything runs through the public API on files in a temporary folder. Times are wall clock of one
process; nothing is left out of a figure that a user would wait for.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ledgerrag.api import LedgerRAG
from ledgerrag.api.choosing import at_hand, vectors_path
from ledgerrag.audit.journal import Journal
from ledgerrag.bench import machine as machines
from ledgerrag.bench.figures import Aim, Measurement
from ledgerrag.bench.meaning import embed, search
from ledgerrag.bench.notebook import Notebook
from ledgerrag.bench.prepared import Probe, cut, probes
from ledgerrag.bench.synthetic import Written, write_corpus
from ledgerrag.config import load
from ledgerrag.dates import parse
from ledgerrag.errors import InputError
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.seam import Places, Stats, Where
from ledgerrag.store.seam import JsonMap

Timer = Callable[[], int]
PLAIN: Final = Places(k=5, per_level=(0, 0), per_cluster=0, per_series=0)
SEARCHES: Final[tuple[tuple[str, Stats, Places], ...]] = (
    ("search exact as-of", "as_of", PLAIN),
    ("search exact as-of, reserved places", "as_of", Places()),
    ("search by index", "index", PLAIN),
    ("search by index, reserved places", "index", Places()),
)
ADDITIONS: Final = 15
ENTRIES: Final = 2_000
_UNIT: Final = 1_000_000  # nanoseconds in a millisecond


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure on.

    Args:
        chunks: size of the corpus.
        queries: searches a round, and questions.
        repeats: rounds of searches; their median is reported.
        seed: of corpus and questions.
        corpus: real files instead of made-up ones.
        sources: their registry.
        mode: how questions are searched: lexical, dense or hybrid.
        stance: who judges: rules, or rules+model.
    """

    chunks: int = 12_400
    queries: int = 200
    repeats: int = 3
    seed: int = 1
    corpus: Path | None = None
    sources: Path | None = None
    mode: str = "lexical"
    stance: str = "rules"


def smoke(
    options: Options,
    *,
    timer: Timer = time.perf_counter_ns,
    say: Callable[[str], None] = lambda _: None,
) -> Measurement:
    """Measure.

    Args:
        options: size and corpus.
        timer: monotonic nanoseconds.
        say: told what is being measured.
    Raises:
        InputError: sizes below one, or a corpus that cannot be read.
        ConfigError: no such mode or judges.
        UnavailableError: the embedding model that the mode needs is not installed.
    """
    if min(options.chunks, options.queries, options.repeats) < 1:
        raise InputError("a size is below 1", "give --chunks, --queries and --repeats from 1 on")
    # What cannot be had is told before a corpus of minutes is made.
    chosen = load(overrides={"retrieval": options.mode, "stance": options.stance})
    at_hand("", chosen, os.environ)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    found = machines.machine()
    begun = timer()
    book = Notebook(timer)
    with TemporaryDirectory(prefix="ledgerrag-bench-") as name:
        folder = Path(name)
        say("writing the corpus")
        written = _written(options, folder)
        store = folder / "bench.db"
        machines.forget_peak()
        with LedgerRAG.open(store) as rag:
            say("ingesting")
            _ingest(book, rag, written)
        if options.mode != "lexical":
            embed(book, store, options.mode, say)
        with LedgerRAG.open(store, params={"stance": options.stance}) as rag:
            _measure(book, rag, options, say)
            parameters = {
                **{key: _text(value) for key, value in asdict(options).items()},
                "documents": rag.counts()["documents"],
                "indexed_chunks": rag.counts()["chunks"],
            }
    seconds = (timer() - begun) / 1e9
    return Measurement(
        "smoke", started, seconds, found, parameters, tuple(book.figures), dict(book.raw)
    )


def _plain(options: Options) -> bool:
    """Whether words alone are searched and rules alone judge."""
    return (options.mode, options.stance) == ("lexical", "rules")


def _measure(
    book: Notebook,
    rag: LedgerRAG,
    options: Options,
    say: Callable[[str], None],
) -> None:
    say("searching")
    asked = probes(rag.store, options.queries, options.seed)
    _search(book, rag, asked, options.repeats)
    if options.mode != "lexical":
        search(book, rag.store, asked, PLAIN)
    say("asking")
    _ask(book, rag, asked, Aim("<=", 60 if _plain(options) else 250))
    say("adding")
    _add(book, rag, rag.store.path.parent)
    say("writing entries")
    _journal(book, rag)
    _sizes(book, rag.store.path)


def _text(value: object) -> object:
    return value.name if isinstance(value, Path) else value


def _written(options: Options, folder: Path) -> Written:
    if options.corpus is None:
        return write_corpus(folder, options.chunks, options.seed)
    return cut(options.corpus, folder, options.chunks, options.sources)


def _ingest(book: Notebook, rag: LedgerRAG, written: Written) -> None:
    """Files to searchable documents, index included."""
    cpu = time.process_time()
    with book.timed() as spent:
        rag.ingest(*written.records, sources=written.sources)
    cpu = time.process_time() - cpu
    counts = rag.counts()
    seconds = spent[0] / 1000
    speed = counts["documents"] / seconds
    size = f"{counts['documents']:,} documents, {counts['chunks']:,} chunks, {seconds:.1f} s"
    book.raw["resident_mb"] = [machines.peak_memory_mb()]
    book.note("ingest", speed, "documents/s", Aim(">=", 500), f"{size}, {cpu:.1f} s of a core")
    book.raw["ingest_ms"] = [spent[0]]
    book.raw["ingest_cpu_s"] = [cpu]


def _search(book: Notebook, rag: LedgerRAG, asked: tuple[Probe, ...], repeats: int) -> None:
    store = rag.store
    folder = store.path.with_name(store.path.name + ".index")
    index = LexicalIndex.open(folder, store)
    slices = [Where(parse(probe.day).moment(), store.seq()) for probe in asked]
    try:
        for name, stats, places in SEARCHES:
            index.lexical(asked[0].question, slices[0], places, stats)  # opens the files
            rounds = []
            for _ in range(repeats):
                times = []
                for probe, where in zip(asked, slices, strict=True):
                    with book.timed() as spent:
                        index.lexical(probe.question, where, places, stats)
                    times += spent
                rounds.append(times)
            aim = Aim("<=", 3) if name == SEARCHES[0][0] else None
            book.spread(name, rounds, aim)
            book.raw[f"{name}, ms by round"] = list(rounds)
    finally:
        index.close()


def _ask(book: Notebook, rag: LedgerRAG, asked: tuple[Probe, ...], aim: Aim) -> None:
    """Each question once, so that none is answered from what the one before left in memory."""
    entries = rag.counts()["entries"]
    totals: list[float] = []
    stages: dict[str, list[float]] = {}
    for probe in asked:
        with book.timed() as spent:
            answer = rag.ask(probe.question, as_of=probe.day)
        totals += spent
        cost = {name: us / 1000 for name, us in answer.cost.stage_us}
        for name in ("retrieve", "judge", "read", "journal", "commit"):
            stages.setdefault(name, []).append(cost.get(name, 0.0))
    book.spread("ask", [totals], aim)
    book.note("ask, first", totals[0], "ms", None, "word lists and files are read")
    for name, times in stages.items():
        part = f"{100 * sum(times) / sum(totals):.0f} % of the time of all asks"
        book.spread(f"ask: {name}", [times], None, part)
    share = 100 * sum(stages["journal"]) / sum(totals)
    made = (rag.counts()["entries"] - entries) / len(asked)
    note = f"{made:.1f} entries a run: made, hashed, inserted; the commit's sync is told apart"
    book.note("journal's share of an ask", share, "%", Aim("<=", 5), note)
    book.raw["ask_ms"] = list(totals)
    book.raw["stage_ms"] = [stages]


def _add(book: Notebook, rag: LedgerRAG, folder: Path) -> None:
    """From the call to ingest one file until a search returns its document."""
    times: list[float] = []
    for number in range(ADDITIONS):
        word = f"zyxomark{number}"
        record = {
            "doc_id": f"added:{number}",
            "title": f"Notice {number}",
            "text": f"The {word} permit is valid for {number + 2} days.",
            "published": "2020-01-01",
            "source": "added",
            "domain": "regulation",
        }
        file = folder / f"added-{number}.jsonl"
        file.write_text(json.dumps(record) + "\n", encoding="utf-8")
        with book.timed() as spent:
            rag.ingest(file)
            if not _visible(rag, word):
                raise InputError(f"{word} was added and is not found", "report this as a fault")
        times += spent
    book.spread("add one document until visible", [times], None, f"longest {max(times):.0f} ms")
    book.raw["add_ms"] = list(times)


def _visible(rag: LedgerRAG, word: str) -> bool:
    folder = rag.store.path.with_name(rag.store.path.name + ".index")
    index = LexicalIndex.open(folder, rag.store)
    try:
        return bool(index.lexical(word, Where(), PLAIN).hits)
    finally:
        index.close()


def _journal(book: Notebook, rag: LedgerRAG) -> None:
    """Entries like those of a loop step, in one transaction: building, hashing, tree, disk."""
    det: JsonMap = {
        "action": "retrieve",
        "triggers": ["gap"],
        "coverage_u": 250_000,
        "hits": [[row, f"reg:{row}/1", 900_000 - row] for row in range(20)],
    }
    journal = Journal(rag.store, os.urandom)
    with book.timed() as spent, rag.store.write() as tx:
        recorder = journal.recorder(tx, lambda: datetime.now(UTC))
        for step in range(ENTRIES):
            recorder.append("bench", det, step=step, pay={"queries": b"what does it set"})
    speed = ENTRIES / spent[0] * 1000
    book.note("journal", speed, "entries/s", None, "in one transaction, with a payload each")
    book.raw["journal_ms"] = [spent[0]]


def _sizes(book: Notebook, store: Path) -> None:
    peak = machines.peak_memory_mb()
    own = machines.resident_mb("RssAnon")
    after = book.raw["resident_mb"][0]
    note = f"mapped files included; {after:.0f} MB up to the end of the ingest"
    note += f"; {own:.0f} MB of its own at the end" if own else ""
    book.raw["resident_mb"].append(peak)
    book.note("memory, peak resident", peak, "MB", Aim("<=", 400), note)
    logs = [store.with_name(store.name + end) for end in ("", "-wal", "-shm")]
    book.note("store on disk", machines.size_mb(*(log for log in logs if log.exists())), "MB")
    index = store.with_name(store.name + ".index")
    book.note("index on disk", machines.size_mb(index), "MB")
    vectors = vectors_path(store)
    if vectors.exists():
        book.note("vectors on disk", machines.size_mb(vectors), "MB")
