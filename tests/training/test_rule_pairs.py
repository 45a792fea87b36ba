"""Pairs made by rule have the stance that the rule says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rule_pairs
from ledgerrag.model import Stance
from ledgerrag.stance.encoding import Pair

SENTENCE = Pair(
    "",
    "The clinic has treated 1,250 patients since 4 May 2019, and it will open a second hall.",
    "A clinic",
)


def chances() -> st.SearchStrategy[random.Random]:
    return st.integers(0, 10_000).map(random.Random)


@given(chances())
def test_another_figure_refutes_and_nothing_else_changes(chance: random.Random) -> None:
    made = rule_pairs.other_number(SENTENCE, chance)
    if made is None:
        return
    assert made.stance is Stance.REFUTE
    left, right = made.pair.claim.split(), made.pair.text.split()
    assert [a == b for a, b in zip(left, right, strict=True)].count(False) == 1


@given(chances())
def test_a_bound_holds_or_breaks_as_its_stance_says(chance: random.Random) -> None:
    pair = Pair("", "The hall seats 400 people.")
    made = rule_pairs.bound(pair, chance)
    if made is None:
        return
    words = made.pair.claim.removeprefix("The hall seats ").removesuffix(" people.")
    word, _, edge = words.rpartition(" ")
    holds = float(edge) <= 400 if word in rule_pairs.WORDS["at_least"] else float(edge) >= 400
    assert made.stance is (Stance.SUPPORT if holds else Stance.REFUTE)


@given(chances())
def test_a_negation_more_or_less_refutes(chance: random.Random) -> None:
    made = rule_pairs.negated(SENTENCE, chance)
    assert made is not None
    assert made.stance is Stance.REFUTE
    assert made.pair.claim.split().count("not") + made.pair.text.split().count("not") == 1


@given(chances())
def test_a_hedge_settles_nothing_but_supports_itself(chance: random.Random) -> None:
    weaker = rule_pairs.hedged(SENTENCE, chance)
    itself = rule_pairs.plain_of_hedged(SENTENCE, chance)
    assert weaker is not None
    assert itself is not None
    assert weaker.stance is Stance.NEUTRAL
    assert weaker.pair.claim == SENTENCE.text != weaker.pair.text
    assert itself.stance is Stance.SUPPORT
    assert itself.pair.claim == itself.pair.text


@given(chances())
def test_the_whole_supports_its_part_and_not_the_other_way_round(chance: random.Random) -> None:
    made = rule_pairs.part(SENTENCE, chance)
    assert made is not None
    longer = made.pair.text if made.stance is Stance.SUPPORT else made.pair.claim
    assert longer == SENTENCE.text


@pytest.mark.parametrize("rule", rule_pairs.RULES)
@given(chance=chances())
def test_no_rule_applies_to_words_that_give_it_no_hold(
    rule: rule_pairs.Rule, chance: random.Random
) -> None:
    made = rule(Pair("", "Quiet rivers, old hills"), chance)
    assert made is None or made.stance is Stance.SUPPORT


def test_one_pair_a_source_and_every_rule_takes_its_turn() -> None:
    made = list(rule_pairs.made([SENTENCE] * 60, random.Random(1)))
    assert len(made) == 60
    assert {judged.stance for judged in made} == set(Stance)
    assert not any(judged.held_out for judged in made)
