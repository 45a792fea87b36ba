from __future__ import annotations

from fractions import Fraction

import pytest

from ledgerrag.dykbench.items import Label
from ledgerrag.dykbench.metrics import answers
from ledgerrag.dykbench.metrics.judge import FixedJudge, LocalJudge
from ledgerrag.dykbench.metrics.said import read
from ledgerrag.model import Status, ValueKind
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

F = Fraction


def test_words_are_compared_without_marks_and_without_the_verdict() -> None:
    assert answers.words(read(item(), answer([(f"Yes: {RULE}", (1,))]))) == 1
    assert answers.words(read(item(), answer([("40 euros", (1,))]))) == F(2, 8)
    assert answers.words(read(item(), unverified())) == 0
    assert answers.words(read(item(), None)) == 0
    open_item = item(gold(Label.UNRESOLVED, values=()))
    assert answers.words(read(open_item, unverified())) is None


@pytest.mark.parametrize(
    ("value", "kind", "sentence", "right"),
    [
        ("forty euros", ValueKind.MONEY, RULE, True),
        ("25 euros", ValueKind.MONEY, RULE, False),
        ("", ValueKind.TEXT, RULE, True),
        ("", ValueKind.TEXT, "It is 40 euros, not 25 euros.", False),
        ("", ValueKind.TEXT, "It is due at once.", False),
        ("the fee of 40 euros", ValueKind.TEXT, RULE, True),
    ],
)
def test_the_value_is_right_in_any_spelling_and_from_the_sentence_where_it_stands_nowhere_else(
    value: str, kind: ValueKind, sentence: str, right: bool
) -> None:
    said = answer([(sentence, (1,))], verdicts=[verdict(value=value, kind=kind)])
    assert answers.value(read(item(gold(values=("40 euros", "EUR 40"))), said)) is right


def test_of_several_claims_one_must_give_the_value_and_none_another() -> None:
    two = [verdict(), verdict(value="25 euros", claim_id="c2")]
    beside = [verdict(), verdict(value="30 days", claim_id="c2", kind=ValueKind.DURATION)]
    assert answers.value(read(item(), answer(verdicts=two))) is False
    assert answers.value(read(item(), answer(verdicts=beside))) is True


def test_no_value_is_asked_where_there_is_none() -> None:
    assert answers.value(read(item(gold(values=())), answer())) is None
    assert answers.value(read(item(gold(Label.REFUTED)), answer())) is None
    assert answers.value(read(item(), unverified())) is False


def test_the_version_is_right_where_it_alone_is_cited_of_its_provision() -> None:
    right = item(gold(version="mooring@2"))
    old = cite(OLD, 2, key="mooring@1", status=Status.SUPERSEDED)
    other = cite("Pilots are paid 90 euros.", 2, key="pilots@4")
    both = [(RULE, (1, 2))]
    cases = [
        (answer(), True, True),
        (answer([(OLD, (2,))], citations=[old]), True, False),
        (answer(both, citations=[cite(), old]), True, False),
        (answer(both, citations=[cite(), other]), True, True),
        (answer([(RULE, (2,))], citations=[other]), False, None),
        (unverified(), False, None),
    ]
    for said, found, version in cases:
        assert answers.provision(read(right, said)) is found
        assert answers.version(read(right, said)) is version


def test_the_earlier_side_of_a_change_is_no_other_version() -> None:
    old = cite(OLD, 2, key="mooring@1", status=Status.SUPERSEDED)
    said = answer(
        [(RULE, (1, 2))], citations=[cite(), old], changes=[change("mooring@1", "mooring@2")]
    )
    assert answers.version(read(item(gold(version="mooring@2")), said)) is True


def test_a_citation_that_no_sentence_uses_is_not_cited() -> None:
    old = cite(OLD, 2, key="mooring@1", status=Status.SUPERSEDED)
    said = answer(citations=[cite(), old])
    assert answers.version(read(item(gold(version="mooring@2")), said)) is True


def test_versions_of_a_provision_under_other_names_are_known_from_its_family() -> None:
    right = item(gold(version="notice-7@1"))
    family = frozenset({"notice-7@1", "mooring@2"})
    assert answers.provision(read(right, answer()), family) is True
    assert answers.version(read(right, answer()), family) is False
    assert answers.provision(read(right, answer())) is False
    assert answers.version(read(item(), answer())) is None


def test_edits_are_those_of_the_change_to_the_gold_version() -> None:
    asked = item(gold(version="mooring@2", edits=(("25", "40"),)))
    near = change("mooring@1", "mooring@2", ("25", "40"), ("", "now"))
    far = change("pilots@1", "pilots@2", ("80", "90"))
    assert answers.difference(read(asked, answer(changes=[far, near]))) == F(4, 5)
    assert answers.difference(read(asked, answer(changes=[far]))) == 0
    assert answers.difference(read(asked, answer())) == 0
    assert answers.difference(read(asked, None)) == 0
    assert answers.difference(read(item(), answer(changes=[near]))) is None


def test_nuggets_are_looked_for_in_what_is_shown_beside_the_quotes() -> None:
    facts = ("40 euros", "since 2026-07-01", "Port Office", "30 days")
    asked = item(gold(nuggets=facts))
    local = LocalJudge(RuleStance())
    assert answers.nuggets(read(asked, answer()), local) == F(3, 4)
    quoted = answer([("See the tariff.", (1,))])
    assert answers.nuggets(read(asked, quoted), local) == F(2, 4)
    assert answers.nuggets(read(asked, None), local) == 0
    assert answers.nuggets(read(item(), answer()), FixedJudge()) is None
