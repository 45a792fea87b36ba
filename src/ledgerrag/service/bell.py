"""Tells those who wait for news that there is some: threads ring, requests listen."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress


class Bell:
    """Rings by topic; a topic is any text, as `drafts:main:check-7`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listening: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._closed = False

    def ring(self, topic: str) -> None:
        """Wake who listens to the topic; from any thread."""
        with self._lock:
            heard = tuple(self._listening.get(topic, ()))
        self._wake(heard)

    def close(self) -> None:
        """Wake everybody, now and whenever they listen again: the service shuts down."""
        with self._lock:
            self._closed = True
            heard = tuple(one for some in self._listening.values() for one in some)
        self._wake(heard)

    @property
    def closed(self) -> bool:
        """Whether the service shuts down: who waits gives what there is, and ends."""
        return self._closed

    @staticmethod
    def _wake(heard: tuple[tuple[asyncio.AbstractEventLoop, asyncio.Event], ...]) -> None:
        for loop, event in heard:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(event.set)

    def listen(self, topic: str) -> Listening:
        """Begin to listen, before looking for what there is already: then nothing is missed."""
        return Listening(self, topic)

    def enter(self, topic: str, mine: tuple[asyncio.AbstractEventLoop, asyncio.Event]) -> None:
        """For `Listening`."""
        with self._lock:
            self._listening.setdefault(topic, set()).add(mine)
            if self._closed:
                mine[1].set()

    def leave(self, topic: str, mine: tuple[asyncio.AbstractEventLoop, asyncio.Event]) -> None:
        """For `Listening`."""
        with self._lock:
            others = self._listening.get(topic, set())
            others.discard(mine)
            if not others:
                self._listening.pop(topic, None)


class Listening:
    """One who listens; a context manager, used within one event loop."""

    def __init__(self, bell: Bell, topic: str) -> None:
        self._bell = bell
        self._topic = topic
        self._event = asyncio.Event()
        self._mine = (asyncio.get_running_loop(), self._event)

    def __enter__(self) -> Listening:
        self._bell.enter(self._topic, self._mine)
        return self

    def __exit__(self, *_: object) -> None:
        self._bell.leave(self._topic, self._mine)

    async def heard(self, seconds: float) -> bool:
        """Wait until it rings; False where it did not within that time."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        if not self._bell.closed:
            self._event.clear()
        return True
