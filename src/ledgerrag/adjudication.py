"""Who is right: equation (5), and the governed order that goes past it (DESIGN 5 and 9).

Governed: known -> not retracted -> covers V -> in scope -> authority -> later effective, then
published, by the same issuer -> the only strong reading -> otherwise contested, both shown. Nothing
is decided by the order in which entries came, by how many copies there are, or by document text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from ledgerrag.config import Params
from ledgerrag.ledger import Ledger, Lens, Mark, best_first, cluster_of, v_u, verified
from ledgerrag.model import Authority, Claim, Evidence, Stance, Status, Verdict

Key: TypeAlias = tuple[str, str, int, str]
Origins: TypeAlias = Mapping[Key, tuple[Evidence, ...]]

_OPPOSITE = {Stance.SUPPORT: Stance.REFUTE, Stance.REFUTE: Stance.SUPPORT}


class Rule(StrEnum):
    """What decided between two entries, or about one."""

    KNOWN = "not known"
    RETRACTED = "retracted"
    IN_FORCE = "not in force"
    COPY = "copy of a text that does not stand"
    AUTHORITY = "authority"
    LATER = "later"
    STRENGTH = "weak reading"
    EQUATION_5 = "equation (5)"
    ALONE = "unopposed"
    CONTESTED = "contested"
    TAU_V = "tau_v"
    NOTHING = "no evidence stands"


class Flag(StrEnum):
    """What a reader should know of a ruling beyond its verdict."""

    SINGLE_SOURCE = "single-source"
    LOW_AUTHORITY = "low-authority"
    RETRACTED = "retracted"
    WEAK_DISSENT = "weak-dissent"


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a claim ends, and through whom.

    Args:
        claim_id: the claim.
        verdict: supported, refuted, contested or unverified.
        reason: one line.
        rule: what decided.
        winners: what the verdict rests on, best first; both sides where contested.
        losers: entries that are put aside, each with its rule and with what put it aside.
        backing: entries of lower authority that agree with the winners.
        v_u: v_i of equation (2) over the winners (governed) or over all entries (paper).
        support_clusters: independent clusters that support, of entries that stand and of issuers
            that still say so, whatever their level.
        refute_clusters: the same for refutation.
        flags: `single-source`, `low-authority`, `retracted`, `weak-dissent`.
    """

    claim_id: str
    verdict: Verdict
    reason: str
    rule: Rule
    winners: tuple[Evidence, ...] = ()
    losers: tuple[Mark, ...] = ()
    backing: tuple[Evidence, ...] = ()
    v_u: int = 0
    support_clusters: int = 0
    refute_clusters: int = 0
    flags: tuple[Flag, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether nothing is open: supported or refuted."""
        return self.verdict in (Verdict.SUPPORTED, Verdict.REFUTED)


def dominates(a: Evidence, b: Evidence) -> bool:
    """e_a > e_b of equation (5): authority first, recency as tie-breaker."""
    return a.authority > b.authority or (a.authority == b.authority and a.ts.after(b.ts))


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
        return _paper(claim, mine, lens)
    return _governed(claim, mine, lens)


def adjudicate_all(ledger: Ledger, lens: Lens) -> dict[str, Ruling]:
    """A ruling for each active claim, in the claims' order."""
    return {claim.claim_id: adjudicate(claim, ledger.entries, lens) for claim in ledger.active()}


def superseded(rulings: Mapping[str, Ruling]) -> tuple[Mark, ...]:
    """The entries that are dominated, by whom and by which rule, in order of their keys."""
    marks = (mark for ruling in rulings.values() for mark in ruling.losers)
    return tuple(sorted(marks, key=lambda mark: mark.entry.key))


# --- equation (5) alone ------------------------------------------------------------------------


def _paper(
    claim: Claim,
    mine: Sequence[Evidence],
    lens: Lens,
) -> Ruling:
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
        reason = f"{_named(winners[0])} by authority, then date"
    return Ruling(
        claim.claim_id,
        verdict,
        reason,
        rule,
        tuple(winners),
        tuple(losers),
        v_u=v_u(mine, lens),
        support_clusters=_clusters(mine, Stance.SUPPORT),
        refute_clusters=_clusters(mine, Stance.REFUTE),
    )


# --- the governed order ------------------------------------------------------------------------


def _governed(
    claim: Claim,
    mine: Sequence[Evidence],
    lens: Lens,
) -> Ruling:
    origins = _origins(mine)
    losers = [_fallen(entry, lens) for entry in mine if not lens.stands(entry)]
    standing = _without(mine, losers, origins)
    if not standing:
        return Ruling(
            claim.claim_id,
            Verdict.UNVERIFIED,
            _nothing(losers),
            Rule.NOTHING,
            losers=tuple(losers),
            flags=_flags((), (), losers),
        )
    top = standing[0].authority
    losers += _evolved([entry for entry in standing if entry.authority == top], origins)
    speaking = _without(standing, losers, origins)
    level = [entry for entry in speaking if entry.authority == top]
    losers += _weak(level, lens.params)
    weak = {mark.entry.key for mark in losers}
    level = [entry for entry in level if entry.key not in weak]
    return _ruled(claim, level, speaking, losers, lens)


def _ruled(
    claim: Claim,
    level: Sequence[Evidence],
    speaking: Sequence[Evidence],
    losers: Sequence[Mark],
    lens: Lens,
) -> Ruling:
    """The verdict of the entries that are left on the highest level."""
    sides = {entry.y for entry in level}
    score = v_u(level, lens)
    lower = [entry for entry in speaking if entry.authority < level[0].authority]
    backing = tuple(entry for entry in lower if sides == {entry.y})
    outranked = [
        Mark(entry, Rule.AUTHORITY, str(_answer_to(entry, level).span.key))
        for entry in lower
        if sides != {entry.y}
    ]
    losers = sorted([*losers, *outranked], key=lambda mark: mark.entry.key)
    rule, verdict = _verdict(sides, losers, score, lens.params)
    return Ruling(
        claim.claim_id,
        verdict,
        _reason(verdict, rule, level, losers),
        rule,
        tuple(level),
        tuple(losers),
        backing,
        score,
        _clusters(speaking, Stance.SUPPORT),
        _clusters(speaking, Stance.REFUTE),
        _flags(level, backing, losers),
    )


def _verdict(
    sides: set[Stance], losers: Sequence[Mark], score: int, params: Params
) -> tuple[Rule, Verdict]:
    if len(sides) == 2:
        return Rule.CONTESTED, Verdict.CONTESTED
    supported = Stance.SUPPORT in sides
    if not verified(score if supported else -score, supported=True, params=params):
        return Rule.TAU_V, Verdict.UNVERIFIED
    used = {mark.rule for mark in losers}
    decisive = (Rule.AUTHORITY, Rule.LATER, Rule.STRENGTH, Rule.RETRACTED, Rule.IN_FORCE)
    rule = next((rule for rule in decisive if rule in used), Rule.ALONE)
    return rule, Verdict.SUPPORTED if supported else Verdict.REFUTED


def _fallen(entry: Evidence, lens: Lens) -> Mark:
    standing = lens.standings.get(entry.span.key)
    if standing is None or standing.status is Status.UNKNOWN:
        return Mark(entry, Rule.KNOWN, standing.by if standing else "")
    gone = standing.status in (Status.RETRACTED, Status.WITHDRAWN)
    return Mark(entry, Rule.RETRACTED if gone else Rule.IN_FORCE, standing.by)


def _origins(mine: Sequence[Evidence]) -> Origins:
    """What each entry is a copy of: its cluster's first issuer's entries on the same side.

    Nothing where the entry speaks for itself: it comes from that issuer, or from a higher
    authority, which makes a statement its own by repeating it.
    """
    groups: dict[tuple[str, Stance], list[Evidence]] = {}
    for entry in mine:
        groups.setdefault((cluster_of(entry), entry.y), []).append(entry)
    origins: dict[Key, tuple[Evidence, ...]] = {}
    for group in groups.values():
        first = min(group, key=lambda e: (e.ts.begins(), -e.authority, e.source, e.key))
        originals = tuple(e for e in group if e.source == first.source)
        for entry in group:
            own = entry.source == first.source or entry.authority > first.authority
            origins[entry.key] = () if own else originals
    return origins


def _without(entries: Sequence[Evidence], losers: list[Mark], origins: Origins) -> list[Evidence]:
    """The entries that have not lost; copies of nothing but losers join the losers."""
    out = {mark.entry.key for mark in losers}
    kept: list[Evidence] = []
    for entry in entries:
        originals = origins[entry.key]
        if entry.key in out:
            continue
        if originals and all(original.key in out for original in originals):
            losers.append(Mark(entry, Rule.COPY, str(originals[0].span.key)))
        else:
            kept.append(entry)
    return kept


def _evolved(level: Sequence[Evidence], origins: Origins) -> list[Mark]:
    """What the same issuer has since said otherwise."""
    own = [entry for entry in level if not origins[entry.key]]
    lost: list[Mark] = []
    for entry in own:
        by = next((o for o in own if o.y is not entry.y and _restates(o, entry)), None)
        if by is not None:
            lost.append(Mark(entry, Rule.LATER, str(by.span.key)))
    # Dates that are only partly known can go round in a circle: then nothing is decided.
    return lost if len(lost) < len(own) else []


def _restates(later: Evidence, earlier: Evidence) -> bool:
    """Whether an issuer has changed its mind: later effective, else later published."""
    same = later.source == earlier.source and (
        # A platform is one source with many authors: its posts do not correct each other.
        later.authority > Authority.USER or later.span.doc_id == earlier.span.doc_id
    )
    if not same:
        return False
    if later.effective_from.after(earlier.effective_from):
        return True
    if earlier.effective_from.after(later.effective_from):
        return False
    return later.ts.after(earlier.ts)


def _weak(level: Sequence[Evidence], params: Params) -> list[Mark]:
    """Conflict takes strong entries on both sides (paper section 3.3); a weak side gives way."""
    strong = {entry.y for entry in level if entry.confidence_u >= params.tau_div_u}
    if len({entry.y for entry in level}) < 2 or len(strong) != 1:
        return []
    (side,) = strong
    by = next(e for e in level if e.y is side and e.confidence_u >= params.tau_div_u)
    return [Mark(e, Rule.STRENGTH, str(by.span.key)) for e in level if e.y is not side]


# --- words and counts --------------------------------------------------------------------------


def _answer_to(entry: Evidence, level: Sequence[Evidence]) -> Evidence:
    """The best entry that contradicts a lower one; the best of all where none does."""
    return next((e for e in level if e.y is _OPPOSITE[entry.y]), level[0])


def _clusters(entries: Iterable[Evidence], stance: Stance) -> int:
    return len({cluster_of(entry) for entry in entries if entry.y is stance})


def _flags(
    winners: Sequence[Evidence],
    backing: Sequence[Evidence],
    losers: Sequence[Mark],
) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    rules = {mark.rule for mark in losers}
    if winners and len({e.y for e in winners}) == 1:
        top = winners[0].authority
        alone = len({cluster_of(e) for e in (*winners, *backing)}) == 1
        # An official text is the source itself: a second one would add nothing.
        if alone and top < Authority.OFFICIAL:
            flags.append(Flag.SINGLE_SOURCE)
        if top is Authority.USER:
            flags.append(Flag.LOW_AUTHORITY)
    if Rule.RETRACTED in rules:
        flags.append(Flag.RETRACTED)
    if Rule.STRENGTH in rules:
        flags.append(Flag.WEAK_DISSENT)
    return tuple(flags)


def _named(entry: Evidence) -> str:
    return f"{entry.authority.word} {entry.span.key}"


def _nothing(fallen: Sequence[Mark]) -> str:
    if not fallen:
        return "no evidence"
    first = fallen[0]
    return f"nothing stands; nearest is {_named(first.entry)}, {first.rule}"


def _reason(verdict: Verdict, rule: Rule, level: Sequence[Evidence], losers: Sequence[Mark]) -> str:
    best = level[0]
    if verdict is Verdict.CONTESTED:
        other = next(entry for entry in level if entry.y is not best.y)
        return f"{_named(best)} and {_named(other)} disagree and neither outranks the other"
    if rule is Rule.TAU_V:
        return f"{_named(best)} carries less than tau_v"
    against = sum(1 for mark in losers if mark.rule == rule)
    counted = f"{against} {'entry' if against == 1 else 'entries'}"
    return {
        Rule.AUTHORITY: f"{_named(best)} outranks {counted} of lower authority",
        Rule.LATER: f"{_named(best)} is its issuer's latest word, after {counted}",
        Rule.STRENGTH: f"{_named(best)} is clear, {counted} against it not",
        Rule.RETRACTED: f"{_named(best)} stands, {counted} retracted or withdrawn",
        Rule.IN_FORCE: f"{_named(best)} is in force, {counted} not",
    }.get(rule, f"{_named(best)} is unopposed")
