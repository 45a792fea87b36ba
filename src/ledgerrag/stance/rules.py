"""The stance that ships: rules for figures, dates, status words, names and negation.

It sees one claim and one passage. A figure conflicts where slot, kind and unit are the same and the
interval is not; everything that is not clearly the same slot is neutral.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import UNIT, Claim, ClaimKind, Judgement, Passage, Stance, ValueKind
from ledgerrag.stance.aligned import EXCHANGED, aligned
from ledgerrag.stance.commands import COMMAND, addressed
from ledgerrag.stance.doubts import reviewed
from ledgerrag.stance.figure_rules import NOTHING, OTHER, judge_figure
from ledgerrag.stance.framed import judge_framed
from ledgerrag.stance.hearsay import ASKED, only_asks
from ledgerrag.stance.nobody import judge_nobody
from ledgerrag.stance.parsed import parse
from ledgerrag.stance.posts import judge_post
from ledgerrag.stance.qualified import qualified_otherwise
from ledgerrag.stance.statement_rules import judge_name, judge_statement, judge_status, unsafe
from ledgerrag.stance.subjects import denied, other_provision, subject
from ledgerrag.stance.tables import digest as data_digest
from ledgerrag.stance.units import NUMERIC

_REPORTS: Final = frozenset(("the", "a", "an", "and", "said", "says", "that"))
RULES: Final = "rules/4"


@cache
def digest() -> str:
    """Version of the rules and hash of their data, for the journal."""
    return hashlib.sha256(f"{RULES} {data_digest()}".encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class RuleStance:
    """Judges by rules alone; same input, same output."""

    name: str = "rules"

    @property
    def digest(self) -> str:
        """See `digest`."""
        return digest()

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """One judgement a pair, in the same order."""
        return tuple(_judge(claim, passage) for claim, passage in pairs)


def neutral(rule: str) -> Judgement:
    """A passage that decides nothing, with the reason."""
    return Judgement(Stance.NEUTRAL, 0, rule)


# Each step judges what the steps before have seen again.
@lru_cache(maxsize=8192)
def _judge(claim: Claim, passage: Passage) -> Judgement:
    if claim.kind is ClaimKind.SLOT:
        return neutral("a slot states nothing")
    if addressed(passage):
        return neutral(COMMAND)
    if other_provision(claim, passage):
        return neutral("other provision")
    if only_asks(passage.text):
        return neutral(ASKED)
    return judge_framed(claim, passage, _plainly) or _plainly(claim, passage)


def _plainly(claim: Claim, passage: Passage) -> Judgement:
    """What a sentence tells of a claim, taken at its own word."""
    same = _same_words(claim, passage) or aligned(claim, passage)
    if same is not None and same.rule != EXCHANGED:
        return same
    judged = judge_nobody(claim, passage)
    if judged is None:
        judged = reviewed(claim, passage, _by_kind(claim, passage))
    # A black sail is no white one, whatever else is the same.
    return same if same is not None and judged.stance is Stance.SUPPORT else judged


def _by_kind(claim: Claim, passage: Passage) -> Judgement:
    kind = claim.value.kind if claim.value is not None else ValueKind.TEXT
    if kind in NUMERIC or kind is ValueKind.DATE:
        judged = judge_figure(claim, passage)
        # A draft's figure may be denied whole: "resigned on 3 May", "has not resigned".
        if judged.rule == NOTHING and not claim.parent:
            denied_whole = judge_statement(claim, passage)
            return denied_whole if denied_whole.stance is Stance.REFUTE else judged
        told = judged.stance is not Stance.NEUTRAL and not claim.parent
        return neutral(OTHER) if told and qualified_otherwise(claim, passage) else judged
    post = judge_post(claim, passage)
    if post is not None:
        return post
    if kind is ValueKind.STATUS:
        return judge_status(claim, passage)
    if kind is ValueKind.NAME:
        return judge_name(claim, passage)
    return judge_statement(claim, passage)


def _same_words(claim: Claim, passage: Passage) -> Judgement | None:
    """Support where the passage is, or holds, the claim word for word."""
    said, there = parse(claim.text).words, parse(passage.text).words
    if not said or len(said) > len(there):
        return None
    if subject(claim, passage).apart:
        return None
    if said == there:
        return Judgement(Stance.SUPPORT, UNIT, "same words", claim.value)
    if len(said) < 4 or denied(passage.text) or unsafe(claim, passage):
        return None
    for at in range(len(there) - len(said) + 1):
        if there[at] == said[0] and there[at : at + len(said)] == said:
            before = parse(passage.text)
            if any(place < before.places[at] for place in before.negations):
                return None
            if not _opens(passage.text[: before.starts[at]]):
                return None
            return Judgement(Stance.SUPPORT, 950_000, "same words", claim.value)
    return None


def _opens(before: str) -> bool:
    """Whether a statement can begin after these words: at the start, a comma, a report."""
    left = before.rstrip().casefold()
    return not left or left[-1] in ",;:" or left.split()[-1] in _REPORTS
