from __future__ import annotations

import pytest

from ledgerrag.errors import DateError, NotFoundError
from tests.api.rulebook import LONGER, PERIOD, RULEBOOK, act
from tests.product.newsroom import Newsroom


def test_versions_come_in_the_order_in_which_they_hold_with_what_each_is(room: Newsroom) -> None:
    room.take_in(LONGER, *RULEBOOK)
    with room.open() as rag:
        told = rag.document("rule-12", as_of="2026-06-01")
    assert [(one.effective_from, one.status) for one in told.versions] == [
        ("2025-01-01", "in force"),
        ("2026-07-01", "not yet in force"),
    ]
    assert {one.source_name for one in told.versions} == {"Market Regulator"}


def test_what_was_not_known_by_then_is_not_shown(room: Newsroom) -> None:
    room.take_in(PERIOD, LONGER)
    with room.open() as rag:
        told = rag.document("rule-12", as_of="2026-08-01", known_at="2026-01-01")
    assert [one.version for one in told.versions] == [1]


def test_the_acts_upon_any_of_its_versions_are_told(room: Newsroom) -> None:
    room.take_in(
        PERIOD, act("suspend", "rule-12@1", "2026-02-01"), act("repeal", "x", "2026-03-01")
    )
    with room.open() as rag:
        told = rag.document("rule-12")
    assert [(one.kind, one.target) for one in told.acts] == [("suspend", "rule-12@1")]


def test_a_version_is_read_with_its_text(room: Newsroom) -> None:
    room.take_in(PERIOD, LONGER)
    with room.open() as rag:
        assert rag.text("rule-12", 2).text == LONGER["text"]
        with pytest.raises(NotFoundError):
            rag.text("rule-12", 3)


@pytest.mark.parametrize(
    ("first", "last"), [("1", "2"), ("rule-12@1", "2"), ("2026-01-01", "2026-08")]
)
def test_versions_are_compared_by_number_by_key_and_by_date(
    room: Newsroom, first: str, last: str
) -> None:
    room.take_in(PERIOD, LONGER)
    with room.open() as rag:
        (told,) = rag.between("rule-12", first, last)
    assert [(edit.before, edit.after) for edit in told.edits] == [("180", "270")]


def test_an_end_that_is_neither_is_named(room: Newsroom) -> None:
    room.take_in(PERIOD)
    with room.open() as rag:
        with pytest.raises(NotFoundError):
            rag.between("rule-12", "1", "7")
        with pytest.raises(NotFoundError):
            rag.between("nowhere", "1", "2")
        with pytest.raises(DateError):
            rag.between("rule-12", "yesterday", "today")
