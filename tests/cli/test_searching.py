"""`--mode` and `--embedding`, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PERIOD = "How long is the reporting period for the annual solvency report?"


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A registry and two notices."""
    folder = tmp_path_factory.mktemp("few")
    registry = folder / "sources.toml"
    registry.write_text('[sources.market]\nname = "Market"\nauthority_level = 3\n', "utf-8")
    records = folder / "few.jsonl"
    rows = [
        {"doc_id": "rule-12", "text": "The reporting period is 180 days.", "title": "Rule 12"},
        {"doc_id": "rule-20", "text": "The filing fee is 40 EUR.", "title": "Rule 20"},
    ]
    given = {"source": "market", "published": "2025-01-01", "domain": "regulation"}
    records.write_text("".join(json.dumps({**row, **given}) + "\n" for row in rows), "utf-8")
    return registry, records


def test_a_store_remembers_how_it_was_taken_in(
    run: Run, few: tuple[Path, Path], tmp_path: Path
) -> None:
    store = tmp_path / "s.db"
    registry, records = few
    done = run("ingest", records, "--sources", registry, "--store", store, "--mode", "hybrid")
    assert done.code == 0, done.err
    assert (tmp_path / "s.db.vectors").is_dir()
    done = run("ask", "How long is the reporting period?", "--store", store)
    assert "180 days" in done.out, done.err
    assert run("audit", "verify", "--store", store).code == 0
    done = run("index", "rebuild", "--store", store)
    assert done.out == "2 chunks indexed, 0 embedded by minilm, 2 kept; hybrid\n"
    done = run("index", "rebuild", "--store", store, "--mode", "lexical", "--json")
    assert json.loads(done.out)["mode"] == "lexical"


def test_a_store_of_words_names_the_step_that_makes_its_vectors(
    run: Run, few: tuple[Path, Path], tmp_path: Path
) -> None:
    store = tmp_path / "s.db"
    registry, records = few
    assert run("ingest", records, "--sources", registry, "--store", store).code == 0
    # A few chunks are embedded on the spot.
    done = run("ask", "What is the filing fee?", "--store", store, "--mode", "dense")
    assert "40 EUR" in done.out, done.err
    done = run("index", "rebuild", "--store", store)
    assert done.out == "2 chunks indexed\n"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--mode", "semantic"), "choose from lexical, dense, hybrid"),
        (("--embedding", "minilm"), "give --mode dense or --mode hybrid"),
        (("--mode", "dense", "--embedding", "mini"), "did you mean minilm?"),
    ],
)
def test_what_cannot_be_chosen_is_told_in_one_line(
    run: Run, few: tuple[Path, Path], tmp_path: Path, given: tuple[str, ...], told: str
) -> None:
    registry, records = few
    store = tmp_path / "s.db"
    for command in (("ingest", records, "--sources", registry), ("index", "rebuild")):
        done = run(*command, "--store", store, *given)
        assert done.code == 2
        assert told in done.err
        assert done.err.count("\n") == 1


def test_a_mode_given_twice_is_refused(run: Run, store: Path) -> None:
    done = run("ask", PERIOD, "--store", store, "--mode", "dense", "--set", "retrieval=hybrid")
    assert done.code == 2
    assert "retrieval is given twice" in done.err
