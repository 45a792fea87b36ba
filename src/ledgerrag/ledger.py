"""The evidence ledger: claims, entries and their weights (paper section 3.2, equation (2)).

A ledger is a value. It is append-only: nothing in it is ever changed or taken out; what an entry is
worth at (V, K), and whether another one dominates it, is derived on read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache

from ledgerrag.config import Params
from ledgerrag.dates import DAY, Moment, PartialDate
from ledgerrag.model import UNIT, Basis, Claim, DocKey, Domain, Evidence, Stance, Standing

# One context for every machine: the process-wide one can be changed by anyone.
_CONTEXT = Context(prec=28, rounding=ROUND_HALF_EVEN, Emin=-999_999, Emax=999_999)


@dataclass(frozen=True, slots=True)
class Lens:
    """What a ledger is read with: the moment, what stands then, and the rules.

    Args:
        at: V.
        params: the run's parameters.
        standings: what each document is at (V, K); one that is missing does not stand.
    """

    at: Moment
    params: Params
    standings: Mapping[DocKey, Standing] = field(default_factory=dict)

    def stands(self, entry: Evidence) -> bool:
        """Whether the entry's document holds at (V, K)."""
        standing = self.standings.get(entry.span.key)
        return standing is not None and standing.stands

    def counts(self, entry: Evidence) -> bool:
        """Whether an entry may count: under governed rules only while its document stands."""
        return self.params.adjudication == "paper" or self.stands(entry)


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry that another one dominates; it stays in the ledger (Algorithm 1, line 8).

    Args:
        entry: the dominated entry.
        rule: the rule that decided.
        by: what dominates it: a document key or an act id; empty where nothing is named.
    """

    entry: Evidence
    rule: str
    by: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """L_s: claims and evidence in the order in which they came.

    Args:
        claims: slots, assertions and hypotheses.
        entries: evidence, one for each key.
    """

    claims: tuple[Claim, ...] = ()
    entries: tuple[Evidence, ...] = ()

    def append(self, entries: Iterable[Evidence]) -> Ledger:
        """The ledger with new entries behind the old; a key that is there stays as it was."""
        seen = {entry.key for entry in self.entries}
        fresh: list[Evidence] = []
        for entry in entries:
            if entry.key not in seen:
                seen.add(entry.key)
                fresh.append(entry)
        return replace(self, entries=(*self.entries, *fresh)) if fresh else self

    def add_claim(self, claim: Claim) -> Ledger:
        """The ledger with one more claim.

        Raises:
            ValueError: the id is taken by another claim.
        """
        for known in self.claims:
            if known.claim_id == claim.claim_id:
                if known != claim:
                    raise ValueError(f"claim {claim.claim_id} is there already and differs")
                return self
        return replace(self, claims=(*self.claims, claim))

    def claim(self, claim_id: str) -> Claim:
        """The claim with that id.

        Raises:
            KeyError: there is none.
        """
        for claim in self.claims:
            if claim.claim_id == claim_id:
                return claim
        raise KeyError(claim_id)

    def active(self) -> tuple[Claim, ...]:
        """What is being verified: a slot's latest hypothesis, a slot without one, an assertion."""
        latest = {claim.parent: claim for claim in self.claims if claim.parent}
        roots = (claim for claim in self.claims if not claim.parent)
        return tuple(
            latest.get(claim.claim_id, claim)
            for claim in sorted(roots, key=lambda claim: claim_order(claim.claim_id))
        )

    def of(self, claim_id: str) -> tuple[Evidence, ...]:
        """E_i: the entries of a claim, best first."""
        return best_first(entry for entry in self.entries if entry.claim_id == claim_id)

    def domain(self) -> Domain | None:
        """The domain that most of the evidence has, weightiest level first; None where empty."""
        if not self.entries:
            return None
        top = max(entry.authority for entry in self.entries)
        count: dict[Domain, set[DocKey]] = {}
        for entry in self.entries:
            if entry.authority == top:
                count.setdefault(entry.domain, set()).add(entry.span.key)
        return min(count, key=lambda domain: (-len(count[domain]), domain.value))


def root_of(claim: Claim) -> str:
    """The id of the slot that a hypothesis answers, or the claim's own."""
    return claim.parent or claim.claim_id


