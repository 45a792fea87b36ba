from __future__ import annotations

from dataclasses import replace

from ledgerrag.api.asking import Question
from ledgerrag.cms.assembling import read_check
from ledgerrag.cms.renewing import MOST_NEWS, Held, renewed
from tests.cms.desk import BERTH, DRAFT, FEE, SITE, Desk, doc


def held(desk: Desk) -> list[Held]:
    """The paragraphs of the last check."""
    row = desk.rag.store.draft_done(SITE, DRAFT)
    assert row is not None
    checked = read_check(desk.rag.store, row)
    events = [event for event in checked.events if event.type == "paragraph"]
    return [Held(n, *checked.grounds[one.ground], one.seen) for n, one in enumerate(events)]


def test_where_more_came_in_than_is_looked_through_everything_is_asked_again(desk: Desk) -> None:
    desk.check(FEE, BERTH)
    store, now = desk.rag.store, desk.rag.asker.request("check", Question(""))
    kept = held(desk)
    assert renewed(store, kept, now, store.seq()) == set()
    upto = store.seq() + MOST_NEWS + 1
    assert renewed(store, kept, now, upto) == {(0, 0), (1, 0)}


def test_what_a_paragraph_has_seen_already_does_not_touch_it(desk: Desk) -> None:
    desk.check(FEE, BERTH)
    kept = held(desk)
    later = "The quay fee for a fishing boat is 15 euros per day."
    desk.take_in(doc("fee-2", later, series="fee", published="2026-11-12"))
    store, now = desk.rag.store, desk.rag.asker.request("check", Question(""))
    assert renewed(store, kept, now, store.seq()) == {(0, 0)}
    assert renewed(store, [replace(one, seen=store.seq()) for one in kept], now, store.seq()) == (
        set()
    )


def test_a_second_source_counts_since_the_ledger_says_who_vouches(desk: Desk) -> None:
    desk.check(FEE, BERTH)
    desk.take_in(doc("post-1", FEE, source="tarn-post", domain="news", published="2026-11-12"))
    store, now = desk.rag.store, desk.rag.asker.request("check", Question(""))
    assert renewed(store, held(desk), now, store.seq()) == {(0, 0)}
