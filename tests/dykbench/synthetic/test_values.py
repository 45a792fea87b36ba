"""Values: spelled, drawn, changed."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from ledgerrag.dykbench.synthetic import values
from ledgerrag.dykbench.synthetic.wording import Matter, events, matters

EVERY = (*matters(), *(claim for event in events() for claim in event.claims))
SOME_DAY = date(2024, 1, 1)


def of(kind: str, unit: str = "") -> Matter:
    return next(one for one in EVERY if one.kind == kind and unit in one.unit)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (2, "two"),
        (19, "nineteen"),
        (40, "forty"),
        (57, "fifty-seven"),
        (230, "two hundred and thirty"),
    ],
)
def test_numbers_are_said_as_people_say_them(number: int, said: str) -> None:
    assert values.in_words(number) == said


@pytest.mark.parametrize("matter", EVERY, ids=lambda matter: matter.key)
def test_another_value_is_another_in_every_spelling(matter: Matter) -> None:
    rng = Random(3)
    for _ in range(20):
        one = values.draw(matter, rng, SOME_DAY)
        two = values.other(matter, (one,), rng, SOME_DAY)
        assert one.amount != two.amount
        assert not set(one.spellings) & set(two.spellings)


def test_money_percent_and_counts_come_in_the_spellings_of_texts() -> None:
    rng = Random(5)
    million = values.draw(of("cost", "million"), rng, SOME_DAY)
    assert million.spellings[0].endswith(" million euros")
    assert million.spellings[1].startswith("€")
    thousand = values.draw(of("cost", "thousand"), rng, SOME_DAY)
    assert thousand.spellings[2] == f"EUR {thousand.amount},000"
    share = values.draw(of("share"), rng, SOME_DAY)
    assert share.spellings[1] == f"{share.amount}%"


def test_a_name_counts_without_its_article() -> None:
    office = values.draw(of("body"), Random(1), SOME_DAY)
    assert office.accepted == (office.amount, office.amount.removeprefix("the "))


def test_a_figure_moves_the_way_it_is_told_within_its_range() -> None:
    matter, rng = of("measure", "hectares"), Random(9)
    for _ in range(50):
        before = values.draw(matter, rng, SOME_DAY)
        up = values.moved(matter, before, rng, SOME_DAY, up=True)
        down = values.moved(matter, before, rng, SOME_DAY, up=False)
        assert up.amount != before.amount != down.amount
        assert matter.low <= float(down.amount)
        if matter.low + 2_000 < float(before.amount) < matter.high / 2:
            assert float(down.amount) < float(before.amount) < float(up.amount)


def test_a_state_has_one_other_state() -> None:
    matter = of("state")
    opened, closed = values.state(matter, 0), values.state(matter, 1)
    assert values.other(matter, (opened,), Random(1), SOME_DAY) == closed
    assert values.other(matter, (opened, closed), Random(1), SOME_DAY) == opened
