"""What people said, beside the figures of a run: read from the files that the commands print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.dykbench.calibrating import Calibration, calibrate, load
from ledgerrag.dykbench.human import Ratings, read_key, read_ratings, score
from ledgerrag.dykbench.metrics import LocalJudge
from ledgerrag.dykbench.reporting import calibration, study
from ledgerrag.dykbench.reporting.tables import Table, plain_rows
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.stance.rules import RuleStance

KEY = {
    "form": 1, "study": "abc", "systems": ["ours", "base"], "seed": 1,
    "pairs": [{"pair": f"p{n}", "item": f"i{n}", "a": "ours", "b": "base"} for n in (1, 2, 3)],
}  # fmt: skip


def scores(folder: Path, **choices: str) -> Path:
    """Scores of raters, as the command prints them; a choice of each pair a rater."""
    key = folder / "key.json"
    key.write_text(json.dumps(KEY))
    files: list[Ratings] = []
    for rater, said in choices.items():
        held = [
            {"pair": f"p{n}", "choice": "tie" if one == "t" else one, "reasons": ["newer"],
             "comment": "so it is"}
            for n, one in enumerate(said, 1)
        ]  # fmt: skip
        file = folder / f"{rater}.json"
        file.write_text(json.dumps({"form": 1, "study": "abc", "rater": rater, "ratings": held}))
        files.append(read_ratings(file))
    out = folder / "scores.json"
    out.write_text(json.dumps(score(read_key(key), files).plain()))
    return out


def texts(table: Table) -> list[list[str]]:
    return [list(row) for row in plain_rows(table)]


def test_a_study_is_told_by_rater_together_and_by_reason(tmp_path: Path) -> None:
    shown, why, agreed = study(scores(tmp_path, anna="aat", ben="aba"))
    assert "3 of 3 pairs rated" in shown.note
    rows = texts(shown)
    # Together: p1 ours, p2 one voice each, p3 a tie against ours: ties twice.
    assert [row[:3] for row in rows[:3]] == [
        ["together", "ours", "1"], ["together", "base", "0"], ["together", "tie", "2"],
    ]  # fmt: skip
    assert rows[0][3].startswith("0.333 [")
    assert ["anna", "ours", "2"] in [row[:3] for row in rows]
    # Of five preferences four were the left side.
    assert rows[-1][1] == "left side of the page"
    assert rows[-1][3].startswith("0.800 [")
    assert texts(why) == [["ours", "newer", "4"], ["base", "newer", "1"], ["tie", "newer", "1"]]
    assert texts(agreed)[0][:2] == ["anna, ben", "3"]


def test_one_rater_alone_has_no_table_of_agreement(tmp_path: Path) -> None:
    assert [one.name for one in study(scores(tmp_path, anna="aab"))] == ["human", "human-reasons"]


def test_a_calibration_names_the_judge_and_what_was_left_out(tmp_path: Path) -> None:
    labels = tmp_path / "labels.jsonl"
    rows: list[dict[str, object]] = [
        {"kind": "support", "statement": f"The fee is {said} euros.", "label": label,
         "passages": [{"quote": "The fee is 40 euros."}]}
        for said, label in ((40, "support"), (50, "refute"))
    ]  # fmt: skip
    rows.append(
        {"kind": "answer", "question": "How much?", "as_of": "2026-01-01", "reference": "40.",
         "answer": "40.", "label": "correct"}
    )  # fmt: skip
    labels.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    found: Calibration = calibrate(LocalJudge(RuleStance()), load(labels))
    out = tmp_path / "calibration.json"
    out.write_text(json.dumps(found.plain()))
    (table,) = calibration(out)
    assert found.judge in table.note
    assert "1 labels were left out" in table.note
    assert texts(table)[0][:4] == ["support", "2", "1.000", "1.000"]


@pytest.mark.parametrize("read", [study, calibration])
def test_another_file_is_refused_with_the_command_that_makes_the_right_one(
    tmp_path: Path, read: object
) -> None:
    assert callable(read)
    file = tmp_path / "x.json"
    with pytest.raises(NotFoundError, match="there is no file"):
        read(file)
    for body in (b"hello", b"{}", b"\xff\xfe", b"[]"):
        file.write_bytes(body)
        with pytest.raises(InputError, match="--json"):
            read(file)
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path)
