"""Who judges: one claim and one passage in, a stance out, nothing else seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ledgerrag.model import Claim, Judgement, Passage, Stance


class StanceModel(Protocol):
    """Judges pairs of claim and passage; same input, same output, alone or in a batch.

    Attributes:
        name: for the journal.
        digest: sha256 (or version) of the rules or weights, for the journal.
    """

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """One judgement a pair, in the same order."""
        ...


@dataclass(frozen=True, slots=True)
class FixedStance:
    """The shipped double: answers from a table of (claim text, passage text), else neutral."""

    table: dict[tuple[str, str], Judgement] = field(default_factory=dict)
    name: str = "fixed"
    digest: str = "0"

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """Look each pair up."""
        neutral = Judgement(Stance.NEUTRAL, 0, "fixed")
        return tuple(
            self.table.get((claim.text, passage.text), neutral) for claim, passage in pairs
        )
