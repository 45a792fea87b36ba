from __future__ import annotations

import asyncio

from ledgerrag.service.bell import Bell

SOON = 30.0


def test_a_thread_wakes_who_listens_to_its_topic() -> None:
    async def story() -> tuple[bool, bool]:
        with bell.listen("a") as mine, bell.listen("b") as other:
            await asyncio.to_thread(bell.ring, "a")
            return await mine.heard(SOON), await other.heard(0.01)

    bell = Bell()
    assert asyncio.run(story()) == (True, False)


def test_what_rings_before_one_waits_is_not_missed() -> None:
    async def story() -> bool:
        with bell.listen("a") as mine:
            bell.ring("a")
            await asyncio.sleep(0)
            return await mine.heard(SOON)

    bell = Bell()
    assert asyncio.run(story())


def test_the_end_of_the_service_wakes_everybody_now_and_later() -> None:
    async def story() -> list[bool]:
        with bell.listen("a") as mine:
            bell.close()
            first = await mine.heard(SOON)
            second = await mine.heard(SOON)
        with bell.listen("b") as late:
            return [first, second, await late.heard(SOON)]

    bell = Bell()
    assert asyncio.run(story()) == [True, True, True]
    assert bell.closed


def test_who_has_left_is_forgotten_and_ringing_goes_on() -> None:
    async def story() -> None:
        with bell.listen("a"):
            pass

    bell = Bell()
    asyncio.run(story())
    bell.ring("a")
