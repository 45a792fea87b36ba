from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag import force
from ledgerrag.answer import Answer, Cost
from ledgerrag.errors import IntegrityError
from ledgerrag.generate import Findings, Near, generate
from ledgerrag.model import ClaimKind, Document, Verdict, quote_sha256
from tests.generate.making import HOW_LONG, findings, said
from tests.making import act, document
from tests.shelf import Shelf

RULE = document("rule-12", "The reporting period is 180 days.", title="Rule 12")
OTHER = document("rule-13", "The reporting period is 270 days.", title="Rule 13", source="office")
POST = document("post", "The reporting period is 90 days.", level=1, source="forum")
IS_IT = "Is the reporting period 180 days?"


def told(made: Findings) -> Answer:
    return generate(made, Cost(0, 0, 0), "run", "2026-08-01", "2026-08-01")


def one_of(made: Findings) -> tuple[str, tuple[int, ...]]:
    (sentence,) = told(made).sentences
    return sentence.text, sentence.citations


def test_a_question_is_answered_with_the_sentence_that_is_cited(shelf: Shelf) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    assert one_of(findings(corpus, said(corpus, "rule-12"))) == (RULE.text, (1,))


def test_of_a_long_sentence_the_value_is_told_with_its_title(shelf: Shelf) -> None:
    long = f"The reporting period is 180 days for {'ports and ' * 30}wharves."
    shelf.put(replace(RULE, text=long), document("untitled", long))
    corpus = shelf.corpus()
    assert one_of(findings(corpus, said(corpus, "rule-12")))[0] == "180 days, says Rule 12."
    assert one_of(findings(corpus, said(corpus, "untitled")))[0] == "180 days."


def test_a_long_sentence_without_a_value_is_cut_where_a_reader_sees_it(shelf: Shelf) -> None:
    shelf.put(document("why", f"Because {'ports and ' * 60}wharves are late."))
    corpus = shelf.corpus()
    text, _ = one_of(findings(corpus, said(corpus, "why"), text="Why is it late?"))
    assert text.startswith("Because ports")
    assert text.endswith(" ...")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("42 (1) A carrier must publish a plan.", "A carrier must publish a plan."),
        ("(g.1) The carrier publishes a plan.", "The carrier publishes a plan."),
        ("- The carrier publishes a plan.", "The carrier publishes a plan."),
        ("455.01 [Repealed, the plan of a carrier.]", "[Repealed, the plan of a carrier.]."),
        ("The plan of a carrier has\n\n(a) a map;", "The plan of a carrier has ..."),
        ("The plan of a carrier has a map", "The plan of a carrier has a map."),
    ],
)  # fmt: skip
def test_a_sentence_is_told_without_its_number_and_what_leads_into_a_list_shows_it(
    shelf: Shelf, text: str, told: str
) -> None:
    shelf.put(document("plan", text))
    corpus = shelf.corpus()
    entry = replace(said(corpus, "plan"), value=None)
    assert one_of(findings(corpus, entry, text="What of the plan of a carrier?"))[0] == told


@pytest.mark.parametrize(
    ("y", "draft", "lead"),
    [
        ("support", False, "Yes: "),
        ("refute", False, "No: "),
        ("support", True, "Supported: "),
        ("refute", True, "Refuted: "),
    ],
)
def test_a_statement_is_confirmed_or_denied_with_the_sentence_that_does_it(
    shelf: Shelf, y: str, draft: bool, lead: str
) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    text = "The reporting period is 180 days." if draft else IS_IT
    made = findings(corpus, said(corpus, "rule-12", y), text=text, draft=draft)
    assert made.ledger.active()[0].kind is ClaimKind.ASSERTION
    assert one_of(made) == (f"{lead}{RULE.text}", (1,))


@pytest.mark.parametrize("text", [HOW_LONG, IS_IT])
def test_what_users_alone_say_is_told_as_such(shelf: Shelf, text: str) -> None:
    shelf.put(POST, RULE)
    corpus = shelf.corpus()
    alone, _ = one_of(findings(corpus, said(corpus, "post"), text=text))
    assert alone.startswith("User-generated sources alone say")
    backed, _ = one_of(findings(corpus, said(corpus, "rule-12"), text=text))
    assert "sources alone" not in backed


