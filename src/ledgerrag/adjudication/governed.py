"""The governed order: standing, authority, the issuer's latest word, strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ledgerrag.adjudication.outlived import outlived
from ledgerrag.adjudication.ruling import Rule, Ruling, clusters, flags, nothing, reason
from ledgerrag.config import Params
from ledgerrag.ledger import Lens, Mark, cluster_of, v_u, verified
from ledgerrag.model import NO_SOURCE, Authority, Claim, Domain, Evidence, Stance, Status, Verdict

Key: TypeAlias = tuple[str, str, int, str]
Origins: TypeAlias = Mapping[Key, tuple[Evidence, ...]]

_OPPOSITE = {Stance.SUPPORT: Stance.REFUTE, Stance.REFUTE: Stance.SUPPORT}


def govern(
    claim: Claim,
    mine: Sequence[Evidence],
    lens: Lens,
) -> Ruling:
    """Decide by what stands, then authority, then the issuer's latest word, then strength."""
    origins = _origins(mine)
    losers = [_fallen(entry, lens) for entry in mine if not lens.stands(entry)]
    standing = _without(mine, losers, origins)
    losers += outlived(standing, [mark.entry for mark in losers if mark.rule != Rule.COPY], lens)
    standing = _without(standing, losers, origins)
    if not standing:
        return Ruling(
            claim.claim_id,
            Verdict.UNVERIFIED,
            nothing(losers, lens),
            Rule.NOTHING,
            losers=tuple(losers),
            flags=flags((), (), losers),
        )
    top = standing[0].authority
    losers += _evolved([entry for entry in standing if entry.authority == top], origins)
    speaking = _without(standing, losers, origins)
    level = [entry for entry in speaking if entry.authority == top]
    losers += _weak(level, origins, lens.params)
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
    rule, verdict = _verdict(level, losers, score, lens.params)
    return Ruling(
        claim.claim_id,
        verdict,
        reason(verdict, rule, level, losers),
        rule,
        tuple(level),
        tuple(losers),
        backing,
        score,
        clusters(speaking, Stance.SUPPORT),
        clusters(speaking, Stance.REFUTE),
        flags(level, backing, losers),
    )


def _verdict(
    level: Sequence[Evidence], losers: Sequence[Mark], score: int, params: Params
) -> tuple[Rule, Verdict]:
    sides = {entry.y for entry in level}
    if len(sides) == 2:
        return Rule.CONTESTED, Verdict.CONTESTED
    supported = Stance.SUPPORT in sides
    if not verified(score if supported else -score, supported=True, params=params):
        return Rule.TAU_V, Verdict.UNVERIFIED
    # What the operator took in by hand, without a source, is no rumour of someone else.
    if level[0].authority < params.settles and all(e.source != NO_SOURCE for e in level):
        return Rule.LEVEL, Verdict.UNVERIFIED
    used = {mark.rule for mark in losers}
    decisive = (Rule.AUTHORITY, Rule.LATER, Rule.TEXT, Rule.STRENGTH, Rule.RETRACTED, Rule.IN_FORCE)
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
    authority, which makes a statement its own by repeating it. What is official always does: two
    legislators with the same words have made two laws.
    """
    groups: dict[tuple[str, Stance], list[Evidence]] = {}
    for entry in mine:
        groups.setdefault((cluster_of(entry), entry.y), []).append(entry)
    origins: dict[Key, tuple[Evidence, ...]] = {}
    for group in groups.values():
        first = min(group, key=lambda e: (e.ts.begins(), -e.authority, e.source, e.key))
        issued = [e for e in group if e.source == first.source]
        for entry in group:
            as_high = tuple(e for e in issued if e.authority >= entry.authority)
            own = entry.source == first.source or entry.authority is Authority.OFFICIAL
            origins[entry.key] = () if own else as_high
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
            rule = Rule.LATER if by.domain is entry.domain else Rule.TEXT
            lost.append(Mark(entry, rule, str(by.span.key)))
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
    if later.domain is not earlier.domain and Domain.REGULATION in (later.domain, earlier.domain):
        # What is in force stands in the text of the rule; a notice of its issuer reports it.
        return later.domain is Domain.REGULATION
    if later.effective_from.after(earlier.effective_from):
        return True
    if earlier.effective_from.after(later.effective_from):
        return False
    return later.ts.after(earlier.ts)


def _weak(level: Sequence[Evidence], origins: Origins, params: Params) -> list[Mark]:
    """Conflict takes strong entries on both sides (paper section 3.3); a weak side gives way.

    A copy does not make stronger what its original says. Among users nothing gives way: no text of
    theirs is settled enough to make an independent one of the same rank go unheard.
    """
    present = {entry.key for entry in level}
    voices = [e for e in level if present.isdisjoint(o.key for o in origins[e.key])]
    strong = [e for e in voices if e.confidence_u >= params.tau_div_u]
    if len({e.y for e in level}) < 2 or len({e.y for e in strong}) != 1:
        return []
    by = strong[0]
    if by.authority is Authority.USER and _independent(level, by.y):
        return []
    return [Mark(e, Rule.STRENGTH, str(by.span.key)) for e in level if e.y is not by.y]


def _independent(level: Sequence[Evidence], side: Stance) -> bool:
    """Whether someone speaks against a side who is no copy of it."""
    own = {cluster_of(entry) for entry in level if entry.y is side}
    return any(entry.y is not side and cluster_of(entry) not in own for entry in level)


def _answer_to(entry: Evidence, level: Sequence[Evidence]) -> Evidence:
    """The best entry that contradicts a lower one; the best of all where none does."""
    return next((e for e in level if e.y is _OPPOSITE[entry.y]), level[0])
