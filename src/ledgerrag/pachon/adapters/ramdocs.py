"""Questions with passages that are right, wrong on purpose, or beside the point; no dates.

Traps. Many questions name something that several things are called, and each has its own answer:
only those with one right answer are handed on. Passages were made wrong by putting another name or
figure in the place of the right one. Licence: MIT.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ledgerrag.pachon.adapters.claims import line
from ledgerrag.pachon.adapters.passages import Passage, Puzzle
from ledgerrag.pachon.adapters.provisions import field, rows

NAME: Final = "ramdocs"


def read(folder: Path) -> Iterator[Puzzle]:
    """Every question with one right answer and a passage made to mislead.

    Args:
        folder: the folder that holds `ramdocs`.
    Raises:
        InputError: the file is missing or damaged.
    """
    path = folder / NAME / "ramdocs_test.jsonl.gz"
    for number, row in enumerate(rows(path), 1):
        answers = tuple(dict.fromkeys(line(one) for one in field(row, "gold_answers", path)))
        found = tuple(
            Passage(line(one.get("text")), kind == "misinfo", kind != "noise")
            for one in field(row, "documents", path)
            for kind in (str(one.get("type")),)
            if line(one.get("text"))
        )
        right = any(one.states and not one.misleads for one in found)
        if len(answers) == 1 and right and any(one.misleads for one in found):
            question = line(field(row, "question", path))
            yield Puzzle(f"{NAME}:{number}", NAME, question, "", answers, found)
