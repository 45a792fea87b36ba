from __future__ import annotations

from ledgerrag.api import ReplayReport
from ledgerrag.audit.report import Problem, Report
from ledgerrag.cli import proofs
from tests.cli.made import printed


def test_what_does_not_verify_is_named() -> None:
    page, out = printed(80)
    problem = Problem("prev", "is not bound to the line before", 7)
    proofs.verified(page, Report("ab", 9, 0, 0, 9, "00", "00", 0, (problem,), ("a note",)))
    shown = out.getvalue()
    assert "does not verify" in shown
    assert "Problem    entry 7: is not bound to the line before" in shown


def test_a_replay_that_differs_says_where() -> None:
    page, out = printed(80)
    proofs.replayed(page, ReplayReport("01A", "R2", False, ("step 1: other hits",), 3))
    assert "differs" in out.getvalue()
    assert "Differs    step 1: other hits" in out.getvalue()
