"""A statement of the value that a provision names, against all values that the provision states.

`The time named by section 6 of the Pier Act is 3 years` is right where that is the only time that
the section states, and wrong where it states times and that is none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ledgerrag.corpus import Corpus
from ledgerrag.model import (
    Authority,
    Basis,
    Claim,
    DocKey,
    Document,
    Judgement,
    Passage,
    Stance,
    Standing,
    Value,
)
from ledgerrag.reading.cited import Cited
from ledgerrag.reading.naming import topic_of, value_named
from ledgerrag.reading.provisions import provisions
from ledgerrag.reading.retelling import retold
from ledgerrag.stance.combined import UNCLEAR_U
from ledgerrag.stance.compare import Relation, relate
from ledgerrag.stance.parsed import bag
from ledgerrag.stance.values import figures

ONLY: Final = "the only value of its kind that the provision states"
NONE: Final = "no value of its kind that the provision states"
_SURE_U: Final = 700_000


def told(
    claim: Claim, keys: Iterable[DocKey], standings: Mapping[DocKey, Standing], corpus: Corpus
) -> tuple[Passage, Judgement] | None:
    """What the provision that a statement names says of it; None where that is not certain.

    Args:
        claim: the statement.
        keys: of the documents that were seen for it.
        standings: what those are at (V, K).
        corpus: their texts.
    """
    named = value_named(claim)
    value = claim.value
    if named is None or value is None:
        return None
    text = _bearer(named, keys, standings, corpus)
    if text is None:
        return None
    passages = corpus.passages(text, 0, len(text.text))
    found = [(passage, one.value) for passage in passages for one in figures(passage.text)]
    stated = [(passage, one) for passage, one in found if one.kind is value.kind]
    if not stated:
        return None
    passage, first = stated[0]
    # Where no word of what the value is for is there, the reading is no more than probable.
    spoken = _spoken(claim, text.title, passages)
    sure, basis = (_SURE_U, None) if spoken else (UNCLEAR_U, Basis.KIND)
    if len({(one.amount, one.unit) for _, one in stated}) == 1:
        same = _relation(value, first)
        if same is Relation.AGREES:
            return passage, Judgement(Stance.SUPPORT, sure, ONLY, first, basis)
        # Of another unit, as working days are, a value is neither the same nor another.
        differs = same is Relation.DIFFERS
        return (passage, Judgement(Stance.REFUTE, sure, ONLY, first, basis)) if differs else None
    if all(_relation(value, one) is Relation.DIFFERS for _, one in stated):
        # Not where the number stands there at all, whatever it counts.
        if any(one.amount == value.amount for _, one in found):
            return None
        return passage, Judgement(Stance.REFUTE, sure, NONE, first, basis)
    return None


def _spoken(claim: Claim, title: str, passages: Sequence[Passage]) -> bool:
    """Whether a provision has a word of what the value is said to be for, or one that says it."""
    asked = topic_of(claim, title)
    return not asked or any(
        asked & bag(one.text) or retold(claim, one) is not None for one in passages
    )


def _relation(said: Value, found: Value) -> Relation:
    return relate(said, "", found, "", norm=True)


def _bearer(
    named: Cited, keys: Iterable[DocKey], standings: Mapping[DocKey, Standing], corpus: Corpus
) -> Document | None:
    """The one text in force that is the provision, with the same subdivisions; no post is it."""
    held = [key for key in dict.fromkeys(keys) if key in standings and standings[key].stands]
    documents = corpus.documents(held)
    bearing = [
        one
        for one in documents.values()
        if one.authority_level > Authority.USER
        and named.names(one.title)
        and named.whole in provisions(one.title)
    ]
    return bearing[0] if len(bearing) == 1 else None
