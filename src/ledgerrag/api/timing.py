"""Where a run's time goes, measured outside the loop: the seams are wrapped, the loop is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ledgerrag.language.consulting import Call, Source
from ledgerrag.language.seam import Request
from ledgerrag.model import Claim, Judgement, Passage
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Retriever, Stats, Where
from ledgerrag.stance.combined import OddsModel
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.odds import Odds
from ledgerrag.stance.seam import StanceModel


@dataclass(slots=True)
class Stopwatch:
    """Adds up microseconds by stage.

    Args:
        timer: monotonic nanoseconds.
        spent: microseconds by stage; grows.
    """

    timer: Callable[[], int]
    spent: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of the block under a name."""
        begun = self.timer()
        try:
            yield
        finally:
            self.spent[name] = self.spent.get(name, 0) + (self.timer() - begun) // 1_000

    def source(self, inner: Source) -> Source:
        """A language model's source whose calls are timed as `model`."""

        def call(request: Request, key: str) -> Call:
            with self.stage("model"):
                return inner(request, key)

        return call


@dataclass(frozen=True, slots=True)
class TimedRetriever:
    """A retriever whose searches are timed as `retrieve`."""

    inner: Retriever
    watch: Stopwatch

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Search, timed."""
        with self.watch.stage("retrieve"):
            return self.inner.lexical(query, where, places, stats)

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Search, timed."""
        with self.watch.stage("retrieve"):
            return self.inner.dense(query, where, places)

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Search, timed."""
        with self.watch.stage("retrieve"):
            return self.inner.hybrid(query, where, places, stats)

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Pass on."""
        return self.inner.add(rows)

    def watermark(self) -> int:
        """Pass on."""
        return self.inner.watermark()

    def close(self) -> None:
        """Pass on."""
        self.inner.close()


@dataclass(frozen=True, slots=True)
class TimedStance:
    """A judge whose judgements are timed as `judge`."""

    inner: StanceModel
    watch: Stopwatch

    @property
    def name(self) -> str:
        """Of the judge."""
        return self.inner.name

    @property
    def digest(self) -> str:
        """Of the judge."""
        return self.inner.digest

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """Judge, timed."""
        with self.watch.stage("judge"):
            return self.inner.judge(pairs)


@dataclass(frozen=True, slots=True)
class TimedOdds:
    """A stance model whose time is added to `judge`."""

    inner: OddsModel
    watch: Stopwatch

    @property
    def name(self) -> str:
        """Of the model."""
        return self.inner.name

    @property
    def digest(self) -> str:
        """Of the model."""
        return self.inner.digest

    def odds(self, pairs: Sequence[Pair]) -> tuple[Odds, ...]:
        """Judge, timed."""
        with self.watch.stage("judge"):
            return self.inner.odds(pairs)
