"""Work that takes time runs in a few threads behind a bounded queue, and can be cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from fastapi import Request

from ledgerrag.errors import AbandonedError
from ledgerrag.service.problems import RefusedError

T = TypeVar("T")


class Cancel:
    """Tells a piece of work that nobody waits for it any more."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Cancel."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether it was."""
        return self._event.is_set()

    def wanted(self) -> None:
        """Go on only where somebody waits still.

        Raises:
            AbandonedError: it was cancelled.
        """
        if self.cancelled:
            raise AbandonedError("nobody waits for this any more", "send it again")


class Pool:
    """Worker threads.

    Args:
        name: of the pool, for metrics.
        workers: how many.
        queue: how many pieces of work may wait; more are refused.
        seconds: how long one may take, waiting included.
        late: what a caller can do when it took longer.
    """

    def __init__(
        self,
        name: str,
        workers: int,
        queue: int,
        seconds: float,
        late: str = "ask for less at once, or try again later",
    ) -> None:
        self.name = name
        self._late = late
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._most = workers + queue
        self._seconds = seconds
        self._lock = threading.Lock()
        self._taken = 0
        self._running: set[Cancel] = set()

    @property
    def taken(self) -> int:
        """Pieces of work that run or wait."""
        return self._taken

    def start(self, work: Callable[[Cancel], T], cancel: Cancel) -> Future[T]:
        """Hand a piece of work to the threads.

        Args:
            work: is given the token by which it is cancelled.
            cancel: that token.
        Raises:
            RefusedError: 503, the queue is full.
        """
        with self._lock:
            if self._taken >= self._most:
                raise RefusedError(503, "the service is busy", "try again in a moment")
            self._taken += 1
            self._running.add(cancel)
        try:
            future = self._threads.submit(work, cancel)
        except RuntimeError:
            self._end(cancel)
            raise RefusedError(
                503, "the service is shutting down", "try again in a moment"
            ) from None
        future.add_done_callback(lambda _: self._end(cancel))
        return future

    def _end(self, cancel: Cancel) -> None:
        with self._lock:
            self._taken -= 1
            self._running.discard(cancel)

    async def run(self, request: Request, work: Callable[[Cancel], T]) -> T:
        """Run a piece of work for a request; it is cancelled when the client goes away.

        Raises:
            RefusedError: 503, the queue is full, or it took too long.
            AbandonedError: the client is gone.
        """
        cancel = Cancel()
        future = self.start(work, cancel)
        task = asyncio.ensure_future(asyncio.wrap_future(future))
        left = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait(
                (task, left), timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if task.done():
                return task.result()
            if left.done():
                raise AbandonedError("the client is gone", "send it again")
            raise RefusedError(503, f"no answer within {self._seconds:g} seconds", self._late)
        finally:
            left.cancel()
            if not task.done():
                cancel.set()
                future.cancel()
                task.add_done_callback(_heard)

    def cancel_all(self) -> None:
        """Cancel what runs and what waits."""
        with self._lock:
            running = tuple(self._running)
        for one in running:
            one.set()

    def close(self) -> None:
        """Wait for what runs, then end."""
        self._threads.shutdown(wait=True, cancel_futures=True)


async def _gone(request: Request) -> None:
    """Ends when the client has gone away; its body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _heard(task: asyncio.Future[T]) -> None:
    # An outcome that nobody asks for would be complained about when it is collected.
    if not task.cancelled():
        task.exception()
