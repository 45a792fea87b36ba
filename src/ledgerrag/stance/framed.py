"""A claim against a sentence that rates it, asks it or passes it on, instead of telling it.

A verdict of true supports what it rates, one of false refutes it, any other settles nothing, and
a rating of another claim says nothing of this one. What the sentence tells besides is judged alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from ledgerrag.model import Claim, Judgement, Passage, Stance
from ledgerrag.stance.hearsay import hearsay, phrases
from ledgerrag.stance.parsed import parse, stem, synonyms
from ledgerrag.stance.ratings import Rating, ratings, within
from ledgerrag.stance.roles import DENIED_BEFORE
from ledgerrag.stance.subjects import plain_stems, subject_keys
from ledgerrag.stance.verdicts import Verdict

RATED_TRUE: Final = "rated true"
RATED_FALSE: Final = "rated false"
_OPEN: Final = Judgement(Stance.NEUTRAL, 0, DENIED_BEFORE)

Judge = Callable[[Claim, Passage], Judgement]


def judge_framed(claim: Claim, passage: Passage, plainly: Judge) -> Judgement | None:
    """A judgement where what the sentence tells is rated or hearsay; None where it is not.

    Args:
        claim: an assertion.
        passage: a sentence with its context.
        plainly: the rules for what a sentence tells itself.
    """
    parts = () if phrases(claim.text) else hearsay(passage.text)
    if claim.text.rstrip().endswith("?"):
        parts = ()
    found = [one for one in ratings(passage) if not (one.within and _held(one, parts))]
    if found:
        if within(claim.text):
            # A claim about a rating: the rules compare denials of both, not what stands around.
            return None if found[0].within else _OPEN
        judged = _rated(claim, passage, found, plainly)
        if judged is not None:
            return judged
    return _besides(claim, passage, parts, plainly) if parts else None


def _held(rating: Rating, parts: Iterable[tuple[int, int]]) -> bool:
    return any(start <= rating.start < end for start, end in parts)


def _rated(
    claim: Claim, passage: Passage, found: Sequence[Rating], plainly: Judge
) -> Judgement | None:
    """What the verdicts make of the claim; None where the sentence may be judged as it is."""
    low = [one for one in found if one.verdict is not Verdict.TRUE]
    for one in found:
        judged = plainly(claim, _only(passage, one.start, one.end))
        if judged.stance is Stance.NEUTRAL:
            continue
        if one.verdict is Verdict.TRUE:
            return replace(judged, rule=f"{RATED_TRUE}: {judged.rule}")
        if one.verdict is Verdict.FALSE and judged.stance is Stance.SUPPORT:
            if not _alike(claim, passage, one):
                return _OPEN
            return Judgement(
                Stance.REFUTE, judged.confidence_u, f"{RATED_FALSE}: {judged.rule}", judged.value
            )
        if one.verdict is Verdict.OPEN:
            return _OPEN
    if not low:
        return None
    if not low[0].within:
        return _OPEN
    return _besides(claim, passage, [(one.start, one.end) for one in low], plainly)


def _besides(
    claim: Claim, passage: Passage, parts: Iterable[tuple[int, int]], plainly: Judge
) -> Judgement:
    """The judgement by what the sentence tells outside of the parts; settled where that is none."""
    text, aside = passage.text, [passage.before]
    for start, end in parts:
        aside.append(passage.text[start:end])
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    if not text.strip():
        return _OPEN
    # What is set aside tells what the rest speaks of: `that the toll is 12 is false; it is 9`.
    judged = plainly(claim, replace(passage, text=text, before=" ".join(aside)))
    return judged if judged.stance is not Stance.NEUTRAL else _OPEN


def _only(passage: Passage, start: int, end: int) -> Passage:
    """The sentence with nothing but a part of it; places stay."""
    text = passage.text
    return replace(passage, text=f"{' ' * start}{text[start:end]}{' ' * (len(text) - end)}")


def _alike(claim: Claim, passage: Passage, rated: Rating) -> bool:
    """Whether what is rated tells nothing besides the claim: else any of it may be false."""
    known = frozenset((*subject_keys(claim), *parse(claim.text).stems))
    groups = synonyms()
    known = known.union(*(groups[name] for name in known if name in groups)) | plain_stems()
    there = parse(passage.text[rated.start : rated.end])
    units = {stem(word) for one in there.figures for word in one.value.unit.split("/")}
    return not there.content - known - units
