from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ledgerrag.bench.outcomes import Miss
from ledgerrag.bench.regulation import Options, misses, regulation
from ledgerrag.bench.report import report
from ledgerrag.cli.app import app
from ledgerrag.errors import InputError
from tests.bench.law import CHANGES, Change, write


def test_versions_and_values_of_a_plain_folder_come_out_right(tmp_path: Path) -> None:
    result = regulation(Options(write(tmp_path)))
    found = result.measurement
    assert found.parameters["questions"] == 8
    assert found.parameters["entries"] == 5
    assert found.parameters["entries_in_corpus"] == 4
    assert found.figure("provision retrieved").value == 100
    aimed = found.figure("version in force, of those cited")
    assert (aimed.value, aimed.met) == (100, True)
    assert found.figure("value right").value == 100
    assert misses(result.outcomes) == ()


def test_the_file_holds_every_case_without_the_text_of_the_law(tmp_path: Path) -> None:
    result = regulation(Options(write(tmp_path), limit=2))
    kept = json.loads(result.measurement.json())
    first = kept["raw"]["cases"][0]
    assert len(kept["raw"]["cases"]) == 4
    assert first["gold_version"] == "xx:1@2015-01-01@1"
    assert first["gold_values"] == ["duration 10 day"]
    assert first["cited"] == ["xx:1@2015-01-01@1"]
    assert "The Minister may ask" not in result.measurement.json() + report(result)


def test_a_limit_spreads_over_the_file(tmp_path: Path) -> None:
    result = regulation(Options(write(tmp_path), limit=2))
    assert [one.case.entry.series for one in result.outcomes] == ["xx:1", "xx:1", "xx:3", "xx:3"]


def test_a_kept_store_is_used_again(tmp_path: Path) -> None:
    options = Options(write(tmp_path), limit=1, store=tmp_path / "kept.db")
    first, second = regulation(options), regulation(options)
    assert first.measurement.parameters == second.measurement.parameters
    assert [o.cited for o in first.outcomes] == [o.cited for o in second.outcomes]


def test_a_miss_is_explained_by_what_was_answered_instead(tmp_path: Path) -> None:
    # The record speaks of the second sentence; the question's words fit the first just as well.
    twin = Change(
        1,
        "Kiln Act, s. 1 Fee",
        "A kiln pays $2 a year.\n(2) A kiln pays",
        "a year",
        "money",
        "$5",
        "$6",
    )
    result = regulation(Options(write(tmp_path, (twin,))))
    missed = [one for one in result.outcomes if one.miss is not Miss.NONE]
    assert len(missed) == 2
    assert {one.miss for one in missed} <= {Miss.PLACE, Miss.VALUE, Miss.CONTESTED}
    text = report(result)
    for one in missed:
        assert one.why
        assert f"### {one.miss[0].upper()}{one.miss[1:]}" in text
    assert "| Kind | Questions |" in text


def test_a_folder_without_the_samples_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="missing"):
        regulation(Options(tmp_path))
    absent = Change(1, "A", "It is", "days", "quantity", "1", "2")
    folder = write(tmp_path, (absent,))
    changes = folder / "regulation_value_changes.jsonl"
    changes.write_text(changes.read_text("utf-8").splitlines()[1] + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="no recorded change"):
        regulation(Options(folder))


def test_the_commands_print_a_table_and_write_what_was_asked_for(tmp_path: Path) -> None:
    folder = write(tmp_path, CHANGES[:1])
    out, told = tmp_path / "out.json", tmp_path / "report.md"
    done = CliRunner().invoke(
        app,
        [
            "bench",
            "regulation",
            f"--samples={folder}",
            f"--out={out}",
            f"--report={told}",
            "--unnumbered",
        ],
    )
    assert done.exit_code == 0, done.output
    assert "value right" in done.output
    assert json.loads(out.read_text("utf-8"))["parameters"]["numbered"] is False
    assert told.read_text("utf-8").startswith("# Answers against recorded changes of law")
    smoke = ["bench", "smoke", "--chunks", "40", "--queries", "2", "--repeats", "1"]
    done = CliRunner().invoke(app, [*smoke, "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert json.loads(out.read_text("utf-8"))["command"] == "smoke"


@pytest.mark.samples
def test_the_version_in_force_is_cited_for_recorded_changes_of_real_law(samples: Path) -> None:
    found = regulation(Options(samples, limit=100)).measurement
    assert found.parameters["questions"] == 200
    aimed = found.figure("version in force, of those cited")
    assert aimed.met, aimed.note
    assert found.figure("provision retrieved").value > 90
