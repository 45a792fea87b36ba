"""A thread with an event loop: calls that a deadline can end at any point, from ordinary code.

A blocking call can be held beyond its time-outs by a server that sends a byte now and then, by a
name that does not resolve, by a handshake that stalls. A cancelled coroutine leaves all of these.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from ledgerrag.errors import ModelUnreachableError

T = TypeVar("T")


class Worker:
    """Runs coroutines of one model, each for a caller that waits for it.

    The thread starts with the first call and does not keep the process alive.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What a coroutine returns or raises; it is cancelled when the caller is interrupted.

        Args:
            work: makes the coroutine, once there is a loop to run it.
        """
        loop = self._started()
        future = asyncio.run_coroutine_threadsafe(work(), loop)
        try:
            return future.result()
        except CancelledError:
            raise ModelUnreachableError("the model was closed during a call") from None
        finally:
            future.cancel()

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Cancel what runs, do a last thing in the loop, and end the thread.

        Args:
            last: releases what belongs to the loop.
        """
        with self._lock:
            loop, thread, self._closed = self._loop, self._thread, True
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_wind_up(last), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise ModelUnreachableError("the model is closed", "open it again")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="language-model", daemon=True
                )
                self._thread.start()
            return self._loop


async def _wind_up(last: Callable[[], Coroutine[Any, Any, None]]) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await last()
