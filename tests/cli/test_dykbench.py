from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.dykbench.small import frozen


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return frozen(tmp_path / "bench").folder


def test_a_benchmark_is_built_run_and_reported_by_three_commands(tmp_path: Path, run: Run) -> None:
    bench, out = tmp_path / "b", tmp_path / "r"
    built = run("dykbench", "build", "--small", "--out", bench, "--tasks", "conflict")
    assert built.code == 0, built.err
    assert "synthetic track, seed 7, revision 1" in " ".join(built.out.split())
    asked = ("dykbench", "run", "--bench", bench, "--out", out, "--jobs", "1", "--limit", "3")
    ran = run(*asked, "--systems", "query-rag-bm25,ledgerrag", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["answered"] >= 2
    again = run(*asked, "--systems", "query-rag-bm25,ledgerrag", "--json")
    assert again.code == 0, again.err
    assert json.loads(again.out)["answered"] == 0
    report = run(
        "dykbench", "report", "--bench", bench, "--run", out, "--jobs", "1", "--resamples", "100"
    )
    assert report.code == 0, report.err
    assert (out / "report.html").is_file()
    assert "Table 1." in (out / "report.md").read_text("utf-8")
    looked = run("dykbench", "audit", "--bench", bench, "--run", out, "--keep", "--json")
    assert looked.code == 0, looked.err
    told = json.loads(looked.out)
    assert told["tasks"]["conflict"]["leaks"] == []
    assert told["revision"] == 1
    study = run(
        "dykbench", "human", "make", "--bench", bench, "--run", out, "--out", tmp_path / "study"
    )
    assert study.code == 0, study.err
    assert (tmp_path / "study" / "key.json").is_file()


def test_an_expert_s_decisions_are_applied_and_the_page_says_what_comes_next(
    bench: Path, tmp_path: Path, run: Run
) -> None:
    page = tmp_path / "review.html"
    made = run("dykbench", "review", "make", "--bench", bench, "--out", page)
    assert made.code == 0, made.err
    assert "review apply" in made.out
    digest = page.read_text("utf-8").split('data-benchmark="')[1][:64]
    file = tmp_path / "decisions.json"
    said = {"item": "con-open", "decision": "reject", "reason": "unclear"}
    file.write_text(
        json.dumps({"form": 1, "benchmark": digest, "expert": "Anna", "decisions": [said]})
    )
    done = run("dykbench", "review", "apply", file, "--bench", bench, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["rejected"] == 1
    twice = run("dykbench", "review", "apply", file, "--bench", bench)
    assert twice.code == 2
    assert "another benchmark or revision" in twice.err


def test_an_audit_that_finds_something_drops_it_and_ends_with_1(bench: Path, run: Run) -> None:
    file = bench / "conflict" / "items.jsonl"
    assert run("dykbench", "audit", "--bench", bench, "--tasks", "conflict").code == 0
    body = file.read_bytes()
    file.write_bytes(body + b"{}\n")
    damaged = run("dykbench", "audit", "--bench", bench)
    assert damaged.code == 5
    assert "conflict/items.jsonl is not as the manifest says" in damaged.err


def test_labels_of_people_are_held_against_the_judge(tmp_path: Path, run: Run) -> None:
    labels = tmp_path / "labels.jsonl"
    rows = [
        {
            "kind": "support",
            "statement": f"The fee is {said} crowns per night.",
            "passages": [{"quote": "The fee is 40 crowns per night."}],
            "label": label,
        }
        for said, label in ((40, "support"), (50, "refute"), (40, "support"))
    ]
    labels.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    done = run("dykbench", "calibrate", labels)
    assert done.code == 0, done.err
    assert "Kappa" in done.out
    assert "support" in done.out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("build", "--out", "x", "--track", "moon"), 2, "there is no track 'moon'"),
        (("build", "--out", "x", "--track", "real"), 2, "--sources DIR"),
        (("build", "--out", "x", "--tasks", "quiz"), 2, "there is no task 'quiz'"),
        (("build", "--out", "x", "--tasks", ","), 2, "no task is named; choose from regchange"),
        (("build", "--out", "x", "--track", "real", "--small"), 2, "--small is of the synthetic"),
        (("run", "--bench", "none", "--out", "x"), 3, "there is no benchmark at none"),
        (
            ("run", "--bench", "none", "--out", "x", "--systems", "oracle"),
            2,
            "there is no system 'oracle'",
        ),
        (("audit", "--bench", "none"), 3, "there is no benchmark at none"),
        (("report", "--bench", "none", "--run", "x"), 3, "there is no benchmark at none"),
        (("calibrate", "none.jsonl"), 3, "no labels at none.jsonl"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line_with_the_next_step(
    arguments: tuple[str, ...],
    code: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("dykbench", *arguments)
    assert done.code == code, done.err
    assert told in done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_report_of_another_benchmark_s_run_is_refused(
    bench: Path, tmp_path: Path, run: Run
) -> None:
    other = frozen(tmp_path / "other").folder
    run("dykbench", "run", "--bench", bench, "--out", tmp_path / "r", "--systems", "rule-only",
        "--jobs", "1", "--limit", "1", "--tasks", "conflict")  # fmt: skip
    manifest = other / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"seed": 7', '"seed": 8'))
    done = run("dykbench", "report", "--bench", other, "--run", tmp_path / "r")
    assert done.code == 2
    assert "a run of another benchmark" in done.err


def test_every_command_has_a_help_with_an_example(run: Run) -> None:
    for words in (
        ("build",), ("run",), ("report",), ("audit",), ("calibrate",),
        ("review", "make"), ("review", "apply"), ("human", "make"), ("human", "score"),
    ):  # fmt: skip
        shown = run("dykbench", *words, "--help")
        assert shown.code == 0
        assert f"ledgerrag dykbench {' '.join(words)}" in shown.out


MINE = """
from ledgerrag.baselines.ledger_rag import LedgerRagSystem


class Mine(LedgerRagSystem):
    def answer(self, rag, asked, before):
        if asked.form == "check":
            raise ValueError("only questions")
        return super().answer(rag, asked, before)


MINE = Mine("mine", "Mine", "auto", {})
"""


def test_a_system_of_a_file_is_run_and_reported_and_a_change_of_it_is_noticed(
    bench: Path, tmp_path: Path, run: Run
) -> None:
    file, out = tmp_path / "mine.py", tmp_path / "r"
    file.write_text(MINE, encoding="utf-8")
    asked = ("dykbench", "run", "--bench", bench, "--out", out, "--jobs", "1")
    ran = run(*asked, "--systems", f"{file}:MINE,rule-only", "--tasks", "regchange,conflict")
    assert ran.code == 1, ran.err
    assert "3; they count as no answer" in ran.out
    assert "first mine, con-true: a fault: ValueError: only questions" in ran.out
    reported = run(
        "dykbench", "report", "--bench", bench, "--run", out, "--systems", "mine",
        "--jobs", "1", "--resamples", "100", "--no-plots",
    )  # fmt: skip
    assert reported.code == 0, reported.err
    assert "| Mine |" in (out / "report.md").read_text("utf-8")
    study = run("dykbench", "human", "make", "--bench", bench, "--run", out, "--out",
                tmp_path / "study", "--systems", "mine,rule-only")  # fmt: skip
    assert study.code == 0, study.err
    # The module is executed once a process: a new run is a new process.
    file.write_text(MINE + "# another\n", encoding="utf-8")
    again = run(*asked, "--systems", f"{file}:MINE", "--tasks", "regchange")
    assert again.code == 2
    assert "the file of mine has changed since it was run" in again.err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("report",), "holds no answers of 'ledgerrag'; choose from rule-only"),
        (("human", "make", "--out", "study"), "holds no answers of 'ledgerrag'"),
    ],
)
def test_a_system_that_has_not_answered_is_named_with_those_that_have(
    bench: Path, tmp_path: Path, run: Run, command: tuple[str, ...], told: str
) -> None:
    out = tmp_path / "r"
    run("dykbench", "run", "--bench", bench, "--out", out, "--systems", "rule-only",
        "--jobs", "1", "--limit", "1", "--tasks", "conflict")  # fmt: skip
    done = run("dykbench", *command, "--bench", bench, "--run", out, "--systems", "ledgerrag")
    assert done.code == 2
    assert told in done.err


def test_a_report_is_not_begun_where_a_file_is(bench: Path, tmp_path: Path, run: Run) -> None:
    file, out = tmp_path / "file", tmp_path / "r"
    file.write_text("x")
    run("dykbench", "run", "--bench", bench, "--out", out, "--systems", "rule-only",
        "--jobs", "1", "--limit", "1", "--tasks", "conflict")  # fmt: skip
    done = run("dykbench", "report", "--bench", bench, "--run", out, "--out", file)
    assert done.code == 2
    assert "is a file; name a folder" in done.err
    assert not (out / "scores").exists()
