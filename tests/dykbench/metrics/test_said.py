from __future__ import annotations

import pytest

from ledgerrag.dykbench.items import Label
from ledgerrag.dykbench.metrics.said import disclosed, past_of, read, without_lead
from ledgerrag.model import Status, Verdict
from tests.dykbench.saying import (
    OLD,
    RULE,
    answer,
    change,
    cite,
    item,
    refuted,
    unverified,
    verdict,
)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        (f"No: {RULE}", RULE),
        (f"Refuted: {RULE}", RULE),
        (f"User-generated sources alone say yes: {RULE}", RULE),
        ("Rule 12: the fee is 40 euros.", "Rule 12: the fee is 40 euros."),
        ("Notice of no effect: it is void.", "Notice of no effect: it is void."),
        ("No fee is due.", "No fee is due."),
        ("It opens at 12:30.", "It opens at 12:30."),
    ],
)
def test_the_verdict_before_a_statement_is_taken_off_and_nothing_else(text: str, bare: str) -> None:
    assert without_lead(text) == bare


@pytest.mark.parametrize(
    ("form", "verdicts", "label"),
    [
        ("ask", [Verdict.SUPPORTED], Label.SUPPORTED),
        ("ask", [Verdict.REFUTED], Label.REFUTED),
        ("ask", [Verdict.CONTESTED], Label.UNRESOLVED),
        ("ask", [Verdict.UNVERIFIED, Verdict.SUPPORTED], Label.SUPPORTED),
        ("check", [Verdict.SUPPORTED, Verdict.REFUTED], Label.REFUTED),
        ("check", [Verdict.SUPPORTED, Verdict.UNVERIFIED], Label.UNRESOLVED),
        ("check", [Verdict.SUPPORTED, Verdict.SUPPORTED], Label.SUPPORTED),
    ],
)
def test_a_statement_needs_all_of_its_parts_and_a_question_one_answer(
    form: str, verdicts: list[Verdict], label: Label
) -> None:
    said = answer(
        [(RULE, (1,)) for _ in verdicts], verdicts=[verdict(one, text=RULE) for one in verdicts]
    )
    posed = item(form="check") if form == "check" else item()
    assert read(posed, said).label is label


def test_what_cannot_be_read_has_no_label() -> None:
    for said in (None, answer(verdicts=()), answer(()), answer([("  ", (1,))])):
        assert read(item(), said).label is None
        assert not read(item(), said).readable


def test_a_sentence_without_citations_states_nothing_where_nothing_was_settled() -> None:
    assert read(item(), unverified()).statements == ()
    (stated,) = read(item(), answer([(RULE, ())])).statements
    assert (stated.text, stated.citations) == (RULE, ())


def test_sentences_belong_to_their_verdicts_in_order_where_there_is_one_each() -> None:
    said = answer(
        [(RULE, (1,)), (OLD, (2,))],
        citations=[cite(), cite(OLD, 2)],
        verdicts=[verdict(), verdict(claim_id="c2")],
    )
    first, second = read(item(), said).claims
    assert [one.text for one in first.statements] == [RULE]
    assert [one.n for one in second.citations] == [2]


def test_of_more_sentences_than_verdicts_each_belongs_to_every_claim() -> None:
    said = read(item(), answer([(RULE, (1,)), ("It is due at once.", (1,))]))
    assert len(said.claims[0].statements) == 2
    assert said.claims[0].citations == said.cited


def test_a_mark_that_leads_nowhere_is_kept_as_a_mark() -> None:
    (stated,) = read(item(), answer([(RULE, (1, 7))])).statements
    assert stated.marks == (1, 7)
    assert [one.n for one in stated.citations] == [1]


def test_values_are_those_of_supported_claims_only() -> None:
    assert read(item(), answer()).values == ("40 euros",)
    assert read(item(), refuted()).values == ()
    assert read(item(), answer(verdicts=[verdict(value="")])).values == (RULE,)


def test_claims_without_weights_weigh_the_same() -> None:
    two = [verdict(weight=0), verdict(weight=0)]
    assert read(item(), answer(verdicts=two)).weights == (1_000_000, 1_000_000)
    assert read(item(), answer(verdicts=[verdict(weight=300_000)])).weights == (300_000,)


def test_a_sentence_tells_of_what_no_longer_holds_by_its_status_or_as_the_earlier_side() -> None:
    gone = cite(OLD, key="mooring@1", status=Status.REPEALED)
    (plain,) = read(item(), answer()).statements
    (told,) = read(item(), answer([("No: the tariff is repealed since 2026", (1,))])).statements
    assert disclosed(told, gone, frozenset())
    assert not disclosed(plain, gone, frozenset())
    assert disclosed(plain, gone, past_of(answer(changes=[change("mooring@1", "mooring@2")])))
    assert not disclosed(plain, cite(status=Status.UNKNOWN), frozenset({"mooring@2"}))
