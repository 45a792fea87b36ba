"""Whom to believe by weight alone: what most of the relevant text says.

A generator that reads all passages at once, and knows neither who speaks nor what holds, follows
the weight of what it reads. That is written down here once: sentences that state the same value
make one candidate, a document has one voice, the heaviest candidate is the answer, and two sides
of nearly the same weight leave the question open. Systems differ in what they read and in what a
voice weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ledgerrag.adjudication import Rule, Ruling
from ledgerrag.baselines.desk import Desk, Read, Voice
from ledgerrag.model import UNIT, Claim, ClaimKind, DocKey, Evidence, Stance, Verdict
from ledgerrag.reading.hypothesis import stated

EVEN_U = 900_000
"""From this share of the heavier side's weight the lighter one leaves a question open."""

_SIDES = {Stance.SUPPORT: Verdict.SUPPORTED, Stance.REFUTE: Verdict.REFUTED}


@dataclass(frozen=True, slots=True)
class Settled:
    """How a claim ended.

    Args:
        root: the slot or assertion.
        claim: the statement that answers a slot; the root itself otherwise.
        entries: what was judged.
        ruling: the verdict, and what it rests on, the best first.
    """

    root: Claim
    claim: Claim
    entries: tuple[Evidence, ...]
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Candidate:
    """Sentences that give the same answer to a slot.

    Args:
        reads: the heaviest first.
        weight: of all of them, a document counted once.
    """

    reads: tuple[Read, ...]
    weight: int


def vote(
    desk: Desk, root: Claim, reads: Sequence[Read], weight: Callable[[Read], int], said: str
) -> Settled:
    """Settle a claim by the weight of what was read.

    Args:
        desk: judges.
        root: a slot or assertion.
        reads: the sentences that speak to it.
        weight: of a sentence; whole numbers, above zero.
        said: what the weight is, for the reason of the verdict: `relevance`.
    """
    claim = root
    if root.kind is ClaimKind.SLOT:
        reads = desk.candidates(root, reads)
        found = candidates(reads, weight)
        if not found:
            return unsettled(root)
        claim = stated(root, found[0].reads[0].scored, 1)
    return weighed(root, claim, desk.judged(claim, reads), weight, said)


def candidates(reads: Iterable[Read], weight: Callable[[Read], int]) -> tuple[Candidate, ...]:
    """What may answer a slot, the heaviest candidate first; ties by place.

    Args:
        reads: sentences that answer it.
        weight: of a sentence.
    """
    groups: list[list[Read]] = []
    for read in reads:
        like = next((group for group in groups if _same(group[0], read)), None)
        if like is None:
            groups.append([read])
        else:
            like.append(read)
    made = []
    for group in groups:
        group.sort(key=lambda one: (-weight(one), one.scored.passage.span))
        made.append(Candidate(tuple(group), _weight_of(group, weight)))
    return tuple(sorted(made, key=lambda one: (-one.weight, one.reads[0].scored.passage.span)))


def weighed(
    root: Claim,
    claim: Claim,
    voices: Sequence[Voice],
    weight: Callable[[Read], int],
    said: str,
) -> Settled:
    """A verdict for the heavier side; contested where both weigh nearly the same.

    Args:
        root: the slot or assertion.
        claim: what was judged.
        voices: the judgements.
        weight: of a sentence.
        said: what the weight is, for the reason.
    """
    sides = {
        stance: sorted(
            (voice for voice in voices if voice.entry.y is stance),
            key=lambda voice: (-weight(voice.read), voice.entry.span),
        )
        for stance in _SIDES
    }
    total = {y: _weight_of([one.read for one in side], weight) for y, side in sides.items()}
    slot = root.kind is ClaimKind.SLOT
    if slot:
        # Of the other answers to a question each speaks for itself.
        others = candidates([one.read for one in sides[Stance.REFUTE]], weight)
        total[Stance.REFUTE] = max((one.weight for one in others), default=0)
    light, heavy = sorted(total, key=lambda stance: total[stance])
    if not total[heavy]:
        return ruled(root, claim, voices, (), Verdict.UNVERIFIED, "nothing that was found says so")
    counted = f"{len(_documents(sides[heavy]))} against {len(_documents(sides[light]))} documents"
    even = total[light] * UNIT >= total[heavy] * EVEN_U
    if total[light] and (even or (slot and heavy is Stance.REFUTE)):
        both = (*sides[heavy], *sides[light])
        reason = f"{counted} of nearly the same {said}"
        return ruled(root, claim, voices, both, Verdict.CONTESTED, reason)
    if slot and heavy is Stance.REFUTE:
        return unsettled(root)
    return ruled(root, claim, voices, sides[heavy], _SIDES[heavy], f"{counted}, by {said}")


def ruled(
    root: Claim,
    claim: Claim,
    voices: Sequence[Voice],
    winners: Sequence[Voice],
    verdict: Verdict,
    reason: str,
) -> Settled:
    """A claim with its verdict.

    Args:
        root: the slot or assertion.
        claim: what was judged.
        voices: all judgements.
        winners: what the verdict rests on, the best first; of both sides where contested.
        verdict: as decided.
        reason: one line.
    """
    rule = {
        Verdict.UNVERIFIED: Rule.NOTHING,
        Verdict.CONTESTED: Rule.CONTESTED,
    }.get(verdict, Rule.ALONE)
    entries = tuple(voice.entry for voice in voices)
    ruling = Ruling(
        claim.claim_id,
        verdict,
        reason,
        rule,
        tuple(voice.entry for voice in winners),
        support_clusters=len(_documents(v for v in voices if v.entry.y is Stance.SUPPORT)),
        refute_clusters=len(_documents(v for v in voices if v.entry.y is Stance.REFUTE)),
    )
    return Settled(root, claim, entries, ruling)


def unsettled(root: Claim, reason: str = "nothing that was found answers") -> Settled:
    """A claim that nothing speaks to."""
    return ruled(root, root, (), (), Verdict.UNVERIFIED, reason)


def _same(one: Read, other: Read) -> bool:
    mine, theirs = one.scored.value, other.scored.value
    if mine is not None and theirs is not None:
        return mine.same(theirs)
    same_text = one.scored.passage.text.casefold() == other.scored.passage.text.casefold()
    return mine is None and theirs is None and same_text


def _weight_of(reads: Iterable[Read], weight: Callable[[Read], int]) -> int:
    heaviest: dict[DocKey, int] = {}
    for read in reads:
        heaviest[read.document.key] = max(weight(read), heaviest.get(read.document.key, 0))
    return sum(heaviest.values())


def _documents(voices: Iterable[Voice]) -> set[DocKey]:
    return {voice.read.document.key for voice in voices}
