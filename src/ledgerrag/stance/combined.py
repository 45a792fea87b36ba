"""Rules and model together: the rules decide what they can, the model what they leave open.

Where a figure, a date, a status or the same words decide, the rules' word stands and the model is a
second opinion. Where the rules found nothing to decide by, the model decides, as a reading that is
less than clear. What the rules set apart (another provision, another name) the model never joins,
it finds no support for a figure in a passage with another one, and must be sure where it has none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, Protocol

from ledgerrag.model import UNIT, Basis, Claim, ClaimKind, Judgement, Passage, Stance
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.hearsay import ASKED
from ledgerrag.stance.names import names
from ledgerrag.stance.odds import Odds
from ledgerrag.stance.parsed import parse, stem
from ledgerrag.stance.restated import restated
from ledgerrag.stance.roles import DENIED_BEFORE
from ledgerrag.stance.seam import StanceModel
from ledgerrag.stance.tables import table
from ledgerrag.stance.unmet import another, unmet

RULES: Final = "combined/2"
OTHERWISE: Final = "; a second judge reads it otherwise"
"""What the rule of a judgement ends with where the judges disagree."""
CLEAR_U: Final = 600_000
"""Clear is what counts against others (`tau_div`): doubt about a rule does not push it below."""
UNCLEAR_U: Final = 590_000
"""Most that a reading of the model alone is worth."""
DOUBT_U: Final = 200_000
MOST_ASKED: Final = 8
"""Most passages of one claim that the model is asked about at a time: the first ones, by rank."""
DECIDES_U: Final = 400_000
"""From this probability on the likeliest stance is the word of the model; below, all are even."""
SURE_U: Final = 800_000
"""From this probability on the model's opposite reading is told to a person, and support for a
figure that the passage does not state is taken."""

# What the rules set apart for good. Everything else that is neutral they only could not tell.
_CLOSED: Final = (
    "other provision",
    "a slot states nothing",
    "another number in a name",
    DENIED_BEFORE,
    ASKED,
)


class OddsModel(Protocol):
    """What gives probabilities of the stances; a model, or the record of one."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def odds(self, pairs: Sequence[Pair]) -> tuple[Odds, ...]:
        """One row a pair, in the same order."""
        ...


@dataclass(frozen=True, slots=True)
class FixedOdds:
    """The shipped double: answers from a table of (claim, text of the passage), else neutral."""

    table: Mapping[tuple[str, str], Odds] = field(default_factory=dict)
    name: str = "fixed"
    digest: str = "0"

    def odds(self, pairs: Sequence[Pair]) -> tuple[Odds, ...]:
        """Look each pair up."""
        return tuple(self.table.get((one.claim, one.text), Odds(0, 0, UNIT)) for one in pairs)


@dataclass(frozen=True, slots=True)
class Combined:
    """Judges by rules, then by the model where they leave it open.

    Args:
        rules: the rules.
        model: asked about statements only; a hypothesis for a slot is for the rules to judge, and
            the model's doubt about it is told.
        most: passages of one claim that the model is asked about at a time; 0: all.
    """

    rules: StanceModel
    model: OddsModel
    most: int = MOST_ASKED

    @property
    def name(self) -> str:
        """For the journal."""
        return f"{self.rules.name} and {self.model.name}"

    @property
    def digest(self) -> str:
        """Of both."""
        return hashlib.sha256(
            f"{self.rules.digest} {self.model.digest}".encode("ascii")
        ).hexdigest()

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """One judgement a pair, in the same order."""
        found = list(self.rules.judge(pairs))
        wanted = self._wanted(pairs, found)
        asked = [pair_of(*pairs[n]) for n in wanted]
        for n, odds in zip(wanted, self.model.odds(asked), strict=True):
            found[n] = self._heard(pairs[n], found[n], odds)
        return tuple(found)

    def _wanted(
        self, pairs: Sequence[tuple[Claim, Passage]], found: Sequence[Judgement]
    ) -> list[int]:
        wanted: list[int] = []
        asked: dict[str, int] = {}
        for n, ((claim, passage), judged) in enumerate(zip(pairs, found, strict=True)):
            count = asked.get(claim.claim_id, 0)
            if (not self.most or count < self.most) and _open_to_model(claim, passage, judged):
                asked[claim.claim_id] = count + 1
                wanted.append(n)
        return wanted

    def _heard(self, pair: tuple[Claim, Passage], judged: Judgement, odds: Odds) -> Judgement:
        if judged.stance is not Stance.NEUTRAL:
            return _doubted(judged, odds)
        stance, sure = odds.likeliest()
        if stance is Stance.NEUTRAL or sure < DECIDES_U:
            return judged
        # What contradicts a figure need not state one; what supports it hardly does without.
        if stance is Stance.SUPPORT and unmet(*pair) and (sure < SURE_U or another(*pair)):
            return judged
        rule = f"{self.model.name}: {judged.rule}"
        return Judgement(stance, min(sure, UNCLEAR_U), rule, basis=Basis.MODEL)


def pair_of(claim: Claim, passage: Passage) -> Pair:
    """Claim and passage as the model reads them."""
    return Pair(claim.text, passage.text, passage.title, passage.before, passage.after)


def _doubted(judged: Judgement, odds: Odds) -> Judgement:
    """What the rules decided, less sure where the model reads the opposite."""
    against = odds.refute_u if judged.stance is Stance.SUPPORT else odds.support_u
    if against < SURE_U:
        return judged
    lowered = max(judged.confidence_u - DOUBT_U, min(judged.confidence_u, CLEAR_U))
    rule = f"{judged.rule}{OTHERWISE}"
    return replace(judged, confidence_u=lowered, rule=rule, basis=Basis.DOUBTED)


def _open_to_model(claim: Claim, passage: Passage, judged: Judgement) -> bool:
    if claim.kind is ClaimKind.SLOT:
        return False
    if judged.stance is not Stance.NEUTRAL:
        # Where all words are the same, there is nothing left to read.
        return not (judged.rule.startswith("same words") or restated(claim, passage))
    return not claim.parent and judged.rule not in _CLOSED and not named_apart(claim, passage)


def named_apart(claim: Claim, passage: Passage) -> bool:
    """Whether a claim has names, and neither one of them nor what it opens with stands there.

    A passage without title and context does not tell whom it speaks of.
    """
    around = " ".join((passage.title, passage.before, passage.after)).strip()
    held = [word for one in names(claim.text) for word in one.text.split()]
    if not held or not around:
        return False
    said = parse(claim.text)
    opening = next((name for name in said.stems if name in said.content), "")
    there = parse(passage.text).at.keys() | parse(around).at.keys()
    named = {stem(word) for word in held if word.casefold() not in _titles()}
    return not (named | {opening}) & there


@cache
def _titles() -> frozenset[str]:
    return frozenset(table("words.toml")["titles"])
