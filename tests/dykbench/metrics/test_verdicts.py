from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.answer import Answer
from ledgerrag.dykbench.items import Label
from ledgerrag.dykbench.metrics.said import read
from ledgerrag.dykbench.metrics.verdicts import Confusion, Outcome, abstained, outcome, right
from tests.dykbench.saying import answer, gold, item, refuted, unverified, verdict

OPEN = item(gold(Label.UNRESOLVED, values=()), form="check")
FALSE = item(gold(Label.REFUTED, values=()), form="check")


def test_a_verdict_is_right_where_it_is_the_golds_and_its_value_too() -> None:
    cases: list[tuple[Answer | None, Outcome, bool]] = [
        (answer(), Outcome.SUPPORTED, True),
        (answer(verdicts=[verdict(value="25 euros")]), Outcome.OTHER, False),
        (unverified(), Outcome.UNRESOLVED, False),
        (refuted(), Outcome.REFUTED, False),
        (answer(()), Outcome.UNREADABLE, False),
        (None, Outcome.UNREADABLE, False),
    ]
    for said, end, good in cases:
        assert outcome(read(item(), said)) is end
        assert right(read(item(), said)) is good


def test_where_gold_is_unresolved_every_verdict_is_wrong() -> None:
    assert right(read(OPEN, unverified()))
    assert not right(read(OPEN, answer()))
    assert not right(read(OPEN, refuted()))
    assert right(read(FALSE, refuted()))


def test_what_cannot_be_read_abstains_and_is_right_nowhere() -> None:
    assert abstained(read(OPEN, None))
    assert not right(read(OPEN, None))
    assert abstained(read(item(), unverified()))
    assert not abstained(read(item(), answer(verdicts=[verdict(value="25 euros")])))


def test_the_confusion_matrix_by_hand() -> None:
    supported, refuted_, unresolved = Label.SUPPORTED, Label.REFUTED, Label.UNRESOLVED
    found = Confusion.of(
        [
            (supported, Outcome.SUPPORTED),
            (supported, Outcome.SUPPORTED),
            (supported, Outcome.OTHER),
            (refuted_, Outcome.SUPPORTED),
            (unresolved, Outcome.UNRESOLVED),
        ]
    )
    assert found.count(supported, Outcome.SUPPORTED) == 2
    assert found.count(refuted_, Outcome.REFUTED) == 0
    assert (found.total, found.accuracy) == (5, Fraction(3, 5))
    assert found.plain()["refuted"]["supported"] == 1
    assert sum(n for row in found.plain().values() for n in row.values()) == 5
    assert Confusion.of([]).accuracy == 1


@given(st.lists(st.tuples(st.sampled_from(Label), st.sampled_from(Outcome))))
def test_accuracy_is_the_share_of_right_pairs(pairs: list[tuple[Label, Outcome]]) -> None:
    good = sum(gold_.value == said.value for gold_, said in pairs)
    found = Confusion.of(pairs)
    assert found.total == len(pairs)
    assert found.accuracy == (Fraction(good, len(pairs)) if pairs else 1)
