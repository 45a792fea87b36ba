"""LedgerRAG itself, with a preset and single parameters: the full system, and what is left of it
when a part is taken out.

The system of the paper (sections 3 and 4) runs with the preset `paper`, ours with `auto`. Without
further words "the dense baseline" of its Table 1 is told to be "the base dense configuration"
without the conflict-retrieval refinements: the preset `paper`, search by meaning, and no conflict
trigger. An ablation sets one parameter. K is always stated, so that nothing is known in hindsight
unless the question says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.api.forms import Request
from ledgerrag.api.questions import Question
from ledgerrag.baselines.answering import one_line
from ledgerrag.baselines.seam import Asked


@dataclass(frozen=True, slots=True)
class LedgerRagSystem:
    """See the module.

    Args:
        name: as tables use it.
        title: as a reader is told it.
        preset: auto or paper.
        params: single parameters by name, beside those that the store was opened with.
    """

    name: str
    title: str
    preset: str
    params: Mapping[str, str | int]

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        """Answer as the product does, on record; `before` is not used."""
        del before
        return rag.asker.run(self.request(rag, asked), self.name)

    def request(self, rag: LedgerRAG, asked: Asked) -> Request:
        """What is asked, with this system's parameters."""
        question = Question(
            one_line(asked.text),
            asked.as_of,
            asked.known_at,
            preset=self.preset,
            params=self.params,
        )
        return rag.asker.request(asked.form, question)
