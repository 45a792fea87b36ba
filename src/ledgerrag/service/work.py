"""Work that takes time runs in a few threads behind a bounded queue, and can be cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fastapi import Request

from ledgerrag.service.problems import RefusedError

T = TypeVar("T")
LOOK_SECONDS = 0.2


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


class Pool:
    """Worker threads.

    Args:
        workers: how many.
        queue: how many pieces of work may wait; more are refused.
    """

    def __init__(self, workers: int, queue: int) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._places = threading.BoundedSemaphore(workers + queue)

    async def run(self, request: Request, work: Callable[[Cancel], T]) -> T:
        """Run a piece of work; when the client goes away it is told so.

        Raises:
            RefusedError: 503, the queue is full.
        """
        if not self._places.acquire(blocking=False):
            raise RefusedError(503, "the service is busy", "try again in a moment")
        cancel = Cancel()
        task = asyncio.get_running_loop().run_in_executor(self._threads, work, cancel)
        task.add_done_callback(lambda _: self._places.release())
        try:
            while not (await asyncio.wait((task,), timeout=LOOK_SECONDS))[0]:
                if await request.is_disconnected():
                    cancel.set()
            return await task
        except asyncio.CancelledError:
            cancel.set()
            raise

    def close(self) -> None:
        """Wait for what runs, then end."""
        self._threads.shutdown(wait=True, cancel_futures=True)
