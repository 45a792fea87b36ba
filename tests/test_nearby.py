from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ledgerrag.config import load
from ledgerrag.dates import parse
from ledgerrag.gathering import update
from ledgerrag.generate import Near
from ledgerrag.ledger import Ledger, Lens
from ledgerrag.model import Act, Document, Stance
from ledgerrag.nearby import near, rivals
from ledgerrag.reading import decompose
from ledgerrag.sighting import standings_of
from tests.making import act, document
from tests.shelf import Shelf, V

HOW_LONG = "How long is the annual reporting period?"
BEST = document("best", "The annual reporting period is 180 days.", published="2026-01-01")


def beside(shelf: Shelf, *items: Document | Act) -> tuple[tuple[Near, ...], tuple[Near, ...]]:
    """(rivals, nearest) once every document given was seen."""
    shelf.put(*items)
    corpus = shelf.corpus()
    pool = shelf.sightings(corpus, *(str(d.key) for d in items if isinstance(d, Document)))
    question = decompose(HOW_LONG)
    made = Ledger()
    for claim in question.claims:
        made = made.add_claim(claim)
    made, _ = update(made, pool, question, question.claims, shelf.rooms(corpus))
    lens = Lens(parse(V).moment(), load("regulation"), standings_of(pool, made, corpus))
    return rivals(made, pool, lens, corpus), near(made.active(), pool, lens, corpus)


def names(found: tuple[Near, ...]) -> list[str]:
    return [str(one.entry.span.key) for one in found]


def test_a_text_in_force_that_fits_as_well_and_says_another_value_is_a_rival(
    shelf: Shelf,
) -> None:
    other = document("other", "The annual reporting period is 90 days.")
    found, _ = beside(shelf, BEST, other)
    assert names(found) == ["other@1"]
    assert (found[0].claim_id, found[0].entry.y) == ("c1", Stance.NEUTRAL)
    assert found[0].entry.value is not None
    assert found[0].entry.value.amount == "90"


def test_the_same_value_is_no_rival(shelf: Shelf) -> None:
    assert beside(shelf, BEST, document("b", "The annual reporting period: 180 days."))[0] == ()


def test_a_text_that_fits_less_well_is_no_rival(shelf: Shelf) -> None:
    assert beside(shelf, BEST, document("b", "The annual notice period is 90 days."))[0] == ()


def test_a_value_of_another_kind_is_no_rival(shelf: Shelf) -> None:
    assert beside(shelf, BEST, document("b", "The annual reporting period: $90."))[0] == ()


def test_what_does_not_stand_is_no_rival(shelf: Shelf) -> None:
    other = document("other", "The annual reporting period is 90 days.")
    gone = act("repeal", "other", published="2026-02-01", effective_from="2026-03-01")
    assert beside(shelf, BEST, other, gone)[0] == ()


def test_what_a_lower_authority_says_is_outranked_and_no_rival(shelf: Shelf) -> None:
    post = document("post", BEST.text.replace("180", "90"), level=1, source="forum")
    assert beside(shelf, BEST, post)[0] == ()


def test_a_claim_without_a_hypothesis_has_no_rivals(shelf: Shelf) -> None:
    bread = document("bread", "Bread is baked for 40 minutes.")
    assert beside(shelf, bread) == ((), ())


def test_the_nearest_are_told_once_a_document_with_its_best_sentence_the_best_first(
    shelf: Shelf,
) -> None:
    wordy = document("a-wordy", "The annual period is long. The annual reporting period is short.")
    later = document("later", BEST.text, published="2026-07-01", effective_from="2027-01-01")
    _, nearest = beside(shelf, wordy, later)
    assert names(nearest) == ["later@1", "a-wordy@1"]
    assert {one.entry.y for one in nearest} == {Stance.NEUTRAL}
    assert nearest[1].entry.text == "The annual reporting period is short."


def test_at_most_three_are_near(shelf: Shelf) -> None:
    many = [document(f"d{n}", f"The annual reporting period: {n} days.") for n in range(9)]
    assert len(beside(shelf, *many)[1]) == 3


def test_what_was_superseded_is_not_near_where_the_version_that_stands_is(shelf: Shelf) -> None:
    old = document("rule", "The annual reporting period is 90 days.")
    new = document("rule", "The annual reporting term is now other.", version=2,
                   published="2026-01-15")  # fmt: skip
    _, nearest = beside(shelf, old, new)
    assert "rule@1" not in names(nearest)


FAIR = document("fair", "The fair is on the green. Stalls open at 9:00. The ticket costs 4 euros.")
BYELAW = document("byelaw", "Carts keep to the left. The clerk keeps the seal.")


def aside(
    shelf: Shelf,
    question: str,
    *items: Document | Act,
    mode: Literal["lexical", "hybrid"] = "hybrid",
) -> tuple[Near, ...]:
    """What is near a question that nothing settles, after these documents were found."""
    shelf.put(*items)
    corpus = shelf.corpus()
    pool = shelf.sightings(corpus, *(str(d.key) for d in items if isinstance(d, Document)))
    made = Ledger()
    for claim in decompose(question).claims:
        made = made.add_claim(claim)
    params = replace(load("regulation"), retrieval=mode)
    lens = Lens(parse(V).moment(), params, standings_of(pool, made, corpus))
    return near(made.active(), pool, lens, corpus)


# No text has a word of it, or one of its family.
WONDER = "What is the price of wonderment?"


def test_where_nothing_is_on_topic_what_the_search_found_is_near_by_its_likeliest_sentence(
    shelf: Shelf,
) -> None:
    found = aside(shelf, WONDER, FAIR)
    assert [(one.entry.text, one.aside) for one in found] == [("The ticket costs 4 euros.", True)]


def test_at_most_two_texts_are_near_by_the_search_alone_one_sentence_each(shelf: Shelf) -> None:
    many = [replace(FAIR, doc_id=f"d{n}", series=f"d{n}") for n in range(4)]
    assert len({one.entry.span.key for one in aside(shelf, WONDER, *many)}) == 2


def test_a_search_by_words_puts_near_only_what_shares_a_word_of_the_subject(shelf: Shelf) -> None:
    assert aside(shelf, WONDER, FAIR, mode="lexical") == ()
    asked = "How high is the yearly municipal ticket surcharge for tourists?"
    (found,) = aside(shelf, asked, replace(FAIR, doc_id="g", series="g"), mode="lexical")
    assert (found.entry.text, found.aside) == ("The ticket costs 4 euros.", True)


def test_what_does_not_stand_or_speaks_of_another_name_is_not_near_by_the_search_alone(
    shelf: Shelf,
) -> None:
    gone = act("repeal", "fair", published="2026-02-01", effective_from="2026-03-01")
    assert aside(shelf, WONDER, FAIR, gone) == ()
    assert aside(shelf, "What is the price of admission to Fenby Hall?", BYELAW) == ()


def test_of_a_text_on_topic_the_sentence_with_a_value_of_the_kind_asked_for_is_near(
    shelf: Shelf,
) -> None:
    text = f"The spring fair is on. {FAIR.text}"
    titled = replace(FAIR, text=text, title="The spring fair")
    found = aside(shelf, "What is the price of admission to the spring fair?", titled)
    assert [(one.entry.text, one.aside) for one in found] == [("The ticket costs 4 euros.", False)]
