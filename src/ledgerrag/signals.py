"""What the loop sees of the ledger: coverage, time validity, divergence, cues (paper 3.3).

Signals are integers, ids and enums; no text gets further than the question whether it has a cue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ledgerrag.adjudication import Rule, Ruling
from ledgerrag.config import Params, lexicon
from ledgerrag.ledger import (
    Ledger,
    Lens,
    cluster_of,
    half_even,
    root_of,
    validity_u,
    verified,
)
from ledgerrag.model import UNIT, Authority, Claim, Evidence, Stance, Status

_WORD = re.compile(r"\w+")
# Put aside by rank, not because the text has been overtaken: such an entry still contradicts.
_STILL_SPEAKS = (Rule.AUTHORITY, Rule.STRENGTH)


@dataclass(frozen=True, slots=True)
class Signals:
    """The state of the ledger at one step.

    Args:
        coverage_u: Cov of equation (3).
        time_validity_u: TV@t of equation (4).
        claims: ids of the active claims.
        roots: their slots' ids (or their own), in the same order.
        uncovered: active claims that are not covered.
        important: those of them whose weight makes them important.
        stale: active claims that have evidence, none of it fresh enough for tau_tv.
        divergent: active claims with strong support and strong refutation.
        missing_metadata: active claims with an entry that lacks source, date or standing.
        cues: independence clusters whose text has an update cue.
        evidence: number of entries in the ledger.
    """

    coverage_u: int
    time_validity_u: int
    claims: tuple[str, ...]
    roots: tuple[str, ...]
    uncovered: tuple[str, ...]
    important: tuple[str, ...]
    stale: tuple[str, ...]
    divergent: tuple[str, ...]
    missing_metadata: tuple[str, ...]
    cues: tuple[str, ...]
    evidence: int


def observe(
    ledger: Ledger,
    rulings: Mapping[str, Ruling],
    lens: Lens,
    snippets: Iterable[tuple[str, str]] = (),
) -> Signals:
    """All signals of a ledger (Algorithm 1, line 3).

    Args:
        ledger: L_s.
        rulings: one for each active claim.
        lens: V, what stands, and the rules.
        snippets: (cluster, text) of retrieved passages that did not become evidence.
    """
    claims = ledger.active()
    held = {claim.claim_id: ledger.of(claim.claim_id) for claim in claims}
    best = {claim_id: _freshest(entries, lens) for claim_id, entries in held.items()}
    uncovered = [c for c in claims if not covered(rulings[c.claim_id], lens.params)]
    # What no longer stands may well say "repealed": that is known already.
    texts = [*((cluster_of(e), e.text) for e in ledger.entries if lens.counts(e)), *snippets]
    return Signals(
        coverage_u(claims, rulings, lens.params),
        _validity(claims, best),
        _ids(claims),
        tuple(root_of(claim) for claim in claims),
        _ids(uncovered),
        _ids(c for c in uncovered if c.weight_u >= lens.params.important_w_u),
        _ids(c for c in claims if -1 < best[c.claim_id] < lens.params.tau_tv_u),
        _ids(c for c in claims if divergent(held[c.claim_id], rulings[c.claim_id], lens)),
        _ids(c for c in claims if any(lacks(entry, lens) for entry in held[c.claim_id])),
        tuple(sorted({cluster for cluster, text in texts if has_cue(text)})),
        len(ledger.entries),
    )


def covered(ruling: Ruling, params: Params) -> bool:
    """The indicator of equation (3).

    The paper's is v_i >= tau_v. Governed, a claim is covered once its ruling is settled: a claim
    that an authority refutes needs no more evidence than one that it supports.
    """
    if params.adjudication == "governed":
        return ruling.settled
    return verified(ruling.v_u, supported=ruling.support_clusters > 0, params=params)


def coverage_u(claims: Sequence[Claim], rulings: Mapping[str, Ruling], params: Params) -> int:
    """Cov(L_s) of equation (3) in millionths; 0 where no claim has weight."""
    done = sum(c.weight_u for c in claims if covered(rulings[c.claim_id], params))
    return _share(done * UNIT, claims)


def time_validity_u(ledger: Ledger, lens: Lens) -> int:
    """TV@t of equation (4) in millionths: each claim's freshest entry, 0 for one without entries.

    Freshness is the paper's exponential, or 1 while in force, by the entry's domain.
    """
    claims = ledger.active()
    return _validity(claims, {c.claim_id: _freshest(ledger.of(c.claim_id), lens) for c in claims})


def divergent(entries: Sequence[Evidence], ruling: Ruling, lens: Lens) -> bool:
    """Whether strong support and strong refutation coexist (paper section 3.3).

    Governed: among entries that stand, from different independence clusters, and not already
    decided by an official text: searching on would not change who outranks whom.
    """
    sides: dict[Stance, set[str]] = {Stance.SUPPORT: set(), Stance.REFUTE: set()}
    governed = lens.params.adjudication == "governed"
    gone = {mark.entry.key for mark in ruling.losers if mark.rule not in _STILL_SPEAKS}
    for entry in entries:
        strong = entry.confidence_u >= lens.params.tau_div_u
        if strong and entry.y in sides and not (governed and entry.key in gone):
            sides[entry.y].add(cluster_of(entry))
    support, refute = sides[Stance.SUPPORT], sides[Stance.REFUTE]
    if not governed:
        return bool(support and refute)
    if ruling.settled and ruling.winners[0].authority is Authority.OFFICIAL:
        return False
    # Only where both sides are one and the same cluster is there no independent pair.
    return bool(support and refute) and len(support | refute) > 1


def lacks(entry: Evidence, lens: Lens) -> bool:
    """Whether required metadata is missing: a source, a date, or the facts of its standing."""
    standing = lens.standings.get(entry.span.key)
    unknown = standing is not None and standing.status is Status.UNKNOWN
    return not entry.source or not entry.ts.text or unknown


def has_cue(text: str) -> bool:
    """Whether a text has an update cue ('revised', 'repealed', 'correction', 'latest', ...)."""
    words, phrases = _cues()
    folded = text.casefold()
    return not words.isdisjoint(_WORD.findall(folded)) or any(p in folded for p in phrases)


@cache
def _cues() -> tuple[frozenset[str], tuple[str, ...]]:
    everything = {cue for cues in lexicon("signals").values() for cue in cues}
    phrases = {cue for cue in everything if " " in cue or ord(cue[0]) > 0x2E80}
    return frozenset(everything - phrases), tuple(sorted(phrases))


def _freshest(entries: Sequence[Evidence], lens: Lens) -> int:
    """Best freshness of a claim's entries; -1 where it has none."""
    return max((validity_u(entry, lens) for entry in entries), default=-1)


def _validity(claims: Sequence[Claim], best: Mapping[str, int]) -> int:
    return _share(sum(c.weight_u * max(0, best[c.claim_id]) for c in claims), claims)


def _share(numerator: int, claims: Sequence[Claim]) -> int:
    total = sum(claim.weight_u for claim in claims)
    return half_even(numerator, total) if total else 0


def _ids(claims: Iterable[Claim]) -> tuple[str, ...]:
    return tuple(claim.claim_id for claim in claims)
