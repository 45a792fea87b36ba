"""Public sets of pairs: read, made plain, and split so that nothing leaks."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from ledgerrag.bench.stance_pairs import PairSet, drawn, load, plain, sets
from ledgerrag.errors import InputError
from ledgerrag.model import Stance


def write(folder: Path, name: str, rows: list[dict[str, str]]) -> None:
    with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def row(claim: str, page: str, label: str = "support", split: str = "train") -> dict[str, str]:
    return {
        "claim": claim,
        "evidence": f"Evidence of {claim}",
        "label": label,
        "split": split,
        "page": page,
    }


def test_a_page_is_on_one_side_only(tmp_path: Path) -> None:
    rows = [row(f"claim {n}", f"page {n % 40}") for n in range(200)]
    write(tmp_path, "made", rows)
    pairs = load(PairSet("made", "MIT", "page", held_out=25), tmp_path)
    sides: dict[str, set[bool]] = {}
    for one in pairs:
        sides.setdefault(one.pair.title, set()).add(one.held_out)
    assert all(len(side) == 1 for side in sides.values())
    assert {True} in sides.values()
    assert {False} in sides.values()


def test_the_part_that_a_set_keeps_apart_is_held_out_and_what_shares_its_groups_is_dropped(
    tmp_path: Path,
) -> None:
    rows = [row("a", "p1"), row("b", "p2"), row("c", "p1", split="validation")]
    write(tmp_path, "made", rows)
    pairs = load(PairSet("made", "MIT", "page", split="validation"), tmp_path)
    assert [(one.pair.claim, one.held_out) for one in pairs] == [("c", True), ("b", False)]


def test_labels_become_stances_and_sets_that_do_not_tell_refuted_from_neutral_are_left_out(
    tmp_path: Path,
) -> None:
    labels = ("support", "refute", "nei", "not_support")
    write(tmp_path, "made", [row(label, "p", label) for label in labels])
    pairs = load(PairSet("made", "MIT", "page", held_out=100), tmp_path)
    assert [one.stance for one in pairs] == [Stance.SUPPORT, Stance.REFUTE, Stance.NEUTRAL]
    assert all(one.held_out for one in pairs)


def test_tokens_are_read_as_text() -> None:
    assert plain("`` The -LRB- old -RRB- dam 's wall , 5 % .") == "\" The (old) dam's wall, 5%."


def test_a_missing_set_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no made\.jsonl\.gz"):
        load(PairSet("made", "MIT", "page"), tmp_path)


def test_sets_for_non_commercial_use_are_not_in_the_registry() -> None:
    names = {one.name for one in sets()}
    assert not any(name.startswith(("anli", "sick")) for name in names)
    assert {"vitaminc_real", "fever_symmetric", "scifact"} <= names


def test_the_draw_keeps_to_its_share() -> None:
    held = sum(drawn(f"page {n}", 20) for n in range(2_000))
    assert 300 < held < 500
    assert not any(drawn(f"page {n}", 0) for n in range(100))
    assert all(drawn(f"page {n}", 100) for n in range(100))
