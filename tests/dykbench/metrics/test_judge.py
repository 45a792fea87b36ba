from __future__ import annotations

import pytest

from ledgerrag.dykbench.metrics.judge import Cited, FixedJudge, LocalJudge, grounded, within
from ledgerrag.model import Stance, Status
from ledgerrag.stance.rules import RuleStance
from tests.dykbench.saying import OLD, RULE, cite

JUDGE = LocalJudge(RuleStance())


@pytest.mark.parametrize(
    ("statement", "quotes", "stance"),
    [
        (RULE, [RULE], Stance.SUPPORT),
        ("The fee for a mooring is 40 euros, says Mooring tariff", [RULE], Stance.SUPPORT),
        ("40 euros, says Mooring tariff", [RULE], Stance.SUPPORT),
        (OLD, [RULE], Stance.REFUTE),
        ("The fee for a mooring is not 40 euros.", [RULE], Stance.REFUTE),
        ("The mill was bought by the dam.", ["The dam was bought by the mill."], Stance.NEUTRAL),
        ("Every guest may fish from the quay.", ["A guest may fish there."], Stance.NEUTRAL),
        ("Only members may fish from the quay.", ["Members may fish from the quay."], None),
        ("The office closed in 2019.", ["The office opened in 1990."], Stance.NEUTRAL),
        ("", [RULE], Stance.NEUTRAL),
        (RULE, [], Stance.NEUTRAL),
        (
            "Gazette says 40 euros, Courier says 25 euros; neither outranks the other",
            [RULE, OLD],
            None,
        ),
    ],
)
def test_cited_words_hold_a_statement_or_deny_it_or_neither(
    statement: str, quotes: list[str], stance: Stance | None
) -> None:
    found = JUDGE.entails(statement, [Cited(one, "Mooring tariff") for one in quotes])
    if stance is None:
        assert found is not Stance.SUPPORT
    else:
        assert found is stance


def test_both_sides_of_an_open_question_are_held_by_both_sources() -> None:
    told = "Gazette says 40 euros, Courier says 25 euros; neither outranks the other"
    both = [Cited(RULE, "", "Gazette"), Cited(OLD, "", "Courier")]
    assert JUDGE.entails(told, both) is Stance.SUPPORT
    assert JUDGE.entails(told, both[:1]) is not Stance.SUPPORT


def test_what_a_text_is_at_the_date_is_held_by_its_record() -> None:
    gone = Cited.of(cite(status=Status.REPEALED, since="2026-01-01"))
    told = "The Mooring tariff is repealed since 2026-01-01"
    assert JUDGE.entails(told, [gone]) is Stance.SUPPORT
    assert JUDGE.entails(told.replace("2026", "2025"), [gone]) is not Stance.SUPPORT
    assert JUDGE.entails(told, [Cited.of(cite(since="2026-01-01"))]) is not Stance.SUPPORT


def test_a_change_is_held_by_the_change_that_is_shown_beside_the_citation() -> None:
    told = "25 -> 40 euros from 2026-07-01"
    assert JUDGE.entails(told, [Cited.of(cite(), told)]) is Stance.SUPPORT
    assert JUDGE.entails(told, [Cited.of(cite())]) is not Stance.SUPPORT


def test_facts_are_stated_by_figures_and_words_of_one_line() -> None:
    lines = (f"{RULE}; Port Office; official; in force since 2026-07-01",)
    facts = ("40 euros", "since 1 July 2026", "Port Office", "25 euros", "since 2025", "Gazette")
    assert JUDGE.holds(facts, lines) == (True, True, True, False, False, False)
    assert JUDGE.holds(("40 euros",), ()) == (False,)


@pytest.mark.parametrize(
    ("statement", "quote", "stands"),
    [
        ("Mooring fee: 40 euros", RULE, False),
        ("Fee for a mooring: 40 euros", RULE, True),
        ("Fee for a mooring not 40 euros", RULE, False),
        ("Fee for a mooring: 40 euros", "The fee for a mooring is not 40 euros.", False),
        ("Only fee for a mooring: 40 euros", RULE, False),
        ("Fee for a mooring: 25 euros", RULE, False),
        ("Fee for a big mooring: 40 euros", RULE, False),
    ],
)
def test_all_of_a_statement_stands_in_a_quote_with_its_order_its_denial_and_its_weighty_words(
    statement: str, quote: str, stands: bool
) -> None:
    assert grounded(statement, [Cited(quote)]) is stands


def test_no_words_and_no_figures_are_nowhere() -> None:
    assert not within("", (RULE,))
    assert not within("the", (RULE,))


def test_the_double_answers_from_its_tables() -> None:
    judge = FixedJudge(frozenset({("a", "x")}), frozenset({("a", "y")}), frozenset({"f"}))
    assert judge.entails("a", [Cited("y"), Cited("x")]) is Stance.SUPPORT
    assert judge.entails("a", [Cited("y")]) is Stance.REFUTE
    assert judge.entails("b", [Cited("x")]) is Stance.NEUTRAL
    assert judge.holds(("f", "g"), ("line",)) == (True, False)
