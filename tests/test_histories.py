"""What changed, since when and until when is answered from versions and acts."""

from __future__ import annotations

import pytest

from ledgerrag.answer import Answer
from ledgerrag.config import load
from ledgerrag.dates import parse
from ledgerrag.loop import Ask, answer
from ledgerrag.model import Act, Document, Domain, Verdict
from ledgerrag.reading import decompose
from tests.making import act, document
from tests.shelf import Shelf

TOLL = document(
    "toll-act", "The toll is 4 euros. Bicycles are free.", title="Toll Act", published="2024-01-01"
)
HIGHER = document(
    "toll-act",
    "The toll is 6 euros. Bicycles are free.",
    version=2,
    title="Toll Act",
    published="2025-01-01",
    effective_from="2025-03-01",
)
GONE = act("repeal", "toll-act", published="2026-01-01", effective_from="2026-02-01")
FERRY = document("ferry-act", "The ferry runs daily.", title="Ferry Act", published="2024-05-01")


def told(shelf: Shelf, text: str, *items: Document | Act, v: str = "2025-08-01") -> Answer:
    shelf.put(*items)
    rooms = shelf.rooms(shelf.corpus(v))
    return answer(Ask(decompose(text), v, v, "run"), rooms, load()).answer


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("What changed in the Toll Act?", "4 -> 6 euros from 2025-03-01."),
        ("What is new in the Toll Act?", "4 -> 6 euros from 2025-03-01."),
        ("What is different from before in the Toll Act?", "4 -> 6 euros from 2025-03-01."),
        ("How was the Toll Act amended?", "4 -> 6 euros from 2025-03-01."),
        ("When was the Toll Act last amended?", "was last amended from 2025-03-01: 4 -> 6 euros"),
        ("Since when does the Toll Act apply?", "since 2025-03-01 in this version; the first one"),
        ("Which version of the Toll Act applies?", "Version 2 of Toll Act (toll-act@2)"),
        ("When was the Toll Act repealed?", "No end of Toll Act (toll-act@2) is on record"),
        ("What will change in the Toll Act?", "No coming change of Toll Act"),
    ],
)  # fmt: skip
def test_the_record_of_two_versions_answers_with_a_citation(
    shelf: Shelf, text: str, says: str
) -> None:
    found = told(shelf, text, TOLL, HIGHER, FERRY)
    assert says in found.text
    assert found.verdicts[0].verdict is Verdict.SUPPORTED
    assert [(one.doc_id, one.version) for one in found.citations] == [("toll-act", 2)]
    assert found.citations[0].quote == "The toll is 6 euros."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("What changed in the Toll Act?", "No change of Toll Act (toll-act@1) is on record"),
        ("What will change in the Toll Act?", "4 -> 6 euros from 2025-03-01."),
        ("Until when is the Toll Act valid?", "is in force since 2024-01-01 until 2025-03-01."),
    ],
)
def test_before_the_second_version_holds_the_first_one_answers(
    shelf: Shelf, text: str, says: str
) -> None:
    assert says in told(shelf, text, TOLL, HIGHER, v="2025-02-01").text


@pytest.mark.parametrize(
    "text", ["When was the Toll Act repealed?", "What changed in the Toll Act?"]
)
def test_after_a_repeal_the_record_says_from_when(shelf: Shelf, text: str) -> None:
    found = told(shelf, text, TOLL, HIGHER, GONE, v="2026-08-01")
    assert "is repealed since 2026-02-01" in found.text


def test_what_has_not_begun_is_told_with_the_day_on_which_it_begins(shelf: Shelf) -> None:
    coming = document("pier-act", "No dogs.", title="Pier Act", effective_from="2027-01-01")
    found = told(shelf, "When does the Pier Act come into force?", coming)
    assert "is not yet in force: it begins on 2027-01-01" in found.text


def test_two_texts_with_the_same_title_name_none(shelf: Shelf) -> None:
    other = document("toll-act-b", "The toll is 9 euros.", title="Toll Act")
    found = told(shelf, "When was the Toll Act repealed?", TOLL, other)
    assert found.verdicts[0].verdict is Verdict.UNVERIFIED


def test_a_word_that_is_part_of_a_title_names_no_text(shelf: Shelf) -> None:
    found = told(shelf, "When was the ferry withdrawn?", FERRY)
    assert "on record" not in found.text


def test_the_history_of_a_story_is_not_that_of_what_it_tells_of(shelf: Shelf) -> None:
    story = document("story", "The town council met.", title="Pier Act", domain=Domain.NEWS)
    found = told(shelf, "When did the Pier Act come into force?", story)
    assert found.verdicts[0].verdict is Verdict.UNVERIFIED


