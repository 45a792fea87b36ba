"""Equation (5) alone: authority first, recency as tie-breaker (paper section 4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerrag.adjudication.ruling import Rule, Ruling, clusters, named
from ledgerrag.ledger import Lens, Mark, v_u
from ledgerrag.model import Claim, Evidence, Stance, Verdict


def dominates(a: Evidence, b: Evidence) -> bool:
    """e_a > e_b of equation (5): authority first, recency as tie-breaker."""
    return a.authority > b.authority or (a.authority == b.authority and a.ts.after(b.ts))


def by_equation(
    claim: Claim,
    mine: Sequence[Evidence],
    lens: Lens,
) -> Ruling:
    """Decide by the maximal entries; where both sides have one, the claim is contested."""
    losers: list[Mark] = []
    winners: list[Evidence] = []
    for entry in mine:
        above = next((other for other in mine if dominates(other, entry)), None)
        if above is None:
            winners.append(entry)
        else:
            losers.append(Mark(entry, Rule.EQUATION_5, str(above.span.key)))
    sides = {entry.y for entry in winners}
    if not sides:
        verdict, rule, reason = Verdict.UNVERIFIED, Rule.NOTHING, "no evidence"
    elif len(sides) == 2:
        verdict, rule = Verdict.CONTESTED, Rule.CONTESTED
        reason = "support and refutation of the same authority and date"
    else:
        verdict = Verdict.SUPPORTED if Stance.SUPPORT in sides else Verdict.REFUTED
        rule = Rule.EQUATION_5 if losers else Rule.ALONE
        reason = f"{named(winners[0])} by authority, then date"
    return Ruling(
        claim.claim_id,
        verdict,
        reason,
        rule,
        tuple(winners),
        tuple(losers),
        v_u=v_u(mine, lens),
        support_clusters=clusters(mine, Stance.SUPPORT),
        refute_clusters=clusters(mine, Stance.REFUTE),
    )
