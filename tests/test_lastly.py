"""The last reading: where the rules say nothing, and one text in force names the whole subject."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.answer import Answer
from ledgerrag.config import load
from ledgerrag.lastly import by_kind
from ledgerrag.ledger import Ledger
from ledgerrag.loop import Ask, answer
from ledgerrag.model import Act, Basis, Document, Domain, Verdict
from ledgerrag.reading import decompose
from tests.making import act, document
from tests.shelf import Shelf, V

SHARE = "What share of the Alder Fire is mopped up?"


def report(percent: int, *, version: int = 1, published: str = "2026-07-01") -> Document:
    return document(
        "alder",
        f"Acres burned: 300\nContainment: {percent}%\nEngines: 38\nCrews: 5",
        title="Alder Fire, Quill County",
        version=version,
        published=published,
        domain=Domain.REFERENCE,
    )


def asked(
    shelf: Shelf, question: str, *items: Document | Act, v: str = V, last: str = "on"
) -> Answer:
    shelf.put(*items)
    rooms = shelf.rooms(shelf.corpus(v, v))
    params = load("auto", overrides={"by_kind": last})
    return answer(Ask(decompose(question), v, v, "run"), rooms, params).answer


def alone(shelf: Shelf, question: str, *seen: str) -> str:
    """What is answered by its kind where the rules had nothing to say of what was seen."""
    corpus = shelf.corpus()
    pool = shelf.sightings(corpus, *seen)
    taken = decompose(question)
    found = by_kind(Ledger(taken.claims), pool, taken, taken.claims, corpus)
    return next((one.value.text for one in found.entries if one.value is not None), "")


def items(made: Answer, kind: str) -> list[str]:
    return [one.text for one in made.checklist if one.kind == kind]


def test_the_only_value_of_the_kind_is_told_as_probable_with_the_words_of_the_source(
    shelf: Shelf,
) -> None:
    made = asked(shelf, SHARE, report(5))
    assert made.sentences[0].text == "Probably: Containment: 5%."
    (verdict,) = made.verdicts
    assert (verdict.verdict, verdict.basis, verdict.value) == (
        Verdict.SUPPORTED,
        Basis.KIND,
        "5%",
    )
    assert verdict.reason.endswith("by the kind of its value alone")
    (item,) = items(made, "by-kind")
    assert "the words of the question stand in no text" in item
    assert "“Containment: 5%”" in item
    assert items(made, "loose-match") == []


def test_it_is_less_sure_than_what_the_rules_read(shelf: Shelf) -> None:
    asked(shelf, SHARE, report(5))
    (entry,) = shelf.steps[-1].after.entries
    assert entry.basis is Basis.KIND
    assert entry.confidence_u < load("auto").tau_div_u
    assert shelf.steps[-1].before.entries == ()


def test_it_can_be_switched_off_and_the_paper_has_it_off(shelf: Shelf) -> None:
    made = asked(shelf, SHARE, report(5), last="off")
    assert made.verdicts[0].verdict is Verdict.UNVERIFIED
    assert load("auto").by_kind
    assert not load("paper").by_kind


def test_it_follows_the_version_in_force_and_what_was_known(shelf: Shelf) -> None:
    first, second = report(5), report(50, version=2, published="2026-07-10")
    assert asked(shelf, SHARE, first, second, v="2026-07-05").verdicts[0].value == "5%"
    assert asked(shelf, SHARE, v="2026-07-15").verdicts[0].value == "50%"


def test_what_was_withdrawn_answers_nothing(shelf: Shelf) -> None:
    gone = act("withdraw", "alder", published="2026-07-20", effective_from="2026-07-20")
    made = asked(shelf, SHARE, report(5), gone)
    assert made.verdicts[0].verdict is Verdict.UNVERIFIED


def test_two_texts_that_bear_the_subject_answer_nothing(shelf: Shelf) -> None:
    other = replace(
        report(80), doc_id="moss", series="moss", cluster="moss", title="Alder Fire, Moss County"
    )
    made = asked(shelf, SHARE, report(5), other)
    assert made.verdicts[0].verdict is Verdict.UNVERIFIED
    named = "What share of the Alder Fire in Moss County is mopped up?"
    assert asked(shelf, named).verdicts[0].value == "80%"


def test_texts_that_bear_the_subject_answer_only_where_all_of_them_say_the_same(
    shelf: Shelf,
) -> None:
    paper = document(
        "paper",
        "With little wind over the ridge, the crews of the Alder Fire were at 5% by noon.",
        title="Alder Fire (Quill County): situation",
        source="courier",
        level=2,
    )
    shelf.put(report(5), paper)
    assert alone(shelf, SHARE, "alder", "paper") == "5%"
    shelf.put(replace(paper, doc_id="b", series="b", text="The Alder Fire grew.", cluster="b"))
    shelf.put(replace(paper, doc_id="c", series="c", text="The Alder Fire: 9%.", cluster="c"))
    assert alone(shelf, SHARE, "alder", "paper", "b") == ""
    assert alone(shelf, SHARE, "alder", "paper", "c") == ""


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What share of the Elder Fire is mopped up?", "Alder Fire, Quill County"),
        ("What share of the Alder Fire is mopped up?", "North Alder Fire"),
        ("How large a share does section 22 of the Quay Act name?", "Quay Act, section 21"),
        ("What share of the Alder Fire that began in May 2020 is mopped up?", "Alder Fire"),
    ],
)
def test_a_text_about_another_subject_answers_nothing(
    shelf: Shelf, question: str, title: str
) -> None:
    shelf.put(replace(report(5), title=title))
    assert alone(shelf, question, "alder") == ""


def test_where_the_rules_answer_the_kind_is_not_asked(shelf: Shelf) -> None:
    made = asked(shelf, "What is the containment of the Alder Fire?", report(5))
    assert made.verdicts[0].verdict is Verdict.SUPPORTED
    assert made.verdicts[0].basis is None
    assert items(made, "by-kind") == []


def test_where_sources_are_at_odds_the_kind_decides_nothing(shelf: Shelf) -> None:
    one = document("a", "The toll of Quayport is 5 euros.", title="Quayport", source="courier")
    two = document("b", "The toll of Quayport is 9 euros.", title="Quayport", source="gazette")
    low = [replace(each, authority_level=type(each.authority_level)(2)) for each in (one, two)]
    made = asked(shelf, "What is the toll of Quayport?", *low)
    assert made.verdicts[0].verdict is Verdict.CONTESTED
    assert items(made, "by-kind") == []


def test_where_several_counts_are_there_none_is_guessed_and_they_are_named(shelf: Shelf) -> None:
    made = asked(shelf, "How many zeppelins were sent to the Alder Fire?", report(5))
    assert made.verdicts[0].verdict is Verdict.UNVERIFIED
    (item,) = items(made, "by-kind")
    assert item.endswith("the record states Engines: 38 and Crews: 5; none is named as asked")


def test_a_book_is_not_read_through_for_its_only_value(shelf: Shelf) -> None:
    text = report(5).text + "\nNothing else was told." * 5_000
    shelf.put(replace(report(5), text=text))
    assert alone(shelf, SHARE, "alder") == ""


def test_a_count_without_a_unit_is_named_with_its_line(shelf: Shelf) -> None:
    votes = document("v", "Margin: 300\nCounted so far: 900", title="Norland: vote count")
    made = asked(shelf, "How many zeppelins flew over Norland?", votes)
    (item,) = items(made, "by-kind")
    assert item.endswith(
        "the record states Margin: 300 and Counted so far: 900; none is named as asked"
    )


def test_a_version_of_the_subject_is_found_by_its_form(shelf: Shelf) -> None:
    text = "The most recent thing in the Tidemark CD 3.3 line is 3.3.5. Entry edited 4 March 2026."
    shelf.put(document("tidemark", text, title="Tidemark CD 3.3", domain=Domain.REFERENCE))
    asking = "What version should someone on Tidemark CD 3.3 be running?"
    assert alone(shelf, asking, "tidemark") == "3.3.5"


def part(name: str, text: str, title: str = "Lantern: Terms of Use") -> Document:
    return document(name, text, title=title, published="2026-07-01", domain=Domain.REFERENCE)


def test_an_age_is_found_in_a_text_that_is_kept_in_parts(shelf: Shelf) -> None:
    parts = (
        part("p0", "Nobody under the age of 16 is asked for data."),
        part("p1", "Nobody below sixteen (16) years of age may sign up."),
        part("p2", "Data is kept for 30 days."),
    )
    asking = "How old must somebody be, going by the Terms of Use of Lantern?"
    shelf.put(*parts)
    assert alone(shelf, asking, "p0", "p1", "p2") == "sixteen (16) years of age"


def test_two_ages_in_the_parts_of_a_text_are_no_answer(shelf: Shelf) -> None:
    parts = (part("p1", "Nobody under 16 may sign up."), part("p2", "Under 18, ask a parent."))
    asking = "How old must somebody be, going by the Terms of Use of Lantern?"
    shelf.put(*parts)
    assert alone(shelf, asking, "p1", "p2") == ""


def test_of_a_text_in_parts_no_other_kind_answers_as_not_all_parts_are_seen(shelf: Shelf) -> None:
    parts = (part("p1", "Signing up is free."), part("p2", "Data is kept for 30 days."))
    asking = "What stretch of time do the Terms of Use of Lantern allot?"
    shelf.put(*parts, part("one", "Data is kept for 30 days.", "Beacon: Terms of Use"))
    assert alone(shelf, asking, "p1", "p2") == ""
    assert alone(shelf, asking.replace("Lantern", "Beacon"), "one") == "30 days"
