"""`bench stance` and `bench models` on the command line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "nli").mkdir(parents=True)
    texts = (
        ("The reporting period is 180 days.", "support"),
        ("The reporting period is 270 days.", "refute"),
        ("The bridge is closed.", "nei"),
    )
    with gzip.open(folder / "nli" / "fever_symmetric.jsonl.gz", "wt", encoding="utf-8") as file:
        for text, label in texts:
            row = {"claim": "The reporting period is 180 days.", "evidence": text, "label": label}
            file.write(json.dumps(row) + "\n")
    return folder


def test_one_set_is_judged_and_the_card_written(run: Run, data: Path, tmp_path: Path) -> None:
    card = tmp_path / "card.md"
    done = run("bench", "stance", "--data", data, "--only", "fever_symmetric", "--card", card)
    assert done.code == 0, done.err
    for words in ("Bars", "Accuracy over three stances", "Confusion", "Milliseconds a pair"):
        assert words in done.out
    assert "| fever_symmetric | 3 | rules | 1.000 |" in card.read_text("utf-8")


def test_a_folder_without_pairs_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    done = run("bench", "stance", "--data", tmp_path)
    assert done.code == 2
    assert "give the folder of the stance sets" in done.err
    assert "Traceback" not in done.err


def test_a_part_that_has_no_data_or_server_says_that_it_was_not_measured(run: Run) -> None:
    done = run("bench", "models")
    assert done.code == 0, done.err
    assert done.out.count("not measured: ") == 3
    for part in ("Stance", "Retrieval", "Generation protocol", "Versions"):
        assert part in done.out
    assert "--data DIR" in done.out


def test_a_set_that_nobody_knows_is_named_before_anything_is_measured(run: Run, data: Path) -> None:
    done = run("bench", "stance", "--data", data, "--only", "fever_symetric")
    assert (done.code, done.out) == (2, "")
    assert "there is no set 'fever_symetric'; choose from " in done.err
    assert "fever_symmetric" in done.err


def test_a_folder_without_weights_is_named_and_not_the_installation_blamed(
    run: Run, data: Path, tmp_path: Path
) -> None:
    done = run("bench", "stance", "--data", data, "--weights", tmp_path / "nowhere")
    assert done.code == 7
    assert f"no stance model at {tmp_path / 'nowhere'}; name a folder" in done.err


@pytest.mark.parametrize(
    ("option", "says"),
    [("--mode", "choose from lexical, dense, hybrid"), ("--stance", "choose from rules, rules+")],
)
def test_a_bench_names_a_choice_that_is_none_before_it_makes_its_corpus(
    run: Run, option: str, says: str
) -> None:
    done = run("bench", "smoke", "--chunks", "50", option, "foo")
    assert done.code == 2
    assert says in done.err
    assert "ingesting" not in done.err
