"""The demonstration: everything in it comes out, and its text is the same each time."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Run


def test_everything_that_the_demo_shows_comes_out(run: Run) -> None:
    done = run("demo", "--json")
    held = json.loads(done.out)
    assert [name for name, fine in held if not fine] == []
    assert done.code == 0
    assert len(held) >= 15


def test_a_transcript_is_the_same_each_time_and_names_no_machine(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "one.txt", tmp_path / "two.txt"
    for path in (first, second):
        assert run("demo", "--transcript", path).out == ""
    text = first.read_text(encoding="utf-8")
    assert text == second.read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert "tmp" not in text
    assert not re.search(r"\d ms\b", text)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_what_is_kept_can_be_asked(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    run("demo", "--keep", folder)
    assert {path.name for path in folder.iterdir()} >= {
        "corpus",
        "later",
        "sources.toml",
        "draft.md",
        "ledgerrag.db",
        "checkpoints",
    }
    assert not list(folder.rglob("*.py"))
    done = run("ledger", "list", "--store", folder / "ledgerrag.db")
    assert "as of 2026-08-01" in done.out


def test_a_folder_that_holds_something_is_not_written_to(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    done = run("demo", "--keep", tmp_path)
    assert done.code == 2
    assert "name a new or empty folder" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
