"""A language model as a judge: one claim, one passage, a rubric, nothing else seen."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from ledgerrag.language.consulting import Consultation, Part
from ledgerrag.language.prompting import prompt
from ledgerrag.language.shapes import Judged
from ledgerrag.model import Basis, Claim, ClaimKind, Judgement, Passage, Stance, ValueKind
from ledgerrag.stance.combined import CLEAR_U, DOUBT_U, MOST_ASKED, OTHERWISE, UNCLEAR_U
from ledgerrag.stance.seam import StanceModel
from ledgerrag.stance.units import NUMERIC

RULE: Final = "language model"
_RULED: Final = frozenset({*NUMERIC, ValueKind.DATE, ValueKind.STATUS})
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
        return Judgement(stance, sure, RULE, basis=Basis.MODEL)


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """A judge with another beside it, whose word counts for less.

    Where the claim states a figure, a date or a status, or the first judge has decided, that
    stands: a second judge that says the opposite lowers the confidence, not below that of a clear
    reading, and a person is told. Where the first finds nothing in words, the second is heard, as
    an unclear reading.

    Args:
        first: the local judge.
        second: asked about the passages that come first, at most `MOST_ASKED`.
    """

    first: StanceModel
    second: StanceModel

    @property
    def name(self) -> str:
        """For the journal."""
        return f"{self.first.name} and {self.second.name}"

    @property
    def digest(self) -> str:
        """Of both."""
        both = f"{self.first.digest} {self.second.digest}"
        return hashlib.sha256(both.encode("ascii")).hexdigest()

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """One judgement a pair, in the same order."""
        found = list(self.first.judge(pairs))
        wanted = [n for n, one in enumerate(found) if _doubtful(pairs[n][0], one)][:MOST_ASKED]
        for n, said in zip(wanted, self.second.judge([pairs[n] for n in wanted]), strict=True):
            found[n] = _heard(found[n], said)
        return tuple(found)


def _doubtful(claim: Claim, judged: Judgement) -> bool:
    """Whether another opinion is worth having: of a decision, or where words alone decide."""
    ruled = claim.value is not None and claim.value.kind in _RULED
    return judged.stance is not Stance.NEUTRAL or not ruled


def _heard(first: Judgement, second: Judgement) -> Judgement:
    if second.stance in (Stance.NEUTRAL, first.stance):
        return first
    if first.stance is Stance.NEUTRAL:
        return replace(second, confidence_u=min(second.confidence_u, UNCLEAR_U))
    lowered = max(first.confidence_u - DOUBT_U, min(first.confidence_u, CLEAR_U))
    # A model's own reading stays that, also where another model contradicts it.
    basis = first.basis or Basis.DOUBTED
    return replace(first, confidence_u=lowered, rule=f"{first.rule}{OTHERWISE}", basis=basis)
