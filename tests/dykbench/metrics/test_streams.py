from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from ledgerrag.answer import Answer
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.metrics.counts import Counts
from ledgerrag.dykbench.metrics.said import read
from ledgerrag.dykbench.metrics.streams import change, moved, reverified, steps
from ledgerrag.model import ValueKind
from tests.dykbench.saying import answer, cite, gold, item, refuted, unverified, verdict


def step(n: int, *, changed: bool = False, values: tuple[str, ...] = ("40 euros",)) -> Item:
    right = gold(values=values, changed=changed)
    return item(right, task=Task.STREAM, trajectory="t", claim="c", step=n)


OTHER = answer(verdicts=[verdict(value="25 euros")])
SPELT = answer(verdicts=[verdict(value="EUR 40")], citations=[cite(key="gazette@9")])


@pytest.mark.parametrize(
    ("now", "before", "differs"),
    [
        (answer(), answer(), False),
        (SPELT, answer(), False),
        (OTHER, answer(), True),
        (answer(), unverified(), True),
        (unverified(), unverified(told=False), False),
        (answer(), None, True),
        (None, None, False),
        (refuted(), answer(), True),
    ],
)
def test_an_answer_moved_where_its_verdict_or_value_did_and_not_by_other_words(
    now: Answer | None, before: Answer | None, differs: bool
) -> None:
    assert moved(read(step(2), now), read(step(1), before)) is differs


@pytest.mark.parametrize(
    ("now", "before", "differs"),
    [
        ("Since July a mooring costs 40 euros.", "The fee for a mooring is 40 euros.", False),
        ("A mooring costs 40 euros since 2026-08-01.", "It was 40 euros on 2026-07-01.", False),
        ("A mooring costs 25 euros.", "A mooring costs 40 euros.", True),
        ("A mooring costs 40 euros, not 25 euros.", "A mooring costs 40 euros.", True),
        ("A mooring is free.", "A mooring costs 40 euros.", True),
    ],
)
def test_answers_without_a_value_of_their_own_move_by_the_figures_that_are_asked_for(
    now: str, before: str, differs: bool
) -> None:
    one, two = (
        answer([(text, (1,))], verdicts=[verdict(value="", kind=ValueKind.TEXT)])
        for text in (now, before)
    )
    assert moved(read(step(2), one), read(step(1), two)) is differs


def test_answers_in_words_move_with_their_words() -> None:
    named = item(gold(values=("the harbour master",)), trajectory="t", step=2)
    one, two, three = (
        answer([(text, (1,))], verdicts=[verdict(value="", kind=ValueKind.TEXT)])
        for text in ("The mayor decides.", "The mayor decides!", "The harbour master decides.")
    )
    assert not moved(read(named, two), read(named, one))
    assert moved(read(named, three), read(named, one))


def test_a_checked_statement_moves_by_its_verdict_alone() -> None:
    asked = item(form="check", trajectory="t", step=2)
    assert not moved(read(asked, OTHER), read(asked, answer()))
    assert moved(read(asked, refuted()), read(asked, answer()))


def test_a_claim_at_a_step_is_a_hit_an_extra_or_missed() -> None:
    still, new = read(step(2), answer()), read(step(2, changed=True), answer())
    same, other = read(step(1), answer()), read(step(1), OTHER)
    assert change(new, other) == Counts(hits=1)
    assert change(new, same) == Counts(missed=1)
    assert change(still, other) == Counts(extra=1)
    assert change(still, same) == Counts()


def test_a_first_step_and_an_item_outside_of_streams_count_nothing() -> None:
    assert change(read(step(1, changed=True), answer()), None) == Counts()
    assert change(read(item(), answer()), read(item(), OTHER)) == Counts()


def test_strictly_a_change_counts_with_the_right_answer_only() -> None:
    new, other = read(step(2, changed=True), answer()), read(step(1), OTHER)
    assert change(new, other, strict=True, right=True) == Counts(hits=1)
    assert change(new, other, strict=True, right=False) == Counts(extra=1, missed=1)


@dataclass(frozen=True)
class Row:
    trajectory: str
    step: int
    update: Counts


def test_update_f1_by_step_and_over_all_claims_by_hand() -> None:
    rows = [
        Row("t", 1, Counts()),
        Row("t", 2, Counts(hits=1)),
        Row("t", 2, Counts(extra=1)),
        Row("t", 3, Counts()),
        Row("t", 3, Counts()),
        Row("u", 2, Counts(missed=1)),
        Row("", 0, Counts()),
    ]
    found = steps(rows)
    # one hit beside one extra: 2/3; nothing changed and nothing told: 1; one missed: 0.
    assert found == {("t", 2): Fraction(2, 3), ("t", 3): 1, ("u", 2): 0}
    assert sum(found.values()) / 3 == Fraction(5, 9)
    micro = sum((row.update for row in rows), Counts())
    assert micro.f1 == Fraction(2, 4)


def test_a_claim_is_reverified_where_a_later_step_searches() -> None:
    assert reverified(read(step(2), answer(calls=1))) is True
    assert reverified(read(step(2), answer(calls=0))) is False
    assert reverified(read(step(1), answer(calls=1))) is None
    assert reverified(read(item(), answer())) is None
