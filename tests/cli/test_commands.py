"""Every command on a real store, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from ledgerrag.api import LedgerRAG
from tests.cli.conftest import Done, Run

PERIOD = "How long is the reporting period for the annual solvency report?"
NOTHING = "What is the penalty for a late solvency report?"


def one_line(done: Done) -> str:
    """The error, which is one line with a next step, and nothing else was printed."""
    assert done.err.startswith("ledgerrag: ")
    assert done.err.count("\n") == 1
    assert "; " in done.err
    assert done.out == ""
    return done.err


def run_id(run: Run, store: Path) -> str:
    done = run("ask", PERIOD, "--as-of", "2026-08-01", "--store", store, "--json")
    return str(json.loads(done.out)["run"])


def test_ask_prints_the_answer_as_of_the_date(run: Run, store: Path) -> None:
    for date, days in (("2026-06-01", "(180) days"), ("2026-08", "(270) days")):
        done = run("ask", PERIOD, "--as-of", date, "--store", store)
        assert done.code == 0, done.err
        assert days in done.out
        assert "official" in done.out


def test_ask_takes_known_at_and_no_hindsight(run: Run, store: Path) -> None:
    asked = ("ask", PERIOD, "--as-of", "2026-06-01", "--store", store)
    assert "Pending" not in run(*asked, "--known-at", "2026-04-01").out
    assert "Pending" in run(*asked, "--no-hindsight").out


def test_ask_exits_with_1_where_nothing_stands(run: Run, store: Path) -> None:
    done = run("ask", NOTHING, "--as-of", "2026-08-01", "--store", store)
    assert done.code == 1
    assert "Nearest" in done.out
    assert "circular-9@1" in done.out


def test_ask_explains_with_the_ledger(run: Run, store: Path) -> None:
    done = run("ask", PERIOD, "--as-of", "2026-08-01", "--store", store, "--explain")
    assert "Ledger" in done.out
    assert "superseded by notice-44@1" in done.out


def test_ask_gives_json_of_the_whole_answer(run: Run, store: Path) -> None:
    done = run("ask", PERIOD, "--as-of", "2026-08-01", "--store", store, "--json")
    found = json.loads(done.out)
    assert found["as_of"] == "2026-08-01"
    assert found["citations"][0]["doc_id"] == "notice-44"
    assert found["verdicts"][0]["verdict"] == "supported"
    assert done.out.isascii()


def test_the_json_of_an_answer_fits_the_schema_that_is_printed(run: Run, store: Path) -> None:
    schema = json.loads(run("schema").out)
    for question in (PERIOD, NOTHING):
        done = run("ask", question, "--as-of", "2026-08-01", "--store", store, "--json")
        jsonschema.validate(json.loads(done.out), schema)


def test_the_schema_of_a_ledger_is_the_one_that_is_published(run: Run) -> None:
    printed = json.loads(run("schema", "snapshot").out)
    jsonschema.Draft202012Validator.check_schema(printed)
    published = Path(__file__).parents[2] / "docs" / "snapshot.schema.json"
    assert printed == json.loads(published.read_text("utf-8"))


def test_the_same_idempotency_key_is_asked_once(run: Run, store: Path) -> None:
    asked = ("ask", PERIOD, "--store", store, "--json", "--idempotency-key", "k-1")
    first, second = (json.loads(run(*asked).out) for _ in range(2))
    assert first["run"] == second["run"]


def test_any_parameter_can_be_set(run: Run, store: Path) -> None:
    asked = ("ask", NOTHING, "--as-of", "2026-08-01", "--store", store, "--json")
    found = json.loads(run(*asked, "--set", "s_max=1", "--preset", "regulation").out)
    assert found["cost"]["steps"] == 1


def test_check_judges_each_paragraph(run: Run, store: Path, tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text(
        "The reporting period for the annual solvency report is 180 days.\n\n"
        "The reporting period for the annual solvency report is 270 days.\n",
        encoding="utf-8",
    )
    done = run("check", draft, "--as-of", "2026-08-01", "--store", store)
    assert done.code == 1
    assert "1. The reporting period" in done.out
    assert "refuted" in done.out
    assert "supported" in done.out


@pytest.mark.parametrize("start", ["%PDF-1.4\n1 0 obj", "PK\0\0"])
def test_a_draft_that_is_no_text_is_refused(
    run: Run, store: Path, tmp_path: Path, start: str
) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text(start, "utf-8")
    done = run("check", draft, "--store", store)
    assert done.code == 2
    assert "is not plain text; save the draft as text" in one_line(done)


def test_a_question_to_a_store_whose_ingest_was_cut_off_warns_of_it(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LedgerRAG, "incomplete", lambda _: ("01A",))
    done = run("ask", "How long is the reporting period?", "--store", store)
    assert "was cut off, so documents may be missing" in done.err


def test_diff_shows_what_changed_and_from_when(run: Run, store: Path) -> None:
    dates = ("--from", "2026-06-01", "--to", "2026-08-01")
    done = run("diff", "reporting-rule-12", *dates, "--store", store)
    assert done.code == 0
    assert "180 -> 270 days from 2026-07-01" in done.out
    rows = json.loads(run("diff", "reporting-rule-12", *dates, "--store", store, "--json").out)
    assert rows[0]["after"] == "notice-44@1"


def test_standing_shows_each_version_and_exits_with_1_where_none_holds(
    run: Run, store: Path
) -> None:
    done = run("standing", "reporting-rule-12", "--as-of", "2026-06-01", "--store", store)
    assert done.code == 0
    assert "not yet in force from 2026-07-01" in done.out
    done = run("standing", "circular-9", "--as-of", "2026-08-01", "--store", store)
    assert done.code == 1
    assert "withdrawn" in done.out


def test_ledger_show_and_list_find_a_run_again(run: Run, store: Path) -> None:
    name = run_id(run, store)
    assert name in run("ledger", "list", "--store", store).out
    assert "notice-44@1" in run("ledger", "show", name, "--store", store).out
    assert "(270) days" in run("ledger", "show", name, "--answer", "--store", store).out
    rows = json.loads(run("ledger", "show", name, "--store", store, "--json").out)["rows"]
    assert rows[0]["evidence"]["span"]["doc_id"]


def test_audit_signs_verifies_exports_and_replays(run: Run, store: Path, tmp_path: Path) -> None:
    name = run_id(run, store)
    keep, key = tmp_path / "keep", tmp_path / "key"
    assert run("audit", "checkpoint", keep, "--key", key, "--store", store).code == 0
    assert key.stat().st_mode & 0o777 == 0o600
    verify = ("audit", "verify", "--checkpoint", keep, "--key", f"{key}.pub", "--store", store)
    done = run(*verify)
    assert done.code == 0
    assert "verified" in done.out
    assert json.loads(run(*verify, "--json").out)["problems"] == []
    for level in ("R0", "r1", "R2"):
        done = run("audit", "replay", name, "--level", level, "--store", store)
        assert done.code == 0, done.out + done.err
        assert "identical" in done.out
    out = tmp_path / "run.jsonl"
    assert run("audit", "export", out, "--run", name, "--store", store).code == 0
    assert out.stat().st_size > 0


def test_the_index_can_be_made_anew(run: Run, store: Path) -> None:
    done = run("index", "rebuild", "--store", store, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["chunks"] > 0
    assert run("ask", PERIOD, "--store", store).code == 0


def test_what_arrives_later_shows_which_answers_it_touches(
    run: Run, corpus: Path, tmp_path: Path
) -> None:
    store = tmp_path / "s.db"
    sources = ("--sources", corpus / "sources.toml", "--store", store)
    assert run("ingest", corpus / "corpus", *sources).code == 0
    again = run("ingest", corpus / "corpus", *sources)
    assert "unchanged" in again.out
    question = "After how many days are recordings of the cameras in public squares deleted?"
    assert "30 days" in run("ask", question, "--as-of", "2026-10-01", "--store", store).out
    assert run("affected", "--store", store).code == 0
    assert "1 new version" in run("ingest", corpus / "later", *sources).out
    touched = run("affected", "--store", store)
    assert touched.code == 1
    assert question in touched.out
    refreshed = run("affected", "--refresh", "--store", store)
    assert refreshed.code == 0
    assert "Verified" in refreshed.out


def test_a_rejected_record_is_named_and_makes_the_exit_code_1(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.md"
    bad.write_text("---\ndoc_id: x\npublished: 2026-02-30\n---\ntext\n", encoding="utf-8")
    good = tmp_path / "good.md"
    good.write_text("---\ndoc_id: y\npublished: 2026-02-03\n---\nsome text\n", encoding="utf-8")
    done = run("ingest", bad, good, "--store", tmp_path / "s.db")
    assert done.code == 1
    assert "1 document accepted, 1 record rejected" in done.out
    assert "2026-02-30" in done.out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["ask", PERIOD, "--as-of", "2026-02-30"], 2, "2026-02-30"),
        (["ask", PERIOD, "--known-at", "soon"], 2, "soon"),
        (["ask", PERIOD, "--preset", "newz"], 2, "did you mean news?"),
        (["ask", PERIOD, "--set", "tau_kov=1"], 2, "did you mean tau_cov?"),
        (["ask", ""], 2, "question"),
        (["diff", "reporting-rule-21", "--from", "2025", "--to", "2026"], 3, "reporting-rule-12"),
        (["standing", "nosuch"], 3, "nosuch"),
        (["ledger", "show", "NOSUCHRUN"], 3, "NOSUCHRUN"),
        (["audit", "replay", "NOSUCHRUN"], 3, "NOSUCHRUN"),
        (["ingest", "x", "--domain", "weather"], 2, "regulation, news or reference"),
        (["ingest", "x", "--sources", "nosuch.toml"], 3, "nosuch.toml"),
    ],
)
def test_bad_input_is_one_line_with_the_next_step(
    run: Run, store: Path, arguments: list[str], code: int, says: str
) -> None:
    done = run(*arguments, "--store", store)
    assert done.code == code, done.err
    assert says in one_line(done)


@pytest.mark.parametrize("command", [["ask", PERIOD], ["ledger", "list"], ["audit", "verify"]])
def test_a_store_that_is_not_there_is_not_made_by_a_question(
    run: Run, tmp_path: Path, command: list[str]
) -> None:
    done = run(*command, "--store", tmp_path / "none.db")
    assert done.code == 3, done.err
    assert "none.db" in one_line(done)
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_is_a_folder_or_another_file_is_refused(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("this is no store" * 100, encoding="utf-8")
    for path in (tmp_path, other):
        done = run("ask", PERIOD, "--store", path)
        assert done.code == 4, done.err
        assert str(path) in one_line(done)
    assert other.read_text(encoding="utf-8").startswith("this is no store")


def test_the_store_may_come_from_the_environment(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEDGERRAG_STORE", str(store))
    assert run("ledger", "list").code == 0
