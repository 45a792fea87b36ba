from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import exp

import pytest

from ledgerrag.answer import Answer, ChecklistItem, Disputed
from ledgerrag.api.views import LedgerRow, LedgerView
from ledgerrag.dykbench.items import Label, Task
from ledgerrag.dykbench.metrics.governance import (
    claim_align,
    parts,
    time_validity,
    timely,
    trace,
    uncertainty,
)
from ledgerrag.dykbench.metrics.judge import FixedJudge, LocalJudge
from ledgerrag.dykbench.metrics.said import read
from ledgerrag.model import Authority, Status, Verdict
from ledgerrag.stance.rules import RuleStance
from tests.dykbench.saying import (
    OLD,
    RULE,
    answer,
    change,
    cite,
    gold,
    item,
    unverified,
    verdict,
)
from tests.entries import claim, entry

F = Fraction
LOCAL = LocalJudge(RuleStance())
OPEN = item(gold(Label.UNRESOLVED, values=()))


def test_time_validity_is_the_exponential_of_the_freshest_citation_by_hand() -> None:
    # published 73 days before 2026-08-01: exp(-73 / 365) = exp(-0.2) = 0.818731.
    said = answer(
        [(RULE, (1, 2))],
        citations=[cite(published="2026-05-20"), cite(n=2, published="2020-01-01")],
    )
    assert time_validity(read(item(), said)) == F(818_731, 1_000_000)
    # for news H is 7 days.
    news = item(task=Task.STREAM, as_of="2026-05-27")
    assert float(time_validity(read(news, said))) == pytest.approx(exp(-1), abs=1e-6)


def test_time_validity_weighs_claims_and_counts_one_without_evidence_as_0() -> None:
    said = answer(
        [(RULE, (1,)), ("Nothing was found.", ())],
        citations=[cite(published="2026-08-01")],
        verdicts=[
            verdict(weight=3_000_000),
            verdict(Verdict.UNVERIFIED, claim_id="c2", weight=1_000_000),
        ],
    )
    assert time_validity(read(item(), said)) == F(3, 4)


def test_what_is_published_after_t_has_no_age() -> None:
    assert time_validity(read(item(), answer(citations=[cite(published="2026-10-01")]))) == 1


def test_time_validity_is_taken_from_the_ledger_where_there_is_one() -> None:
    held = [entry("a", published="2026-05-20"), entry("b", published="2026-08-01", claim_id="c2")]
    rows = tuple(LedgerRow(one, Status.IN_FORCE, "", "", "", 0) for one in held)
    claims = (claim("c1", weight=1_000_000), claim("c2", weight=1_000_000))
    view = LedgerView("run", "q", "2026-08-01", "2026-11-16", claims, rows)
    found = time_validity(read(item(), answer()), view)
    assert found == F(818_731 + 1_000_000, 2_000_000)
    assert time_validity(read(item(), None), view) == 0


def test_trace_is_the_share_of_statements_that_can_be_followed() -> None:
    broken = [
        cite(n=2, sha="0" * 64),
        replace(cite(n=3), end=9),
        replace(cite(n=4), source=""),
        replace(cite(n=5), published=""),
    ]
    marks = [(RULE, (1,)), (RULE, (2,)), (RULE, (3,)), (RULE, (4,)), (RULE, (5,)), (RULE, ())]
    whole = answer([*marks, (RULE, (1, 9)), (RULE, (1, 1))], citations=[cite(), *broken])
    assert trace(read(item(), whole)) == F(2, 8)
    assert trace(read(item(), unverified())) == 0
    assert trace(read(OPEN, unverified())) == 1


def test_claim_align_weighs_settled_claims() -> None:
    judge = FixedJudge(frozenset({("C1", "q1")}), frozenset({("C2", "q2")}))
    said = answer(
        [("S1", (1,)), ("S2", (2,)), ("S3", (3,)), ("S4", (1,))],
        citations=[cite("q1", 1), cite("q2", 2), cite("q3", 3)],
        verdicts=[
            verdict(text="C1", weight=2),
            verdict(Verdict.REFUTED, text="C2", claim_id="c2", weight=1),
            verdict(text="C3", claim_id="c3", weight=1),
            verdict(Verdict.CONTESTED, text="C4", claim_id="c4", weight=9),
        ],
    )
    assert claim_align(read(item(), said), judge) == F(3, 4)
    assert claim_align(read(item(), unverified()), judge) == 0
    assert claim_align(read(OPEN, unverified()), judge) == 1


def test_timely_counts_citations_known_by_k_and_in_force_at_v() -> None:
    late = cite(n=2, published="2026-11-17")
    gone = cite(OLD, 3, key="mooring@1", status=Status.SUPERSEDED)
    said = answer([(RULE, (1, 2, 3))], citations=[cite(), late, gone])
    assert timely(read(item(), said)) == F(1, 3)
    told = replace(said, changes=(change("mooring@1", "mooring@2"),))
    assert timely(read(item(), told)) == F(2, 3)
    assert timely(read(item(), answer([(RULE, ())]))) == 0
    assert timely(read(OPEN, unverified())) == 1


def test_a_repealed_text_is_timely_where_the_sentence_says_that_it_is_repealed() -> None:
    gone = [cite(status=Status.REPEALED)]
    assert timely(read(item(), answer(citations=gone))) == 0
    told = answer([("No: the Mooring tariff is repealed since 2026.", (1,))], citations=gone)
    assert timely(read(item(), told)) == 1


@pytest.mark.parametrize(
    ("said", "resolvable", "open_"),
    [
        (answer(), 1, 0),
        (unverified(), 1, 1),
        (unverified(told=False), 0, 0),
        (None, 0, 0),
        (answer(()), 0, 0),
    ],
)
def test_uncertainty_asks_that_what_is_open_is_told_and_what_is_told_is_open(
    said: Answer | None, resolvable: int, open_: int
) -> None:
    assert parts(read(item(), said), LOCAL).uncertainty == resolvable
    assert parts(read(OPEN, said), LOCAL).uncertainty == open_


def test_an_open_dispute_tells_of_its_claim_and_a_settled_one_does_not() -> None:
    contested = [verdict(Verdict.CONTESTED, claim_id="c1.2"), verdict(claim_id="c2")]
    for outranked, share in ((False, 1), (True, F(1, 2))):
        dispute = Disputed("c1", "25 euros", ("a@1",), Authority.OFFICIAL, 1, outranked)
        said = answer([(RULE, (1,)), (RULE, (1,))], verdicts=contested, disputed=[dispute])
        assert uncertainty(read(item(), said)) == share


def test_another_item_of_the_checklist_does_not_tell_that_a_claim_is_open() -> None:
    said = replace(unverified(), checklist=(ChecklistItem("single-source", "c1", "one source"),))
    assert uncertainty(read(item(), said)) == 0


def test_sus_is_the_mean_of_its_parts_and_a_perfect_answer_gets_1() -> None:
    assert parts(read(item(), answer()), LOCAL).sus == 1
    assert parts(read(OPEN, unverified()), LOCAL).sus == 1
    assert parts(read(item(), None), LOCAL).sus == 0
    # of the four, saying nothing where an answer is owed keeps only its openness.
    assert parts(read(item(), unverified()), LOCAL).sus == F(1, 4)
    stale = parts(read(item(), answer(citations=[cite(status=Status.SUPERSEDED)])), LOCAL)
    assert (stale.timely, stale.sus) == (F(0), F(3, 4))
