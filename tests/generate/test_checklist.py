from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.answer import ChecklistItem, Cost
from ledgerrag.generate import Findings, Near, generate
from ledgerrag.generate.checklist import LOOSE_U
from ledgerrag.model import UNIT, Act, Document
from tests.generate.making import HOW_LONG, findings, said
from tests.making import act, document
from tests.shelf import Shelf

RULE = document("rule-12", "The reporting period is 180 days.")
OTHER = document("rule-13", "The reporting period is 270 days.", source="office")
REPORT = document("report", "The reporting period is 180 days.", level=2, source="courier")
POST = document("post", "The reporting period is 180 days.", level=1, source="forum")


def items(made: Findings, as_of: str = "2026-08-01") -> dict[str, ChecklistItem]:
    answer = generate(made, Cost(0, 0, 0), "run", as_of, as_of)
    found = {one.kind: one for one in answer.checklist}
    assert len(found) == len(answer.checklist)
    return found


def supported(shelf: Shelf, *stored: Document | Act, v: str = "2026-08-01") -> Findings:
    """The first document given supports the claim."""
    shelf.put(*stored)
    corpus = shelf.corpus(v)
    first = next(one for one in stored if isinstance(one, Document))
    return findings(corpus, said(corpus, str(first.key)))


def test_what_is_settled_by_an_official_text_needs_no_check(shelf: Shelf) -> None:
    assert items(supported(shelf, RULE)) == {}


