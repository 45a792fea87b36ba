"""Whose reading an answer rests on is told: in its first words, its verdict and its checklist."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.answer import Answer, Cost
from ledgerrag.generate import Findings, generate
from ledgerrag.model import Basis, Evidence
from tests.generate.making import findings, said
from tests.making import document
from tests.shelf import Shelf

RULE = document("rule-12", "The reporting period is 180 days.")
OTHER = document("rule-13", "The reporting period is 270 days.", source="office")
STATED = "the reporting period is 180 days"
IS_IT = "Is the reporting period 180 days?"


def told(made: Findings) -> Answer:
    return generate(made, Cost(0, 0, 0), "run", "2026-08-01", "2026-08-01")


def first_words(answer: Answer) -> str:
    return answer.sentences[0].text.partition(": ")[0]


def item(answer: Answer, kind: str) -> str:
    (found,) = [one.text for one in answer.checklist if one.kind == kind]
    return found


def by(entry: Evidence, basis: Basis | None, confidence_u: int = 590_000) -> Evidence:
    return replace(entry, basis=basis, confidence_u=confidence_u)


@pytest.mark.parametrize(
    ("y", "draft", "words"),
    [
        ("support", False, "Probably yes"),
        ("refute", False, "Probably not"),
        ("support", True, "Probably supported"),
        ("refute", True, "Probably refuted"),
    ],
)
def test_what_a_model_alone_reads_is_no_plain_verdict_and_a_person_must_read_it(
    shelf: Shelf, y: str, draft: bool, words: str
) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    entry = by(said(corpus, "rule-12", y), Basis.MODEL)
    answer = told(findings(corpus, entry, text=RULE.text if draft else IS_IT, draft=draft))
    assert first_words(answer) == words
    assert answer.verdicts[0].basis is Basis.MODEL
    assert answer.verdicts[0].reason.endswith("as a model alone reads it")
    side = "supporting" if y == "support" else "refuting"
    assert f"a model alone reads [1] as {side} it" in item(answer, "model-alone")
    assert [one.kind for one in answer.checklist] == ["model-alone"]


def test_what_the_rules_decide_beside_it_is_a_plain_yes_and_is_what_is_cited(shelf: Shelf) -> None:
    later = document("later", RULE.text, published="2026-03-01", effective_from="2026-03-01")
    shelf.put(RULE, later)
    corpus = shelf.corpus()
    model = by(said(corpus, "later"), Basis.MODEL)
    answer = told(findings(corpus, model, said(corpus, "rule-12"), text=IS_IT))
    assert first_words(answer) == "Yes"
    assert [one.doc_id for one in answer.citations] == ["rule-12"]
    assert answer.checklist == ()
    assert answer.verdicts[0].basis is None


def test_of_two_readings_of_a_model_the_surer_one_is_cited(shelf: Shelf) -> None:
    both = document("both", "The reporting period matters. The reporting period is 180 days.")
    shelf.put(both)
    corpus = shelf.corpus()
    (key,) = [both.key]
    first, second = corpus.passages(corpus.documents([key])[key], 0, len(both.text))
    entry = by(said(corpus, "both"), Basis.MODEL, 300_000)
    surer = replace(entry, span=second.span, text=second.text, confidence_u=500_000)
    answer = told(findings(corpus, entry, surer, text=IS_IT))
    assert first.span.start == 0
    assert [one.quote for one in answer.citations] == [second.text]


def test_users_alone_read_by_a_model_say_so_no_more_surely(shelf: Shelf) -> None:
    shelf.put(document("post", RULE.text, level=1, source="forum"))
    corpus = shelf.corpus()
    answer = told(findings(corpus, by(said(corpus, "post"), Basis.MODEL), text=IS_IT))
    assert first_words(answer) == "User-generated sources alone say probably yes"


@pytest.mark.parametrize(
    ("y", "rules", "model"),
    [("support", "supporting", "refuting"), ("refute", "refuting", "supporting")],
)
def test_a_second_opinion_says_who_read_what_and_whom_the_answer_follows(
    shelf: Shelf, y: str, rules: str, model: str
) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    entry = by(said(corpus, "rule-12", y), Basis.DOUBTED, 900_000)
    answer = told(findings(corpus, entry, text=IS_IT))
    assert first_words(answer) == ("Yes" if y == "support" else "No")
    assert answer.verdicts[0].basis is None
    assert f"the rules read [1] as {rules} it, a model reads [1] as {model} it" in item(
        answer, "second-opinion"
    )
    assert "the answer follows the rules" in item(answer, "second-opinion")


def test_what_models_read_on_both_sides_of_an_open_claim_is_told(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER)
    corpus = shelf.corpus()
    sides = (said(corpus, "rule-12"), said(corpus, "rule-13", "refute"))
    answer = told(findings(corpus, *(by(one, Basis.MODEL) for one in sides), text=IS_IT))
    assert {one.kind for one in answer.checklist} == {"contested", "model-alone"}
    assert "[1] as supporting it and [2] as refuting it" in item(answer, "model-alone")


@pytest.mark.parametrize(
    ("text", "words", "kind"),
    [
        (f"If the firm is small, {STATED}.", "Yes, under a condition", "condition"),
        (f"{STATED} unless the firm is small.", "Yes, with an exception", "exception"),
    ],
)
def test_a_yes_that_holds_in_part_only_says_so_with_the_words_to_check(
    shelf: Shelf, text: str, words: str, kind: str
) -> None:
    shelf.put(document("rule", text))
    corpus = shelf.corpus()
    answer = told(findings(corpus, said(corpus, "rule"), text=IS_IT))
    assert first_words(answer) == words
    assert "the firm is small" in item(answer, kind)
    assert answer.verdicts[0].reason.endswith(words.removeprefix("Yes"))


def test_a_question_for_a_value_is_answered_by_the_sentence_with_its_condition(
    shelf: Shelf,
) -> None:
    text = "If the firm is small, the reporting period is 180 days."
    shelf.put(document("rule", text))
    corpus = shelf.corpus()
    answer = told(findings(corpus, said(corpus, "rule")))
    assert answer.sentences[0].text == text
    assert answer.checklist == ()


def test_an_answer_by_its_kind_alone_is_probable_and_says_which_words_the_source_has(
    shelf: Shelf,
) -> None:
    shelf.put(document("rule-12", "Reporting period: 180 days", title="Rule 12"))
    corpus = shelf.corpus()
    entry = by(said(corpus, "rule-12"), Basis.KIND)
    answer = told(findings(corpus, entry))
    assert answer.sentences[0].text == "Probably: Reporting period: 180 days."
    assert answer.verdicts[0].basis is Basis.KIND
    assert answer.verdicts[0].reason.endswith("by the kind of its value alone")
    assert [one.kind for one in answer.checklist if "loose" in one.kind] == []
    assert "“Reporting period: 180 days”" in item(answer, "by-kind")


def test_what_users_alone_say_by_its_kind_is_told_as_both(shelf: Shelf) -> None:
    post = document("post", "The reporting period is 180 days.", source="forum", level=1)
    shelf.put(post)
    corpus = shelf.corpus()
    answer = told(findings(corpus, by(said(corpus, "post"), Basis.KIND)))
    assert first_words(answer) == "User-generated sources alone say, probably"
