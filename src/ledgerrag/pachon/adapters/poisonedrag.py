"""Questions with five passages each that were written to plant a wrong answer; no dates.

Traps. The corpora with the right passages are not here: the right answer is known as a phrase
alone. Some planted passages name the right answer, to deny it. Licence: MIT.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ledgerrag.pachon.adapters.claims import line
from ledgerrag.pachon.adapters.passages import Passage, Puzzle
from ledgerrag.pachon.adapters.provisions import field, rows

NAME: Final = "poisonedrag"
_SETS: Final = ("hotpotqa", "msmarco", "nq")


def read(folder: Path) -> Iterator[Puzzle]:
    """Every question, set by set.

    Args:
        folder: the folder that holds `poisonedrag`.
    Raises:
        InputError: a file is missing or damaged.
    """
    for part in _SETS:
        path = folder / NAME / f"{part}.jsonl.gz"
        for row in rows(path):
            question = line(field(row, "question", path)).rstrip("?. ")
            planted = [line(one) for one in field(row, "adv_texts", path)]
            answer = line(field(row, "correct answer", path))
            if answer and all(planted):
                yield Puzzle(
                    f"{NAME}:{part}:{field(row, 'id', path)}",
                    NAME,
                    f"{question[:1].upper()}{question[1:]}?",
                    "",
                    (answer,),
                    tuple(Passage(one, misleads=True) for one in planted),
                )
