"""A pair in free words, judged as the product judges a draft."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerrag.model import Claim, Judgement, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import Reader
from ledgerrag.reading.assertions import assertion
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.seam import StanceModel


def verdict(pair: Pair, judge: StanceModel, reader: Reader) -> Stance:
    """How a statement in free words is judged: read as a draft, each of its claims by itself.

    It is refuted where one of its claims is, and supported where all are.
    """
    claims = statements(pair.claim, reader)
    passage = passage_of(pair)
    return together(judge.judge([(claim, passage) for claim in claims]))


def statements(text: str, reader: Reader) -> tuple[Claim, ...]:
    """The claims of a statement as the product reads a draft; the whole where it finds none."""
    return reader.draft(text) or (assertion(text, text),)


def together(judgements: Sequence[Judgement]) -> Stance:
    """The stance to a statement of several claims."""
    found = {one.stance for one in judgements}
    if Stance.REFUTE in found:
        return Stance.REFUTE
    return Stance.SUPPORT if found == {Stance.SUPPORT} else Stance.NEUTRAL


def passage_of(pair: Pair) -> Passage:
    """The passage of a pair, as if it were a document of its own."""
    span = Span("pair", 1, 0, len(pair.text), quote_sha256(pair.text))
    return Passage(span, pair.text, pair.title, pair.before, pair.after)
