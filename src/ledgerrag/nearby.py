"""What lies beside an answer: the nearest texts where nothing settles it, and close rivals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledgerrag.corpus import Corpus
from ledgerrag.gathering import evidence, ranked
from ledgerrag.generate.findings import Near
from ledgerrag.ledger import Ledger, Lens, root_of
from ledgerrag.model import UNIT, Claim, DocKey, Judgement, Stance, Value
from ledgerrag.reading import Scored
from ledgerrag.sighting import Sighting

_UNJUDGED = Judgement(Stance.NEUTRAL, 0, "not judged")
# A passage whose score comes this near to the leading one's is told to the reader.
_NEARLY_U = 970_000


def _holds(one: Scored, lens: Lens) -> bool:
    standing = lens.standings.get(one.passage.span.key)
    return standing is not None and standing.stands


def _differs(one: Value, other: Value) -> bool:
    return not one.same(other) and one.text.casefold() != other.text.casefold()


def rivals(
    ledger: Ledger, pool: Sequence[Sighting], lens: Lens, corpus: Corpus
) -> tuple[Near, ...]:
    """For each hypothesis: a passage in force that fits nearly as well and states another value."""
    found: list[Near] = []
    for claim in ledger.active():
        if not claim.parent or claim.value is None:
            continue
        slot = ledger.claim(claim.parent)
        scored = ranked(slot, pool, corpus)
        documents = corpus.documents(one.passage.span.key for one, _ in scored)
        holding = [
            (one, sighting)
            for one, sighting in scored
            if _holds(one, lens) and one.value is not None and one.value.kind is claim.value.kind
        ]
        same = [one for one, _ in holding if one.value and one.value.same(claim.value)]
        enough = max((one.score_u for one in same), default=UNIT) * _NEARLY_U
        level = max((documents[one.passage.span.key].authority_level for one in same), default=0)
        for one, sighting in holding:
            document = documents[one.passage.span.key]
            other = one.value is not None and _differs(one.value, claim.value)
            # What a lower authority says is outranked, not close.
            if other and one.score_u * UNIT >= enough and document.authority_level >= level:
                entry = evidence(claim, one, sighting, document, _UNJUDGED)
                found.append(Near(entry, slot.claim_id))
                break
    return tuple(found)


def near(
    claims: Iterable[Claim], pool: Sequence[Sighting], lens: Lens, corpus: Corpus
) -> tuple[Near, ...]:
    """For claims that nothing settles: the passages closest to them, one a document.

    What was superseded is left out where the version that stands is there as well.
    """
    found: list[Near] = []
    for claim in claims:
        scored = ranked(claim, pool, corpus)
        documents = corpus.documents(one.passage.span.key for one, _ in scored)
        best: dict[DocKey, Near] = {}
        # Of two that fit alike, the one that does not hold says more: what was, or will be.
        for one, sighting in sorted(
            scored, key=lambda pair: (-pair[0].score_u, _holds(pair[0], lens))
        ):
            document = documents[one.passage.span.key]
            entry = evidence(claim, one, sighting, document, _UNJUDGED)
            best.setdefault(document.key, Near(entry, root_of(claim)))
        held = {documents[key].series for key, item in best.items() if lens.stands(item.entry)}
        kept = [
            item
            for key, item in best.items()
            if lens.stands(item.entry) or documents[key].series not in held
        ]
        found += kept[:3]
    return tuple(found)
