from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.cms.aligning import Place, align, alike

WORD = st.text(st.sampled_from("abcdefgh"), min_size=3, max_size=6)
TEXT = st.lists(WORD, min_size=6, max_size=9).map(" ".join)
TEXTS = st.lists(TEXT, min_size=1, max_size=8, unique=True)


def named(texts: list[str], mark: str = "p") -> list[Place]:
    return [Place(f"{mark}{n}", text) for n, text in enumerate(texts)]


def unnamed(texts: list[str]) -> list[Place]:
    return [Place("", text) for text in texts]


@given(st.lists(TEXT, max_size=8), st.booleans())
def test_a_text_that_did_not_change_is_aligned_with_itself(texts: list[str], ids: bool) -> None:
    places = named(texts) if ids else unnamed(texts)
    assert align(places, places) == tuple(range(len(texts)))


@given(st.lists(st.tuples(WORD, TEXT), max_size=6), st.lists(st.tuples(WORD, TEXT), max_size=6))
def test_no_two_paragraphs_are_the_same_one_before(
    before: list[tuple[str, str]], after: list[tuple[str, str]]
) -> None:
    found = align([Place(*one) for one in before], [Place(*one) for one in after])
    assert len(found) == len(after)
    assert all(count == 1 for index, count in Counter(found).items() if index is not None)
    assert all(index is None or 0 <= index < len(before) for index in found)


@given(TEXTS, st.randoms(use_true_random=False))
def test_a_move_is_followed_with_ids_and_without(texts: list[str], dice: st.DataObject) -> None:
    order = list(range(len(texts)))
    dice.shuffle(order)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    for before in (named(texts), unnamed(texts)):
        assert align(before, [before[n] for n in order]) == tuple(order)


@given(TEXTS, TEXT, st.data())
def test_an_insert_is_new_and_moves_nothing_else(
    texts: list[str], text: str, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(texts)))
    fresh = f"{text} zz zzz zzzz zzzzz zzzzzz zzzzzzz zzzzzzzz zzzzzzzzz zzzzzzzzzz"
    after = [*texts[:place], fresh, *texts[place:]]
    found = align(unnamed(texts), unnamed(after))
    rest = [n for at, n in enumerate(found) if at != place]
    assert rest == list(range(len(texts)))
    assert found[place] is None


@given(TEXTS, st.data())
def test_an_edit_is_the_same_place_whether_ids_stay_or_change_at_each_reload(
    texts: list[str], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(texts) - 1))
    after = list(texts)
    after[place] = f"{texts[place]} zz"
    wanted = tuple(range(len(texts)))
    assert align(named(texts), named(after)) == wanted
    assert align(named(texts), named(after, mark="q")) == wanted
    assert align(unnamed(texts), unnamed(after)) == wanted


@given(TEXTS)
def test_ids_that_change_at_each_reload_lose_nothing(texts: list[str]) -> None:
    assert align(named(texts), named(texts, mark="q")) == tuple(range(len(texts)))


def test_an_id_that_stands_before_another_text_does_not_count() -> None:
    before = [
        Place("1", "The bridge is closed for repair until May."),
        Place("2", "Two were hurt."),
    ]
    after = [
        Place("1", "Two were hurt."),
        Place("2", "The bridge is closed for repair until June."),
    ]
    assert align(before, after) == (1, 0)


def test_a_text_under_an_old_id_that_has_nothing_of_the_old_one_is_new() -> None:
    before = [Place("1", "The bridge is closed for repair.")]
    assert align(before, [Place("1", "Nobody knows why.")]) == (None,)


def test_texts_without_words_are_not_alike() -> None:
    assert alike("", "a") == 0.0
    assert alike("A b", "a c") == 0.5
