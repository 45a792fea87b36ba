from __future__ import annotations

import pytest
from rich.cells import cell_len

from ledgerrag.answer import Change, Edit, Sentence
from ledgerrag.api import Affected, AffectedReport, LedgerRow, LedgerView
from ledgerrag.cli import tables
from ledgerrag.dates import parse
from ledgerrag.model import (
    Authority,
    Claim,
    ClaimKind,
    Domain,
    Evidence,
    Span,
    Stance,
    Status,
    Value,
    ValueKind,
)
from tests.cli.made import answer, printed

EVIL = "\x1b[2J[red]now[/] 漢字 \u202eeslaf"


def row(text: str = "the period is 180 days") -> LedgerRow:
    evidence = Evidence(
        claim_id="c1.1",
        span=Span("rule-12", 1, 91, 113, "0" * 64),
        text=text,
        source="market-authority",
        ts=parse("2024-11-20"),
        effective_from=parse("2025-01-01"),
        authority=Authority.OFFICIAL,
        y=Stance.REFUTE,
        r_u=873_500,
        confidence_u=950_000,
        rule="value",
        cluster="k1",
        domain=Domain.REGULATION,
        step=0,
        value=Value(ValueKind.DURATION, "180", "day", "180 days"),
    )
    return LedgerRow(evidence, Status.SUPERSEDED, "2026-07-01", "notice-44@1", "later version", 0)


def view(text: str = "the period is 180 days") -> LedgerView:
    claim = Claim("c1", text, 2_000_000, ClaimKind.SLOT, ValueKind.DURATION)
    return LedgerView("01R", text, "2026-08-01", "2026-08-01", (claim,), (row(text),))


@pytest.mark.parametrize("width", [60, 80, 100, 120, 160])
@pytest.mark.parametrize("text", ["the period is 180 days", EVIL])
def test_the_ledger_fits_the_terminal_and_says_what_superseded_what(width: int, text: str) -> None:
    page, out = printed(width)
    tables.ledger(page, view(text))
    shown = out.getvalue()
    assert all(cell_len(line) <= width and line == line.rstrip() for line in shown.splitlines())
    flat = " ".join(shown.split())
    for part in ("refute", "180 days", "0.87", "superseded", "notice-44@1", "later version"):
        assert part in flat
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_ledger_without_entries_says_so() -> None:
    page, out = printed(80)
    tables.ledger(page, LedgerView("01R", "q", "2026", "2026", (), ()))
    assert "no evidence was found" in out.getvalue()


@pytest.mark.parametrize(
    ("millionths", "shown"),
    [(0, "0.00"), (873_500, "0.87"), (995_000, "1.00"), (-4_000, "0.00"), (-1_250_000, "-1.25")],
)
def test_millionths_are_shown_with_two_decimals(millionths: int, shown: str) -> None:
    assert tables.decimal(millionths) == shown


def test_a_diff_shows_what_went_and_what_came() -> None:
    page, out = printed(80)
    edits = (Edit("180", "270"), Edit("", "calendar"), Edit("soon", ""))
    change = Change("rule-12", "rule-12@1", "", "2026-07-01", edits, "180 -> 270 days")
    tables.changes(page, "rule-12", (change,))
    lines = out.getvalue().splitlines()
    assert lines[1] == "           rule-12@1 -> nothing"
    assert lines[2:] == ["  - 180", "  + 270", "  + calendar", "  - soon"]


def test_a_series_without_a_change_says_so() -> None:
    page, out = printed(80)
    tables.changes(page, "rule-12", ())
    assert out.getvalue() == "rule-12: nothing changed between these dates\n"


def test_what_was_asked_anew_shows_whether_the_answer_is_another() -> None:
    one = Affected("01A", "How long?", ("rule-12",), ("c1",))
    report = AffectedReport(0, 9, (one,), (("01A", "01B"),), 1, 1)
    other = answer(sentences=(Sentence("It is 365 days.", (1,)),))
    for after, says in (
        (answer(), "Answer     as before: "),
        (other, "Now        It is 365 days."),
    ):
        page, out = printed(80)
        tables.affected(page, report, {"01A": answer(), "01B": after})
        assert says in out.getvalue()
        assert f"As of      {answer().as_of}" in out.getvalue()


def test_what_is_touched_is_to_verify_until_it_was_asked_anew() -> None:
    one = Affected("01A", "How long?", ("rule-12",), ("c1",))
    for refreshed, says in (((), "To verify  1 of 2 claims"), ((("01A", "01B"),), "run 01B")):
        page, out = printed(80)
        tables.affected(page, AffectedReport(0, 9, (one,), refreshed, 2, 1))
        assert says in out.getvalue()
