"""The story at a newsroom's desk: all of it comes out, in the same words each time."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_everything_that_the_story_shows_comes_out(run: Run) -> None:
    done = run("demo", "breaking-news", "--json")
    held = json.loads(done.out)
    assert [name for name, fine in held if not fine] == []
    assert done.code == 0
    assert len(held) >= 18


def test_the_story_is_told_in_the_same_words_each_time(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "one.txt", tmp_path / "two.txt"
    for path in (first, second):
        assert run("demo", "breaking-news", "--transcript", path).out == ""
    text = first.read_text(encoding="utf-8")
    assert text == second.read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    steps = [line for line in text.splitlines() if line.startswith("# ")]
    assert [step.split(":")[0].removeprefix("# ") for step in steps] == [
        "Gap",
        "Flash",
        "Verified",
        "Published",
        "Correction",
        "Mended",
    ]


def test_what_the_story_leaves_can_be_asked(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    run("demo", "breaking-news", "--keep", folder)
    asked = run(
        "ask",
        "How many people has the fire at the Osterhaven rope works injured?",
        *("--as-of", "2026-11-04", "--known-at", "2026-11-04"),
        *("--store", folder / "ledgerrag.db"),
    )
    assert "9 people" in asked.out


def test_a_scene_that_is_not_there_is_refused_with_those_that_are(run: Run) -> None:
    done = run("demo", "nonsense")
    assert done.code == 2
    assert "breaking-news" in done.err
