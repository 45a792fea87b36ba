from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.dykbench.metrics.same import any_same, same_value, states

SAME = [
    ("270 days", "two hundred and seventy (270) days"),
    ("$1,200", "1200 dollars"),
    ("2 years", "24 months"),
    ("120 euros", "120 euros per month"),
    ("2024-05-01", "1 May 2024"),
    ("2024", "1 May 2024"),
    ("80 %", "80"),
    ("at least 18 years", "18 years"),
    ("between 10 and 20 days", "10 to 20 days"),
    ("the harbour master", "Harbour Master"),
    ("Rule 12", "rule 12"),
    ("3.11.4", "version 3.11.4"),
    ("repealed", "Repealed."),
    ("72 %", "72% contained"),
]
OTHER = [
    ("270 days", "180 days"),
    ("270 days", "270 months"),
    ("270 days", "270 or 180 days"),
    ("2024-05-01", "May 2024"),
    ("at least 18 years", "at most 18 years"),
    ("at least 18 years", "more than 18 years"),
    ("harbour master", "not the harbour master"),
    ("the harbour master", "the master of the harbour"),
    ("Rule 12", "Rule 13"),
    ("3.11.4", "3.11.5"),
    ("open", "closed"),
    ("", ""),
    ("270 days", ""),
    ("", "270 days"),
]


@pytest.mark.parametrize(("gold", "said"), SAME)
def test_the_same_value_in_another_spelling_is_the_same(gold: str, said: str) -> None:
    assert same_value(gold, said)
    assert any_same(("nothing of the kind", gold), said)


@pytest.mark.parametrize(("gold", "said"), OTHER)
def test_another_value_is_not_the_same(gold: str, said: str) -> None:
    assert not same_value(gold, said)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("The fee is 40 euros per month since 2026-07-01.", True),
        ("The fee is 40 euros, not 25 euros.", False),
        ("The fee is 25 euros.", False),
        ("There is no fee.", False),
        ("The fee of 40 euros is due within 30 days.", True),
    ],
)
def test_a_sentence_states_a_figure_only_where_it_has_no_other_of_its_kind(
    text: str, stated: bool
) -> None:
    assert states(("40 euros",), text) is stated


def test_a_sentence_states_a_name_where_it_stands_there_and_is_not_denied() -> None:
    assert states(("the harbour master",), "The harbour master decides.")
    assert not states(("the harbour master",), "The harbour master does not decide.")


@given(st.integers(2, 9_999), st.sampled_from(["days", "euros", "acres", "%"]))
def test_a_value_is_the_same_as_itself_and_not_as_the_next(amount: int, unit: str) -> None:
    assert same_value(f"{amount} {unit}", f"{amount:,} {unit}")
    assert not same_value(f"{amount} {unit}", f"{amount + 1} {unit}")
