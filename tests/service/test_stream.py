from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from ledgerrag.service.stream import beating, event


def test_an_event_is_one_line_of_data_whatever_it_holds() -> None:
    told = event("step", {"text": "a\nb\r\n\u2028c"}, "7").decode()
    assert told.startswith("id: 7\nevent: step\ndata: ")
    assert told.endswith("\n\n")
    assert told.count("\n") == 4
    assert "\r" not in told


async def _some(*given: bytes, closed: list[str], after: float = 0) -> AsyncIterator[bytes]:
    try:
        for one in given:
            await asyncio.sleep(after)
            yield one
    finally:
        closed.append("closed")


def test_a_stream_passes_events_on_and_closes_their_source() -> None:
    async def story() -> list[bytes]:
        return [one async for one in beating(_some(b"a", b"b", closed=closed))]

    closed: list[str] = []
    assert asyncio.run(story()) == [b"a", b"b"]
    assert closed == ["closed"]


def test_silence_is_filled_so_that_nobody_hangs_up() -> None:
    async def story() -> list[bytes]:
        quiet = _some(b"a", closed=closed, after=0.05)
        return [one async for one in beating(quiet, seconds=0.01)]

    closed: list[str] = []
    told = asyncio.run(story())
    assert told[-1] == b"a"
    assert all(one.startswith(b":") for one in told[:-1])
    assert len(told) >= 2


def test_a_reader_that_leaves_closes_the_source() -> None:
    async def story() -> None:
        told = beating(_some(b"a", b"b", closed=closed))
        await anext(told)
        await told.aclose()

    closed: list[str] = []
    asyncio.run(story())
    assert closed == ["closed"]


def test_a_stream_ends_when_it_is_told_to() -> None:
    async def story() -> list[bytes]:
        never = _some(b"a", closed=closed, after=3_600)
        return [one async for one in beating(never, lambda: True, 0.01)]

    closed: list[str] = []
    assert len(asyncio.run(story())) == 1
