"""What a sentence says beside another of its document that has all words of a question itself."""

from __future__ import annotations

from ledgerrag.model import Claim, ClaimKind, Passage
from ledgerrag.reading.frames import frame
from ledgerrag.reading.scores import Scored
from ledgerrag.stance.parsed import bag, parse


def own(claim: Claim, scored: list[Scored]) -> list[Scored]:
    """Where a sentence has all that is asked in its own words, its neighbours say nothing of it.

    "Applications must be filed by 1 March" under the title "Appeals" says nothing of appeals where
    another sentence of the document does.

    Args:
        claim: slot or assertion.
        scored: passages with their scores.
    """
    subject = frame(claim).subject
    if not subject:
        return _apart(claim, scored)
    whole = {
        one.passage.span.key
        for one in scored
        if (one.value is not None or one.answers) and _has_all(_read(claim, one), one.passage)
    }
    return [
        Scored(one.passage, 0, None, 0)
        if one.passage.span.key in whole and _lacks(frame(_read(claim, one)).subject, one.passage)
        else one
        for one in scored
    ]


def _apart(claim: Claim, scored: list[Scored]) -> list[Scored]:
    """Where a sentence has all words of what is asked, none speaks of it with one of its title's.

    "Support ends on 1 May" under the title "Loom: life cycle" is not the end of life of Loom where
    another sentence of the document tells that.
    """
    if claim.kind is not ClaimKind.SLOT:
        return scored
    told = {
        one.passage.span.key
        for one in scored
        if one.value is not None and not _missing(claim, one) and frame(_read(claim, one)).said
    }
    return [
        Scored(one.passage, 0, None, 0)
        if one.passage.span.key in told and _missing(claim, one) & bag(one.passage.title)
        else one
        for one in scored
    ]


def _missing(claim: Claim, one: Scored) -> frozenset[str]:
    said = frame(_read(claim, one)).said
    return frozenset(key for key in said if key not in parse(one.passage.text).at)


def _lacks(subject: str, passage: Passage) -> bool:
    return bool(subject) and subject not in parse(passage.text).at


def _read(claim: Claim, one: Scored) -> Claim:
    return claim if one.retold is None else one.retold.claim


def _has_all(claim: Claim, passage: Passage) -> bool:
    there = parse(passage.text).at
    return all(key in there for key in claim.keys)
