from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.service.marking import Piece, compared, quoted

TEXTS = st.text(st.sampled_from("ab c\n.é1"), max_size=60)


@given(TEXTS, TEXTS)
def test_without_what_came_a_comparison_is_the_old_text_and_without_what_went_the_new(
    old: str, new: str
) -> None:
    pieces = compared(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind != "came") == old
    assert "".join(piece.text for piece in pieces if piece.kind != "went") == new
    assert all(piece.text for piece in pieces)


def test_a_changed_figure_is_marked_alone() -> None:
    assert compared("within 180 days.\nAlways.", "within 270 days.\nAlways.") == (
        Piece("same", "within "),
        Piece("went", "180"),
        Piece("came", "270"),
        Piece("same", " days.\nAlways."),
    )


def test_a_passage_of_many_words_is_shown_as_a_whole() -> None:
    old, new = "a " * 5_000, "b " * 5_000
    assert compared(old, new) == (Piece("went", old), Piece("came", new))


@given(TEXTS, st.integers(0, 60), st.integers(0, 60), st.integers(0, 10))
def test_a_quote_stands_within_its_surroundings_and_says_where_they_are_cut(
    text: str, one: int, other: int, around: int
) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    found = quoted(text, start, end, around)
    assert found.quote == text[start:end]
    whole = found.before + found.quote + found.after
    assert text[start - len(found.before) :].startswith(whole)
    assert found.cut_before == (len(found.before) < start)
    assert found.cut_after == (len(found.after) < len(text) - end)
