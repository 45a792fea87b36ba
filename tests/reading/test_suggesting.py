from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.reading import decompose
from ledgerrag.reading.suggesting import LONGEST, MOST, ModelSuggester, NoSuggester
from tests.talking import Say, blocks, consulting, silent, talker

(CLAIM,) = decompose("How long is the reporting period of rule 12?").claims
SENT = ("reporting period rule 12",)


def suggested(said: Say | object, action: str = "A1") -> tuple[str, ...]:
    model = talker(refine=said, counter=said, rewrite=said)
    return ModelSuggester(consulting(model)).queries(action, CLAIM, SENT, "2026-08-01")


@pytest.mark.parametrize("action", ["A1", "A2", "A3"])
def test_each_action_has_a_prompt_that_sees_the_question_and_no_document(action: str) -> None:
    asked = consulting(talker())
    ModelSuggester(asked).queries(action, CLAIM, SENT, "2026-08-01")
    (request,) = asked.asked.values()
    assert request.prompt == {"A1": "refine/1", "A2": "counter/1", "A3": "rewrite/1"}[action]
    assert set(blocks(request)) <= {"the question", "queries that were sent", "the date"}
    assert ("the date" in blocks(request)) == (action == "A3")


def test_what_is_new_is_kept_in_order_up_to_the_bound() -> None:
    queries = ["solvency report deadline", "filing term", "annual return", "late filing"]
    assert suggested({"queries": queries}) == tuple(queries[:MOST])


@pytest.mark.parametrize(
    "query",
    ["", "   ", "the of", "Rule 12 reporting periods", "reporting period 2031", "section 99",
     "word " * 60],
    ids=["empty", "blank", "stop words", "sent", "year", "number", "long"],
)  # fmt: skip
def test_a_query_that_is_empty_sent_long_or_brings_a_number_is_left_out(query: str) -> None:
    assert suggested({"queries": [query]}) == ()


def test_the_date_asked_for_may_be_searched_for() -> None:
    assert suggested({"queries": ["amended 2026-08-01"]}, "A3") == ("amended 2026-08-01",)


def test_no_query_language_survives() -> None:
    (query,) = suggested({"queries": ['title:"x" AND (filing^12 OR -term*) ~']})
    assert not set(query) & set(':"()^*~')


@pytest.mark.parametrize("said", [silent, "no"])
def test_a_model_that_fails_adds_nothing(said: Say | object) -> None:
    assert suggested(said) == ()


@given(st.lists(st.text(max_size=300), max_size=40))
def test_whatever_a_model_says_few_short_new_queries_come_of_it(queries: list[str]) -> None:
    found = suggested({"queries": queries})
    assert len(found) <= MOST
    assert all(0 < len(one) <= LONGEST and one == " ".join(one.split()) for one in found)
    assert len(set(found)) == len(found)
    assert found == suggested({"queries": queries})


def test_the_double_adds_nothing() -> None:
    assert NoSuggester().queries("A1", CLAIM, SENT, "2026") == ()
