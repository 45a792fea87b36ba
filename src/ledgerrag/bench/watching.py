"""`bench watching`: how long it takes until an update has reached the stories that it concerns.

Stories with claims are watched over a corpus of made-up rules. Then one document arrives at a
time: a new version of a rule, or a text of a series of its own that says otherwise. Measured is
from the look that follows its ingest to the events on disk.
"""

from __future__ import annotations

import json
import statistics
import time
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from ledgerrag.api import LedgerRAG
from ledgerrag.bench.figures import Aim, Figure, Measurement
from ledgerrag.bench.machine import machine, peak_memory_mb
from ledgerrag.cms import judging, watching
from ledgerrag.cms.reverifying import Looked, Watcher
from ledgerrag.errors import InputError

NOW: Final = datetime(2026, 6, 1, 9, tzinfo=UTC)
_MILLI: Final = 1_000_000  # nanoseconds
_SOURCES: Final = '[sources.gazette]\nname = "Gazette"\nauthority_level = 3\n'


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure on.

    Args:
        watches: stories that are watched.
        claims: of each.
        facts: different ones that they state; stories share them.
        updates: documents that arrive, one at a time.
        seed: which story states what.
    """

    watches: int = 1_000
    claims: int = 5
    facts: int = 500
    updates: int = 20
    seed: int = 1


@dataclass(frozen=True, slots=True)
class _Made:
    """Names of a fact, as its text is written."""

    place: str
    thing: str
    pattern: str

    def text(self, amount: int) -> str:
        return self.pattern.format(thing=self.thing, place=self.place, amount=amount)


def watched(
    options: Options, say: Callable[[str], None], timer: Callable[[], int] = time.perf_counter_ns
) -> Measurement:
    """Measure.

    Args:
        options: what to measure on.
        say: told what happens.
        timer: monotonic nanoseconds.
    Raises:
        InputError: more facts than can be made, or fewer than a story states.
    """
    facts = _facts()
    if not options.claims <= options.facts <= len(facts):
        raise InputError(
            f"{options.facts} facts cannot be made", f"give {options.claims} to {len(facts)}"
        )
    ran_on, started, begun = machine(), datetime.now(UTC), timer()
    random = Random(options.seed)  # noqa: S311 - made-up stories, no secrets
    chosen = random.sample(facts, options.facts)
    with TemporaryDirectory(prefix="ledgerrag-bench-") as folder, _opened(Path(folder)) as rag:
        bench = _Bench(rag, Path(folder), chosen)
        say(f"writing {options.facts} rules and {options.watches} stories")
        bench.prepare(options, random)
        taken = [timer() - begun]
        looks = []
        for number in range(options.updates):
            say(f"update {number + 1} of {options.updates}")
            bench.update(chosen[number % len(chosen)], number)
            before = timer()
            looks.append(bench.look())
            taken.append(timer() - before)
    return Measurement(
        "watching",
        started.isoformat(timespec="seconds"),
        (timer() - begun) / 1e9,
        ran_on,
        asdict(options),
        _figures(taken[1:], looks),
        {"update_ms": [one / _MILLI for one in taken[1:]]},
    )


def _facts() -> list[_Made]:
    text = resources.files("ledgerrag.bench").joinpath("watching.toml").read_text("utf-8")
    words = tomllib.loads(text)
    return [
        _Made(place, thing, words["fact"]) for thing in words["things"] for place in words["places"]
    ]


def _opened(folder: Path) -> LedgerRAG:
    return LedgerRAG.open(folder / "watched.db", clock=lambda: NOW)


class _Bench:
    def __init__(self, rag: LedgerRAG, folder: Path, facts: list[_Made]) -> None:
        self._rag = rag
        self._folder = folder
        self._numbers = {fact: number for number, fact in enumerate(facts)}
        self._watcher = Watcher(rag)

    def prepare(self, options: Options, random: Random) -> None:
        """The rules, the stories, and a first look at them."""
        (self._folder / "sources.toml").write_text(_SOURCES, "utf-8")
        self._ingest([self._record(fact, f"rule-{n}", 40) for fact, n in self._numbers.items()])
        judged = {
            fact: judging.paragraph(self._rag, fact.text(40), "bench") for fact in self._numbers
        }
        facts = list(self._numbers)
        for number in range(options.watches):
            claims = [
                (str(at), one)
                for at, fact in enumerate(random.sample(facts, options.claims))
                for one in judged[fact]
            ]
            wanted = watching.Wanted("bench", f"story-{number}", published="2026-05-01")
            watching.begin(self._rag, wanted, claims, "bench")
        self.look()

    def update(self, fact: _Made, number: int) -> None:
        """One document: every other one is of a series of its own."""
        series = f"rule-{self._numbers[fact]}" if number % 2 else f"notice-{number}"
        self._ingest([self._record(fact, f"update-{number}", 50 + number, series, "2026-05-20")])

    def look(self) -> Looked:
        """Look once; there is always something to do here."""
        found = self._watcher.look()
        if found is None:
            raise InputError("nothing was watched", "give --watches and --claims above 0")
        return found

    def _record(
        self, fact: _Made, name: str, amount: int, series: str = "", published: str = "2026-01-10"
    ) -> dict[str, str]:
        return {
            "doc_id": name,
            "series": series or name,
            "title": f"Rates of {fact.place}",
            "text": f"These rates were set by the council. {fact.text(amount)}",
            "source": "gazette",
            "published": published,
            "domain": "regulation",
        }

    def _ingest(self, records: list[dict[str, str]]) -> None:
        path = self._folder / f"{records[0]['doc_id']}.jsonl"
        path.write_text("\n".join(json.dumps(one) for one in records), "utf-8")
        self._rag.ingest(path, sources=self._folder / "sources.toml")


def _figures(taken: list[int], looks: list[Looked]) -> tuple[Figure, ...]:
    found = sorted(one / _MILLI for one in taken)
    watched_claims = looks[-1].cursor.claims
    runs = [one.cursor.reverified for one in looks]
    share = 100 * sum(runs) / (watched_claims * len(looks))
    events = sum(len(one.events) for one in looks)
    worst = found[min(len(found) - 1, len(found) * 95 // 100)]
    return (
        Figure(
            "an update until its events are kept",
            statistics.median(found),
            "ms",
            Aim("<=", 1_000),
            "search, judgement, states, events and cursor, synced to disk",
            worst,
        ),
        Figure("the slowest update", found[-1], "ms"),
        Figure("claims that are watched", watched_claims, "claims"),
        Figure("events an update", events / len(looks), "events"),
        Figure(
            "claims judged again an update",
            share,
            "%",
            note="claims that say the same in several stories are judged once",
        ),
        Figure("memory, peak resident", peak_memory_mb(), "MB"),
    )
