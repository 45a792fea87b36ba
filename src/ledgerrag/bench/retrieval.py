"""`bench retrieval`: each way of searching against public test collections.

The documents go through the ordinary ingest into a store of their own; a document is as good as its
best chunk. Queries are searched as they stand, among all documents, with no places kept.
"""

from __future__ import annotations

import json
import os
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from ledgerrag.api import LedgerRAG, choosing
from ledgerrag.api.opening import index_path
from ledgerrag.bench import machine as machines
from ledgerrag.bench.collections import Collection, load
from ledgerrag.bench.estimates import percentile
from ledgerrag.bench.figures import Aim, Figure, Measurement
from ledgerrag.errors import InputError, UnavailableError
from ledgerrag.retrieval.index import SearchIndex
from ledgerrag.retrieval.seam import Found, Places, Where

if TYPE_CHECKING:
    from ir_measures import Measure

DEEP: Final = 100  # documents of a run
# A document may be hit by several of its chunks.
PLACES: Final = Places(k=150, per_level=(0, 0), per_cluster=0, per_series=0)
WAYS: Final = ("lexical", "lexical, statistics of the index", "dense", "hybrid")
TOLERANCE: Final = 0.002


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure.

    Args:
        folders: test collections.
        modes: lexical, dense, hybrid.
        embedding: the embedding model; as in `embedding.opening`.
        store: folder in which the stores are kept and used again; a temporary one where None.
    """

    folders: tuple[Path, ...]
    modes: tuple[str, ...] = ("lexical", "dense", "hybrid")
    embedding: str = ""
    store: Path | None = None


@dataclass(frozen=True, slots=True)
class Expected:
    """What a row was when it was last made, or what others published.

    Args:
        collection: name of its folder.
        way: one of `WAYS`.
        measure: nDCG@10 or Recall@100.
        score: between 0 and 1.
    """

    collection: str
    way: str
    measure: str
    score: float


def expected() -> tuple[Expected, ...]:
    """The rows that ship with the package."""
    text = resources.files("ledgerrag.bench").joinpath("retrieval.toml").read_text("utf-8")
    return tuple(
        Expected(str(row["collection"]), str(row["way"]), str(row["measure"]), float(row["score"]))
        for row in tomllib.loads(text).get("row", [])
    )


def retrieval(
    options: Options,
    *,
    timer: Callable[[], int] = time.perf_counter_ns,
    say: Callable[[str], None] = lambda _: None,
) -> Measurement:
    """Ingest, search, score.

    Args:
        options: collections and modes.
        timer: monotonic nanoseconds.
        say: told what is being done.
    Raises:
        InputError: a collection that cannot be read.
        UnavailableError: the extra `bench` or the embedding model is not installed.
    """
    measures = _measures()
    collections = [load(folder) for folder in options.folders]
    started = datetime.now(UTC).isoformat(timespec="seconds")
    begun = timer()
    figures: list[Figure] = []
    runs: dict[str, list[object]] = {}
    with _folder(options.store) as folder:
        for one in collections:
            path = folder / f"{one.name}.db"
            _ingest(one, path, options, say)
            found = _searched(one, path, options, timer, say)
            figures += _figures(one, found, measures)
            for way, run in found:
                runs[f"{one.name}: {way}"] = [run.ranked]
    parameters: dict[str, object] = {
        "collections": ", ".join(_described(one) for one in collections),
        "modes": ", ".join(options.modes),
        "ir-measures": version("ir-measures"),
    }
    seconds = (timer() - begun) / 1e9
    return Measurement(
        "retrieval", started, seconds, machines.machine(), parameters, tuple(figures), runs
    )


@dataclass(frozen=True, slots=True)
class _Run:
    """Documents by query, best first, and milliseconds of each search."""

    ranked: dict[str, list[str]]
    times: list[float]
    embedding: str


def _measures() -> dict[str, Measure]:
    try:
        from ir_measures import R, nDCG
    except ImportError:
        raise UnavailableError(
            "ir-measures is not installed", "pip install 'ledgerrag[bench]'"
        ) from None
    return {"nDCG@10": nDCG @ 10, "Recall@100": R @ 100}


def _described(one: Collection) -> str:
    return (
        f"{one.name} ({len(one.documents)} documents, {len(one.queries)} queries, {one.judged_by})"
    )


@contextmanager
def _folder(stated: Path | None) -> Iterator[Path]:
    if stated is None:
        with TemporaryDirectory(prefix="ledgerrag-bench-") as name:
            yield Path(name)
        return
    stated.mkdir(parents=True, exist_ok=True)
    yield stated


def _ingest(one: Collection, path: Path, options: Options, say: Callable[[str], None]) -> None:
    """Documents and, where a mode needs them, vectors; what is there already is kept."""
    say(f"{one.name}: ingesting")
    mode = next((mode for mode in ("hybrid", "dense") if mode in options.modes), "lexical")
    with TemporaryDirectory(prefix="ledgerrag-bench-") as name:
        records = Path(name) / f"{one.name}.jsonl"
        with records.open("w", encoding="utf-8") as file:
            file.writelines(_record(key, *said) for key, said in one.documents.items())

        def progress(done: int, of: int | None, what: str) -> None:
            say(f"{one.name}: {what} {done} of {of}")

        settings = {"retrieval": mode}
        with LedgerRAG.open(path, params=settings, embedding=options.embedding) as rag:
            rag.ingest(records, published="2000-01-01", domain="reference", progress=progress)


def _record(key: str, title: str, text: str) -> str:
    # A few abstracts of such collections are empty: their title is all there is.
    said = {"doc_id": key, "title": title, "text": text or title or key, "language": "en"}
    return json.dumps(said) + "\n"


def _searched(
    one: Collection,
    path: Path,
    options: Options,
    timer: Callable[[], int],
    say: Callable[[str], None],
) -> list[tuple[str, _Run]]:
    found = []
    with LedgerRAG.open(path, embedding=options.embedding) as rag:
        index = choosing.open_index(index_path(path), rag.store, options.embedding, os.environ)
        try:
            for way in WAYS:
                if way.partition(",")[0] in options.modes:
                    say(f"{one.name}: {way}")
                    found.append((way, _run(one, index, way, timer)))
        finally:
            index.close()
    return found


def _run(one: Collection, index: SearchIndex, way: str, timer: Callable[[], int]) -> _Run:
    ranked: dict[str, list[str]] = {}
    times: list[float] = []
    _asked(index, way, "files are opened and the model is loaded by the first search")
    embedding = ""
    for key, text in one.queries.items():
        begun = timer()
        found = _asked(index, way, text)
        times.append((timer() - begun) / 1e6)
        embedding = found.receipt.embedding
        ranked[key] = list(dict.fromkeys(hit.key.doc_id for hit in found.hits))[:DEEP]
    return _Run(ranked, times, embedding)


def _asked(index: SearchIndex, way: str, text: str) -> Found:
    if way == "dense":
        return index.dense(text, Where(), PLACES)
    if way == "hybrid":
        return index.hybrid(text, Where(), PLACES)
    return index.lexical(text, Where(), PLACES, "as_of" if way == "lexical" else "index")


def score(one: Collection, ranked: dict[str, list[str]], measure: Measure) -> float:
    """The mean of a measure over the judged queries.

    Args:
        one: the collection.
        ranked: documents by query, best first.
        measure: of ir-measures.
    """
    from ir_measures import Qrel, ScoredDoc, calc_aggregate

    qrels = [
        Qrel(query, document, grade)
        for query in one.queries
        for document, grade in one.judgements[query].items()
    ]
    # Scores only carry our order: ties were broken already.
    run = [
        ScoredDoc(query, document, float(DEEP - place))
        for query, documents in ranked.items()
        for place, document in enumerate(documents)
    ]
    return float(calc_aggregate([measure], qrels, run)[measure])


def _figures(
    one: Collection, found: Sequence[tuple[str, _Run]], measures: dict[str, Measure]
) -> Iterator[Figure]:
    known = {(e.way, e.measure): e.score for e in expected() if e.collection == one.name}
    values = {
        (way, name): score(one, run.ranked, measure)
        for way, run in found
        for name, measure in measures.items()
    }
    for way, run in found:
        for name in measures:
            value = values[way, name]
            parts = [values[part, name] for part in ("lexical", "dense") if (part, name) in values]
            aim = Aim(">", max(parts)) if way == "hybrid" and parts else None
            note = _compared(value, known.get((way, name)))
            yield Figure(f"{one.name}, {way}: {name}", value, "", aim, note)
        yield Figure(
            f"{one.name}, {way}: search",
            percentile(run.times, 50),
            "ms",
            None,
            run.embedding[:19],
            percentile(run.times, 95),
        )


def _compared(value: float, known: float | None) -> str:
    if known is None:
        return f"{value:.4f}"
    verdict = "as expected" if abs(value - known) <= TOLERANCE else "NOT as expected"
    return f"{value:.4f}, expected {known:.4f}: {verdict}"


def check(options: Options) -> None:
    """Refuse modes that there are not.

    Raises:
        InputError: no such mode.
    """
    unknown = [mode for mode in options.modes if mode not in {"lexical", "dense", "hybrid"}]
    if unknown:
        raise InputError(f"there is no mode {unknown[0]!r}", "choose lexical, dense or hybrid")
