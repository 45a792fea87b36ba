from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ledgerrag.baselines.desk import Desk
from ledgerrag.baselines.time_rag import freshness_u, newest, since, timely
from ledgerrag.baselines.voting import Settled, unsettled
from ledgerrag.model import UNIT, Claim, Domain, Verdict
from tests.baselines.readings import read
from tests.baselines.town import AMENDED, HOW_LONG, RULE, town
from tests.making import document

NAME = "timerag-proxy"
TEMPORARY = {
    **RULE,
    "doc_id": "order-3",
    "series": "order-3",
    "title": "Order 3 Notice period",
    "text": "The notice period is 14 days.",
    "published": "2024-06-01",
    "effective_to": "2024-09-01",
}


@pytest.mark.parametrize(
    ("day", "told"),
    [
        ("2024-03-01", "30 days"),
        ("2024-07-01", "14 days"),
        ("2024-10-01", "30 days"),
        ("2025-04-01", "30 days"),
        ("2025-07-01", "45 days"),
    ],
)
def test_the_newest_text_that_is_valid_by_its_own_dates_is_believed(
    tmp_path: Path, day: str, told: str
) -> None:
    with town(tmp_path, RULE, AMENDED, TEMPORARY) as it:
        assert it.value(NAME, HOW_LONG, day) == told


def test_a_late_copy_of_the_old_value_is_newer_than_the_law(tmp_path: Path) -> None:
    copy = {
        "doc_id": "post-1",
        "title": "",
        "source": "forum",
        "text": "By the way: the notice period is 30 days.",
        "published": "2025-08-01",
    }
    with town(tmp_path, RULE, AMENDED, copy) as it:
        assert it.value(NAME, HOW_LONG, "2025-09-01") == "30 days"
        assert it.value("ledgerrag-dense", HOW_LONG, "2025-09-01") == "45 days"


def test_a_statement_is_checked_by_the_newest_text(tmp_path: Path) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        for day, verdict in (("2025-04-01", Verdict.SUPPORTED), ("2025-07-01", Verdict.REFUTED)):
            answer = it.ask(NAME, "The notice period is 30 days.", day, form="check")
            assert [one.verdict for one in answer.verdicts] == [verdict]


def test_two_texts_of_one_day_that_differ_leave_the_question_open(tmp_path: Path) -> None:
    other = {
        **RULE,
        "doc_id": "rule-8",
        "source": "ministry",
        "text": "The notice period is 20 days.",
    }
    with town(tmp_path, RULE, other) as it:
        answer = it.ask(NAME, HOW_LONG, "2024-03-01")
        assert [one.verdict for one in answer.verdicts] == [Verdict.CONTESTED]
        assert len(answer.citations) == 2


def test_what_is_stale_is_searched_for_once_more_and_what_is_fresh_is_not(tmp_path: Path) -> None:
    with town(tmp_path, RULE) as it:
        assert it.ask(NAME, HOW_LONG, "2024-01-20").cost.retrieval_calls == 1
        assert it.ask(NAME, HOW_LONG, "2025-03-01").cost.retrieval_calls == 2


def test_freshness_decays_with_the_age_and_is_none_outside_of_the_stated_dates(
    tmp_path: Path,
) -> None:
    found: dict[str, int] = {}

    def settle(desk: Desk, claim: Claim) -> Settled:
        made = {
            "today": document("a", published="2025-03-01"),
            "a year ago": document("b", published="2024-03-01"),
            "a week ago": document("c", published="2025-02-22", domain=Domain.NEWS),
            "not yet": document("d", published="2025-01-01", effective_from="2025-04-01"),
            "over": document("e", published="2024-01-01", effective_to="2025-02-01"),
        }
        found.update({name: freshness_u(one, desk) for name, one in made.items()})
        return unsettled(claim)

    with town(tmp_path, RULE) as it:
        it.at_desk(HOW_LONG, "2025-03-01", settle)
    # A year of law and a week of news are one H each: the share of e that is left.
    assert found == {
        "today": UNIT,
        "a year ago": 367_879,
        "a week ago": 367_879,
        "not yet": 0,
        "over": 0,
    }


def test_a_list_is_ranked_by_relevance_and_time_together(tmp_path: Path) -> None:
    order: list[str] = []

    def settle(desk: Desk, claim: Claim) -> Settled:
        hits = desk.search(claim, desk.words(claim), 20)
        order.extend(hit.key.doc_id for hit, _ in timely(desk, hits))
        return unsettled(claim)

    with town(tmp_path, RULE, TEMPORARY, AMENDED) as it:
        it.at_desk(HOW_LONG, "2025-07-01", settle)
    assert order == ["rule-7-amended", "rule-7"]


def test_a_document_speaks_from_its_effect_or_from_its_publication_where_that_is_later() -> None:
    coming = document("a", published="2025-01-01", effective_from="2025-04-01")
    reaching_back = document("b", published="2025-01-01", effective_from="2024-04-01")
    assert (since(coming).text, since(reaching_back).text) == ("2025-04-01", "2025-01-01")


def test_of_what_answers_about_as_well_the_newest_is_taken() -> None:
    old = replace(read("old", 30), document=document("old", published="2020-01-01"))
    new = read("new", 45)
    poor = replace(new, scored=replace(new.scored, score_u=UNIT // 2))
    assert newest([old, new]) == new
    assert newest([old, poor]) == old
    assert newest([]) is None
