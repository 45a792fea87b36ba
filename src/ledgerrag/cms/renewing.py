"""Which claims of an earlier check something touched since: only these are judged again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledgerrag.api.affecting import moved
from ledgerrag.api.forms import Request
from ledgerrag.cms.grounds import Ground
from ledgerrag.cms.matching import ClaimIndex, Hearing, News, touched
from ledgerrag.cms.watched import Found, Watched
from ledgerrag.model import DocKey, Document
from ledgerrag.stance.rules import RuleStance
from ledgerrag.store import Store
from ledgerrag.store.drafts import GroundRow
from ledgerrag.store.rows import version_named

# Where more came in, asking again is no dearer than looking through all of it.
MOST_NEWS: Final = 500
Place = tuple[int, int]
"""A statement: the paragraph that holds it, and its place among those of the paragraph."""


@dataclass(frozen=True, slots=True)
class Held:
    """A paragraph that was checked before.

    Args:
        paragraph: its place in the text.
        row: what was found of it.
        ground: the same, read.
        seen: the corpus up to which that was found to hold.
    """

    paragraph: int
    row: GroundRow
    ground: Ground
    seen: int


def renewed(store: Store, held: Sequence[Held], now: Request, upto: int) -> set[Place]:
    """The statements that are to be judged again.

    Something that they rest on changed, a new text speaks for or against them, or the day alone
    moved what they rest on.

    Args:
        store: the record.
        held: paragraphs whose text was checked before, under the same rules.
        now: the dates and parameters of today's check.
        upto: the corpus that it sees.
    """
    found: set[Place] = set()
    late = [one for one in held if one.seen < upto and one.ground.statements]
    low = min((one.seen for one in late), default=upto)
    if upto - low > MOST_NEWS:
        found |= {(one.paragraph, n) for one in late for n in range(len(one.ground.statements))}
    elif late:
        documents, acts = store.arrived(low, upto)
        seen = {one.paragraph: one.seen for one in late}
        found |= _spoken(late, News(documents, acts, {}), seen, now)
    return found | _by_day(store, held, now, upto)


def _spoken(held: Sequence[Held], news: News, seen: dict[int, int], now: Request) -> set[Place]:
    """What documents and acts touch, each statement by those that its paragraph has not seen."""
    index = ClaimIndex()
    for one in held:
        for n, statement in enumerate(one.ground.statements):
            index.put(
                Watched(
                    watch=str(one.paragraph),
                    number=n,
                    claim=statement.claim,
                    run=one.row.run,
                    run_claim=statement.claim.claim_id,
                    seq=one.seen,
                    due="",
                    names=frozenset(statement.names),
                    found=Found(statement.status, "", "", "", ""),
                )
            )
    known = {key: seen[int(key[0])] for key in index.claims}
    by_model = now.params.get("stance", "rules") != "rules"
    # A ledger says who vouches for a claim, and whether anybody else does.
    hearing = Hearing(RuleStance(), by_model=by_model, confirming=True)
    hit = touched(index, replace(news, seen=known), hearing)
    return {(int(paragraph), n) for paragraph, n in hit}


def _by_day(store: Store, held: Sequence[Held], now: Request, upto: int) -> set[Place]:
    """What other dates touch; the same claims at the same dates are looked at together."""
    groups: dict[tuple[str, str, str], list[Held]] = defaultdict(list)
    for one in held:
        dates = (one.row.as_of, one.row.known_at)
        if dates != (now.as_of, now.known_at) and one.ground.statements:
            groups[(*dates, one.ground.period)].append(one)
    found: set[Place] = set()
    present = replace(now, watermark=upto)
    for (as_of, known_at, period), some in groups.items():
        then = replace(present, as_of=as_of, known_at=known_at)
        keys = {key for one in some for key in _keys(one)}
        hit = {str(key) for key in moved(store, keys, then, present, period)}
        found |= {
            (one.paragraph, n)
            for one in some
            for n, statement in enumerate(one.ground.statements)
            if hit & set(statement.names)
        }
        begun = _begun(store, then, present, upto)
        found |= _spoken(some, News(begun, (), {}), {one.paragraph: 0 for one in some}, now)
    return found


def _keys(one: Held) -> set[DocKey]:
    names = {name for statement in one.ground.statements for name in statement.names}
    return {key for name in names if (key := version_named(name)) is not None}


def _begun(store: Store, then: Request, now: Request, upto: int) -> tuple[Document, ...]:
    """Documents that could not be seen, or did not hold, at the earlier dates."""
    first, *_, last = sorted((then.as_of, then.known_at, now.as_of, now.known_at))
    found = store.beginning(first, last, MOST_NEWS)
    return tuple(one for one in found if one.seq <= upto)
