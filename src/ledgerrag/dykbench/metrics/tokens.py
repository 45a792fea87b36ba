"""Texts as tokens, and the metrics that compare tokens: Ans2gramF1 and the diff's token-F1."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from ledgerrag.dykbench.metrics.counts import Counts

# A figure with its separators is one token; signs that carry a value stay, other marks do not.
_TOKEN: Final = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*|[%$€£¥]")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?:\D|$))")


def tokens(text: str) -> tuple[str, ...]:
    """Words, figures and signs of value: NFKC, casefolded, `1,200` as `1200`; no punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return tuple(_TOKEN.findall(_THOUSANDS.sub("", folded)))


def ans2gram_f1(answer: str, reference: str) -> Fraction:
    """Ans2gramF1 (paper, Table 1): F1 over the bags of word bigrams of answer and reference.

    2 |A ∩ R| / (|A| + |R|), A and R bags of pairs of neighbouring tokens; this is ROUGE-2 with
    equal weights (Lin 2004). Where neither text has two tokens the tokens themselves are compared.

    Args:
        answer: the answer's sentences without citation marks.
        reference: `gold.answer`.
    """
    said, right = tokens(answer), tokens(reference)
    if len(said) < 2 and len(right) < 2:
        return Counts.of(said, right).f1
    return Counts.of(pairwise(said), pairwise(right)).f1


def diff_f1(told: Iterable[tuple[str, str]], edits: Iterable[tuple[str, str]]) -> Fraction:
    """Token-F1 of a difference: tokens taken out and tokens put in, each side in one bag.

    2 |T ∩ G| / (|T| + |G|) over the tokens marked `-` (of the words before) and `+` (of the words
    after). To give the whole text as changed costs precision, to leave an edit out recall. The
    token-overlap F1 is that of SQuAD (Rajpurkar et al. 2016), on edits.

    Args:
        told: (before, after) as the answer tells it.
        edits: (before, after) as they are.
    """
    return Counts.of(_marked(told), _marked(edits)).f1


def run_in(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether tokens follow each other in a text; no tokens are in none."""
    size = len(part)
    return size > 0 and any(
        tuple(whole[at : at + size]) == tuple(part) for at in range(len(whole) - size + 1)
    )


def _marked(edits: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [
        (sign, token)
        for before, after in edits
        for sign, text in (("-", before), ("+", after))
        for token in tokens(text)
    ]