def test_of_an_open_claim_both_sides_are_told_by_name_and_cited(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12"), said(corpus, "rule-13", "refute"))
    text, marks = one_of(made)
    assert made.rulings["c1"].verdict is Verdict.CONTESTED
    assert text.startswith("Open: ")
    assert "Market Regulator says 180 days" in text
    assert "office says 270 days" in text
    assert text.endswith("neither outranks the other.")
    assert marks == (1, 2)


def unverified(shelf: Shelf, v: str, *documents: Document) -> str:
    corpus = shelf.corpus(v)
    near = [Near(said(corpus, one.doc_id), "c1") for one in documents]
    text, marks = one_of(findings(corpus, near=near))
    assert marks == ()
    return text


def test_where_nothing_was_found_the_question_is_said_back(shelf: Shelf) -> None:
    assert unverified(shelf, "2026-08-01") == (
        "Nothing was found that speaks to: How long is the reporting period?"
    )


def test_where_nothing_stands_the_nearest_text_is_told_by_what_it_is(shelf: Shelf) -> None:
    shelf.put(RULE, act("repeal", "rule-12", published="2026-02-01", effective_from="2026-03-01"))
    assert unverified(shelf, "2026-08-01", RULE) == (
        "Nothing that stands as of 2026-08-01 settles: How long is the reporting period? "
        "(the nearest text is repealed)."
    )


def test_where_the_nearest_text_stands_it_is_not_said_to_have_fallen(shelf: Shelf) -> None:
    shelf.put(RULE, POST)
    assert unverified(shelf, "2026-08-01", RULE) == (
        "Nothing found settles: How long is the reporting period?"
    )
    assert unverified(shelf, "2026-08-01", POST).startswith("Only user-generated sources speak")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("How long is it ?", "How long is it?"),
        ("How long is it?!", "How long is it?"),
        ("How long is it??", "How long is it?"),
        ("The fee for the ferry is 4 euros.", "The fee for the ferry is 4 euros."),
        ("fee for the ferry", "fee for the ferry."),
    ],
)
def test_a_question_keeps_its_mark_where_it_is_said_back_and_a_statement_gets_none(
    shelf: Shelf, text: str, told: str
) -> None:
    assert one_of(findings(shelf.corpus(), text=text))[0] == (
        f"Nothing was found that speaks to: {told}"
    )


def test_what_asks_nothing_is_not_said_back(shelf: Shelf) -> None:
    told = one_of(findings(shelf.corpus(), text="?"))[0]
    assert told == "Nothing was found: the question has no words to search for."


def test_a_long_question_is_said_back_with_its_cut(shelf: Shelf) -> None:
    told = one_of(findings(shelf.corpus(), text=f"How long is {'the very ' * 20}last period?"))[0]
    assert told.endswith("the very ...")


@pytest.mark.parametrize(
    ("y", "repealed", "text"),
    [
        ("support", False, "Yes: Rule 12 is in force since 2025-01-01."),
        ("refute", True, "No: Rule 12 is repealed since 2026-03-01."),
    ],
)
def test_whether_a_text_is_in_force_is_told_by_its_standing(
    shelf: Shelf, y: str, repealed: bool, text: str
) -> None:
    shelf.put(RULE)
    if repealed:
        shelf.put(act("repeal", "rule-12", published="2026-02-01", effective_from="2026-03-01"))
    corpus = shelf.corpus()
    entry = said(corpus, "rule-12", y, rule=force.STANDING)
    assert one_of(findings(corpus, entry, text="Is Rule 12 in force?")) == (text, (1,))


def test_who_asks_what_has_changed_is_told_the_change(shelf: Shelf) -> None:
    newer = document("rule-20", "The fee is $6.", version=2, published="2026-03-01")
    shelf.put(document("rule-20", "The fee is $4."), newer)
    corpus = shelf.corpus()
    entry = said(corpus, "rule-20@2")
    changed = findings(corpus, entry, text="What has changed in the fee?")
    assert one_of(changed)[0] == "$4 -> $6 from 2026-03-01."
    holds = findings(corpus, entry, text="What is the fee?", drift=True)
    assert one_of(holds)[0] == "The fee is $6."


