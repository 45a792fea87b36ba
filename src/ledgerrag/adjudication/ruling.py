"""What a decision is: rules, flags and the ruling, with its one line of reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ledgerrag.ledger import Lens, Mark, cluster_of
from ledgerrag.model import Authority, Evidence, Stance, Verdict


class Rule(StrEnum):
    """What decided between two entries, or about one."""

    KNOWN = "not known"
    RETRACTED = "retracted"
    IN_FORCE = "not in force"
    COPY = "copy of a text that does not stand"
    OUTLIVED = "older than the end of what it reports"
    AUTHORITY = "authority"
    LATER = "later"
    TEXT = "the text of the rule"
    STRENGTH = "weak reading"
    EQUATION_5 = "equation (5)"
    ALONE = "unopposed"
    CONTESTED = "contested"
    TAU_V = "tau_v"
    LEVEL = "level too low"
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


def clusters(entries: Iterable[Evidence], stance: Stance) -> int:
    """How many independent sources take that side."""
    return len({cluster_of(entry) for entry in entries if entry.y is stance})


def flags(
    winners: Sequence[Evidence],
    backing: Sequence[Evidence],
    losers: Sequence[Mark],
) -> tuple[Flag, ...]:
    """What a reader should know beyond the verdict."""
    found: list[Flag] = []
    rules = {mark.rule for mark in losers}
    if winners and len({e.y for e in winners}) == 1:
        top = winners[0].authority
        alone = len({cluster_of(e) for e in (*winners, *backing)}) == 1
        # An official text is the source itself: a second one would add nothing.
        if alone and top < Authority.OFFICIAL:
            found.append(Flag.SINGLE_SOURCE)
        if top is Authority.USER:
            found.append(Flag.LOW_AUTHORITY)
    if Rule.RETRACTED in rules:
        found.append(Flag.RETRACTED)
    if Rule.STRENGTH in rules:
        found.append(Flag.WEAK_DISSENT)
    return tuple(found)


def named(entry: Evidence) -> str:
    """An entry by its authority and document, as a reason names it."""
    return f"{entry.authority.word} {entry.span.key}"


def nothing(fallen: Sequence[Mark], lens: Lens) -> str:
    """The reason where nothing stands: the nearest thing and why it does not."""
    if not fallen:
        return "no evidence"
    first = fallen[0]
    report = next((mark for mark in fallen if mark.rule == Rule.OUTLIVED), None)
    if report is not None:
        text = next(mark.entry for mark in fallen if str(mark.entry.span.key) == report.by)
        ended = lens.standings[text.span.key]
        day = f"{ended.status} since {ended.since}" if ended.since else "ended, on a day not told"
        return (
            f"{named(text)} is {day}; what {named(report.entry)} said of it before settles nothing"
        )
    return f"nothing stands; nearest is {named(first.entry)}, {first.rule}"


def reason(verdict: Verdict, rule: Rule, level: Sequence[Evidence], losers: Sequence[Mark]) -> str:
    """One line that names the best entry and the rule that decided."""
    best = level[0]
    if verdict is Verdict.CONTESTED:
        other = next(entry for entry in level if entry.y is not best.y)
        return f"{named(best)} and {named(other)} disagree and neither outranks the other"
    if rule is Rule.TAU_V:
        return f"{named(best)} carries less than tau_v"
    if rule is Rule.LEVEL:
        return f"{named(best)} says so, and nobody of a higher level"
    against = sum(1 for mark in losers if mark.rule == rule)
    counted = f"{against} {'entry' if against == 1 else 'entries'}"
    return {
        Rule.AUTHORITY: f"{named(best)} outranks {counted} of lower authority",
        Rule.LATER: f"{named(best)} is its issuer's latest word, after {counted}",
        Rule.TEXT: f"{named(best)} is the text in force, {counted} of its issuer only report it",
        Rule.STRENGTH: f"{named(best)} is clear, {counted} against it not",
        Rule.RETRACTED: f"{named(best)} stands, {counted} retracted or withdrawn",
        Rule.IN_FORCE: f"{named(best)} is in force, {counted} not",
    }.get(rule, f"{named(best)} is unopposed")
