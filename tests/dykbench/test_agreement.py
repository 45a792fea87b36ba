"""Agreement against published tables and scipy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ledgerrag.dykbench.agreement import kappa, pearson, ranks, spearman
from ledgerrag.errors import InputError


def spread(table: dict[tuple[str, str], int]) -> tuple[list[str], list[str]]:
    pairs = [pair for pair, count in table.items() for _ in range(count)]
    return [one for one, _ in pairs], [two for _, two in pairs]


def test_kappa_of_fifty_applications_read_by_two_is_two_fifths() -> None:
    table = {("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}
    found = kappa(*spread(table))
    assert found is not None
    assert (found.observed, found.expected) == (Fraction(7, 10), Fraction(1, 2))
    assert (found.value, found.items) == (Fraction(2, 5), 50)
    # A = .4 (.34)^2 + .3 (.46)^2, B = .36 (.1 (1.1)^2 + .2 (.9)^2), C = (.4 - .3)^2:
    # (.10972 + .10188 - .01) / (.25 * 50) = .016128.
    half = 1.959964 * 0.016128**0.5
    assert (found.low, found.high) == pytest.approx((0.4 - half, 0.4 + half), abs=1e-6)


def test_kappa_and_its_interval_are_those_of_fleiss_cohen_and_everitt() -> None:
    # Fleiss, Levin and Paik, table 18.1 (n = 100): kappa .68, standard error .087.
    table = {
        ("P", "P"): 75,
        ("P", "N"): 1,
        ("P", "O"): 4,
        ("N", "P"): 5,
        ("N", "N"): 4,
        ("N", "O"): 1,
        ("O", "P"): 0,
        ("O", "N"): 0,
        ("O", "O"): 10,
    }
    found = kappa(*spread(table))
    assert found is not None
    assert float(found.value) == pytest.approx(0.676, abs=0.001)
    assert (found.high - found.low) / (2 * 1.959964) == pytest.approx(0.088, abs=0.001)


def test_raters_who_never_differ_agree_fully_and_opposite_ones_not_at_all() -> None:
    same = kappa(["a", "b"], ["a", "b"])
    one_word = kappa(["a", "a"], ["a", "a"])
    assert same is not None
    assert one_word is not None
    assert same.value == one_word.value == 1
    opposite = kappa(["a", "b"], ["b", "a"])
    assert opposite is not None
    assert opposite.value == -1
    assert kappa([], []) is None


def test_labels_of_other_items_are_not_compared() -> None:
    with pytest.raises(InputError, match="2 labels and the other 1"):
        kappa(["a", "b"], ["a"])
    with pytest.raises(InputError, match="same items"):
        pearson([1.0], [])


labels = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1)


@given(labels)
def test_kappa_lies_between_minus_1_and_1_and_does_not_depend_on_who_is_first(
    pairs: list[tuple[str, str]],
) -> None:
    one, two = [a for a, _ in pairs], [b for _, b in pairs]
    found, turned = kappa(one, two), kappa(two, one)
    assert found is not None
    assert turned is not None
    assert found.value == turned.value
    assert -1 <= found.low <= float(found.value) <= found.high <= 1


def test_pearson_by_hand() -> None:
    # deviations -1 0 1 and -1 1 0: 1 / sqrt(2 * 2).
    assert pearson([1, 2, 3], [0, 2, 1]) == pytest.approx(0.5)
    assert pearson([1, 2], [5, 5]) is None
    assert pearson([1], [2]) is None


def test_ranks_of_ties_are_the_mean_of_their_places() -> None:
    assert ranks([0.5, 0.1, 0.5, 0.9]) == (2.5, 1.0, 2.5, 4.0)


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=20))
def test_pearson_and_spearman_are_scipys(pairs: list[tuple[int, int]]) -> None:
    one, two = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    if len(set(one)) == 1 or len(set(two)) == 1:
        assert pearson(one, two) is spearman(one, two) is None
        return
    assert pearson(one, two) == pytest.approx(stats.pearsonr(one, two).statistic)
    assert spearman(one, two) == pytest.approx(stats.spearmanr(one, two).statistic)
