from __future__ import annotations

import pytest

from ledgerrag.errors import LedgerRAGError
from ledgerrag.store import Store
from ledgerrag.store.watches import (
    ClaimRow,
    CursorRow,
    DeliveryRow,
    end_watch,
    put_claim,
    put_cursor,
    put_delivery,
    put_event,
    put_state,
    put_watch,
)
from tests.store.watching import event, state, watch


def test_a_watch_comes_back_as_it_was_kept_without_its_secret(store: Store) -> None:
    with store.write() as tx:
        put_watch(tx, watch("w", hook="https://example.org/in"), "very secret")
    found = store.watch("w")
    assert found is not None
    assert (found.hook, found.position, found.ended) == ("https://example.org/in", 1, "")
    assert "very secret" not in repr(found)
    assert store.watch("other") is None


def test_the_watch_of_a_story_is_the_one_that_goes_on(store: Store) -> None:
    with store.write() as tx:
        put_watch(tx, watch("w1"))
        put_watch(tx, watch("w2"))
        end_watch(tx, "w1", "2026-01-03", "w2")
    found = store.watch_of("site", "story")
    assert found is not None
    assert found.id == "w2"
    assert store.watch_of("another site", "story") is None
    assert [one.successor for one in store.watches("site")] == ["w2", ""]
    assert store.watch_ends() == 1


def test_a_claim_is_what_it_was_found_to_be_last(store: Store) -> None:
    with store.write() as tx:
        put_watch(tx, watch("w"))
        put_claim(tx, ClaimRow("w", 1, "p1", b"claim"))
        put_state(tx, state("w", b"first"))
        put_state(tx, state("w", b"second", seq=7))
    (found,) = store.watch_states()
    assert (found.body, found.seq, found.names) == (b"second", 7, ("a", "a@1"))
    assert store.watch_states("w") == [found]
    assert store.watch_claims() == [ClaimRow("w", 1, "p1", b"claim")]
    assert store.watch_claims(after=1) == []


def test_claims_of_an_ended_watch_are_watched_no_more_but_can_be_read(store: Store) -> None:
    with store.write() as tx:
        put_watch(tx, watch("w"))
        put_claim(tx, ClaimRow("w", 1, "p1", b"claim"))
        put_state(tx, state("w"))
        end_watch(tx, "w", "2026-01-03")
    assert store.watch_claims() == []
    assert store.watch_states() == []
    assert len(store.watch_claims("w")) == len(store.watch_states("w")) == 1


def test_events_are_read_by_watch_and_by_site_after_a_number(store: Store) -> None:
    with store.write() as tx:
        put_watch(tx, watch("w1"))
        put_watch(tx, watch("w2", "other", site="elsewhere"))
        put_event(tx, event("w1", 1))
        put_event(tx, event("w2", 2))
        put_event(tx, event("w1", 3))
    assert [one.seq for one in store.watch_events(site="site")] == [1, 3]
    assert [one.seq for one in store.watch_events(site="site", after=1)] == [3]
    assert [one.seq for one in store.watch_events(watch="w2")] == [2]
    assert [one.seq for one in store.latest_events(site="site", limit=1)] == [3]
    assert store.watch_event(9) is None


def test_an_event_is_numbered_without_a_gap_by_the_file_itself(store: Store) -> None:
    with store.write() as tx:
        put_watch(tx, watch("w"))
    with pytest.raises(LedgerRAGError, match="not the next number"), store.write() as tx:
        put_event(tx, event("w", 2))


def test_a_webhook_is_owed_an_event_until_it_was_told_or_given_up(store: Store) -> None:
    with store.write() as tx:
        put_watch(tx, watch("w", hook="https://example.org/in"), "s")
        put_watch(tx, watch("silent", "other"))
        put_event(tx, event("w", 1))
        put_event(tx, event("silent", 2))
    (owed,) = store.owed()
    assert (owed.event.seq, owed.secret, owed.attempts) == (1, "s", 0)
    with store.write() as tx:
        put_delivery(tx, DeliveryRow(1, 1, "2026-01-02T00:00:00Z", "failed", "503", "later"))
    (owed,) = store.owed()
    assert (owed.attempts, owed.next) == (1, "later")
    with store.write() as tx:
        put_delivery(tx, DeliveryRow(1, 2, "2026-01-02T00:01:00Z", "delivered", "200", ""))
    assert store.owed() == []
    assert [one.outcome for one in store.deliveries("w")] == ["failed", "delivered"]


def test_the_cursor_begins_at_nothing_and_moves_by_rows(store: Store) -> None:
    assert store.watch_cursor() == CursorRow()
    row = CursorRow(1, 5, 2, "2026-01-01", 10, 2, 1, "2026-01-01T00:00:00Z")
    with store.write() as tx:
        put_cursor(tx, row)
    assert store.watch_cursor() == row
    # Two that look at the same time: one of them wins, the other starts over.
    with pytest.raises(LedgerRAGError), store.write() as tx:
        put_cursor(tx, row)
