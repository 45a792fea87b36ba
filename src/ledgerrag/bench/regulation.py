"""`bench regulation`: answers as of the day before and the first day of recorded changes of law."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ledgerrag.api import LedgerRAG
from ledgerrag.bench import machine as machines
from ledgerrag.bench.estimates import Share, percentile
from ledgerrag.bench.figures import Aim, Figure, Measurement
from ledgerrag.bench.gold import Case, cases, load
from ledgerrag.bench.outcomes import Miss, Outcome, judge
from ledgerrag.errors import InputError
from ledgerrag.model import Verdict

CORPUS: Final = "canada_laws.jsonl.gz"
CHANGES: Final = "regulation_value_changes.jsonl"
SOURCES: Final = "sources.toml"
KINDS: Final = ("money", "date", "quantity", "percent")


@dataclass(frozen=True, slots=True)
class Options:
    """What to ask.

    Args:
        samples: folder with corpus, registry and recorded changes.
        limit: most entries, evenly spread over the file; 0: all.
        store: kept and used again; a temporary one where None.
        numbered: questions name the provision by its number.
        mode: lexical, dense or hybrid.
        stance: who judges: rules, or rules+model.
    """

    samples: Path
    limit: int = 0
    store: Path | None = None
    numbered: bool = True
    mode: str = "lexical"
    stance: str = "rules"


@dataclass(frozen=True, slots=True)
class Result:
    """The measurement and the cases behind it."""

    measurement: Measurement
    outcomes: tuple[Outcome, ...]


def regulation(
    options: Options,
    *,
    timer: Callable[[], int] = time.perf_counter_ns,
    say: Callable[[str], None] = lambda _: None,
) -> Result:
    """Ingest, ask, compare.

    Args:
        options: where the samples are.
        timer: monotonic nanoseconds.
        say: told what is being done.
    Raises:
        InputError: a sample is missing or damaged.
    """
    _complete(options.samples)
    entries = load(options.samples / CHANGES)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    found = machines.machine()
    begun = timer()
    searched = {"retrieval": options.mode, "stance": options.stance}
    with _store(options.store) as path, LedgerRAG.open(path, params=searched) as rag:
        say("ingesting")
        rag.ingest(options.samples / CORPUS, sources=options.samples / SOURCES)
        every = tuple(cases(entries, rag.store, numbered=options.numbered))
        asked = tuple(_spread(every, 2 * options.limit))
        if not asked:
            raise InputError(
                "no recorded change is about a provision of the corpus", "name other samples"
            )
        outcomes = tuple(_asked(rag, asked, timer, say))
        parameters = _parameters(options, rag, len(entries), asked)
    seconds = (timer() - begun) / 1e9
    measurement = Measurement(
        "regulation",
        started,
        seconds,
        found,
        parameters,
        tuple(figures(outcomes)),
        {"cases": [one.plain() for one in outcomes]},
    )
    return Result(measurement, outcomes)


def _complete(samples: Path) -> None:
    for name in (CORPUS, CHANGES, SOURCES):
        if not (samples / name).is_file():
            raise InputError(f"{samples / name} is missing", f"name the folder that holds {name}")


def _parameters(
    options: Options, rag: LedgerRAG, entries: int, asked: Sequence[Case]
) -> dict[str, object]:
    counts = rag.counts()
    return {
        "documents": counts["documents"],
        "chunks": counts["chunks"],
        "entries": entries,
        "entries_in_corpus": len({one.entry.line for one in asked}),
        "questions": len(asked),
        "known_at": "today",
        "limit": options.limit,
        "numbered": options.numbered,
        "mode": options.mode,
        "stance": options.stance,
    }


def figures(outcomes: Sequence[Outcome]) -> Iterator[Figure]:
    """The table: shares in per cent, the note with the Wilson interval of 95 % and the counts."""
    retrieved = [one for one in outcomes if one.retrieved]
    own = [one for one in retrieved if one.provision]
    yield _share("provision retrieved", len(retrieved), len(outcomes))
    yield _share("provision cited, of retrieved", len(own), len(retrieved))
    right = sum(one.version for one in own)
    yield _share(
        "version in force, of those cited",
        right,
        len(own),
        Aim(">", 95),
    )
    cited = [one for one in retrieved if one.cited]
    holding = sum(one.in_force for one in cited)
    yield _share("all that is cited in force, of retrieved", holding, len(cited))
    strict = sum(one.version for one in retrieved)
    yield _share("provision and version right, of retrieved", strict, len(retrieved))
    yield _share("value right", _values(outcomes), len(outcomes))
    yield _share("value and provision right", _values(own), len(outcomes))
    yield _share("value right, of retrieved", _values(retrieved), len(retrieved))
    posed = [one for one in outcomes if one.case.posed]
    yield _share("value right, of one answer on record", _values(posed), len(posed))
    clear = [one for one in posed if one.verdict == Verdict.SUPPORTED and not one.close]
    yield _share("value right, of those answered without a close call", _values(clear), len(clear))
    for kind in KINDS:
        of_kind = [one for one in outcomes if one.case.entry.kind == kind]
        if of_kind:
            yield _share(f"value right, {kind}", _values(of_kind), len(of_kind))
    for name, verdict in (("contested", Verdict.CONTESTED), ("unanswered", Verdict.UNVERIFIED)):
        yield _share(name, sum(one.verdict == verdict for one in outcomes), len(outcomes))
    times = [one.ms for one in outcomes]
    yield Figure("ask", percentile(times, 50), "ms", None, "", percentile(times, 95))


def misses(outcomes: Sequence[Outcome]) -> tuple[tuple[Miss, int], ...]:
    """How many answers there are of each kind of miss, most frequent first."""
    counted = Counter(one.miss for one in outcomes if one.miss is not Miss.NONE)
    return tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def _values(outcomes: Sequence[Outcome]) -> int:
    return sum(one.value for one in outcomes)


def _share(name: str, hits: int, total: int, aim: Aim | None = None) -> Figure:
    share = Share(hits, total)
    return Figure(name, 100 * share.share, "%", aim, share.range)


def _asked(
    rag: LedgerRAG,
    asked: Sequence[Case],
    timer: Callable[[], int],
    say: Callable[[str], None],
) -> Iterator[Outcome]:
    for number, case in enumerate(asked, 1):
        say(f"asking {number} of {len(asked)}")
        entry = rag.store.tree_size()
        begun = timer()
        answer = rag.ask(case.question, as_of=case.as_of)
        yield judge(rag, case, answer, entry, (timer() - begun) / 1e6)


def _spread(asked: Sequence[Case], most: int) -> Iterator[Case]:
    """Pairs of cases, evenly over all."""
    pairs = len(asked) // 2
    wanted = min(most // 2, pairs) if most else pairs
    chosen = [number * pairs // wanted for number in range(wanted)]
    for pair in chosen:
        yield from asked[2 * pair : 2 * pair + 2]


@contextmanager
def _store(path: Path | None) -> Iterator[Path]:
    if path is not None:
        yield path
        return
    with TemporaryDirectory(prefix="ledgerrag-bench-") as folder:
        yield Path(folder) / "regulation.db"
