"""Who is right: equation (5), and the governed order that goes past it.

Governed: known -> not retracted -> covers V -> in scope -> authority -> later effective, then
published, by the same issuer -> the only strong reading -> otherwise contested, both shown. Nothing
is decided by the order in which entries came, by how many copies there are, or by document text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ledgerrag.adjudication.equation import by_equation, dominates
from ledgerrag.adjudication.governed import govern
from ledgerrag.adjudication.ruling import Flag, Rule, Ruling
from ledgerrag.ledger import Ledger, Lens, Mark, best_first
from ledgerrag.model import Claim, Evidence, Stance

__all__ = [
    "Flag",
    "Rule",
    "Ruling",
    "adjudicate",
    "adjudicate_all",
    "dominates",
    "superseded",
]


def adjudicate(
    claim: Claim,
    entries: Iterable[Evidence],
    lens: Lens,
) -> Ruling:
    """Decide one claim.

    Args:
        claim: the claim; entries of other claims are ignored.
        entries: the ledger's entries, in any order.
        lens: V, what stands, and the rules: equation (5) alone or the governed order.
    """
    mine = best_first(
        e for e in entries if e.claim_id == claim.claim_id and e.y is not Stance.NEUTRAL
    )
    if lens.params.adjudication == "paper":
        return by_equation(claim, mine, lens)
    return govern(claim, mine, lens)


def adjudicate_all(ledger: Ledger, lens: Lens) -> dict[str, Ruling]:
    """A ruling for each active claim, in the claims' order."""
    return {claim.claim_id: adjudicate(claim, ledger.entries, lens) for claim in ledger.active()}


def superseded(rulings: Mapping[str, Ruling]) -> tuple[Mark, ...]:
    """The entries that are dominated, by whom and by which rule, in order of their keys."""
    marks = (mark for ruling in rulings.values() for mark in ruling.losers)
    return tuple(sorted(marks, key=lambda mark: mark.entry.key))