def test_a_value_that_changed_is_told_with_the_text_that_has_it(shelf: Shelf) -> None:
    found = told(shelf, "How has the toll changed?", TOLL, HIGHER)
    assert "4 -> 6 euros from 2025-03-01" in found.text


def test_what_a_single_version_says_is_no_change(shelf: Shelf) -> None:
    found = told(shelf, "How has the toll changed?", TOLL)
    assert "No earlier version was found: The toll is 4 euros." in found.text


def test_the_text_that_sets_a_value_is_named_before_what_it_says(shelf: Shelf) -> None:
    found = told(shelf, "Which law sets the toll?", TOLL, HIGHER)
    assert "Toll Act (toll-act@2, in force since 2025-03-01): The toll is 6 euros." in found.text


def test_the_paper_s_own_rules_know_no_record(shelf: Shelf) -> None:
    shelf.put(TOLL, HIGHER)
    corpus = shelf.corpus("2025-08-01")
    ask = Ask(decompose("When was the Toll Act repealed?"), "2025-08-01", "2025-08-01", "run")
    made = answer(ask, shelf.rooms(corpus), load("paper")).answer
    assert "on record" not in made.text
    assert parse("2025-08-01").moment() == corpus.at.v


HIGHEST = document(
    "toll-act",
    "The toll is 9 euros. Bicycles are free.",
    version=3,
    title="Toll Act",
    published="2025-05-01",
    effective_from="2025-06-01",
)


@pytest.mark.parametrize(
    ("since", "says"),
    [
        ("1 April 2025", "6 -> 9 euros from 2025-06-01."),
        ("1 April 2024", "4 -> 9 euros from 2025-06-01."),
        ("1 July 2025", "No change of Toll Act (toll-act@3) since 2025-07-01 is on record"),
    ],
)
def test_what_changed_since_a_day_is_told_from_the_version_of_that_day(
    shelf: Shelf, since: str, says: str
) -> None:
    text = f"What has changed in the Toll Act since {since}?"
    assert says in told(shelf, text, TOLL, HIGHER, HIGHEST).text


def test_a_changed_figure_is_followed_by_the_sentence_that_has_it(shelf: Shelf) -> None:
    found = told(shelf, "What changed in the Toll Act?", TOLL, HIGHER)
    assert [one.text for one in found.sentences] == [
        "4 -> 6 euros from 2025-03-01.",
        "The toll is 6 euros.",
    ]
    assert [one.citations for one in found.sentences] == [(1,), (1,)]
    assert found.verdicts[0].value == "6 euros"


def test_reports_with_the_words_of_a_title_are_no_second_text_of_that_name(shelf: Shelf) -> None:
    report = document(
        "report", "Readers ask.", title="What the Toll Act means", domain=Domain.NEWS, level=2
    )
    found = told(shelf, "What changed in the Toll Act?", TOLL, HIGHER, report)
    assert "4 -> 6 euros from 2025-03-01." in found.text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("What changed in the Toll Act on 1 March 2025?", "4 -> 6 euros from 2025-03-01."),
        ("How was the Toll Act amended as of 1 June 2025?", "6 -> 9 euros from 2025-06-01."),
        ("Which words were swapped in the Toll Act with effect from 1 March 2025?",
         "4 -> 6 euros from 2025-03-01."),
        ("What has changed in the Toll Act since 1 June 2025?", "6 -> 9 euros from 2025-06-01."),
        ("What changed in the Toll Act on 2 March 2025?",
         "No change of Toll Act (toll-act@3) on 2025-03-02 is on record"),
    ],
)  # fmt: skip
def test_the_change_of_a_day_is_the_one_that_took_effect_on_it(
    shelf: Shelf, text: str, says: str
) -> None:
    assert says in told(shelf, text, TOLL, HIGHER, HIGHEST).text


def test_who_asks_since_when_a_text_reads_so_is_told_of_no_other_wording(shelf: Shelf) -> None:
    text = "Since when has the Toll Act been in force as it reads?"
    found = told(shelf, text, TOLL, HIGHER)
    assert found.sentences[0].text == "Toll Act (toll-act@2) is in force since 2025-03-01."
    assert found.verdicts[0].value == "2025-03-01"


def test_a_date_in_a_text_never_answers_since_when_it_reads_so(shelf: Shelf) -> None:
    dated = document(
        "pier-rules",
        "These Pier Rules have the wording of 3 May 1999.",
        title="Pier notice of the town",
    )
    found = told(shelf, "On which day did the Pier Rules get the wording that they have?", dated)
    assert found.verdicts[0].verdict is Verdict.UNVERIFIED


