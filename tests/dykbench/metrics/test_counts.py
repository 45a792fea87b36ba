from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.dykbench.metrics.counts import Counts, Ratio, harmonic, mean

F = Fraction
bags = st.lists(st.sampled_from("abcd"), max_size=8)


def test_hits_extras_and_misses_are_counted_as_often_as_they_occur() -> None:
    # a, a, b found; a, b, b, c there: a and b once each are hits.
    found = Counts.of("aab", "abbc")
    assert found == Counts(hits=2, extra=1, missed=2)
    assert (found.precision, found.recall, found.f1) == (F(2, 3), F(2, 4), F(4, 7))


def test_counts_of_several_claims_add_up_to_the_micro_average() -> None:
    whole = Counts(1, 1, 0) + Counts(2, 0, 1)
    assert whole == Counts(3, 1, 1)
    assert (Counts(1, 1, 0).ratio + Counts(2, 0, 1).ratio).value == whole.f1 == F(6, 8)


def test_nothing_found_where_nothing_is_there_is_right() -> None:
    none = Counts()
    assert {none.precision, none.recall, none.f1, none.ratio.value} == {1}


def test_a_ratio_with_denominator_one_is_a_mean() -> None:
    assert (Ratio.of(True) + Ratio.of(False) + Ratio.of(F(1, 2))).value == F(1, 2)


def test_a_ratio_comes_back_from_json_exact() -> None:
    assert Ratio.from_plain(Ratio(F(1, 3), F(7)).plain()) == Ratio(F(1, 3), F(7))
    with pytest.raises(ValueError, match="Invalid"):
        Ratio.from_plain(["a", "b"])


def test_means_of_precision_and_recall() -> None:
    assert harmonic(F(1, 2), F(1)) == F(2, 3)
    assert harmonic(F(0), F(0)) == 0
    assert mean([F(1), F(1, 3)], F(0)) == F(2, 3)
    assert mean([], F(1)) == 1


@given(bags, bags)
def test_f1_lies_between_0_and_1_and_does_not_depend_on_who_is_first(
    one: list[str], two: list[str]
) -> None:
    found = Counts.of(one, two)
    assert 0 <= found.f1 <= 1
    assert found.f1 == Counts.of(two, one).f1
    assert Counts.of(one, one).f1 == 1
