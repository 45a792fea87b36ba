from __future__ import annotations

from tests.service.conftest import Served

HOW_LONG = "How long is the reporting period for the annual solvency report?"


def test_a_question_with_a_date_gets_the_answer_of_that_date(served: Served) -> None:
    asking = served.token("ask")
    early, late = (
        served.call("POST", "/v1/ask", asking, json={"question": HOW_LONG, "as_of": day}).json()
        for day in ("2026-06-01", "2026-08-01")
    )
    assert "180" in early["sentences"][0]["text"]
    assert "270" in late["sentences"][0]["text"]


def test_a_call_without_a_token_is_told_how_to_get_one(served: Served) -> None:
    answer = served.call("POST", "/v1/ask", json={"question": HOW_LONG})
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert "ledgerrag token create" in answer.json()["next_step"]


def test_a_token_without_the_scope_is_forbidden(served: Served) -> None:
    answer = served.call("POST", "/v1/ask", served.token("read"), json={"question": HOW_LONG})
    assert answer.status_code == 403


def test_a_date_that_cannot_be_is_named(served: Served) -> None:
    body = {"question": HOW_LONG, "as_of": "2026-02-30"}
    answer = served.call("POST", "/v1/ask", served.token("ask"), json=body)
    assert answer.status_code == 422
    assert "2026-02-30" in answer.json()["detail"]
