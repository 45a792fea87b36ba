from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ledgerrag.errors import StoreError
from ledgerrag.store import Store
from ledgerrag.store.drafts import put_check, put_check_event, put_ground, put_remark
from tests.store.conftest import entropy
from tests.store.drafting import CHECK, EVENT, GROUND, REMARK, fill_drafts


@pytest.fixture
def store(path: Path) -> Store:
    made = Store.open(path, entropy=entropy)
    with made.write() as tx:
        fill_drafts(tx)
    return made


def test_a_check_comes_back_as_it_was_accepted(store: Store) -> None:
    assert store.draft_check("c1") == CHECK
    assert store.draft_check("c2") is None


def test_events_come_back_in_order_and_after_one_that_is_known(store: Store) -> None:
    second = replace(EVENT, seq=2, type="paragraph", ground=1, seen=4)
    assert store.draft_events("c1") == (EVENT, second)
    assert store.draft_events("c1", after=1) == (second,)


def test_a_check_is_unfinished_until_it_has_ended(store: Store) -> None:
    assert store.draft_unfinished() == ("c1",)
    assert store.draft_done("desk", "7") is None
    with store.write() as tx:
        put_check_event(tx, replace(EVENT, seq=3, type="done"))
    assert store.draft_unfinished() == ()
    assert store.draft_done("desk", "7") == CHECK


def test_nothing_happens_to_a_check_that_has_ended(store: Store) -> None:
    with store.write() as tx:
        put_check_event(tx, replace(EVENT, seq=3, type="failed"))
    with pytest.raises(StoreError, match="this check has ended"), store.write() as tx:
        put_check_event(tx, replace(EVENT, seq=4, type="done"))


def test_only_a_check_to_which_nothing_happened_is_queued(store: Store) -> None:
    assert store.draft_queued("desk", "7") == ()
    with store.write() as tx:
        put_check(tx, replace(CHECK, id="c2", revision=2))
    assert store.draft_queued("desk", "7") == ("c2",)
    assert store.draft_latest("desk", "7") == replace(CHECK, id="c2", revision=2)


def test_two_checks_of_a_draft_never_share_a_revision(store: Store) -> None:
    with pytest.raises(StoreError, match="holds this key already"), store.write() as tx:
        put_check(tx, replace(CHECK, id="c2"))


def test_the_latest_ground_of_a_key_counts_with_how_far_it_was_seen_to_hold(store: Store) -> None:
    assert store.draft_known(["k", "other"]) == {"k": (GROUND, 4)}
    later = replace(GROUND, position=2, seq=8)
    with store.write() as tx:
        put_ground(tx, later)
    assert store.draft_known(["k"]) == {"k": (later, 8)}
    assert store.draft_grounds([1, 2, 3]) == {1: GROUND, 2: later}


def test_revisions_that_are_done_come_newest_first_a_page_at_a_time(store: Store) -> None:
    done = replace(EVENT, seq=3, type="done", body=b"{1}")
    with store.write() as tx:
        put_check_event(tx, done)
        put_check(tx, replace(CHECK, id="c2", revision=2))
        put_check(tx, replace(CHECK, id="c3", revision=3))
        put_check_event(tx, replace(done, of="c3", seq=1))
    found = store.draft_revisions("desk", "7", before=10, limit=5)
    assert [(check.revision, event.body) for check, event in found] == [(3, b"{1}"), (1, b"{1}")]
    assert [c.revision for c, _ in store.draft_revisions("desk", "7", before=3, limit=5)] == [1]


def test_remarks_of_one_draft_are_not_those_of_another(store: Store) -> None:
    other = replace(REMARK, draft="8", action="override", reason="seen the deed")
    with store.write() as tx:
        put_remark(tx, other)
    assert store.draft_remarks("desk", "7") == (REMARK,)
    assert store.draft_remarks("desk", "8") == (other,)
    assert store.draft_remarks("elsewhere", "7") == ()
