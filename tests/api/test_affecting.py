from __future__ import annotations

import json

import pytest

from ledgerrag.api import AffectedReport, LedgerRAG
from ledgerrag.errors import NotFoundError
from ledgerrag.model import Verdict
from tests.api.rulebook import (
    BOTH,
    FEE,
    HOW_LONG,
    LONGER,
    PERIOD,
    RULEBOOK,
    WHAT_FEE,
    WHAT_QUORUM,
    act,
)
from tests.product.newsroom import Newsroom, cited


def concerned(report: AffectedReport) -> dict[str, tuple[str, ...]]:
    return {one.question: one.claims for one in report.runs}


def searched(rag: LedgerRAG, run: str) -> set[str]:
    """The claims that a run spent searches on, as its journal says."""
    steps = [json.loads(line) for _, line in rag.store.entries()]
    return {
        one["claim"]
        for step in steps
        if step["run"] == run and step["type"] == "step"
        for one in step["det"]["searches"]
    }


def test_where_nothing_changed_no_answer_is_affected(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        rag.ask(BOTH)
        assert not rag.affected().runs
        assert not rag.refresh().refreshed
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        assert not rag.affected().runs


def test_a_new_version_touches_the_answers_that_rest_on_it_and_no_other(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        for question in (HOW_LONG, WHAT_FEE, WHAT_QUORUM, BOTH):
            rag.ask(question)
        rag.check("The reporting period is 180 days.\n\nThe filing fee is 40 EUR.")
    room.take_in(LONGER)
    with room.open() as rag:
        late = rag.ask(HOW_LONG)
        report = rag.affected()
        assert concerned(report) == {
            HOW_LONG: ("c1",),
            BOTH: ("c1",),
            "The reporting period is 180 days.": ("c1",),
        }
        assert late.run not in {one.run for one in report.runs}
        assert {one.touched for one in report.runs} == {("rule-12",)}
        assert (report.claims_total, report.claims_reverified) == (4, 3)
        # A starting point narrows what counts as a change; it brings no fresh answer back.
        assert concerned(rag.affected(since=0)) == concerned(report)
        assert not rag.affected(since=rag.store.seq()).runs


def test_an_act_of_a_new_series_touches_the_answers_about_what_it_supersedes(
    room: Newsroom,
) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        rag.ask(HOW_LONG, as_of="2026-08-01")
        rag.ask(WHAT_FEE, as_of="2026-08-01")
    moved = {**LONGER, "doc_id": "rule-99", "title": "Rule 99 Reporting period"}
    room.take_in(moved, act("supersede", "rule-12", "2026-07-01", by="rule-99"))
    with room.open() as rag:
        assert concerned(rag.affected()) == {HOW_LONG: ("c1",)}
        ((_, new),) = rag.refresh().refreshed
        assert cited(rag.answer(new)) == ["rule-99@1"]


def test_what_an_act_puts_in_place_may_be_stored_after_the_question(room: Newsroom) -> None:
    room.take_in(*RULEBOOK, act("supersede", "rule-12", "2026-07-01", by="rule-99"))
    with room.open() as rag:
        rag.ask(HOW_LONG, as_of="2026-08-01")
        rag.ask(WHAT_FEE, as_of="2026-08-01")
    room.take_in({**LONGER, "doc_id": "rule-99", "title": "Rule 99 Reporting period"})
    with room.open() as rag:
        assert concerned(rag.affected()) == {HOW_LONG: ("c1",)}
        ((_, new),) = rag.refresh().refreshed
        assert cited(rag.answer(new)) == ["rule-99@1"]


def test_an_act_upon_an_act_touches_the_answers_that_rest_on_the_first(room: Newsroom) -> None:
    room.take_in(*RULEBOOK, act("repeal", "rule-12", "2026-07-01"))
    with room.open() as rag:
        before = rag.ask(BOTH)
        (repeal,) = rag.store.acts(["rule-12"])
    assert [v.verdict for v in before.verdicts] == [Verdict.UNVERIFIED, Verdict.SUPPORTED]
    room.take_in(act("withdraw", repeal.act_id, "2026-08-01"))
    with room.open() as rag:
        assert concerned(rag.affected()) == {BOTH: ("c1",)}
        ((_, new),) = rag.refresh().refreshed
        assert cited(rag.answer(new)) == ["rule-12@1", "rule-20@1"]


def test_a_refresh_asks_the_touched_claim_only_and_keeps_the_entries_of_the_other(
    room: Newsroom,
) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        first = rag.ask(BOTH)
        assert searched(rag, first.run) == {"c1", "c2"}
        kept = [row.evidence for row in rag.ledger(first.run).rows if "c2" in row.evidence.claim_id]
    room.take_in(LONGER)
    with room.open() as rag:
        report = rag.refresh(actor="desk")
        assert (report.claims_reverified, report.claims_total) == (1, 2)
        assert [old for old, _ in report.refreshed] == [first.run]
        ((_, new),) = report.refreshed
        assert searched(rag, new) == {"c1"}
        answer = rag.answer(new)
        assert "270 days" in answer.text
        assert "40 EUR" in answer.text
        assert cited(answer) == ["rule-12@2", "rule-20@1"]
        assert answer.cost.retrieval_calls < first.cost.retrieval_calls
        rows = rag.ledger(new).rows
        assert [row.evidence for row in rows if "c2" in row.evidence.claim_id] == kept
        for level in ("R0", "R1", "R2"):
            assert rag.replay(new, level).identical
        assert "180 days" in rag.answer(first.run).text
        # The old answer has a successor; only that one can be affected again.
        assert not rag.affected().runs
    room.take_in({**FEE, "text": "20\nThe filing fee is 45 EUR.", "published": "2026-09-01"})
    with room.open() as rag:
        again = rag.refresh()
        assert [old for old, _ in again.refreshed] == [new]
        ((_, third),) = again.refreshed
        assert searched(rag, third) == {"c2"}
        assert cited(rag.answer(third)) == ["rule-12@2", "rule-20@2"]


def test_a_carried_claim_whose_text_ran_out_meanwhile_is_asked_again(room: Newsroom) -> None:
    room.today = "2026-03-01"
    until_june = {**FEE, "effective_to": "2026-06-01"}
    room.take_in(PERIOD, until_june)
    with room.open() as rag:
        assert "40 EUR" in rag.ask(BOTH).text
    room.today = "2026-11-30"
    room.take_in(LONGER)
    with room.open() as rag:
        assert concerned(rag.affected()) == {BOTH: ("c1", "c2")}
        ((_, new),) = rag.refresh().refreshed
        answer = rag.answer(new)
        assert (answer.as_of, answer.known_at) == ("2026-11-30", "2026-11-30")
        assert cited(answer) == ["rule-12@2"]


def test_a_question_about_a_stated_day_is_renewed_for_that_day(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        rag.ask(HOW_LONG, as_of="2026-06-01", known_at="2026-06-01")
    room.take_in(LONGER)
    with room.open() as rag:
        ((_, new),) = rag.refresh().refreshed
        answer = rag.answer(new)
        assert (answer.as_of, answer.known_at) == ("2026-06-01", "2026-06-01")
        assert "180 days" in answer.text
        assert answer.pending


def test_what_is_nearest_touches_the_claims_that_nothing_settled(room: Newsroom) -> None:
    later = {**PERIOD, "effective_from": "2027-01-01", "published": "2026-05-01"}
    room.take_in(later, FEE)
    with room.open() as rag:
        before = rag.ask(BOTH)
        assert [one.doc_id for one in before.nearest] == ["rule-12"]
    room.take_in({**later, "text": "12\nThe reporting period is 90 days.", "version": 2})
    with room.open() as rag:
        assert concerned(rag.affected()) == {BOTH: ("c1",)}


def test_a_carried_claim_that_nothing_settled_keeps_what_was_nearest(room: Newsroom) -> None:
    room.take_in(*RULEBOOK, act("repeal", "rule-12", "2026-07-01"))
    with room.open() as rag:
        rag.ask(BOTH)
    room.take_in({**FEE, "text": "20\nThe filing fee is 45 EUR.", "published": "2026-09-01"})
    with room.open() as rag:
        ((_, new),) = rag.refresh().refreshed
        answer = rag.answer(new)
        assert searched(rag, new) == {"c2"}
        assert "the nearest text is repealed" in answer.text
        assert [one.doc_id for one in answer.nearest] == ["rule-12"]
        assert rag.replay(new, "R1").identical
        (repeal,) = rag.store.acts(["rule-12"])
    room.take_in(act("withdraw", repeal.act_id, "2026-10-01"))
    with room.open() as rag:
        assert concerned(rag.affected()) == {BOTH: ("c1",)}


def test_what_was_nearest_and_has_come_into_force_meanwhile_is_asked_again(
    room: Newsroom,
) -> None:
    room.today = "2026-03-01"
    room.take_in({**PERIOD, "effective_from": "2026-06-01"}, FEE)
    with room.open() as rag:
        assert [one.doc_id for one in rag.ask(BOTH).nearest] == ["rule-12"]
    room.today = "2026-11-30"
    room.take_in({**FEE, "text": "20\nThe filing fee is 45 EUR.", "published": "2026-09-01"})
    with room.open() as rag:
        ((_, new),) = rag.refresh().refreshed
        assert cited(rag.answer(new)) == ["rule-12@1", "rule-20@2"]


def test_names_ask_for_the_answers_that_rest_on_them(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        rag.ask(WHAT_FEE)
        rag.ask(BOTH)
        for name in ("rule-20", "rule-20@1"):
            assert concerned(rag.affected(names=[name])) == {WHAT_FEE: ("c1",), BOTH: ("c2",)}
        with pytest.raises(NotFoundError, match="did you mean"):
            rag.affected(names=["rule-99"])
