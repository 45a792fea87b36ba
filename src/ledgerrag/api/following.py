"""Someone who follows a run: sees each step as it happens, and may end it at its next seam.

The loop knows nothing of this: what it searches and judges with is wrapped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from threading import Thread
from typing import Final, Protocol

from ledgerrag.api.running import Seams
from ledgerrag.errors import AbandonedError
from ledgerrag.language.consulting import Call, Source
from ledgerrag.language.seam import Request
from ledgerrag.loop import Step
from ledgerrag.model import Claim, Judgement, Passage
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Retriever, Stats, Where
from ledgerrag.stance.combined import OddsModel
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.odds import Odds
from ledgerrag.stance.seam import StanceModel

LOOK_SECONDS: Final = 0.2


class Follower(Protocol):
    """Who follows a run; called in the thread that executes it."""

    def step(self, step: Step) -> None:
        """A step has ended."""
        ...

    def wanted(self) -> None:
        """Asked before each search, judgement and call of a model.

        Raises:
            AbandonedError: nobody waits for the answer: the run ends, nothing of it is kept.
        """
        ...


@dataclass(frozen=True, slots=True)
class Nobody:
    """Follows nothing and ends nothing."""

    def step(self, step: Step) -> None:
        """Not looked at."""

    def wanted(self) -> None:
        """Always."""


@dataclass(slots=True)
class Recording:
    """The double: keeps the steps, and ends the run at a given seam.

    Args:
        limit: how often the run may go on; it is ended at the next seam.
        steps: seen so far.
        asked: how often a seam was reached.
    """

    limit: int
    steps: list[Step]
    asked: int = 0

    def step(self, step: Step) -> None:
        """Keep it."""
        self.steps.append(step)

    def wanted(self) -> None:
        """Until the limit is reached."""
        self.asked += 1
        if self.asked > self.limit:
            raise AbandonedError("the run was ended", "ask again")


NOBODY = Nobody()


def followed(seams: Seams, follower: Follower) -> Seams:
    """The seams of a run, each asking first whether the run is still wanted."""
    return replace(
        seams,
        retriever=_Retriever(seams.retriever, follower),
        stance=_Stance(seams.stance, follower),
        odds=None if seams.odds is None else _Odds(seams.odds, follower),
        follow=follower.step,
    )


def followed_source(inner: Source, follower: Follower) -> Source:
    """A language model's source that asks before and during each call whether the run is wanted.

    A server may take a minute: a call that nobody waits for goes on without the run, up to its
    own deadline.
    """
    if isinstance(follower, Nobody):
        return inner

    def call(request: Request, key: str) -> Call:
        follower.wanted()
        made: Future[Call] = Future()
        Thread(target=_settle, args=(made, inner, request, key), daemon=True).start()
        while not wait((made,), timeout=LOOK_SECONDS).done:
            follower.wanted()
        return made.result()

    return call


def _settle(made: Future[Call], inner: Source, request: Request, key: str) -> None:
    try:
        made.set_result(inner(request, key))
    except BaseException as reason:  # noqa: BLE001 - it is raised again where the call is waited for
        made.set_exception(reason)


@dataclass(frozen=True, slots=True)
class _Retriever:
    inner: Retriever
    follower: Follower

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        self.follower.wanted()
        return self.inner.lexical(query, where, places, stats)

    def dense(self, query: str, where: Where, places: Places) -> Found:
        self.follower.wanted()
        return self.inner.dense(query, where, places)

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        self.follower.wanted()
        return self.inner.hybrid(query, where, places, stats)

    def add(self, rows: Iterable[ChunkRow]) -> int:
        return self.inner.add(rows)

    def watermark(self) -> int:
        return self.inner.watermark()

    def close(self) -> None:
        self.inner.close()


@dataclass(frozen=True, slots=True)
class _Stance:
    inner: StanceModel
    follower: Follower

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def digest(self) -> str:
        return self.inner.digest

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        self.follower.wanted()
        return self.inner.judge(pairs)


@dataclass(frozen=True, slots=True)
class _Odds:
    inner: OddsModel
    follower: Follower

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def digest(self) -> str:
        return self.inner.digest

    def odds(self, pairs: Sequence[Pair]) -> tuple[Odds, ...]:
        self.follower.wanted()
        return self.inner.odds(pairs)