BUDGETS = (
    document("a", "Budget A is 90 EUR."),
    document("b", "Budget B is 50 EUR."),
    document("d", "Budget B is 50 days."),
)
TOTAL = "What is the total of Budget A and Budget B?"


def total(shelf: Shelf, text: str, *names: str) -> tuple[str, tuple[int, ...]]:
    shelf.put(*BUDGETS)
    corpus = shelf.corpus()
    entries = [said(corpus, name, claim_id=f"c{n}") for n, name in enumerate(names, 1)]
    last = told(findings(corpus, *entries, text=text)).sentences[-1]
    return last.text, last.citations


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (TOTAL, "Sum: 140 EUR (90 EUR + 50 EUR)."),
        (
            "What is the difference between Budget A and Budget B?",
            "Difference: 40 EUR (90 EUR - 50 EUR).",
        ),
    ],
)
def test_a_total_is_made_of_what_stands_and_cites_all_of_it(
    shelf: Shelf, text: str, result: str
) -> None:
    assert total(shelf, text, "a", "b") == (result, (1, 2))


def test_no_total_is_given_where_a_part_of_it_does_not_stand(shelf: Shelf) -> None:
    text, marks = total(shelf, TOTAL, "a")
    assert text.startswith("No sum is given: nothing stands for ")
    assert "140" not in text
    assert marks == ()


def test_no_total_is_given_where_a_part_of_it_is_open(shelf: Shelf) -> None:
    shelf.put(*BUDGETS, document("other", "Budget B is 70 EUR.", source="office"))
    corpus = shelf.corpus()
    sides = (said(corpus, "b", claim_id="c2"), said(corpus, "other", "refute", claim_id="c2"))
    made = findings(corpus, said(corpus, "a"), *sides, text=TOTAL)
    assert told(made).sentences[-1].text.startswith("No sum is given: nothing stands for ")


def test_values_of_two_units_have_no_total(shelf: Shelf) -> None:
    assert total(shelf, TOTAL, "a", "d")[0] == ("No sum is given: the values are not of one unit.")


def test_a_value_is_told_in_the_verdict_only_where_it_is_settled(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER)
    corpus = shelf.corpus()
    (settled,) = told(findings(corpus, said(corpus, "rule-12"))).verdicts
    assert (settled.verdict, settled.value) == (Verdict.SUPPORTED, "180 days")
    both = (said(corpus, "rule-12"), said(corpus, "rule-13", "refute"))
    (contested,) = told(findings(corpus, *both)).verdicts
    assert (contested.verdict, contested.value) == (Verdict.CONTESTED, "")
    assert (contested.support, contested.refute) == (1, 1)


def test_a_claim_is_cited_from_the_package_and_once_is_enough(shelf: Shelf) -> None:
    shelf.put(RULE, replace(OTHER, text=RULE.text))
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12"), said(corpus, "rule-13"))
    assert len(made.rulings["c1"].winners) == 2
    assert len(told(made).citations) == 1


@pytest.mark.parametrize("near", [False, True])
def test_no_answer_is_given_with_a_quote_that_its_document_does_not_have(
    shelf: Shelf, near: bool
) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    entry = said(corpus, "rule-12")
    altered = replace(entry, span=replace(entry.span, quote_sha256=quote_sha256("Else.")))
    made = findings(corpus, near=[Near(altered, "c1")]) if near else findings(corpus, altered)
    with pytest.raises(IntegrityError, match="does not quote rule-12@1"):
        told(made)


def test_the_nearest_texts_are_numbered_after_the_citations(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER, POST)
    corpus = shelf.corpus()
    near = [Near(said(corpus, name), "c1") for name in ("rule-13", "post")]
    answer = told(findings(corpus, said(corpus, "rule-12"), near=near))
    assert [(one.n, one.doc_id) for one in answer.citations] == [(1, "rule-12")]
    assert [(one.n, one.doc_id) for one in answer.nearest] == [(2, "rule-13"), (3, "post")]