def test_an_open_claim_is_to_be_checked_with_the_reason(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12"), said(corpus, "rule-13", "refute"))
    one = items(made)["contested"]
    assert one.claim_id == "c1"
    assert one.text.startswith(f"{HOW_LONG}: ")
    assert "neither outranks the other" in one.text


def test_a_claim_that_nothing_settles_is_to_be_checked(shelf: Shelf) -> None:
    assert items(findings(shelf.corpus())) == {
        "unverified": ChecklistItem("unverified", "c1", f"{HOW_LONG}: no evidence")
    }


def test_one_outlet_alone_is_a_single_source_and_two_are_not(shelf: Shelf) -> None:
    assert set(items(supported(shelf, REPORT))) == {"single-source"}
    second = replace(REPORT, doc_id="second", series="second", source="gazette", cluster="own")
    shelf.put(second)
    corpus = shelf.corpus()
    assert items(findings(corpus, said(corpus, "report"), said(corpus, "second"))) == {}


def test_users_alone_are_a_low_authority(shelf: Shelf) -> None:
    assert set(items(supported(shelf, POST))) == {"single-source", "low-authority"}


@pytest.mark.parametrize(
    ("confidence_u", "kinds"), [(LOOSE_U - 1, {"loose-match"}), (LOOSE_U, set())]
)
def test_a_passage_on_part_of_the_question_is_a_loose_match(
    shelf: Shelf, confidence_u: int, kinds: set[str]
) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    assert set(items(findings(corpus, said(corpus, "rule-12", confidence_u=confidence_u)))) == kinds


@pytest.mark.parametrize(
    ("text", "draft", "asked"),
    [
        (HOW_LONG, False, "question"),
        ("The reporting period is 180 days.", True, "statement"),
        ("The reporting period is short. It is 180 days.", True, "statement"),
    ],
)
def test_a_loose_match_speaks_of_what_the_user_gave(
    shelf: Shelf, text: str, draft: bool, asked: str
) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    entry = said(corpus, "rule-12", confidence_u=LOOSE_U - 1)
    one = items(findings(corpus, entry, text=text, draft=draft))["loose-match"]
    assert f"part of the {asked} only" in one.text


def test_a_close_rival_is_told_with_its_place_and_its_value(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER)
    corpus = shelf.corpus()
    rival = Near(said(corpus, "rule-13"), "c1")
    one = items(findings(corpus, said(corpus, "rule-12"), rivals=[rival]))["close-call"]
    assert one.claim_id == "c1"
    assert "rule-13@1 [0:33]" in one.text
    assert one.text.endswith("says 270 days")


def test_a_rival_of_what_is_not_settled_is_no_close_call(shelf: Shelf) -> None:
    shelf.put(OTHER)
    corpus = shelf.corpus()
    rival = Near(said(corpus, "rule-13"), "c1")
    assert set(items(findings(corpus, rivals=[rival]))) == {"unverified"}


def test_a_retracted_text_against_it_is_told(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER, act("retract", "rule-13", published="2026-02-01"))
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12"), said(corpus, "rule-13", "refute"))
    assert set(items(made)) == {"retracted"}


def test_a_retracted_later_version_of_what_is_cited_is_told(shelf: Shelf) -> None:
    later = document("rule-12", "It is 9 days.", version=2, published="2026-02-01")
    gone = act("retract", "rule-12@2", published="2026-03-01")
    one = items(supported(shelf, RULE, later, gone))["retracted"]
    assert one.text.startswith("[1] rule-12@1: a later version (rule-12@2)")


def test_a_text_that_a_saving_clause_keeps_is_saved(shelf: Shelf) -> None:
    shelf.put(
        RULE,
        act(
            "repeal",
            "rule-12",
            published="2026-02-01",
            effective_from="2026-03-01",
            saves=("", "2026-03-01"),
        ),
    )
    corpus = shelf.corpus(period="2025-11")
    one = items(findings(corpus, said(corpus, "rule-12")))["saved"]
    assert "still applies to periods before 2026-03-01" in one.text


def nearest(shelf: Shelf, *stored: Document | Act) -> set[str]:
    shelf.put(*stored)
    corpus = shelf.corpus()
    return set(items(findings(corpus, near=[Near(said(corpus, "rule-12"), "c1")])))


def test_a_text_that_ends_at_a_time_nobody_stated_is_an_unknown_end(shelf: Shelf) -> None:
    ends = document("rule-12", RULE.text, unknown_end=True)
    assert nearest(shelf, ends) == {"unverified", "unknown-end"}


@pytest.mark.parametrize("kind", ["repeal", "supersede"])
def test_an_act_without_a_date_of_effect_is_an_unknown_end(shelf: Shelf, kind: str) -> None:
    ends = act(kind, "rule-12", published="2026-02-01", by="rule-40")
    assert nearest(shelf, RULE, ends) == {"unverified", "unknown-end"}


def test_a_text_that_was_published_after_the_date_asked_about_is_told(shelf: Shelf) -> None:
    back = document("rule-12", RULE.text, published="2026-09-01", effective_from="2026-01-01")
    one = items(supported(shelf, back))["published-later"]
    assert one.text.startswith("[1] rule-12@1: published later (2026-09-01)")


def test_an_assumed_time_zone_is_to_be_checked(shelf: Shelf) -> None:
    stamped = document("rule-12", RULE.text, published="2026-01-02T10:00")
    assert set(items(supported(shelf, stamped))) == {"time-zone"}


def test_a_budget_that_ended_the_search_is_told(shelf: Shelf) -> None:
    made = replace(supported(shelf, RULE), stops=("the search ended: 3 steps were taken",))
    assert items(made) == {
        "budget": ChecklistItem("budget", "", "the search ended: 3 steps were taken")
    }


@pytest.mark.parametrize(
    ("as_of", "kinds"), [("2026", {"as-of"}), ("2026-08", {"as-of"}), ("2026-08-01", set())]
)
def test_a_year_or_month_is_read_as_its_last_day_and_says_so(
    shelf: Shelf, as_of: str, kinds: set[str]
) -> None:
    found = items(supported(shelf, RULE, v=as_of), as_of)
    assert set(found) == kinds
    for one in found.values():
        last = {"2026": "2026-12-31", "2026-08": "2026-08-31"}[as_of]
        assert one.text == f"as of {as_of} is read as its last day, {last}"


def test_a_thing_to_check_is_told_once(shelf: Shelf) -> None:
    made = supported(shelf, RULE)
    twice = replace(made, stops=("the search ended", "the search ended"))
    assert len(generate(twice, Cost(0, 0, 0), "r", "2026-08-01", "2026-08-01").checklist) == 1


def test_a_weak_passage_that_says_otherwise_is_told(shelf: Shelf) -> None:
    shelf.put(RULE, OTHER)
    corpus = shelf.corpus()
    weak = said(corpus, "rule-13", "refute", confidence_u=UNIT // 10)
    assert set(items(findings(corpus, said(corpus, "rule-12"), weak))) == {"weak-dissent"}
