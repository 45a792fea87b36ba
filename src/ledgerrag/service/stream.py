"""Server-sent events: how they are written, and how a stream ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from fastapi.responses import StreamingResponse

HEARTBEAT_SECONDS = 10.0
_BEAT = b": still here\n\n"


def event(kind: str, data: Any, id: str = "") -> bytes:
    """One event as it goes over the wire.

    Args:
        kind: name of the event.
        data: plain JSON values.
        id: what a client sends back as `Last-Event-ID`; empty for none.
    """
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = f"id: {id}\n" if id else ""
    return f"{head}event: {kind}\ndata: {body}\n\n".encode()


class EventStream(StreamingResponse):
    """A stream of events that no proxy keeps back.

    Args:
        events: as `event` writes them.
        status_code: of the response.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], status_code: int = 200) -> None:
        super().__init__(events, status_code, headers={"X-Accel-Buffering": "no"})


async def beating(
    events: AsyncIterator[bytes],
    ended: Callable[[], bool] = lambda: False,
    seconds: float = HEARTBEAT_SECONDS,
) -> AsyncGenerator[bytes, None]:
    """The events, with a comment where none came for a while, so that nobody hangs up.

    Args:
        events: the source; it is closed at the end.
        ended: whether the stream is to end although more may come.
        seconds: of silence before a comment.
    """
    source = aiter(events)
    coming: asyncio.Future[bytes] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(source))
            done, _ = await asyncio.wait((coming,), timeout=seconds)
            if not done:
                yield _BEAT
                if ended():
                    return
                continue
            try:
                found = coming.result()
            except StopAsyncIteration:
                return
            finally:
                coming = None
            yield found
    finally:
        if coming is not None:
            coming.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await coming
        if hasattr(source, "aclose"):
            await source.aclose()
