from __future__ import annotations

from ledgerrag.cms.comparing import compare
from tests.cms.desk import BERTH, FEE, PIER, Desk, doc


def test_claims_that_came_and_went_are_told(desk: Desk) -> None:
    found = compare(desk.check(FEE, BERTH), desk.check(FEE, PIER))
    assert [one.text for one in found.came] == [PIER]
    assert [one.text for one in found.went] == [BERTH]
    assert found.changed == ()


def test_a_claim_that_stands_otherwise_is_told_with_both(desk: Desk) -> None:
    before = desk.check(FEE, PIER)
    later = "The quay fee for a fishing boat is 15 euros per day."
    desk.take_in(doc("fee-2", later, series="fee", published="2026-11-12"))
    found = compare(before, desk.check(FEE, PIER))
    assert [(one.before.status, one.after.status) for one in found.changed] == [
        ("verified", "refuted")
    ]
    assert found.paragraphs == ()


def test_paragraphs_that_came_went_and_were_edited_are_told_apart(desk: Desk) -> None:
    before = desk.check(FEE, BERTH, "A line that nobody needs any more.")
    found = compare(before, desk.check("Something else, quite new.", f"{FEE} Since long.", BERTH))
    assert [one.change for one in found.paragraphs] == ["came", "edited", "went"]


def test_a_paragraph_that_only_moved_did_not_change(desk: Desk) -> None:
    found = compare(desk.check(FEE, BERTH), desk.check(BERTH, FEE))
    assert (found.came, found.went, found.changed, found.paragraphs) == ((), (), (), ())
