"""Sentences of an encyclopaedia with an object that was, or may be, replaced by another; no dates.

Traps. In the part `static` the sentence holds a mark where the object stands, and the object that
replaces it need not be wrong of the subject (a judge may be a politician too): only the sentence
with its own object is right for certain. In the part `disputable` editors put one word for another
and back: nobody says who is right, and the sentence is in lower case. The collection states no
licence: nothing of it may be passed on before that is settled.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ledgerrag.pachon.adapters.claims import line
from ledgerrag.pachon.adapters.passages import Passage, Puzzle
from ledgerrag.pachon.adapters.provisions import field, rows

NAME: Final = "dynamicqa"
_MARK: Final = "[ENTITY]"
_FEWEST_EDITS: Final = 2


def read(folder: Path) -> Iterator[Puzzle]:
    """Replaced objects first, then words that editors fought over.

    Args:
        folder: the folder that holds `dynamicqa`.
    Raises:
        InputError: a file is missing or damaged.
    """
    path = folder / NAME / "static.jsonl.gz"
    for row in rows(path):
        said, right, wrong = _stated(row, path)
        if said.count(_MARK) == 1:
            yield _puzzle(f"{NAME}:static:{row.get('id')}", said, _MARK, right, wrong, (right,))
    path = folder / NAME / "disputable.jsonl.gz"
    for row in rows(path):
        said, one, other = _stated(row, path)
        edits = str(row.get("num_edits") or "0").partition(".")[0]
        if said.count(one) == 1 and edits.isdigit() and int(edits) >= _FEWEST_EDITS:
            yield _puzzle(f"{NAME}:disputable:{row.get('id')}", said, one, one, other, ())


def _stated(row: dict[str, object], path: Path) -> tuple[str, str, str]:
    names = ("context", "obj", "replace_name")
    said, right, wrong = (line(field(row, name, path)) for name in names)
    return said, right, wrong


def _puzzle(
    name: str, said: str, mark: str, right: str, wrong: str, answers: tuple[str, ...]
) -> Puzzle:
    true, false = said.replace(mark, right), said.replace(mark, wrong)
    return Puzzle(
        name,
        NAME,
        "",
        true,
        answers,
        (Passage(true, misleads=False), Passage(false, bool(answers))),
    )
