import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import ClaimKind
from ledgerrag.reading import RuleReader, decompose_draft


def test_a_sentence_is_cut_where_both_halves_say_something() -> None:
    first, second = decompose_draft("The port closed on 3 May 2026, and the council named a pilot.")
    assert first.text == "The port closed on 3 May 2026."
    assert second.text == "The council named a pilot."


def test_a_list_of_nouns_is_not_cut() -> None:
    assert len(decompose_draft("The port sells rope, nets, and bait.")) == 1


def test_every_figure_of_a_sentence_is_a_claim() -> None:
    claims = decompose_draft("The blaze burned 120 acres and destroyed 5 homes.")
    assert [c.value.amount for c in claims if c.value] == ["120", "5"]
    assert {c.text for c in claims} == {"The blaze burned 120 acres and destroyed 5 homes."}


def test_questions_state_nothing_and_the_rest_are_assertions() -> None:
    claims = decompose_draft("Is the port open? The port is open.")
    assert [c.text for c in claims] == ["The port is open."]
    assert claims[0].kind is ClaimKind.ASSERTION


@given(st.text(max_size=400))
def test_any_text_is_a_draft(text: str) -> None:
    claims = RuleReader().draft(text)
    assert len({c.claim_id for c in claims}) == len(claims)


@pytest.mark.parametrize(
    ("draft", "names"),
    [
        ("The Bellow Fire is out. 185 personnel are involved.", "Bellow Fire"),
        ("The Corrow Fire burns in the north. 2540 personnel are involved.", "Corrow Fire"),
        ("The Kell Bridge is closed. At least 40 engines stand at the west ramp.", "Kell Bridge"),
    ],
)
def test_what_is_only_counted_is_counted_at_what_the_sentence_before_names(
    draft: str, names: str
) -> None:
    assert decompose_draft(draft)[-1].query.endswith(f", {names}")


@pytest.mark.parametrize(
    "draft",
    [
        "The Market Board meets in May. The filing fee for a licence is 40 euros.",
        "On Monday the council met. 12 members voted.",
        "It rained. 12 members voted.",
    ],
)
def test_what_names_its_own_slot_or_follows_no_name_stays_as_it_is(draft: str) -> None:
    assert decompose_draft(draft)[-1].query == ""
