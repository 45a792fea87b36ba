from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.answer import Degraded, Language
from ledgerrag.api import LedgerRAG
from ledgerrag.cli import render
from ledgerrag.cli.demonstration import NOW
from ledgerrag.language.prompting import prompts
from ledgerrag.language.recorded import RecordingModel
from tests.cli.conftest import Run
from tests.cli.made import answer, printed
from tests.talking import Held, Say, line, silent, talker

QUESTION = "How long is the reporting period?"
DAY = "2026-08-01"
ASK = ("ask", QUESTION, "--as-of", DAY, "--known-at", "2026-11-16")


@pytest.fixture(autouse=True)
def _no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BASE_URL", "MODEL", "API_KEY"):
        monkeypatch.delenv(f"LEDGERRAG_LM_{name}", raising=False)


def cassette(store: Path, folder: Path, **says: Say | object) -> Path:
    """What a model said to the question, in a file."""
    file = folder / "said.jsonl"
    model = RecordingModel(Held(talker(**says)), file)
    with LedgerRAG.open(store, create=False, clock=lambda: NOW, language=model) as rag:
        rag.ask(QUESTION, as_of=DAY, known_at="2026-11-16")
    model.close()
    return file


def test_without_a_server_in_the_environment_the_next_step_is_told(run: Run, store: Path) -> None:
    for option in ("--model", "--require-model"):
        done = run(*ASK, "--store", store, option)
        assert (done.code, done.out) == (7, "")
        assert "LEDGERRAG_LM_BASE_URL" in done.err
        assert "\n" not in done.err.strip()


def test_a_recording_answers_without_a_server_and_the_run_replays(
    run: Run, store: Path, tmp_path: Path
) -> None:
    words = line("The period for the annual solvency report of the firm is two hundred and seventy"
                 " (270) days.")  # fmt: skip
    file = cassette(store, tmp_path, generate={"sentences": [words]})
    done = run(*ASK, "--store", store, "--replay-only", file)
    assert done.code == 0, done.err
    assert done.out.startswith("The period for the annual solvency report of the firm is two")
    assert "\nModel" in done.out
    assert "generate/1" in done.out
    assert "Degraded" not in done.out
    told = json.loads(run(*ASK, "--store", store, "--replay-only", file, "--json").out)
    assert told["language"]["model"] == "talker"
    assert told["language"]["calls"] == told["cost"]["model_calls"] > 0
    for level in ("R0", "R1", "R2"):
        assert run("audit", "replay", told["run"], "--store", store, "--level", level).code == 0


def test_a_model_that_fails_gives_the_local_answer_says_so_and_exits_with_0(
    run: Run, store: Path, tmp_path: Path
) -> None:
    plain = run(*ASK, "--store", store)
    file = cassette(store, tmp_path, generate=silent, refine=silent)
    done = run(*ASK, "--store", store, "--replay-only", file)
    assert done.code == plain.code == 0
    assert done.out.split("\n\n", maxsplit=1)[0].split("\n")[0] == plain.out.split("\n")[0]
    assert "Degraded   writing went on by rules: " in done.out
    assert "no server" in done.out
    required = run(*ASK, "--store", store, "--replay-only", file, "--require-model")
    assert (required.code, required.out) == (6, "")
    assert "required" in required.err


def test_a_draft_is_checked_with_the_model_too(run: Run, store: Path, tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text("The minimum wage is 12.90 euros per hour.\n", "utf-8")
    file = tmp_path / "said.jsonl"
    model = RecordingModel(Held(talker()), file)
    with LedgerRAG.open(store, create=False, clock=lambda: NOW, language=model) as rag:
        rag.check(draft.read_text("utf-8"), as_of="2026-11-16", known_at="2026-11-16")
    options = ("--as-of", "2026-11-16", "--known-at", "2026-11-16")
    done = run("check", draft, "--store", store, *options, "--replay-only", file)
    assert done.code == 0, done.err
    assert "\nModel      talker · " in done.out
    assert "Degraded" not in done.out


def test_record_and_replay_exclude_each_other(run: Run, store: Path, tmp_path: Path) -> None:
    done = run(*ASK, "--store", store, "--record", tmp_path / "a", "--replay-only", tmp_path / "b")
    assert done.code == 2
    assert "--record" in done.err


def test_prompts_are_listed_with_digests_and_shown_word_for_word(run: Run) -> None:
    listed = run("prompts", "list").out
    for one in prompts():
        assert f"{one.label} {one.digest}" in listed
        shown = run("prompts", "show", one.name).out
        assert one.source.strip().split("\n")[1] in shown
    rows = json.loads(run("prompts", "list", "--json").out)
    assert [row["prompt"] for row in rows] == [one.label for one in prompts()]
    missing = run("prompts", "show", "jugde")
    assert missing.code == 2
    assert "judge/1" in missing.err


def test_model_and_what_went_on_without_it_are_told_on_lines_of_their_own() -> None:
    used = Language("m at\x1b[31m http://x", "d", ("generate/1 ab",), 2, 1_000, 34,
                    (Degraded("writing", "the server\x07 gave\nHTML"),))  # fmt: skip
    page, out = printed(80)
    render.answer(page, answer(language=used))
    text = out.getvalue()
    assert "\x1b[31m" not in text
    assert "\x07" not in text
    assert "generate/1 · 1034 tokens" in text
    assert "Degraded   writing went on by rules: the server" in text
