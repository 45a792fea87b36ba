"""What a system under test is asked, and what it must be able to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the benchmark as a system gets to see it: never the gold.

    Args:
        text: a question, or a statement to be checked.
        form: `ask` a question or `check` a statement.
        as_of: V, ISO date or instant.
        known_at: K; nothing published after it may be used.
    """

    text: str
    form: Literal["ask", "check"]
    as_of: str
    known_at: str


class System(Protocol):
    """A system under test: one file is enough to submit one."""

    @property
    def name(self) -> str:
        """Short and stable, as tables and commands use it: `query-rag-bm25`."""
        ...

    @property
    def title(self) -> str:
        """As a reader is told it."""
        ...

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        """Answer one question over an opened store.

        Args:
            rag: the store with the whole corpus of the task; what lies after K is for the system
                not to touch, and the audit checks that it did not.
            asked: the question.
            before: the system's own answer to the same question at the step before of the same
                trajectory; None at the first step and outside of streams.
        """
        ...
