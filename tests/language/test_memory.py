from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.language.memory import Memory
from ledgerrag.language.ways import Dialect, Way

TOOL = Dialect(Way.TOOL, "max_completion_tokens", temperature=False)


def test_what_is_kept_is_there_for_the_next_process(tmp_path: Path) -> None:
    file = tmp_path / "models.json"
    Memory(file).keep("tiny at http://a", TOOL)
    Memory(file).keep("tiny at http://b", Dialect())
    assert Memory(file).recall("tiny at http://a") == TOOL
    assert Memory(file).recall("tiny at http://b") == Dialect()
    assert Memory(file).recall("other at http://a") is None
    assert [one.name for one in tmp_path.iterdir()] == ["models.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"servers": {"a": {"way": "shout"}}}'])
def test_a_file_that_cannot_be_used_counts_as_none_and_is_replaced(
    tmp_path: Path, text: str
) -> None:
    file = tmp_path / "models.json"
    file.write_text(text, "utf-8")
    memory = Memory(file)
    assert memory.recall("a") is None
    memory.keep("a", TOOL)
    assert Memory(file).recall("a") == TOOL


def test_a_file_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "gone" / "models.json")
    memory.keep("a", TOOL)
    assert memory.recall("a") == TOOL
