"""What lies beside an answer: the nearest texts where nothing settles it, and close rivals."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from ledgerrag.corpus import Corpus
from ledgerrag.gathering import evidence
from ledgerrag.generate.findings import Near
from ledgerrag.ledger import Ledger, Lens, root_of
from ledgerrag.model import UNIT, Claim, DocKey, Judgement, Passage, Span, Stance, Value, ValueKind
from ledgerrag.reading import Scored
from ledgerrag.sighting import Sighting
from ledgerrag.stance.names import names
from ledgerrag.stance.parsed import bag
from ledgerrag.stance.values import values
from ledgerrag.topic import ranked, seen

_UNJUDGED = Judgement(Stance.NEUTRAL, 0, "not judged")
# Of what the search alone puts near a claim, so many passages are told.
_ASIDE = 2
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
    claims: Iterable[Claim],
    pool: Sequence[Sighting],
    lens: Lens,
    corpus: Corpus,
    ended: Container[str] = (),
) -> tuple[Near, ...]:
    """For claims that nothing settles: the passages closest to them, one a document.

    What was superseded is left out where the version that stands is there as well. Where no passage
    is on topic, those that the search puts first: they may say it in other words. Where one is and
    no such passage states a value of the kind that is asked for, a sentence of the same text does.

    Args:
        claims: what nothing settles.
        pool: everything seen.
        lens: what stands.
        corpus: documents and names.
        ended: keys of texts whose end is what keeps a claim from being settled; they go first.
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
        kept.sort(key=lambda item: str(item.entry.span.key) not in ended)
        apart = _aside(claim, pool, lens, corpus)
        if kept:
            own = {item.entry.span.key for item in kept}
            apart = () if _hints(claim, kept) else _of_kind(claim, apart, own)
        found += (*kept[: 3 - len(apart)], *apart)
    return tuple(found)


def _hints(claim: Claim, kept: Sequence[Near]) -> bool:
    """Whether texts on topic state a value of the kind that is asked for, or none is asked for."""
    if claim.expects in (ValueKind.TEXT, ValueKind.STATUS):
        return True
    return any(_states(claim, item.entry.text) for item in kept)


def _of_kind(claim: Claim, apart: Sequence[Near], own: Container[DocKey]) -> tuple[Near, ...]:
    """Of what is not on topic: the first sentence of a text on topic that states such a value."""
    likely = (one for one in apart if one.entry.span.key in own and _states(claim, one.entry.text))
    return tuple(likely)[:1]


def _states(claim: Claim, text: str) -> bool:
    """Whether a text states a value of the kind that a claim asks for or states."""
    stated = names(text) if claim.expects is ValueKind.NAME else values(text)
    return any(value.kind is claim.expects for value in stated)


def _aside(claim: Claim, pool: Sequence[Sighting], lens: Lens, corpus: Corpus) -> tuple[Near, ...]:
    """The first texts in force that the search found for a claim, each with its likeliest sentence.

    A search by words alone finds any word: what shares none that carries the subject is not near.
    """
    by_words = lens.params.retrieval == "lexical"
    best: dict[DocKey, Sighting] = {}
    for sighting in sorted(seen(claim, pool, corpus), key=lambda one: _unlikely(claim, one)):
        key, standing = sighting.passage.span.key, lens.standings.get(sighting.passage.span.key)
        if standing is None or not standing.stands:
            continue
        if not by_words or _shares(claim, sighting.passage):
            best.setdefault(key, sighting)
    first = sorted(best.values(), key=lambda one: (-one.r_u, *_unlikely(claim, one)))[:_ASIDE]
    documents = corpus.documents(best)
    return tuple(
        Near(
            evidence(
                claim,
                Scored(one.passage, UNIT, None),
                one,
                documents[one.passage.span.key],
                _UNJUDGED,
            ),
            root_of(claim),
            aside=True,
        )
        for one in first
    )


def _shares(claim: Claim, passage: Passage) -> bool:
    around = (passage.text, passage.title, passage.before, passage.after)
    return any(key in bag(part) for part in around for key in claim.keys)


def _unlikely(claim: Claim, sighting: Sighting) -> tuple[bool, int, Span]:
    """Sorts sentences: with a value of the kind that is asked for first, then by shared words."""
    text, there = sighting.passage.text, bag(sighting.passage.text)
    shared = sum(key in there for key in claim.keys)
    return not _states(claim, text), -shared, sighting.passage.span
