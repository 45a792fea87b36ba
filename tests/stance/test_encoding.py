"""The pieces of a claim and a passage with the part that each one plays."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag import wordpieces
from ledgerrag.stance.encoding import (
    CLAIM_ALONE,
    CLAIM_FIGURE,
    CLAIM_IN_CONTEXT,
    CLAIM_IN_SPAN,
    CLS,
    CONTEXT,
    LIMIT,
    PARTS,
    SEP,
    SPAN_ALONE,
    SPAN_FIGURE,
    SPAN_IN_CLAIM,
    Pair,
    encode,
)
from ledgerrag.stance.marks import Mark

TOKENIZER = wordpieces.tokenizer()


def _parts(pair: Pair) -> list[tuple[str, int]]:
    (encoded,) = encode([pair], TOKENIZER)
    words = [TOKENIZER.id_to_token(piece) or "" for piece in encoded.ids]
    return list(zip(words, encoded.parts, strict=True))


def test_a_word_says_whether_the_other_side_has_it() -> None:
    parts = _parts(Pair("The dam leaks", "the dam holds", title="leaks"))
    assert parts == [
        ("[CLS]", CLAIM_ALONE),
        ("the", CLAIM_IN_SPAN),
        ("dam", CLAIM_IN_SPAN),
        ("leaks", CLAIM_IN_CONTEXT),
        ("[SEP]", CLAIM_ALONE),
        ("leaks", CONTEXT),
        ("the", SPAN_IN_CLAIM),
        ("dam", SPAN_IN_CLAIM),
        ("holds", SPAN_ALONE),
        ("[SEP]", CONTEXT),
    ]


def test_a_figure_says_what_it_finds_on_the_other_side() -> None:
    parts = dict(_parts(Pair("over 40 boats", "31 ships in 2019")))
    assert parts["40"] == CLAIM_FIGURE + Mark.ALONE
    assert parts["31"] == SPAN_FIGURE + Mark.ALONE
    parts = dict(_parts(Pair("over 40 days", "31 days in 2019")))
    assert parts["40"] == CLAIM_FIGURE + Mark.OVER
    assert parts["31"] == SPAN_FIGURE + Mark.OVER
    assert parts["2019"] == SPAN_FIGURE + Mark.ALONE


def test_every_piece_of_a_figure_is_marked() -> None:
    parts = _parts(Pair("", "it is 1,250 days"))
    figure = [part for word, part in parts if word in ("1", ",", "250", "days")]
    assert figure == [SPAN_FIGURE + Mark.ALONE] * 4


@settings(deadline=None)
@given(st.text(max_size=700), st.text(max_size=900), st.text(max_size=200), st.text(max_size=900))
def test_any_pair_fits_and_its_parts_are_known(
    claim: str, text: str, title: str, around: str
) -> None:
    (encoded,) = encode([Pair(claim, text, title, around, around)], TOKENIZER)
    assert len(encoded.ids) == len(encoded.parts) <= LIMIT
    assert encoded.ids[0] == CLS
    assert encoded.ids[-1] == SEP
    assert all(0 <= part < PARTS for part in encoded.parts)
