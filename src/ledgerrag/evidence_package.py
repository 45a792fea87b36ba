"""The minimal covering evidence package C, by a greedy procedure (paper section 4.4).

A claim is covered by a winner of its ruling and by nothing else. A quoted span that serves several
claims is taken, and paid for, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ledgerrag.adjudication import Ruling
from ledgerrag.config import Params
from ledgerrag.ledger import best_first, half_even
from ledgerrag.model import UNIT, Claim, Evidence, Span, Stance, Verdict


class Why(StrEnum):
    """Why a claim is not covered."""

    OPEN = "not settled"
    TARGET = "coverage reached without it"
    BUDGET = "context budget reached"


@dataclass(frozen=True, slots=True)
class Package:
    """What the generator may see.

    Args:
        entries: chosen evidence, in the order of choice; contested claims come last, both sides.
        uncovered: claims that no chosen entry covers, each with the reason, in claim order.
        coverage_u: weighted share of the claims that are covered.
        characters: quoted text in it.
    """

    entries: tuple[Evidence, ...]
    uncovered: tuple[tuple[str, Why], ...]
    coverage_u: int
    characters: int


def cover(claims: Sequence[Claim], rulings: Mapping[str, Ruling], params: Params) -> Package:
    """Choose spans by their marginal weighted coverage until it suffices or the budget is reached.

    Ties go to the higher authority, then the later effective date, then the key.

    Args:
        claims: the active claims.
        rulings: one for each.
        params: `package_cov` (0: `tau_cov`) and `context_budget`.
    """
    weight = {claim.claim_id: claim.weight_u for claim in claims}
    total = sum(weight.values())
    target = (params.package_cov_u or params.tau_cov_u) * total
    spans = _spans(rulings[claim.claim_id] for claim in claims)
    chosen: dict[Span, tuple[Evidence, ...]] = {}
    done: set[str] = set()
    room = params.context_budget
    while sum(weight[claim_id] for claim_id in done) * UNIT < target:
        best = _best(spans, chosen, done, weight, room)
        if best is None:
            break
        chosen[best] = spans[best]
        done |= {entry.claim_id for entry in spans[best]}
        room -= _size(spans[best])
    reached = sum(weight[claim_id] for claim_id in done) * UNIT >= target
    for side in _contested(rulings[claim.claim_id] for claim in claims):
        if side.span not in chosen and len(side.text) <= room:
            room -= len(side.text)
            chosen[side.span] = (side,)
        elif side.span in chosen and side not in chosen[side.span]:
            chosen[side.span] = (*chosen[side.span], side)
    covered = sum(weight[claim_id] for claim_id in done)
    return Package(
        tuple(entry for entries in chosen.values() for entry in entries),
        tuple(
            (claim.claim_id, _why(rulings[claim.claim_id], reached=reached))
            for claim in claims
            if claim.claim_id not in done
        ),
        half_even(covered * UNIT, total) if total else 0,
        params.context_budget - room,
    )


def _spans(rulings: Iterable[Ruling]) -> dict[Span, tuple[Evidence, ...]]:
    """Winners of settled claims by the span that they quote, the best spans first."""
    winners = best_first(e for ruling in rulings if ruling.settled for e in ruling.winners)
    spans: dict[Span, tuple[Evidence, ...]] = {}
    for entry in winners:
        spans[entry.span] = (*spans.get(entry.span, ()), entry)
    return spans


def _best(
    spans: Mapping[Span, tuple[Evidence, ...]],
    chosen: Mapping[Span, object],
    done: set[str],
    weight: Mapping[str, int],
    room: int,
) -> Span | None:
    best, most = None, 0
    for span, entries in spans.items():
        gain = sum(weight[claim_id] for claim_id in {e.claim_id for e in entries} - done)
        # Spans come best first, so that only a larger gain displaces an earlier one.
        if span not in chosen and gain > most and _size(entries) <= room:
            best, most = span, gain
    return best


def _contested(rulings: Iterable[Ruling]) -> Iterable[Evidence]:
    """The best entry of each side of every contested claim."""
    for ruling in rulings:
        if ruling.verdict is Verdict.CONTESTED:
            for stance in (Stance.SUPPORT, Stance.REFUTE):
                yield next(entry for entry in ruling.winners if entry.y is stance)


def _size(entries: Sequence[Evidence]) -> int:
    return len(entries[0].text)


def _why(ruling: Ruling, *, reached: bool) -> Why:
    if not ruling.settled:
        return Why.OPEN
    return Why.TARGET if reached else Why.BUDGET
