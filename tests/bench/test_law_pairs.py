"""Pairs from versions of law: what counts as a changed value, and how they are split."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.bench.law_pairs import Provision, load_law, made, value_changed
from ledgerrag.errors import InputError
from ledgerrag.model import Stance

OLD = "(1) An owner must report each leak of the dam to the board within 30 days of the leak."
NEW = "(1) An owner must report each leak of the dam to the board within 45 days of the leak."
OTHER = "(2) An owner must keep a log of every leak and show the log to the board when asked to."


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        (OLD, NEW, True),
        ("12 " + OLD, "12.1 " + NEW, True),
        (NEW, NEW, False),
        ("A fee is paid for 2 of the boats.", "A fee is paid for two of the boats.", False),
        ("Boats are as in section 4 of it.", "Boats are as in section 5 of it.", False),
        ("Boats are as in Schedules 1 to 6.", "Boats are as in Schedules 1 to 7.", False),
        ("It meets on the first day of March.", "It meets on the first day of April.", True),
        ("It may waive a fee of 5 dollars.", "It must not waive a fee for 6 Boats.", False),
    ],
)
def test_a_value_has_changed_where_a_figure_or_month_has_and_no_reference(
    old: str, new: str, *, changed: bool
) -> None:
    assert value_changed(old, new) is changed


def provisions() -> list[Provision]:
    return [
        Provision("Dam Act", "Dam Act, section 1", (f"{OLD}\n{OTHER}", f"{NEW}\n{OTHER}")),
        Provision(
            "Dam Act",
            "Dam Act, section 2",
            ("(1) The board must publish a list of each dam and of its owner once a year.",),
        ),
    ]


def test_a_new_sentence_is_supported_by_its_version_refuted_by_the_old_and_not_by_a_neighbour() -> (
    None
):
    pairs = made(provisions())
    claim = NEW.removeprefix("(1) ").rstrip(".")
    found = {(one.stance, one.pair.claim.rstrip("."), one.pair.text) for one in pairs}
    assert (Stance.SUPPORT, claim, NEW) in found
    assert (Stance.REFUTE, claim, OLD) in found
    assert (Stance.REFUTE, OLD.removeprefix("(1) ").rstrip("."), NEW) in found
    (neutral,) = (one for one in pairs if one.stance is Stance.NEUTRAL)
    assert neutral.pair.title == "Dam Act, section 2"


def test_an_instrument_is_on_one_side_of_the_split_only() -> None:
    assert len({one.held_out for one in made(provisions())}) == 1


def test_a_folder_without_the_versions_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is missing"):
        load_law(tmp_path)
