from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from ledgerrag.answer import Answer
from ledgerrag.dykbench.human import Study, draw
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.errors import InputError
from tests.dykbench.saying import answer, item, unverified

ITEMS = [
    item(item_id=f"{task}-{n}", task=task, group=f"{task}-{n // 2}")
    for task in (Task.REGCHANGE, Task.CONFLICT)
    for n in range(20)
]


def study(items: Sequence[Item] = ITEMS, seed: int = 1, count: int = 10) -> Study:
    answers: dict[str, dict[str, Answer]] = {
        "ours": {one.item_id: answer() for one in items},
        "base": {one.item_id: unverified() for one in items},
    }
    return draw(items, answers, seed, count)


def test_the_same_seed_draws_the_same_study_and_another_another() -> None:
    assert study().key() == study(list(reversed(ITEMS))).key()
    assert study().key() != study(seed=2).key()


def test_each_task_gets_its_share_and_no_group_comes_twice() -> None:
    pairs = study().pairs
    assert [one.item.task for one in pairs].count(Task.CONFLICT) == 5
    assert len({one.item.group for one in pairs}) == 10
    assert [one.name for one in pairs] == [f"p{n:03}" for n in range(1, 11)]


def test_a_task_with_few_items_leaves_its_places_to_the_others() -> None:
    few = [*ITEMS[:20], ITEMS[20]]
    assert len(study(few).pairs) == 10
    assert len(study(ITEMS[:3], count=50).pairs) == 2


def test_steps_of_one_trajectory_come_once() -> None:
    steps = [
        item(item_id=f"s{n}", task=Task.STREAM, group=f"g{n}", trajectory="t", step=n)
        for n in range(1, 6)
    ]
    assert len(study(steps).pairs) == 1


def test_each_system_stands_on_the_left_as_often_and_not_in_turn() -> None:
    sides = [one.a.system for one in study(count=20).pairs]
    assert sides.count("ours") == 10
    assert sides != ["ours", "base"] * 10
    assert all({one.a.system, one.b.system} == {"ours", "base"} for one in study().pairs)


def test_the_key_tells_what_stands_where_and_the_name_depends_on_it() -> None:
    made = study()
    key = json.loads(made.key())
    assert key["study"] == made.name
    assert key["pairs"][0] == {
        "pair": "p001",
        "item": made.pairs[0].item.item_id,
        "a": made.pairs[0].a.system,
        "b": made.pairs[0].b.system,
    }
    turned = replace(made.pairs[0], a=made.pairs[0].b, b=made.pairs[0].a)
    assert replace(made, pairs=(turned, *made.pairs[1:])).name != made.name


def test_only_items_that_both_answered_are_compared() -> None:
    one = {ITEMS[0].item_id: answer(), ITEMS[2].item_id: answer()}
    made = draw(ITEMS, {"ours": one, "base": {ITEMS[2].item_id: answer()}}, 1)
    assert [pair.item for pair in made.pairs] == [ITEMS[2]]
    with pytest.raises(InputError, match="no item was answered by both ours and base"):
        draw(ITEMS, {"ours": one, "base": {}}, 1)
    with pytest.raises(InputError, match="has two systems, not 1"):
        draw(ITEMS, {"ours": one}, 1)
