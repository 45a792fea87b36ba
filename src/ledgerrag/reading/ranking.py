"""How well passages answer a claim: subject, nearness, kind of value, provision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.model import UNIT, Claim, ClaimKind, Passage, Value, ValueKind
from ledgerrag.reading.asking import Ask, ask
from ledgerrag.reading.provisions import named, root
from ledgerrag.stance.match import pick, topic
from ledgerrag.stance.parsed import parse
from ledgerrag.stance.values import figures

on_topic_u: Final = 450_000
"""From this `topic_u` a passage speaks of the same subject as the claim."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage with how well it answers.

    Args:
        passage: the sentence with its context.
        score_u: subject and value together, in millionths.
        value: the value that answers; None where none of the expected kind stands there.
        topic_u: the subject alone, in millionths.
    """

    passage: Passage
    score_u: int
    value: Value | None
    topic_u: int = 0


def rank(claim: Claim, passages: Sequence[Passage]) -> tuple[Scored, ...]:
    """Score passages for a claim, best first; ties by document, version and place.

    Args:
        claim: slot or assertion.
        passages: sentences with their context.
    """
    wants = _wants(claim)
    numbers = named(claim.query or claim.text)
    scored = [_score(claim, wants, numbers, passage) for passage in passages]
    return tuple(sorted(scored, key=lambda one: (-one.score_u, one.passage.span)))


def _wants(claim: Claim) -> Ask:
    if claim.kind is ClaimKind.SLOT:
        found = ask(claim.text)
        if found.expects is claim.expects:
            return found
        return Ask(claim.expects)
    if claim.value is None:
        return Ask(claim.expects)
    bound = next((f.bound for f in figures(claim.text) if f.value.same(claim.value)), "")
    return Ask(claim.expects, claim.value.unit, bound)


def _score(
    claim: Claim, wants: Ask, numbers: Sequence[tuple[str, str, int, int]], passage: Passage
) -> Scored:
    text = parse(passage.text)
    subject = topic(claim.keys, text, passage.before, passage.title, passage.after)
    subject = _provision(subject, numbers, passage)
    found = pick(claim.keys, text, passage.text, wants.expects, wants.unit, wants.bound)
    if wants.expects is ValueKind.TEXT:
        return Scored(passage, subject * 3 // 4, None, subject)
    fit = found.fit_u if found is not None else 0
    score = subject // 2 + subject * fit // (2 * UNIT)
    return Scored(passage, score, found.value if found is not None else None, subject)


def _provision(subject: int, numbers: Sequence[tuple[str, str, int, int]], passage: Passage) -> int:
    """Raise what the question names by number, lower what is named otherwise."""
    if not numbers:
        return subject
    asked = {root(number) for _, number, _, _ in numbers}
    in_title = {root(number) for _, number, _, _ in named(passage.title)}
    if asked & in_title:
        return subject + (UNIT - subject) * 3 // 10
    here = {root(number) for _, number, _, _ in named(passage.text)}
    if asked & here:
        return subject + (UNIT - subject) // 10
    return subject * 7 // 10 if in_title else subject
