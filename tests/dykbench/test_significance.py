"""McNemar's test and Holm's correction against numbers worked by hand and scipy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ledgerrag.dykbench.significance import McNemar, holm, mcnemar
from ledgerrag.errors import InputError


def test_verdicts_on_other_items_are_not_compared() -> None:
    with pytest.raises(InputError, match="same items"):
        mcnemar({"a": True}, {"b": True})


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (0, 0, Fraction(1)),
        (5, 0, Fraction(2, 32)),
        (1, 5, Fraction(14, 64)),
        (3, 3, Fraction(1)),
        # 1 + 15 + 105 + 455 = 576 of 32,768 splits are as uneven.
        (12, 3, Fraction(576 * 2, 32768)),
    ],
)
def test_mcnemars_exact_p_by_hand_and_by_the_binomial_test(b: int, c: int, p: Fraction) -> None:
    ours = {f"b{n}": True for n in range(b)} | {f"c{n}": False for n in range(c)}
    base = {item: not right for item, right in ours.items()} | {"same": True}
    found = mcnemar(ours | {"same": True}, base)
    assert found == McNemar(b, c, p)
    if b + c:
        assert float(found.p) == pytest.approx(stats.binomtest(b, b + c).pvalue)


def test_holms_adjusted_p_values_by_hand() -> None:
    # sorted .005 .01 .03 .04: x4 = .02, x3 = .03, x2 = .06, x1 = .04 -> .06.
    given_p = {"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}
    found = holm(given_p)
    assert list(found) == list(given_p)
    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})
    assert holm({}) == {}
    assert holm({"a": 0.9, "b": 0.8}) == {"a": 1.0, "b": 1.0}


@given(st.dictionaries(st.text(max_size=3), st.floats(0, 1), max_size=6))
def test_holm_keeps_the_order_and_lowers_no_p_value(p_values: Mapping[str, float]) -> None:
    found = holm(p_values)
    assert all(p <= found[name] <= 1 for name, p in p_values.items())
    order = sorted(p_values, key=lambda name: p_values[name])
    assert [found[name] for name in order] == sorted(found.values())
