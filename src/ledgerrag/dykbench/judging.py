"""A language model as judge: fixed prompts, the likeliest answer, each one asked once and kept.

What it cannot answer the local judge does, and how often that was is told. Given a model that is
recorded (`language.recorded`), a second scoring sends nothing and gives the same figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeVar

from ledgerrag.dykbench.items import Item
from ledgerrag.dykbench.metrics.judge import Cited, Judge
from ledgerrag.errors import ModelError
from ledgerrag.language.answers import complete_as
from ledgerrag.language.consulting import request_of
from ledgerrag.language.prompting import Foreign, prompt
from ledgerrag.language.seam import LanguageModel
from ledgerrag.language.shapes import Grade, Judged, Shape, Stated
from ledgerrag.model import Stance

PROMPTS: Final = ("judge_answer", "judge_facts", "judge_support")
"""What the judge sends, in their newest version."""

MODEL: Final = "language model"
WORTH: Final[Mapping[str, Fraction]] = {
    "correct": Fraction(1),
    "partly": Fraction(1, 2),
    "wrong": Fraction(0),
    "none": Fraction(0),
}
"""What a grade counts as a score."""

S = TypeVar("S", bound=Shape)


@dataclass(slots=True)
class Tally:
    """How a judge's questions fared; grows.

    Args:
        asked: requests that were made, the same one counted once.
        local: questions that the local judge answered in the model's place.
        reasons: why, each once.
    """

    asked: int = 0
    local: int = 0
    reasons: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class ModelJudge:
    """Judges by a language model.

    Args:
        model: answers; recorded, where the scoring is to be the same again.
        instead: judges what the model cannot.
        tally: what came of it; grows.
    """

    model: LanguageModel
    instead: Judge
    tally: Tally = field(default_factory=Tally)
    kind: str = MODEL
    _known: dict[str, Shape | str] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """The model with the prompts it was given: `NAME judge_answer/1 ...`."""
        return " ".join((self.model.name, *(prompt(one).label for one in PROMPTS)))

    @property
    def digests(self) -> tuple[str, ...]:
        """Name, version and sha256 of each prompt, for the manifest."""
        return tuple(f"{prompt(one).label} {prompt(one).digest}" for one in PROMPTS)

    def entails(self, statement: str, cited: Sequence[Cited]) -> Stance:
        """Whether cited words hold a statement, by `judge_support`."""
        if not statement.strip() or not cited:
            return Stance.NEUTRAL
        passages: list[Foreign] = [
            {"n": n, "title": one.title, "face": one.face, "quote": one.quote}
            for n, one in enumerate(cited, 1)
        ]
        found = self._ask("judge_support", Judged, {"statement": statement, "passages": passages})
        return self.instead.entails(statement, cited) if found is None else Stance(found.stance)

    def holds(self, facts: Sequence[str], answer: Sequence[str]) -> tuple[bool, ...]:
        """Which facts an answer states, by `judge_facts`; numbers of no fact are left out."""
        if not facts or not answer:
            return tuple(False for _ in facts)
        numbered: list[Foreign] = [{"n": n, "text": one} for n, one in enumerate(facts, 1)]
        found = self._ask("judge_facts", Stated, {"answer": list(answer), "facts": numbered})
        if found is None:
            return self.instead.holds(facts, answer)
        return tuple(n in found.facts for n in range(1, len(facts) + 1))

    def grade(self, item: Item, answer: str) -> Grade | None:
        """An answer held against the reference, by `judge_answer`; None where the model fails.

        Args:
            item: with the reference in its gold.
            answer: its sentences.
        """
        values: dict[str, Foreign] = {
            "question": item.text,
            "as_of": item.as_of,
            "reference": item.gold.answer,
            "answer": answer,
        }
        return self._ask("judge_answer", Grade, values)

    def _ask(self, name: str, shape: type[S], values: Mapping[str, Foreign]) -> S | None:
        request = request_of(name, values)
        if request.key not in self._known:
            self.tally.asked += 1
            try:
                self._known[request.key] = complete_as(self.model, request, shape).value
            except ModelError as error:
                self._known[request.key] = error.message
        found = self._known[request.key]
        if isinstance(found, shape):
            return found
        self.tally.local += 1
        reason = str(found)
        self.tally.reasons[reason] = self.tally.reasons.get(reason, 0) + 1
        return None