def claim_order(claim_id: str) -> tuple[tuple[int, str], ...]:
    """Sort key under which `c2` comes before `c10`."""
    parts = claim_id.removeprefix("c").split(".")
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def best_first(entries: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Entries by authority, basis, later effective date, later publication, then claim and span.

    What the rules decide comes before what they decide in doubt, and that before what a model alone
    reads: of the latter, what it is surest of.
    """
    return tuple(
        sorted(
            entries,
            key=lambda e: (
                -e.authority,
                *_unsure(e),
                -e.effective_from.begins(),
                -e.ts.begins(),
                e.claim_id,
                e.span,
            ),
        )
    )


def _unsure(entry: Evidence) -> tuple[int, int]:
    if entry.basis is Basis.MODEL:
        return 2, -entry.confidence_u
    return int(entry.basis is not None), 0


def cluster_of(entry: Evidence) -> str:
    """The independence cluster; a document that nobody clustered is its own."""
    return entry.cluster or str(entry.span.key)


def age_seconds(ts: PartialDate, at: Moment) -> int:
    """The age t - ts, never below zero; in whole days where the question names a day."""
    begun = ts.begins(calendar=at.calendar)
    if at.calendar:
        return max(0, at.at // DAY - begun // DAY) * DAY
    return max(0, at.at - begun)


@lru_cache(maxsize=4096)
def decay_u(age: int, horizon_days: int) -> int:
    """exp(-age / H) in millionths, rounded half to even (equation (2)).

    The exponential is never zero, and neither is its fixed-point value: else an old entry would
    lose its sign to rounding.

    Args:
        age: seconds; a negative age is none.
        horizon_days: H.
    """
    ratio = _CONTEXT.divide(Decimal(-max(0, age)), Decimal(horizon_days * DAY))
    scaled = _CONTEXT.multiply(_CONTEXT.exp(ratio), Decimal(UNIT))
    return max(1, int(scaled.to_integral_value(rounding=ROUND_HALF_EVEN, context=_CONTEXT)))


def validity_u(entry: Evidence, lens: Lens) -> int:
    """Freshness of an entry at V: the paper's exponential, or 1 while in force."""
    if not lens.counts(entry):
        return 0
    if lens.params.time_validity(entry.domain) == "in_force":
        return UNIT if lens.stands(entry) else 0
    return decay_u(age_seconds(entry.ts, lens.at), lens.params.horizon_days(entry.domain))


def weight_u(entry: Evidence, lens: Lens) -> int:
    """w(e) = r * alpha_auth * freshness in millionths (equation (2)).

    The three integers are multiplied first and rounded once, half to even; a positive product is
    at least one millionth.
    """
    product = entry.r_u * entry.authority.alpha_u * validity_u(entry, lens)
    if product <= 0:
        return 0
    return max(1, half_even(product, UNIT * UNIT))


def v_u(entries: Iterable[Evidence], lens: Lens) -> int:
    """v_i of equation (2): support minus refutation over a claim's entries.

    With `clusters` on, an independence cluster gives each side its heaviest entry and no more.
    """
    sums = {Stance.SUPPORT: 0, Stance.REFUTE: 0}
    heaviest: dict[tuple[Stance, str], int] = {}
    for entry in entries:
        if entry.y is Stance.NEUTRAL or not lens.counts(entry):
            continue
        weight = weight_u(entry, lens)
        if lens.params.clusters:
            place = (entry.y, cluster_of(entry))
            heaviest[place] = max(weight, heaviest.get(place, 0))
        else:
            sums[entry.y] += weight
    for (stance, _), weight in heaviest.items():
        sums[stance] += weight
    return sums[Stance.SUPPORT] - sums[Stance.REFUTE]


def verified(v: int, *, supported: bool, params: Params) -> bool:
    """Whether a claim is verified.

    Args:
        v: v_i in millionths.
        supported: at least one supporting entry counts.
        params: `strict_verified` off is the paper's rule v_i >= tau_v, which an empty claim meets.
    """
    if params.strict_verified:
        return supported and v > params.tau_v_u
    return v >= params.tau_v_u


def half_even(numerator: int, denominator: int) -> int:
    """A quotient of non-negative integers, rounded once, half to even."""
    whole, rest = divmod(numerator, denominator)
    if 2 * rest > denominator or (2 * rest == denominator and whole % 2):
        return whole + 1
    return whole
