from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.difference import Focus, change
from tests.making import document


def test_a_changed_figure_is_told_with_its_unit_and_date() -> None:
    before = document("rule-12", "The period is one hundred and eighty (180) days.")
    after = document("rule-12", "The period is two hundred and seventy (270) days.", version=2)
    told = change(before, after, "2026-07-01")
    assert told.summary.startswith("180 -> 270")
    assert "from 2026-07-01" in told.summary
    assert ("180", "270") in [(edit.before, edit.after) for edit in told.edits]


def test_a_plain_figure_keeps_the_word_after_it() -> None:
    told = change(
        document("p", "limit 50 boxes"), document("p", "limit 80 boxes", version=2), "2026-01-01"
    )
    assert told.summary == "50 -> 80 boxes from 2026-01-01"


def test_money_and_percentages_are_single_tokens() -> None:
    told = change(document("p", "pay $1,500 or 5%"), document("p", "pay $5,000 or 7%"), "")
    assert [(e.before, e.after) for e in told.edits] == [("$1,500", "$5,000"), ("5%", "7%")]


def test_equal_versions_have_no_edits() -> None:
    told = change(document("p", "same"), document("p", "same", version=2), "2026-01-01")
    assert (told.edits, told.summary) == ((), "the same words from 2026-01-01")


def test_an_end_without_successor_says_so() -> None:
    assert change(document("p", "x"), None, "2026-01-01").summary == (
        "no longer holds from 2026-01-01"
    )


def test_words_that_came_or_went_are_named() -> None:
    told = change(document("p", "a rule applies"), document("p", "a new rule applies"), "")
    assert told.summary == 'added "new"'


def test_a_very_long_rewrite_is_reported_whole_and_soon() -> None:
    told = change(document("p", "a " * 9_000), document("p", "b " * 9_000), "")
    assert len(told.edits) == 1


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_have_a_one_line_summary(old: str, new: str) -> None:
    told = change(document("p", old), document("p", new, version=2), "2026-01-01")
    assert told.summary
    assert told.effective_from == "2026-01-01"


def test_edits_of_the_part_looked_at_are_told_first() -> None:
    before = document("fire", "Acres burned: 100. Structures: 7.")
    after = document("fire", "Acres burned: 120. Structures: 9.", version=2)
    assert change(before, after, "", Focus(19, 33)).summary == "7 -> 9 (and 1 more edit)"
    assert change(before, after, "", Focus(0, 18, later=False)).summary.startswith("100 -> 120")
