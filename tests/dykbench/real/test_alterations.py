"""What changed between two texts: values, refusals, and edits."""

from __future__ import annotations

import pytest

from ledgerrag.dykbench.real.alterations import Refused, ValueChange, edits, value_changes
from tests.rawlaw import LEAK, LOG


def values(old: str, new: str) -> list[tuple[str, str]]:
    found = [one for one in value_changes(old, new) if isinstance(one, ValueChange)]
    return [(one.old.text, one.new.text) for one in found]


def test_a_value_that_changed_in_one_sentence_is_found_in_its_place() -> None:
    old, new = f"{LEAK.format(30)}\n{LOG}", f"{LOG}\n{LEAK.format(45)}"
    (found,) = [one for one in value_changes(old, new) if isinstance(one, ValueChange)]
    assert old[found.old.start : found.old.end] == "30 days"
    assert new[found.new.start : found.new.end] == "45 days"


def test_a_sentence_that_also_changed_in_words_still_gives_its_value() -> None:
    new = LEAK.format(45).replace("the board", "the new board")
    assert values(LEAK.format(30), new) == [("30 days", "45 days")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (LEAK.format(30), LEAK.format(30)),
        (LEAK.format("thirty"), LEAK.format(30)),
        (
            "Boats are as in section 4 of it and so on.",
            "Boats are as in section 5 of it and so on.",
        ),
        ("A fee of $5 is paid.", "Every fish ladder is kept clean for 9 days and shown."),
    ],
)
def test_what_is_no_change_of_a_value_gives_none(old: str, new: str) -> None:
    assert values(old, new) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "A fine of $100 or, on a second leak, of $200 is due.",
            "A fine of $150 or, on a second leak, of $300 is due.",
        ),
        (
            "Counts run from 1 January to December 31, 2024 for each dam.",
            "Counts run from 1 January to December 31, 2025 for each dam.",
        ),
    ],
)
def test_a_sentence_with_several_values_of_the_kind_is_refused_with_the_reason(
    old: str, new: str
) -> None:
    (found,) = value_changes(old, new)
    assert found == Refused("its sentence holds several values of the kind")


def test_edits_are_runs_of_words_with_their_place_in_the_new_text() -> None:
    new = "The board may not meet on a Monday in May."
    found = edits("The board may meet on a Sunday in May.", new)
    assert [(one.before, one.after) for one in found] == [("", "not"), ("Sunday", "Monday")]
    assert [new[one.start : one.end] for one in found] == ["not", "Monday"]


def test_words_that_went_leave_an_empty_stretch_where_they_stood() -> None:
    (found,) = edits("A boat must never stop.", "A boat must stop.")
    assert (found.before, found.after) == ("never", "")
    assert found.start == found.end == len("A boat must ")
    assert [one.before for one in edits("It ends here now", "It ends here")] == ["now"]
    assert edits("The same.", "The same.") == ()
