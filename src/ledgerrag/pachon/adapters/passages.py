"""What the adapters of robustness sets hand on: a question, passages, and which answer is right.

Such sets state no dates and no speakers: what they give is which passages were made to mislead.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a set.

    Args:
        text: its words.
        misleads: the set says that it was made to mislead.
        states: it states the right answer, or the wrong one where it misleads; else it is noise.
    """

    text: str
    misleads: bool
    states: bool = True


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question with passages that contradict each other.

    Args:
        puzzle_id: stable id.
        adapter: the raw source that it comes from.
        question: as the set asks it; may be empty where there is a statement.
        statement: what is right as a statement; may be empty.
        answers: what counts as right; empty where the set leaves it open.
        passages: in the set's order.
    """

    puzzle_id: str
    adapter: str
    question: str
    statement: str
    answers: tuple[str, ...]
    passages: tuple[Passage, ...]
