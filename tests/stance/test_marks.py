"""Figures of a claim lined up with those of a passage."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.stance.marks import Mark, Marked, marks


def _told(claim: str, span: str) -> tuple[dict[str, Mark], dict[str, Mark]]:
    ours, theirs = marks(claim, span)
    return _words(claim, ours), _words(span, theirs)


def _words(text: str, marked: tuple[Marked, ...]) -> dict[str, Mark]:
    return {text[one.start : one.end]: one.mark for one in marked}


def test_the_same_amount_in_another_spelling_meets() -> None:
    ours, theirs = _told("The fee is 3,000 euros.", "They ask for three thousand euros.")
    assert ours == {"3,000 euros": Mark.MET}
    assert theirs == {"three thousand euros": Mark.MET}


def test_an_amount_within_the_bound_of_the_claim_meets() -> None:
    ours, _ = _told("More than 40 boats came.", "In all 52 boats came.")
    assert ours == {"40 boats": Mark.MET}


def test_an_amount_that_breaks_the_bound_says_on_which_side() -> None:
    ours, _ = _told("More than 40 boats came.", "In all 31 boats came.")
    assert ours == {"40 boats": Mark.OVER}
    ours, _ = _told("Fewer than 40 boats came.", "In all 52 boats came.")
    assert ours == {"40 boats": Mark.UNDER}


def test_a_bound_of_the_passage_leaves_a_plain_figure_open() -> None:
    ours, theirs = _told("Fifty boats came.", "More than 40 boats came.")
    assert ours == {"Fifty boats": Mark.FITS}
    assert theirs == {"40 boats": Mark.FITS}


def test_a_figure_without_one_of_its_kind_is_alone() -> None:
    ours, theirs = _told("The road is 12 km long.", "It was built for 9 million euros.")
    assert set(ours.values()) == {Mark.ALONE}
    assert set(theirs.values()) == {Mark.ALONE}


def test_the_nearest_figure_is_the_partner() -> None:
    _, theirs = _told("It took 90 days.", "Planned were 400 days; it took 88 days.")
    assert theirs == {"400 days": Mark.ALONE, "88 days": Mark.OVER}


def test_a_day_within_the_year_of_the_claim_meets_and_another_year_does_not() -> None:
    ours, _ = _told("It opened in 2019.", "It opened on 4 May 2019.")
    assert set(ours.values()) == {Mark.MET}
    ours, _ = _told("It opened in 2018.", "It opened on 4 May 2019.")
    assert set(ours.values()) == {Mark.UNDER}


@given(st.text(alphabet="0123456789,. morethanf€$%days", max_size=60), st.text(max_size=60))
def test_marks_of_any_text_lie_within_it_in_order(claim: str, span: str) -> None:
    for text, marked in zip((claim, span), marks(claim, span), strict=True):
        assert all(0 <= one.start < one.end <= len(text) for one in marked)
        assert all(a.start <= b.start for a, b in pairwise(marked))


@given(st.integers(2, 10**9))
def test_a_figure_meets_itself(amount: int) -> None:
    text = f"It holds {amount} litres."
    ours, theirs = marks(text, text)
    assert {one.mark for one in (*ours, *theirs)} == {Mark.MET}
