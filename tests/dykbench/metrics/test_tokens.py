from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.dykbench.metrics.tokens import ans2gram_f1, diff_f1, run_in, tokens

F = Fraction
texts = st.text(st.sampled_from("ab 1,.é"), max_size=20)


def test_figures_with_separators_are_one_token_and_marks_are_none() -> None:
    assert tokens("Rule 12.3: 1,200 €, “Fee” (since 2026-07-01).") == (
        *("rule", "12.3", "1200", "€", "fee", "since", "2026-07-01"),
    )


def test_letters_of_other_width_and_case_are_the_same_token() -> None:
    assert tokens("ＦＥＥ Straße don’t") == tokens("fee STRASSE don't")


def test_ans2gram_f1_by_hand() -> None:
    # the-fee fee-is is-40 40-euros against the-fee fee-was was-40 40-euros: 2 of 4 and 4.
    assert ans2gram_f1("The fee is 40 euros.", "The fee was 40 euros") == F(4, 8)
    # one bigram (40-euros) of one, in four.
    assert ans2gram_f1("40 euros", "The fee is 40 euros") == F(2, 5)


def test_a_bigram_counts_as_often_as_it_occurs() -> None:
    # a-b b-a a-b against a-b: one hit of three and one.
    assert ans2gram_f1("a b a b", "a b") == F(2, 4)


def test_single_tokens_are_compared_as_they_are() -> None:
    assert ans2gram_f1("Repealed.", "repealed") == 1
    assert ans2gram_f1("Repealed.", "lapsed") == 0
    assert ans2gram_f1("repealed", "it is repealed") == 0


def test_diff_f1_by_hand() -> None:
    # told -25 +40 +now; real -25 +40: two hits of three and two.
    assert diff_f1([("25", "40 now")], [("25", "40")]) == F(4, 5)
    # the sides are not exchanged.
    assert diff_f1([("40", "25")], [("25", "40")]) == 0
    assert diff_f1([], [("25", "40")]) == 0
    # how edits are cut into runs does not matter.
    assert diff_f1([("a", "c"), ("b", "d")], [("a b", "c d")]) == 1


def test_tokens_that_follow_each_other_are_found_and_others_are_not() -> None:
    assert run_in(("a", "b"), ("x", "a", "b"))
    assert not run_in(("a", "b"), ("a", "x", "b"))
    assert not run_in((), ("a",))


@given(texts, texts)
def test_ans2gram_f1_lies_between_0_and_1_and_does_not_depend_on_who_is_first(
    one: str, two: str
) -> None:
    assert 0 <= ans2gram_f1(one, two) == ans2gram_f1(two, one) <= 1
    assert ans2gram_f1(one, one) == 1


@given(st.lists(st.tuples(texts, texts), max_size=4), st.lists(st.tuples(texts, texts), max_size=4))
def test_diff_f1_lies_between_0_and_1_and_the_same_edits_get_1(
    one: list[tuple[str, str]], two: list[tuple[str, str]]
) -> None:
    assert 0 <= diff_f1(one, two) == diff_f1(two, one) <= 1
    assert diff_f1(one, one) == 1
