from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from ledgerrag.cms.telling import ATTEMPTS, EVENT
from ledgerrag.service.hooks import Kept
from ledgerrag.service.watcher import Watchers, tell
from tests.cms.watched import Newsroom
from tests.service.conftest import Served, serving

FEE = "The mooring fee for a fishing boat is 12 euros per day."
TOLL = "The toll for a loaded lorry is 30 euros."
FAILED = (False, "503")


@pytest.fixture
def newsroom(tmp_path: Path) -> Iterator[Newsroom]:
    """Two stories of one address, each of which an event has happened to."""
    made = Newsroom(tmp_path)
    made.arrive({"doc_id": "fee", "text": FEE}, {"doc_id": "toll", "text": TOLL})
    made.watch(FEE, story="one", hook="https://news.example/hook")
    made.watch(TOLL, story="two", hook="https://news.example/hook")
    made.day = "2026-03-02"
    made.arrive(
        {"doc_id": "fee-2", "series": "fee", "text": FEE.replace("12", "15")},
        {"doc_id": "toll-2", "series": "toll", "text": TOLL.replace("30", "35")},
    )
    assert len(made.look()) == 2
    yield made
    made.rag.close()


def stories(hook: Kept) -> list[str]:
    return [json.loads(body)["story"] for _, body, _ in hook.letters]


def test_each_event_is_told_once(newsroom: Newsroom) -> None:
    hook = Kept()
    for _ in range(2):
        tell(newsroom.rag, hook, newsroom.clock)
    assert stories(hook) == ["one", "two"]
    assert newsroom.rag.store.owed() == []


def test_an_address_that_does_not_answer_is_left_alone_until_its_time(newsroom: Newsroom) -> None:
    hook = Kept([FAILED])
    tell(newsroom.rag, hook, newsroom.clock)
    assert stories(hook) == ["one"]
    # The other event is due, the first is not yet.
    tell(newsroom.rag, hook, newsroom.clock)
    assert stories(hook) == ["one", "two"]

    def later() -> datetime:
        return newsroom.clock() + timedelta(seconds=11)

    tell(newsroom.rag, hook, later)
    assert stories(hook) == ["one", "two", "one"]
    ids = [headers[EVENT] for _, _, headers in hook.letters]
    # Whoever was told before he could say so knows it by its id.
    assert ids[0] == ids[2]
    assert newsroom.rag.store.owed() == []


def test_what_is_to_be_told_outlives_the_process(newsroom: Newsroom) -> None:
    tell(newsroom.rag, Kept([FAILED]), newsroom.clock)
    newsroom.rag.close()
    again = Newsroom(newsroom.folder)
    try:
        again.day = "2026-03-03"
        hook = Kept()
        tell(again.rag, hook, again.clock)
        assert stories(hook) == ["one", "two"]
    finally:
        again.rag.close()


def test_an_address_that_never_answers_is_given_up(newsroom: Newsroom) -> None:
    watch = newsroom.rag.store.watch_of("site", "one")
    assert watch is not None
    hook = Kept([FAILED] * 100)
    for day in range(3 * ATTEMPTS):

        def then(days: int = day) -> datetime:
            return newsroom.clock() + timedelta(days=days)

        tell(newsroom.rag, hook, then)
    outcomes = [one.outcome for one in newsroom.rag.store.deliveries(watch.id)]
    assert outcomes == ["failed"] * (ATTEMPTS - 1) + ["abandoned"]
    assert newsroom.rag.store.owed() == []


def test_a_service_takes_up_what_came_in_while_it_was_not_running(newsroom: Newsroom) -> None:
    newsroom.arrive({"act": "retract", "target": "toll-2"}, {"act": "retract", "target": "toll"})
    before = len(newsroom.rag.store.watch_events())
    newsroom.rag.close()
    with serving(newsroom.folder / "s.db") as served:
        token = served.token(site="site")
        told = served.call("GET", f"/v1/events?after={before}&wait=20", token).json()
    assert [one["story"] for one in told["items"]] == ["two"]


def test_a_watcher_that_was_closed_is_not_woken_again(served: Served) -> None:
    watchers = served.service.companion(Watchers)
    watchers.close()
    watchers.ingested("main")
    watchers.close()
