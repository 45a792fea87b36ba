"""How a claim and a passage become the model's input: word pieces with the part each one plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tokenizers import Encoding, Tokenizer

from ledgerrag.stance.marks import Mark, Marked, marks

CLS: Final = 101
SEP: Final = 102

# What a piece is: where it stands, and whether the other side has it too. The model was given
# this because its base was made for one text at a time and cannot line two texts up by itself.
CLAIM_ALONE: Final = 0
CLAIM_IN_SPAN: Final = 1
CLAIM_IN_CONTEXT: Final = 2
SPAN_ALONE: Final = 3
SPAN_IN_CLAIM: Final = 4
CONTEXT: Final = 5
# A piece of a figure says what its figure finds on the other side instead (`marks.Mark`).
CLAIM_FIGURE: Final = 6
SPAN_FIGURE: Final = CLAIM_FIGURE + len(Mark)
PARTS: Final = SPAN_FIGURE + len(Mark)

# Pieces that a side may fill, of `LIMIT` in all: a claim is short, a title shorter, the sentence
# before matters more than the one after.
LIMIT: Final = 160
CLAIM: Final = 64
TITLE: Final = 20
BEFORE: Final = 32
AFTER: Final = 16


@dataclass(frozen=True, slots=True)
class Encoded:
    """One pair as the model reads it.

    Args:
        ids: word pieces, at most `LIMIT`.
        parts: the part that each piece plays, same length.
    """

    ids: tuple[int, ...]
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the words of a passage.

    Args:
        claim: the statement.
        text: the sentence that is judged against it.
        title: title of its document.
        before: text before it.
        after: text after it.
    """

    claim: str
    text: str
    title: str = ""
    before: str = ""
    after: str = ""


def encode(pairs: Sequence[Pair], tokenizer: Tokenizer) -> tuple[Encoded, ...]:
    """Each pair as `[CLS] claim [SEP] title before span after [SEP]`.

    Args:
        pairs: claims and passages.
        tokenizer: word pieces without truncation, padding or special marks.
    """
    texts = [
        words
        for pair in pairs
        # Only the ends of a long context are read; a piece is at least one character.
        for words in (pair.claim, pair.text, pair.title, pair.before[-400:], pair.after[:200])
    ]
    pieces = tokenizer.encode_batch(texts, add_special_tokens=False)
    return tuple(
        _joined(pieces[5 * at : 5 * at + 5], *marks(pair.claim, pair.text))
        for at, pair in enumerate(pairs)
    )


def _joined(pieces: Sequence[Encoding], said: Sequence[Marked], there: Sequence[Marked]) -> Encoded:
    claim, span, title, before, after = (tuple(encoding.ids) for encoding in pieces)
    claim = claim[:CLAIM]
    title = title[:TITLE]
    room = LIMIT - 3 - len(claim)
    span = span[:room]
    room -= len(span)
    title = title[:room]
    room -= len(title)
    before = before[-min(BEFORE, room) :] if room else ()
    room -= len(before)
    after = after[: min(AFTER, room)]
    ours, theirs, around = frozenset(claim), frozenset(span), frozenset(title + before + after)
    claim_parts = [
        CLAIM_IN_SPAN if piece in theirs else CLAIM_IN_CONTEXT if piece in around else CLAIM_ALONE
        for piece in claim
    ]
    span_parts = [SPAN_IN_CLAIM if piece in ours else SPAN_ALONE for piece in span]
    _mark(claim_parts, pieces[0].offsets, said, CLAIM_FIGURE)
    _mark(span_parts, pieces[1].offsets, there, SPAN_FIGURE)
    lead = title + before
    return Encoded(
        (CLS, *claim, SEP, *lead, *span, *after, SEP),
        (
            CLAIM_ALONE,
            *claim_parts,
            CLAIM_ALONE,
            *(CONTEXT,) * len(lead),
            *span_parts,
            *(CONTEXT,) * (len(after) + 1),
        ),
    )


def _mark(
    parts: list[int], offsets: Sequence[tuple[int, int]], marked: Sequence[Marked], first: int
) -> None:
    for at, (start, end) in enumerate(offsets[: len(parts)]):
        for one in marked:
            if start < one.end and end > one.start:
                parts[at] = first + one.mark
