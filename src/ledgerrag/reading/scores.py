"""A passage with how well it answers a claim."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.model import Passage, Value
from ledgerrag.reading.exchanges import Retold


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage with how well it answers.

    Args:
        passage: the sentence with its context.
        score_u: subject and value together, in millionths.
        value: the value that answers; None where none of the expected kind stands there.
        topic_u: the subject alone, in millionths.
        answers: whether the sentence answers in words, with no value of the kind asked for.
        retold: the claim as it was read, where words of it were exchanged for the passage's.
    """

    passage: Passage
    score_u: int
    value: Value | None
    topic_u: int = 0
    answers: bool = False
    retold: Retold | None = None
