from __future__ import annotations

import re
from typing import Any

import pytest

from ledgerrag.service.app import create_app
from ledgerrag.service.routes.pages import PageRoute
from tests.service.conftest import Served

QUESTION = "How long is the reporting period for the annual solvency report?"
ANSWER = "two hundred and seventy (270) days"


@pytest.fixture
def signed(served: Served) -> Served:
    """A service whose client came in by the door."""
    entered = served.client.get(f"/enter?key={served.service.door.key}")
    assert entered.status_code == 200
    return served


def post(served: Served, path: str, **fields: str) -> Any:
    """A form of our pages, sent."""
    data = {"forms": served.service.door.forms, **fields}
    return served.client.post(path, data=data)


def ask(served: Served, question: str = QUESTION, **fields: str) -> Any:
    return post(served, "/ask", question=question, **fields)


def test_no_page_but_the_entrance_shows_anything_without_the_cookie(served: Served) -> None:
    seen = set()
    for route in create_app(served.service).routes:
        for one in getattr(getattr(route, "original_router", None), "routes", [route]):
            if isinstance(one, PageRoute):
                path = re.sub(r"\{[^}]*\}", "x", one.path)
                for method in (one.methods or set()) - {"HEAD"}:
                    response = served.client.request(method, path)
                    assert response.status_code == 401, path
                    assert "is not signed in" in response.text
                    seen.add(path)
    assert {"/", "/ask", "/runs", "/runs/x", "/runs/x/replay", "/versions/x", "/journal"} <= seen


def test_a_wrong_key_opens_nothing(served: Served) -> None:
    response = served.client.get("/enter?key=" + "0" * 48)
    assert response.status_code == 401
    assert "set-cookie" not in response.headers


def test_the_key_gives_a_cookie_that_no_script_and_no_other_site_can_use(served: Served) -> None:
    response = served.client.get(f"/enter?key={served.service.door.key}")
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert served.service.door.key not in response.text + cookie
    assert served.client.get("/").status_code == 200


def test_the_key_stands_in_no_log(signed: Served) -> None:
    signed.client.get(f"/enter?key={signed.service.door.key}")
    assert signed.service.door.key not in signed.log.getvalue()


def test_a_form_that_is_not_ours_changes_nothing(signed: Served) -> None:
    before = signed.service.tenants.get().counts()
    for fields in ({}, {"forms": "0" * 64}):
        response = signed.client.post("/ask", data={"question": QUESTION, **fields})
        assert response.status_code == 403
    assert signed.client.post("/ask", json={"question": QUESTION}).status_code == 415
    assert signed.service.tenants.get().counts() == before


def test_a_question_leads_to_its_answer_with_the_quote_marked_in_its_place(signed: Served) -> None:
    page = ask(signed, as_of="2026-08-01")
    assert page.status_code == 200
    assert page.url.path.startswith("/runs/")
    text = page.text
    assert f"<mark>The reporting period for the annual solvency report is {ANSWER}" in text
    assert "This rule applies to every firm" in text
    assert "180 -&gt; 270 days from 2026-07-01" in text
    assert "<del>" in text
    for fact in ("Aldermark Market Authority", "official", "in force since 2026-07-01"):
        assert fact in text


def test_what_the_pages_ask_stands_in_the_journal_as_asked_by_them(signed: Served) -> None:
    ask(signed)
    rag = signed.service.tenants.get()
    assert '"actor":"page"' in rag.journal(rag.runs(1)[0].run)[0].text


def test_a_date_that_cannot_be_is_named_beside_its_field_and_nothing_typed_is_lost(
    signed: Served,
) -> None:
    page = ask(signed, as_of="2026-02-30", known_at="2026-11-01")
    assert page.status_code == 422
    assert 'id="as_of-error"' in page.text
    for typed in (QUESTION, "2026-02-30", "2026-11-01"):
        assert typed in page.text


@pytest.mark.parametrize(
    ("question", "said"), [("  ", "question is empty"), ("a " * 10_001, "question is too long")]
)
def test_a_question_that_is_none_is_told_so(signed: Served, question: str, said: str) -> None:
    page = ask(signed, question)
    assert page.status_code == 422
    assert said in page.text


def test_markup_in_a_question_is_text(signed: Served) -> None:
    page = ask(signed, "How long is <script>alert(1)</script>?")
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert" in page.text


def test_where_nothing_stands_the_page_says_so_and_shows_what_is_near(signed: Served) -> None:
    page = ask(signed, "Does the mayor of Lindhaven play the trombone?")
    assert "None of it settles the question." in page.text
    assert "To check" in page.text


def test_a_run_is_verified_and_executed_again_by_a_button(signed: Served) -> None:
    path = ask(signed).url.path
    for level, said in (("R0", "Verified:"), ("R1", "identical"), ("R2", "identical")):
        page = post(signed, f"{path}/replay", level=level)
        assert page.status_code == 200
        assert said in page.text
    assert post(signed, f"{path}/replay", level="R9").status_code == 422


def test_the_versions_of_a_thing_are_stepped_through_with_what_changed(signed: Served) -> None:
    later = signed.client.get("/versions/reporting-rule-12").text
    assert ">180</del>" in later
    assert ">270</ins>" in later
    earlier = signed.client.get("/versions/reporting-rule-12?at=rule-12%401").text
    assert "the first version" in earlier
    assert 'rel="next"' in earlier
    assert 'rel="prev"' not in earlier
    then = signed.client.get("/versions/reporting-rule-12?as_of=2026-06-01").text
    assert "not yet in force" in then
    assert "rule-12@1, the first version" in then


def test_a_series_with_a_slash_in_its_name_has_a_page(signed: Served) -> None:
    assert signed.client.get("/versions/storm-idris/situation").status_code == 200
    found = signed.client.get("/versions", params={"name": "storm-idris/situation"})
    assert found.url.path == "/versions/storm-idris/situation"


@pytest.mark.parametrize(
    "path",
    [
        "/runs/nothing",
        "/versions/nothing",
        "/versions?name=nothing",
        "/versions/reporting-rule-12?at=other%401",
        "/versions/reporting-rule-12?known_at=2001",
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(signed: Served, path: str) -> None:
    page = signed.client.get(path)
    assert page.status_code == 404
    assert "Not found" in page.text


def test_a_date_that_cannot_be_in_an_address_is_a_page_that_says_so(signed: Served) -> None:
    page = signed.client.get("/versions/reporting-rule-12?as_of=soon")
    assert page.status_code == 422
    assert "soon" in page.text


def test_the_journal_is_verified_by_a_button(signed: Served) -> None:
    ask(signed)
    assert "Verified" not in signed.client.get("/journal").text
    page = post(signed, "/journal")
    assert "Verified" in page.text
    assert "entries" in page.text


def test_the_list_of_answers_goes_on_where_it_is_long(signed: Served) -> None:
    first = ask(signed, "Is this the first question?").url.path
    for number in range(50):
        signed.service.tenants.get().ask(f"Is this number {number}?")
    page = signed.client.get("/runs").text
    assert first not in page
    more = re.search(r'href="(/runs\?before=[^"]+)"', page)
    assert more is not None
    assert first in signed.client.get(more[1]).text


def test_pages_hold_no_script_and_no_style_of_their_own(signed: Served) -> None:
    path = ask(signed).url.path
    for place in ("/", path, "/runs", "/journal", "/versions/reporting-rule-12"):
        page = signed.client.get(place).text
        assert not re.search(r"<style|style=|\son\w+=|javascript:", page)
        assert re.findall(r"<script[^>]*>(.*?)</script>", page) == [""]
