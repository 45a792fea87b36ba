"""The plans: enough of them, complete, and in words of their own."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from ledgerrag.dykbench.synthetic import values
from ledgerrag.dykbench.synthetic.phrasing import Fact, clause, question, sentence, statement
from ledgerrag.dykbench.synthetic.wording import Matter, events, listed, matters, section

EVERY = (*matters(), *(claim for event in events() for claim in event.claims))
SOME_DAY = date(2024, 1, 1)


def words(text: str) -> set[str]:
    return {word.strip(",.?;:").lower() for word in text.split()}


def by_kind() -> dict[str, Matter]:
    # A matter whose own plans fit it better may have fewer.
    return {
        matter.kind: max(
            (one for one in EVERY if one.kind == matter.kind), key=lambda one: len(one.plans)
        )
        for matter in EVERY
    }


@pytest.mark.parametrize("kind", sorted(by_kind()))
def test_every_kind_of_fact_has_twelve_sentence_plans_that_differ(kind: str) -> None:
    assert len(set(by_kind()[kind].plans)) >= 12


@pytest.mark.parametrize("matter", EVERY, ids=lambda matter: matter.key)
def test_every_plan_states_its_value_and_leaves_no_gap(matter: Matter) -> None:
    value = values.draw(matter, Random(1), SOME_DAY)
    for plan in range(len(matter.plans)):
        for style in range(len(value.spellings)):
            said = clause(Fact(matter, "Dunarby", value, plan, style))
            assert value.spelled(style) in said
            assert "{" not in said
            assert said.endswith(".")
            assert "  " not in said


@pytest.mark.parametrize("matter", EVERY, ids=lambda matter: matter.key)
def test_questions_and_statements_name_the_place_and_only_statements_the_value(
    matter: Matter,
) -> None:
    value = values.draw(matter, Random(1), SOME_DAY)
    for plan in (*matter.asks, *matter.ask):
        assert "{place}" in plan
        assert plan.endswith("?")
        assert matter.only_check or "{value}" not in plan
    for plan in (*matter.says, *matter.say):
        assert "{place}" in plan
        assert "{value}" in plan
    if not matter.only_check:
        assert "Dunarby" in question(matter, "Dunarby", "plain", Random(2))
        assert "Dunarby" in question(matter, "Dunarby", "paraphrased", Random(2))
    assert "Dunarby" in statement(matter, "Dunarby", value, "paraphrased", Random(2))


@pytest.mark.parametrize("matter", EVERY, ids=lambda matter: matter.key)
def test_a_paraphrase_repeats_no_sentence_plan(matter: Matter) -> None:
    value = values.draw(matter, Random(1), SOME_DAY)
    texts = [
        words(sentence(Fact(matter, "Dunarby", value, plan, 0)))
        for plan in range(len(matter.plans))
    ]
    for seed in range(4):
        said = words(statement(matter, "Dunarby", value, "paraphrased", Random(seed)))
        said -= words(" ".join(value.spellings))
        assert all(not said <= text for text in texts)


def test_a_matter_with_plans_of_its_own_uses_them() -> None:
    discount = next(one for one in matters() if one.topic == "discount for families")
    other = next(one for one in matters() if one.topic == "visitor levy")
    assert discount.kind == other.kind
    assert set(discount.plans).isdisjoint(
        set(other.plans) - {"the rate of {levy} is {value}."}
    ) or (discount.plans != other.plans)


@pytest.mark.parametrize(
    "genre", ["rule", "notice", "report", "statement", "article", "gazette", "post", "chat"]
)
def test_every_genre_has_several_layouts_and_titles(genre: str) -> None:
    table = section("pages", genre)
    assert len(set(listed(table, "layouts"))) >= 4
    assert len(set(listed(table, "titles"))) >= 4
