"""`--mode` and `--embedding`, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
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
    assert run("ingest", records, "--sources", registry, "--store", store).code == 0
    for command in (("ingest", records, "--sources", registry), ("index", "rebuild")):
        done = run(*command, "--store", store, *given)
        assert done.code == 2
        assert told in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "name", "value"),
    [("--mode", "retrieval", "dense"), ("--stance", "stance", "rules+model")],
)
def test_a_parameter_given_twice_is_refused_by_both_names(
    run: Run, store: Path, option: str, name: str, value: str
) -> None:
    for stated in (name, f" {name.upper()} "):
        done = run("ask", PERIOD, "--store", store, option, value, "--set", f"{stated}=x")
        assert done.code == 2
        assert f"{option} and --set {name} say the same thing; give one of them" in done.err


@pytest.mark.parametrize(
    ("option", "choices"),
    [("--mode", "lexical, dense, hybrid"), ("--stance", "rules, rules+model")],
)
@pytest.mark.parametrize("command", [("ask", PERIOD), ("check", "-"), ("bench", "smoke")])
def test_a_wrong_choice_is_told_by_the_option_that_was_typed(
    run: Run, option: str, choices: str, command: tuple[str, ...]
) -> None:
    done = run(*command, option, "foo")
    assert done.code == 2
    assert done.err == f"ledgerrag: {option} foo is not a choice; choose from {choices}\n"


@pytest.mark.parametrize("value", ["foo", "2026-02-30", "next week"])
@pytest.mark.parametrize(
    ("command", "option"),
    [
        (("ask", PERIOD), "--as-of"),
        (("ask", PERIOD), "--known-at"),
        (("ask", PERIOD), "--period"),
        (("check", "-"), "--as-of"),
        (("standing", "rule-12"), "--known-at"),
        (("ingest", "."), "--published"),
        (("diff", "rule-12", "--to", "2026"), "--from"),
        (("diff", "rule-12", "--from", "2026"), "--to"),
    ],
)
def test_a_wrong_date_is_told_by_the_option_that_was_typed(
    run: Run, command: tuple[str, ...], option: str, value: str
) -> None:
    done = run(*command, option, value)
    assert done.code == 2
    assert done.err.startswith(f"ledgerrag: {option} ")
    assert value in done.err
    assert done.err.count("\n") == 1


def test_a_wrong_choice_of_set_is_told_by_the_parameter_that_was_typed(
    run: Run, store: Path
) -> None:
    done = run("ask", PERIOD, "--store", store, "--set", "stance=foo")
    assert done.err == "ledgerrag: stance = foo is not a choice; choose from rules, rules+model\n"


@pytest.mark.parametrize("given", [("--stance", "rules+model"), ("--set", "stance=rules+model")])
def test_who_judges_is_chosen_by_an_option_as_by_the_parameter(
    run: Run, store: Path, tmp_path: Path, given: tuple[str, str]
) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text("The reporting period for the annual solvency report is 180 days.", "utf-8")
    for command in (("ask", PERIOD), ("check", draft)):
        done = run(*command, "--store", store, *given, "--json")
        assert done.code in (0, 1), done.err
        found = json.loads(done.out)
        answer = found["paragraphs"][0]["answer"] if "paragraphs" in found else found
        with LedgerRAG.open(store, create=False) as rag:
            params = json.loads(rag.store.run(answer["run"]).request)["params"]
            entries = [json.loads(body) for _, body in rag.store.entries(0, 100_000)]
        assert params["stance"] == "rules+model"
        judges = [e["det"]["stance"] for e in entries if e["type"] == "run"
                  and e["run"] == answer["run"]]  # fmt: skip
        assert "model" in judges[0]


@pytest.mark.parametrize("command", ["ask", "check"])
def test_help_tells_who_may_judge(run: Run, command: str) -> None:
    told = " ".join(run(command, "--help").out.split())
    assert "--stance" in told
    assert "rules+model" in told


@pytest.mark.parametrize(
    "given",
    [
        ("--mode", "hybrid", "--embedding", "mini"),
        ("--mode", "dense", "--embedding", "openai:small"),  # no server is configured
        ("--domain", "law"),
        ("--published", "tomorrow"),
        ("--sources", "nowhere.toml"),
    ],
)
def test_an_ingest_that_cannot_begin_makes_no_store(
    run: Run,
    few: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[str, ...],
) -> None:
    for name in ("LEDGERRAG_EMBEDDING_BASE_URL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    done = run("ingest", few[1], "--store", tmp_path / "s.db", *given)
    assert done.code in (2, 3, 7), done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