def test_the_place_of_a_provision_that_is_gone_tells_since_when(shelf: Shelf) -> None:
    was = document("toll-act-9", "9 The toll is 4 euros.", title="Toll Act, section 9")
    gone = document(
        "toll-act-9",
        "9 [Repealed, 2025, c. 3, s. 4]",
        version=2,
        title="Toll Act, section 9",
        published="2025-01-01",
        effective_from="2025-03-01",
    )
    found = told(shelf, "When did section 9 of the Toll Act cease to exist?", was, gone)
    assert "is repealed since 2025-03-01, as its text in force says" in found.text
    assert found.verdicts[0].value == "2025-03-01"


PART = "Harbour Code, § 4(a)(1): Dogs"


def amending(number: str, amends: str, since: str = "2025-03-01") -> Document:
    return document(
        f"law-{number}",
        'Paragraph (1) is amended by striking "cats" and inserting "dogs".',
        title=f"Harbour Law {number}, Leash Act of 2025: amending {amends}",
        published="2025-01-01",
        effective_from=since,
    )


CATS = document("code-4-a-1", "Cats are welcome.", title=PART)
DOGS = document(
    "code-4-a-1",
    "Dogs are welcome.",
    version=2,
    title=PART,
    published="2025-01-01",
    effective_from="2025-03-01",
)
BY_LAW = "Which law last amended § 4(a)(1) of the Harbour Code?"


def test_the_law_that_amended_a_provision_is_the_one_whose_title_says_so(shelf: Shelf) -> None:
    laws = amending("9-1", "Harbour Code, § 4(a)(1)"), amending("9-2", "Harbour Code, § 4(a)(2)")
    found = told(shelf, BY_LAW, CATS, DOGS, *laws)
    assert found.sentences[0].text.startswith("Harbour Law 9-1, Leash Act of 2025: amending")
    assert [one.doc_id for one in found.citations] == ["law-9-1"]


@pytest.mark.parametrize(
    "laws",
    [
        (amending("9-2", "Harbour Code, § 4(a)(2)"),),
        (amending("9-3", "Pier Code, § 4(a)(1)"),),
        (amending("9-4", "Harbour Code, § 4(a)(1)", "2024-06-01"),),
        (amending("9-1", "Harbour Code, § 4(a)(1)"), amending("9-5", "Harbour Code, § 4(a)(1)")),
    ],
    ids=["another provision", "another code", "another day", "two laws of one day"],
)
def test_no_law_is_named_that_may_not_have_made_the_wording(
    shelf: Shelf, laws: tuple[Document, ...]
) -> None:
    found = told(shelf, BY_LAW, CATS, DOGS, *laws)
    assert found.verdicts[0].verdict is Verdict.UNVERIFIED


def test_the_date_that_a_text_bears_is_read_at_its_head(shelf: Shelf) -> None:
    head = document(
        "terms:head", "Effective date: 21 January 2025\nWelcome.", title="Harbour Terms of Use"
    )
    part = document(
        "terms:a", "Permits of 3 May 2024 stay valid.", title="Harbour Terms of Use: A. Permits"
    )
    found = told(shelf, "Which date does the Harbour Terms of Use bear?", head, part)
    assert found.sentences[0].text == "Effective date: 21 January 2025."


def clause(name: str, text: str, *, version: int = 1, since: str = "2024-01-01") -> Document:
    return document(
        f"terms#{name}",
        text,
        version=version,
        title="Harbour: Terms of Use",
        published=since,
        effective_from=since,
    )


def test_of_clauses_under_one_title_the_one_that_speaks_of_the_topic_is_told(shelf: Shelf) -> None:
    clauses = (
        clause("1", "Dogs stay on a leash."),
        clause("1", "Dogs stay on a short leash.", version=2, since="2025-03-01"),
        clause("2", "Boats pay at the gate."),
    )
    ask = "Since when has the Terms of Use of Harbour said what it says about dogs and the leash?"
    found = told(shelf, ask, *clauses)
    assert "(terms#1@2) is in force since 2025-03-01" in found.text


def test_of_clauses_under_one_title_none_is_told_where_two_speak_of_the_topic(
    shelf: Shelf,
) -> None:
    clauses = clause("1", "Dogs stay on a leash."), clause("2", "Dogs pay nothing.")
    ask = "Since when has the Terms of Use of Harbour said what it says about dogs?"
    assert told(shelf, ask, *clauses).verdicts[0].verdict is Verdict.UNVERIFIED
