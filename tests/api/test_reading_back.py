from __future__ import annotations

from collections.abc import Callable

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.errors import DateError, InputError, NotFoundError
from tests.api.rulebook import BOTH, HOW_LONG, LONGER, PERIOD, RULEBOOK, act
from tests.product.newsroom import Newsroom


def test_a_diff_tells_each_step_between_two_dates(room: Newsroom) -> None:
    third = {**LONGER, "text": "12\nThe reporting period is 90 days.", "published": "2026-09-01"}
    room.take_in(PERIOD, LONGER, {**third, "effective_from": "2026-10-01"})
    with room.open() as rag:
        steps = rag.diff("rule-12", "2026-01-01", "2026-11-01")
        assert [(step.before, step.after) for step in steps] == [
            ("rule-12@1", "rule-12@2"),
            ("rule-12@2", "rule-12@3"),
        ]
        assert "180 -> 270 days from 2026-07-01" in steps[0].summary
        assert "270 -> 90 days from 2026-10-01" in steps[1].summary
        assert rag.diff("rule-12@1", "2026-01-01", "2026-06-30") == ()
        assert [s.after for s in rag.diff("rule-12", "2024", "2025-06")] == ["rule-12@1"]


def test_a_diff_ends_where_the_series_is_repealed(room: Newsroom) -> None:
    room.take_in(PERIOD, act("repeal", "rule-12", "2026-07-01"))
    with room.open() as rag:
        (step,) = rag.diff("rule-12", "2026-01-01", "2026-08-01")
        assert (step.before, step.after, step.effective_from) == ("rule-12@1", "", "2026-07-01")


def test_standings_are_told_by_series_document_and_version(room: Newsroom) -> None:
    room.take_in(PERIOD, LONGER)
    with room.open() as rag:
        for name in ("rule-12",):
            found = rag.standing(name, as_of="2026-08-01")
            assert [str(standing.status) for _, standing in found] == ["superseded", "in force"]
        ((document, standing),) = rag.standing("rule-12@2", as_of="2026-06-01")
        assert str(standing.status) == "not yet in force"
        assert "270" in document.text
        unknown = rag.standing("rule-12", as_of="2026-08-01", known_at="2026-05-14")
        assert [str(document.key) for document, _ in unknown] == ["rule-12@1"]


CALLS: list[Callable[[LedgerRAG, str], object]] = [
    lambda rag, name: rag.standing(name),
    lambda rag, name: rag.diff(name, "2025", "2026"),
]


@pytest.mark.parametrize("call", CALLS)
def test_an_unknown_name_is_answered_with_a_near_one(
    room: Newsroom, call: Callable[[LedgerRAG, str], object]
) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        with pytest.raises(NotFoundError, match=r"did you mean .*rule-12"):
            call(rag, "rule-21")
        for name in ("", "@", "rule-12@", "rule-12@9", "rule-12@-1", "%", "'; --", "x" * 10_000):
            with pytest.raises(NotFoundError) as caught:
                call(rag, name)
            assert len(str(caught.value)) < 400


def test_names_and_runs_that_are_no_text_are_refused(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    reads: list[Callable[[LedgerRAG, str], object]] = [LedgerRAG.answer, LedgerRAG.ledger]
    with room.open() as rag:
        for call in (*CALLS, *reads):
            with pytest.raises(InputError):
                call(rag, "\ud800")


def test_dates_of_a_diff_are_named_when_they_cannot_be(room: Newsroom) -> None:
    room.take_in(PERIOD)
    with room.open() as rag:
        with pytest.raises(DateError, match="from '2026-02-30' cannot be"):
            rag.diff("rule-12", "2026-02-30", "2026-03-01")
        with pytest.raises(InputError, match="lies after"):
            rag.diff("rule-12", "2026-03-01", "2026-02-01")


def test_a_ledger_tells_what_superseded_what_and_why(room: Newsroom) -> None:
    room.take_in(*RULEBOOK, LONGER)
    with room.open() as rag:
        run = rag.ask(BOTH, as_of="2026-08-01").run
        view = rag.ledger(run)
        rows = {str(row.evidence.span.key): row for row in view.rows}
        assert rows["rule-12@1"].superseded_by == "rule-12@2"
        assert str(rows["rule-12@1"].status) == "superseded"
        assert rows["rule-12@1"].since == "2026-07-01"
        assert rows["rule-12@1"].rule
        assert not rows["rule-12@2"].superseded_by
        assert rows["rule-12@2"].weight_u > rows["rule-12@1"].weight_u == 0
        assert [claim.claim_id for claim in view.claims if not claim.parent] == ["c1", "c2"]
        assert (view.question, view.as_of) == (BOTH, "2026-08-01")


def test_a_ledger_reads_as_it_did_when_it_was_made(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        run = rag.ask(HOW_LONG, as_of="2026-08-01").run
        before, answer = rag.ledger(run), rag.answer(run)
    room.take_in(LONGER, act("retract", "rule-12@1", "2026-10-01"))
    with room.open() as rag:
        assert rag.ledger(run) == before
        assert rag.answer(run) == answer


def test_an_unknown_run_is_not_found(room: Newsroom) -> None:
    room.take_in(PERIOD)
    with room.open() as rag:
        calls: list[Callable[[str], object]] = [rag.ledger, rag.answer, rag.replay]
        for call in calls:
            for run in ("", "nothing", "01M8P570G0TYDSGSFFRTSQWT6X"):
                with pytest.raises(NotFoundError, match="run"):
                    call(run)


def test_runs_are_listed_newest_first(room: Newsroom) -> None:
    room.take_in(PERIOD)
    with room.open() as rag:
        made = [rag.ask(HOW_LONG, as_of=f"2026-0{month}-01").run for month in range(1, 6)]
        assert [one.run for one in rag.runs()] == made[::-1]
        assert [one.run for one in rag.runs(2)] == made[:2:-1]
        assert rag.runs(0) == ()
