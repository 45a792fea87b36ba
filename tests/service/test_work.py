from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from fastapi import Request

from ledgerrag.errors import AbandonedError
from ledgerrag.service.problems import RefusedError
from ledgerrag.service.work import Cancel, Pool

LONG = 30.0


def request(gone: asyncio.Event) -> Request:
    """A request whose client goes away when the event is set."""

    async def receive() -> dict[str, str]:
        await gone.wait()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "headers": []}, receive)


def until(told: threading.Event) -> Callable[[Cancel], str]:
    def work(_: Cancel) -> str:
        told.wait(LONG)
        return "done"

    return work


def test_the_outcome_of_the_work_is_the_answer() -> None:
    async def story() -> str:
        return await pool.run(request(asyncio.Event()), lambda _: "done")

    pool = Pool("test", 1, 0, LONG)
    assert asyncio.run(story()) == "done"
    pool.close()
    assert pool.taken == 0


def test_more_work_than_fits_is_refused_at_once_and_the_rest_is_done() -> None:
    free = threading.Event()
    pool = Pool("test", 1, 1, LONG)
    running = [pool.start(until(free), Cancel()) for _ in range(2)]
    with pytest.raises(RefusedError) as refused:
        pool.start(until(free), Cancel())
    free.set()
    assert [one.result(LONG) for one in running] == ["done", "done"]
    assert refused.value.status == 503
    pool.close()


def test_a_client_that_goes_away_frees_its_worker_at_the_next_seam() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work(cancel: Cancel) -> None:
        begun.set()
        try:
            while True:
                cancel.wanted()
        finally:
            ended.set()

    async def story() -> None:
        gone = asyncio.Event()
        asked = asyncio.ensure_future(pool.run(request(gone), work))
        await asyncio.to_thread(begun.wait, LONG)
        gone.set()
        with pytest.raises(AbandonedError):
            await asked
        assert await asyncio.to_thread(ended.wait, LONG)

    pool = Pool("test", 1, 0, LONG)
    asyncio.run(story())
    pool.close()
    assert pool.taken == 0


def test_work_that_takes_too_long_is_cancelled_and_said_so() -> None:
    seen: list[Cancel] = []
    free = threading.Event()

    def work(cancel: Cancel) -> None:
        seen.append(cancel)
        free.wait(LONG)

    async def story() -> RefusedError:
        with pytest.raises(RefusedError) as late:
            await pool.run(request(asyncio.Event()), work)
        return late.value

    pool = Pool("test", 1, 0, 0.05)
    late = asyncio.run(story())
    assert late.status == 503
    assert seen[0].cancelled
    free.set()
    pool.close()


def test_waiting_work_of_a_client_that_went_away_never_begins() -> None:
    free = threading.Event()
    began: list[str] = []

    async def story() -> None:
        gone = asyncio.Event()
        waiting = asyncio.ensure_future(pool.run(request(gone), lambda _: began.append("waiting")))
        await asyncio.sleep(0)
        gone.set()
        with pytest.raises(AbandonedError):
            await waiting

    pool = Pool("test", 1, 1, LONG)
    pool.start(until(free), Cancel())
    asyncio.run(story())
    free.set()
    pool.close()
    assert began == []


def test_a_pool_that_was_closed_refuses_instead_of_failing() -> None:
    pool = Pool("test", 1, 0, LONG)
    pool.close()
    with pytest.raises(RefusedError):
        pool.start(lambda _: None, Cancel())
    assert pool.taken == 0


def test_whatever_runs_can_be_cancelled_at_once() -> None:
    pool = Pool("test", 2, 0, LONG)

    def work(cancel: Cancel) -> None:
        while True:
            cancel.wanted()

    running = [pool.start(work, Cancel()) for _ in range(2)]
    pool.cancel_all()
    for one in running:
        with pytest.raises(AbandonedError):
            one.result(LONG)
    pool.close()
