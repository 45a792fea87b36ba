"""From a slot to a statement: the leading candidate in force becomes a hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.dates import PartialDate
from ledgerrag.model import Authority, Claim, ClaimKind, Passage, Stance, Value, ValueKind
from ledgerrag.reading.provisions import provisions, root, without
from ledgerrag.reading.ranking import on_topic_u
from ledgerrag.reading.scores import Scored
from ledgerrag.stance.compare import is_comparable
from ledgerrag.stance.parsed import bag
from ledgerrag.stance.rules import RuleStance

_CLOSE: Final = 900_000
"""Candidates within this share of the best score are looked at for a later rule."""
_ALIKE: Final = 900_000
"""From this share of the best topic score a later report of the same source speaks of the same."""
_LOOKED_AT: Final = 5
_LONGEST: Final = 400
_BORDERS: Final = ("; ", ": ", ", ", " ")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A scored passage with who says it and whether it holds.

    Args:
        scored: the passage with its score and value.
        authority: of its document.
        stands: whether its document is in force at (V, K).
        published: when the world could know.
        effective: when it begins to hold.
        issuer: key of its source; empty where it has none, or many authors.
        report: whether it is no rule: what one source reports of a thing grows old with its next
            report, a rule only by what ends it.
    """

    scored: Scored
    authority: Authority
    stands: bool
    published: PartialDate
    effective: PartialDate
    issuer: str = ""
    report: bool = False


def hypothesise(claim: Claim, candidates: Sequence[Candidate], n: int) -> Claim | None:
    """The statement that the leading candidate makes; None where nothing in force is on topic.

    Authority first, then score, then the later effective and published date. Where a close
    candidate of the same authority says another value of the same slot, the later one leads.

    Args:
        claim: the slot.
        candidates: passages, standing or not.
        n: number of the hypothesis within the slot.
    """
    ordered = leading(claim, candidates)
    if not ordered:
        return None
    best = ordered[0]
    for place, other in enumerate(ordered[1:]):
        if (
            _lays_down(other, best)
            or _restates(other, best)
            or (place < _LOOKED_AT and _replaces(claim, other, best))
        ):
            best = other
    return stated(claim, best.scored, n)


def leading(claim: Claim, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates in force and on topic, best first; those with a value where one is asked.

    Where none has a value, those whose sentence answers in words.
    """
    standing = [one for one in candidates if one.stands and one.scored.topic_u >= on_topic_u]
    if claim.expects is not ValueKind.TEXT:
        valued = [one for one in standing if one.scored.value is not None]
        standing = valued or [one for one in standing if one.scored.answers]
    return tuple(sorted(standing, key=_order))


def _order(one: Candidate) -> tuple[int, int, int, int, object]:
    return (
        -int(one.authority),
        -one.scored.score_u,
        -one.effective.lo,
        -one.published.lo,
        one.scored.passage.span,
    )


def _of_one_issuer(other: Candidate, best: Candidate) -> bool:
    return bool(best.issuer) and other.issuer == best.issuer and other.authority is best.authority


def _lays_down(other: Candidate, best: Candidate) -> bool:
    """Whether a rule in force says what a notice of its issuer reports."""
    near = other.scored.topic_u * 1_000_000 >= best.scored.topic_u * _ALIKE
    return best.report and not other.report and near and _of_one_issuer(other, best)


def _restates(other: Candidate, best: Candidate) -> bool:
    """Whether the same source has later reported another figure of just what is asked.

    The passages speak to the question alike: the words of a sentence alone make none of its
    source's earlier figures the present one.
    """
    one, two = best.scored.value, other.scored.value
    if not _of_one_issuer(other, best) or not (other.report and best.report):
        return False
    if one is None or two is None or not is_comparable(one, two) or one.kind is ValueKind.NAME:
        return False
    if other.scored.topic_u * 1_000_000 < best.scored.topic_u * _ALIKE:
        return False
    if other.scored.passage.span.key == best.scored.passage.span.key:
        return False
    later = not best.effective.after(other.effective) and other.published.after(best.published)
    return later and not one.same(two)


def _replaces(claim: Claim, other: Candidate, best: Candidate) -> bool:
    if other.authority is not best.authority:
        return False
    if other.report and not best.report and _of_one_issuer(other, best):
        return False
    if other.scored.score_u * 1_000_000 < best.scored.score_u * _CLOSE:
        return False
    later = (other.effective.lo, other.published.lo) > (best.effective.lo, best.published.lo)
    if not later:
        return False
    (judged,) = RuleStance().judge([(stated(claim, best.scored, 0), other.scored.passage)])
    return judged.stance is Stance.REFUTE


def stated(claim: Claim, scored: Scored, n: int) -> Claim:
    """The assertion that a passage makes about a slot."""
    value = scored.value
    asked = claim.query or claim.text
    within = _within(asked, scored.passage)
    # What was read in other words is said in those.
    read = claim if scored.retold is None else scored.retold.claim
    return Claim(
        f"{claim.claim_id}.{n}",
        clause(scored.passage, value),
        claim.weight_u,
        ClaimKind.ASSERTION,
        value.kind if value is not None else ValueKind.TEXT,
        (*_covered(read, scored.passage), *within),
        value,
        claim.claim_id,
        without(asked) if within else asked,
    )


def _within(asked: str, passage: Passage) -> tuple[str, ...]:
    """The provisions that the question and the sentence name where the title names another.

    "Sections 33 to 35 cease to have effect" stands in section 36: the numbers then are part of
    what is said, not of where it stands.
    """
    mine = [root(number) for number in provisions(asked)]
    titled = {root(number) for number in provisions(passage.title)}
    here = {root(number) for number in provisions(passage.text)}
    if not titled or titled & set(mine):
        return ()
    return tuple(dict.fromkeys(number for number in mine if number in here))


def _covered(claim: Claim, passage: Passage) -> tuple[str, ...]:
    """The keys that the passage has: what another passage lacks of them is a real difference."""
    parts = (passage.text, passage.before, passage.title)
    there = [bag(part) for part in parts]
    return tuple(key for key in claim.keys if any(key in at for at in there)) or claim.keys


def clause(passage: Passage, value: Value | None) -> str:
    """The sentence, or of a long one the part around the value that ends at clause borders."""
    text = passage.text
    if len(text) <= _LONGEST:
        return text
    at = max(0, value.start) if value is not None else 0
    end = at + (len(value.text) if value is not None else 0)
    first, last = max(0, at - _LONGEST // 2), min(len(text), end + _LONGEST // 2)
    left = (
        0 if first == 0 else next((k for b in _BORDERS if (k := text.find(b, first, at)) >= 0), at)
    )
    right = (
        last
        if last == len(text)
        else next((k for b in _BORDERS if (k := text.rfind(b, end, last)) >= 0), end)
    )
    return text[left:right].strip(" ;:,")
