"""The page on the benchmark, held against the program: its systems, its examples, its commands."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from ledgerrag import baselines
from ledgerrag.baselines.submitted import load
from ledgerrag.cli.app import app
from ledgerrag.dykbench.conducting import Order, conduct
from ledgerrag.dykbench.folder import ITEMS, open_bench
from ledgerrag.dykbench.items import Task
from tests.dykbench.small import frozen
from tests.dykbench.test_reporting import NOW

PAGE = (Path(__file__).parents[2] / "docs" / "dykbench.md").read_text("utf-8")


def block(holding: str) -> str:
    """The block of code that holds these words."""
    blocks = re.findall(r"```(?:python)?\n(.*?)```", PAGE, flags=re.DOTALL)
    (found,) = (str(one) for one in blocks if holding in one)
    return found


def test_every_system_stands_in_the_table_with_its_title_and_what_it_follows() -> None:
    for name, one in baselines.entries().items():
        (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
        assert one.title in row
        assert one.reference in row


def test_the_system_of_the_page_answers_the_small_benchmark(tmp_path: Path) -> None:
    file = tmp_path / "my_system.py"
    file.write_text(block("class NewestFirst"), encoding="utf-8")
    name = load(f"{file}:MINE").name
    names, find = baselines.roster([f"{file}:MINE"])
    bench = frozen(tmp_path / "bench")
    order = Order(bench, tmp_path / "run", names, (Task.REGCHANGE,))
    ran = conduct(order, find, now=lambda: NOW, timer=lambda: 0)
    assert (name, ran.answered, ran.failed) == ("newest-first", 3, 0)


def test_the_source_of_the_page_makes_a_benchmark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    raw = tmp_path / "raw" / "harbour"
    raw.mkdir(parents=True)
    (raw / "fees.jsonl").write_text(block('"announced": "2023'), encoding="utf-8")
    (tmp_path / "harbour.py").write_text(block("def read(folder"))
    runpy.run_path("harbour.py", run_name="__main__")
    made = open_bench(tmp_path / "harbour-bench")
    assert made.manifest.counts["regchange"]["items"] == 2
    first = made.items(Task.REGCHANGE)[0]
    (document, _) = made.records(Task.REGCHANGE)
    (quote,) = first.gold.evidence
    assert document["text"][quote.start : quote.end] == "40 euros"
    assert made.path(Task.REGCHANGE, ITEMS).is_file()


def test_every_option_of_the_commands_of_the_page_exists() -> None:
    from typer.main import get_command

    root = get_command(app)
    for line in block("dykbench build --track synthetic --small").splitlines():
        words = line.split()[1:]
        command = root
        while words and hasattr(command, "commands"):
            command = command.commands[words.pop(0)]
        known = {name for one in command.params for name in one.opts}
        assert {word for word in words if word.startswith("--")} <= known, line
