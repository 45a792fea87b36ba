"""A last look at what the rules call support: turns of phrase that they do not take apart.

A contrast ("by the board, not the committee"), a former value ("formerly 30 euros", "from 5 to 4"),
a left-out verb ("the notary by the buyer"), another relation ("near a pool"): where the passage has
one and the claim has not, nothing is supported.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ledgerrag.model import Claim, Judgement, Passage, Stance
from ledgerrag.stance.parsed import parse, stem
from ledgerrag.stance.posts import OTHER
from ledgerrag.stance.subjects import subject_keys
from ledgerrag.stance.tables import table
from ledgerrag.stance.units import NUMERIC
from ledgerrag.stance.wordings import count_words

_CONTRAST: Final = re.compile(r"[,;(]\s*(?:but\s+)?not\b", re.I)
_LEFT_OUT: Final = re.compile(r",\s*(?:and\s+)?(?:the|a|an)\s+\w+\s+by\b", re.I)
_LABEL_LINE: Final = 8
# `Once every 12 months` tells how often, not what once was.
_OFTEN: Final = re.compile(r"\bonce\s+(?=(?:every|each|an?|per|in\s+(?:every|each|an?))\b)", re.I)
_ONCE: Final = re.compile(r"\W*once\s+", re.I)
_NON: Final = re.compile(r"\bnon-?(?P<word>[a-z]{4,})", re.I)


def reviewed(claim: Claim, passage: Passage, judged: Judgement) -> Judgement:
    """The judgement, or neutral (or refuted) where support was read over such a turn.

    Args:
        claim: what was judged.
        passage: the sentence.
        judged: by the rules; what is neutral is returned as it is.
    """
    if judged.stance is Stance.REFUTE:
        return _refuted(claim, passage, judged)
    if judged.stance is not Stance.SUPPORT:
        return judged
    opposite = _opposite(claim.text, passage.text)
    if opposite:
        return Judgement(Stance.REFUTE, judged.confidence_u, f"{opposite}, not its opposite")
    for pattern in (_CONTRAST, _LEFT_OUT):
        if pattern.search(passage.text) and not pattern.search(claim.text):
            return Judgement(Stance.NEUTRAL, 0, "contrast")
    said = set(parse(claim.text).words)
    relations = (set(parse(passage.text).words) & _relations()) - said
    if relations and judged.value is None:
        return Judgement(Stance.NEUTRAL, 0, "another relation")
    if judged.value is not None and _former(passage.text, judged.value.start):
        return Judgement(Stance.NEUTRAL, 0, "a former value")
    return judged


def _refuted(claim: Claim, passage: Passage, judged: Judgement) -> Judgement:
    """Refuted only by a figure of the same unit, or by a sentence that has most of the claim."""
    text = parse(passage.text)
    if judged.value is not None and claim.value is not None:
        named = stem(claim.value.unit) in text.at and count_words() & set(text.words)
        bare = bool(claim.value.unit) and not judged.value.unit and not named
        # A line of a label and its value leaves the unit to the label.
        if bare and judged.value.kind in NUMERIC and len(text.words) > _LABEL_LINE:
            return Judgement(Stance.NEUTRAL, 0, "a figure of nothing said")
        return judged
    if judged.rule == OTHER:
        return judged  # the post is the same, and that is all of the claim but the name
    keys = subject_keys(claim)
    if 4 * sum(key in text.at for key in keys) < 3 * len(keys):
        return Judgement(Stance.NEUTRAL, 0, "said elsewhere")
    return judged


def _opposite(said: str, text: str) -> str:
    """`non-refundable` in the text where the claim says `refundable`; empty where none is."""
    own = {stem(word) for word in parse(said).words}
    negated = {match["word"] for match in _NON.finditer(said)}
    for match in _NON.finditer(text):
        word = match["word"].casefold()
        if stem(word) in own and word not in {one.casefold() for one in negated}:
            return f"non-{word}"
    return ""


def _former(text: str, start: int) -> bool:
    """Whether the value that starts there is told as a past one."""
    if start < 0:
        return False
    # `Once 5 days have passed` tells when something is so, not what once was.
    if _ONCE.fullmatch(text, 0, start):
        return False
    before = parse(_OFTEN.sub(" ", text[:start])).words[-3:]
    if any(word in _formers() for word in before):
        return True
    # `fell to 4 percent from 5 percent`: what follows `from` held before.
    return before[-1:] == ("from",) and re.search(r"\bto\b", text[:start], re.I) is not None


@cache
def _relations() -> frozenset[str]:
    return frozenset(table("words.toml")["relations"])


@cache
def _formers() -> frozenset[str]:
    return frozenset(table("words.toml")["formers"])
