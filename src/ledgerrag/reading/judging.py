"""A language model as a judge: one claim, one passage, a rubric, nothing else seen."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ledgerrag.language.consulting import Consultation, Part
from ledgerrag.language.prompting import prompt
from ledgerrag.language.shapes import Judged
from ledgerrag.model import Claim, ClaimKind, Judgement, Passage, Stance

RULE: Final = "language model"
_SURE_U: Final = MappingProxyType({"low": 550_000, "medium": 750_000, "high": 900_000})
_SEEN: Final = 1_000


@dataclass(frozen=True, slots=True)
class ModelStance:
    """Judges through a language model; where it gives no answer, a passage is neutral.

    A verdict of the model concerns this one passage: whose it is, from when it holds and what it
    weighs was settled before and is not told to it.

    Args:
        consultation: the run's dealings with the model.
    """

    consultation: Consultation

    @property
    def name(self) -> str:
        """For the journal."""
        return "language"

    @property
    def digest(self) -> str:
        """Of the prompt and the model."""
        asked = self.consultation
        parts = (prompt("judge").digest, asked.model, asked.digest)
        return hashlib.sha256(" ".join(parts).encode("utf-8")).hexdigest()

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """One judgement a pair, in the same order."""
        return tuple(self._judged(claim, passage) for claim, passage in pairs)

    def _judged(self, claim: Claim, passage: Passage) -> Judgement:
        if claim.kind is ClaimKind.SLOT:
            return Judgement(Stance.NEUTRAL, 0, "a slot states nothing")
        found = self.consultation.ask(
            Part.JUDGING,
            "judge",
            Judged,
            {
                "claim": claim.text,
                "title": passage.title,
                "before": passage.before[-_SEEN:],
                "passage": passage.text,
                "after": passage.after[:_SEEN],
            },
        )
        if found is None:
            return Judgement(Stance.NEUTRAL, 0, f"{RULE}: no answer")
        stance = Stance(found.stance)
        sure = 0 if stance is Stance.NEUTRAL else _SURE_U[found.confidence]
        return Judgement(stance, sure, RULE)
