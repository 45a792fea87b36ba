from __future__ import annotations

import json

import pytest

from ledgerrag.cms.remarks import remark
from ledgerrag.errors import InputError, NotFoundError
from tests.cms.desk import BERTH, FEE, PIER, Desk

WRONG = "The quay fee for a fishing boat is 99 euros per day."


def test_a_remark_outlives_edits_around_its_claim(desk: Desk) -> None:
    item = desk.check(WRONG).checklist[0]
    remark(desk.rag, desk.ledger(), item.id, "tick", "", "desk/Ana")
    shot = desk.check(PIER, f"{BERTH} {WRONG} {BERTH}")
    assert next(one for one in shot.checklist if one.id == item.id).state == "ticked"


def test_a_remark_comes_back_with_a_claim_that_was_gone_for_a_while(desk: Desk) -> None:
    item = desk.check(WRONG).checklist[0]
    remark(desk.rag, desk.ledger(), item.id, "override", "seen the deed", "desk/Ana")
    desk.check(FEE)
    shot = desk.check(WRONG)
    assert shot.checklist[0].state == "overridden"
    assert shot.claims[0].status == "refuted"


def test_a_claim_that_says_another_thing_has_items_of_its_own(desk: Desk) -> None:
    item = desk.check(WRONG).checklist[0]
    remark(desk.rag, desk.ledger(), item.id, "tick", "", "desk/Ana")
    shot = desk.check(WRONG.replace("99", "98"))
    assert [one.state for one in shot.checklist] == ["open"]


def test_the_last_of_tick_untick_and_override_decides_and_a_comment_does_not(desk: Desk) -> None:
    item = desk.check(WRONG).checklist[0]

    def said(action: str, reason: str = "") -> str:
        return remark(desk.rag, desk.ledger(), item.id, action, reason, "desk/Ana").state  # type: ignore[arg-type]

    assert said("tick") == "ticked"
    assert said("comment", "look again") == "ticked"
    assert said("override", "seen the deed") == "overridden"
    assert said("untick") == "open"
    assert desk.ledger().summary.unresolved == 1


def test_each_remark_is_a_line_of_the_journal_with_its_actor(desk: Desk) -> None:
    item = desk.check(WRONG).checklist[0]
    remark(desk.rag, desk.ledger(), item.id, "override", "seen the deed", "desk/Bo")
    (row,) = desk.rag.store.draft_remarks("desk", "story-7")
    lines = dict(desk.rag.store.entries(row.entry, row.entry + 1))
    line = json.loads(lines[row.entry])
    assert (line["type"], line["actor"]) == ("remark", "desk/Bo")
    assert (line["det"]["action"], line["det"]["reason"]) == ("override", "seen the deed")


def test_an_override_and_a_comment_need_a_reason(desk: Desk) -> None:
    item = desk.check(WRONG).checklist[0]
    for action in ("override", "comment"):
        with pytest.raises(InputError, match="needs a reason"):
            remark(desk.rag, desk.ledger(), item.id, action, "  ", "desk/Ana")
    with pytest.raises(NotFoundError, match="no checklist item"):
        remark(desk.rag, desk.ledger(), "nothing", "tick", "", "desk/Ana")
