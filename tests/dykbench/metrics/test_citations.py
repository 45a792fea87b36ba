from __future__ import annotations

from fractions import Fraction

from ledgerrag.dykbench.items import Label
from ledgerrag.dykbench.metrics import citations
from ledgerrag.dykbench.metrics.judge import FixedJudge, LocalJudge
from ledgerrag.dykbench.metrics.said import read
from ledgerrag.model import Status, Verdict
from ledgerrag.stance.rules import RuleStance
from tests.dykbench.saying import OLD, RULE, answer, cite, gold, item, refuted, unverified, verdict

F = Fraction
LOCAL = LocalJudge(RuleStance())
OPEN = item(gold(Label.UNRESOLVED, values=()))
# Three statements: S1 by q1 and q2, S2 by q3, S3 without a citation.
THREE = answer(
    [("S1", (1, 2)), ("S2", (3,)), ("S3", ())],
    citations=[cite("q1", 1), cite("q2", 2), cite("q3", 3)],
)


def test_citation_recall_and_precision_by_hand() -> None:
    judge = FixedJudge(frozenset({("S1", "q1")}))
    said = read(item(), THREE)
    # S1 is held, S2 is not, S3 cites nothing: 1 of 3.
    assert citations.recall(said, judge) == F(1, 3)
    # q1 is right; q2 alone holds nothing and q1 suffices without it; q3 holds nothing: 1 of 3.
    assert citations.precision(said, judge) == F(1, 3)


def test_a_citation_beside_one_that_also_holds_is_not_irrelevant() -> None:
    judge = FixedJudge(frozenset({("S1", "q1"), ("S1", "q2"), ("S2", "q3")}))
    said = read(item(), THREE)
    assert citations.recall(said, judge) == F(2, 3)
    assert citations.precision(said, judge) == 1


def test_two_citations_that_hold_only_together_are_both_right() -> None:
    together = "Gazette says 40 euros, Courier says 25 euros; neither outranks the other"
    said = answer(
        [(f"Open: {together}", (1, 2))],
        citations=[
            cite(RULE, 1, source_name="Gazette"),
            cite(OLD, 2, key="courier@1", source_name="Courier"),
        ],
        verdicts=[verdict(Verdict.CONTESTED, claim_id="c1")],
    )
    found = read(OPEN, said)
    assert citations.recall(found, LOCAL) == citations.precision(found, LOCAL) == 1


def test_a_perfect_answer_gets_1_and_one_without_citations_0() -> None:
    for perfect in (read(item(), answer()), read(OPEN, unverified())):
        for metric in (citations.recall, citations.precision, citations.support_f1):
            assert metric(perfect, LOCAL) == 1
    for bare in (
        read(item(), answer([(RULE, ())])),
        read(item(), unverified()),
        read(item(), None),
    ):
        for metric in (citations.recall, citations.precision, citations.support_f1):
            assert metric(bare, LOCAL) == 0


def test_support_f1_by_hand() -> None:
    judge = FixedJudge(frozenset({("C1", "q1")}))
    said = answer(
        [("S1", (1, 2)), ("S2", (3,))],
        citations=[cite("q1", 1), cite("q2", 2), cite("q3", 3)],
        verdicts=[verdict(text="C1"), verdict(text="C2", claim_id="c2")],
    )
    # 1 of 3 citations on the side, 1 of 2 claims with one: 2 (1/3)(1/2) / (5/6).
    assert citations.support_f1(read(item(), said), judge) == F(2, 5)


def test_a_refuted_claim_needs_citations_that_refute_it() -> None:
    asked = item(gold(Label.REFUTED, values=()), form="check")
    assert citations.support_f1(read(asked, refuted()), LOCAL) == 1
    wrong = answer(
        [(f"Refuted: {OLD}", (1,))],
        citations=[cite(OLD)],
        verdicts=[verdict(Verdict.REFUTED, text=OLD, claim_id="c1")],
    )
    assert citations.support_f1(read(asked, wrong), LOCAL) == 0


def test_a_question_is_judged_by_the_sentence_that_answers_it() -> None:
    asked = verdict(text="How much is the fee for a mooring?", claim_id="c1")
    assert citations.support_f1(read(item(), answer(verdicts=[asked])), LOCAL) == 1
    named = verdict(text="fee for a mooring", claim_id="c1")
    posed = item(text="fee for a mooring")
    assert citations.support_f1(read(posed, answer(verdicts=[named])), LOCAL) == 1


def test_a_claim_that_a_standing_refutes_is_on_the_side_of_the_sentence_that_tells_it() -> None:
    claim = verdict(Verdict.REFUTED, text="The Mooring tariff is in force.", claim_id="c1")
    gone = cite("It costs 25 euros.", status=Status.REPEALED, since="2026-01-01")
    told = answer(
        [("No: the Mooring tariff is repealed since 2026-01-01.", (1,))],
        citations=[gone],
        verdicts=[claim],
    )
    assert citations.support_f1(read(item(form="check"), told), LOCAL) == 1
    kept = answer(
        [("No: the Mooring tariff is repealed since 2026-01-01.", (1,))],
        citations=[cite("It costs 25 euros.")],
        verdicts=[claim],
    )
    assert citations.support_f1(read(item(form="check"), kept), LOCAL) == 0
