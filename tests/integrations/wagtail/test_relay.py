from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from newsroom.models import FrontPage, StoryPage
from wagtail_ledgerrag.scripted import ScriptedService
from wagtail_ledgerrag.service import Reply, ServiceError

BODY = {"title": "T", "paragraphs": [{"id": "a", "kind": "paragraph", "text": "It is so."}]}


def door(page: Any, suffix: str) -> str:
    return reverse("wagtail_ledgerrag:relay", args=[page.pk, suffix])


def post(client: Client, page: Any, suffix: str, value: Any = None) -> Any:
    return client.post(
        door(page, suffix), json.dumps(value or BODY), content_type="application/json"
    )


def test_an_editor_reaches_the_draft_of_the_page_and_nothing_else(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    response = post(chief, story, "checks")
    assert response.status_code == 202
    assert response.json()["check"] == "c1"
    method, path, query, _body = service.sent[0]
    assert (method, path, query) == ("POST", f"/v1/drafts/varrow-post/page-{story.pk}/checks", {})


@pytest.mark.parametrize(
    ("method", "suffix"),
    [
        ("GET", "checks/c1"),
        ("GET", "ledger"),
        ("GET", "revisions"),
        ("GET", "diff"),
        ("GET", "watch"),
        ("POST", "remarks"),
        ("POST", "notices"),
    ],
)
def test_every_door_of_the_panel_is_open_to_an_editor(
    chief: Client, story: StoryPage, service: ScriptedService, method: str, suffix: str
) -> None:
    chief.generic(method, door(story, suffix), "{}", content_type="application/json")
    assert service.sent[0][:2] == (method, f"/v1/drafts/varrow-post/page-{story.pk}/{suffix}")


@pytest.mark.parametrize(
    ("method", "suffix"),
    [
        ("GET", "checks"),
        ("POST", "ledger"),
        ("GET", "exports/claimreview"),
        ("GET", "checks/../../other/ledger"),
        ("GET", "checks/c1/more"),
        ("POST", "watches"),
        ("GET", "ledger/"),
    ],
)
def test_any_other_door_is_closed_and_the_service_never_hears_of_it(
    chief: Client, story: StoryPage, service: ScriptedService, method: str, suffix: str
) -> None:
    response = chief.generic(method, door(story, "x")[:-1] + suffix, "{}")
    assert response.status_code in {404, 405}
    assert service.sent == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(
    chief: Client, story: StoryPage, service: ScriptedService, method: str
) -> None:
    assert chief.generic(method, door(story, "ledger"), "{}").status_code == 405
    assert service.sent == []


def test_who_is_not_logged_in_gets_no_page_but_an_error(
    story: StoryPage, service: ScriptedService
) -> None:
    response = Client().get(door(story, "ledger"), HTTP_X_REQUESTED_WITH="XMLHttpRequest")
    assert response.status_code == 403
    assert Client().get(door(story, "ledger")).status_code == 302
    assert service.sent == []


def test_who_may_not_edit_the_page_is_refused(
    story: StoryPage, person: Callable[..., Client], service: ScriptedService
) -> None:
    reader = person("rita")
    assert reader.get(door(story, "ledger")).status_code == 403
    assert post(reader, story, "remarks").status_code == 403
    assert service.sent == []


def test_a_right_to_edit_one_page_opens_no_other(
    story: StoryPage,
    sound: StoryPage,
    person: Callable[..., Client],
    service: ScriptedService,
) -> None:
    local = person("lena", sound, "change")
    post(local, sound, "checks")
    assert local.get(door(sound, "ledger")).status_code == 200
    assert local.get(door(story, "ledger")).status_code == 403


def test_a_request_without_the_token_of_the_form_is_refused(
    story: StoryPage, service: ScriptedService, newsroom: None
) -> None:
    careful = Client(enforce_csrf_checks=True)
    assert careful.login(username="chief", password="correct horse")  # noqa: S106
    assert post(careful, story, "checks").status_code == 403
    assert service.sent == []


def test_a_page_without_a_ledger_and_one_that_is_not_there_are_the_same(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    front = FrontPage.objects.get()
    assert chief.get(door(front, "ledger")).status_code == 404
    missing = reverse("wagtail_ledgerrag:relay", args=[10_000, "ledger"])
    assert chief.get(missing).status_code == 404
    assert service.sent == []


def test_the_name_in_the_journal_is_that_of_who_is_logged_in(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    post(chief, story, "remarks", {"item": "i", "action": "tick", "editor": "Somebody Else"})
    assert service.sent[0][3]["editor"] == "chief"


def test_only_known_parameters_pass_and_waiting_is_bounded(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    chief.get(door(story, "checks/c1") + "?after=3&wait=600&tenant=other")
    chief.get(door(story, "checks/c1") + "?wait=-1")
    assert [query for _method, _path, query, _body in service.sent] == [
        {"after": "3", "wait": "5"},
        {"wait": "0"},
    ]


@pytest.mark.parametrize("body", ["", "[]", "nothing", '"text"'])
def test_what_is_no_object_is_refused_or_empty(
    chief: Client, story: StoryPage, service: ScriptedService, body: str
) -> None:
    response = chief.post(door(story, "notices"), body, content_type="application/json")
    if body:
        assert response.status_code == 400
        assert response.json()["title"] == "No JSON"
        assert service.sent == []
    else:
        assert service.sent[0][3] == {"editor": "chief"}


def test_a_draft_beyond_the_limit_is_refused_with_the_limit(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    response = post(chief, story, "checks", {"title": "x" * 2_000_001})
    assert response.status_code == 413
    assert "2,000,000 bytes" in response.json()["detail"]
    assert service.sent == []


@pytest.mark.parametrize("status", [502, 504])
def test_a_service_that_is_down_is_a_problem_with_a_next_step(
    chief: Client, story: StoryPage, service: ScriptedService, status: int
) -> None:
    service.fault = ServiceError("Down", "It does not answer.", "Go on writing.", status)
    response = chief.get(door(story, "ledger"))
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "about:blank",
        "title": "Down",
        "status": status,
        "detail": "It does not answer",
        "next_step": "Go on writing.",
    }


class Fixed(ScriptedService):
    def __init__(self, reply: Reply) -> None:
        super().__init__({})
        self.reply = reply

    def send(self, *_args: Any) -> Reply:
        return self.reply


def connected(reply: Reply) -> None:
    from django.apps import apps

    application: Any = apps.get_app_config("wagtail_ledgerrag")
    application.connect = lambda _address, _options: Fixed(reply)


def test_status_and_pause_of_the_service_reach_the_panel(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    connected(Reply(429, b'{"title": "Slower"}', "application/problem+json", "7"))
    response = chief.get(door(story, "ledger"))
    assert (response.status_code, response["Retry-After"]) == (429, "7")
    assert "no-store" in response["Cache-Control"]


def test_an_answer_that_is_no_json_never_reaches_the_browser(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    connected(Reply(200, b"<script>alert(1)</script>", "text/html"))
    response = chief.get(door(story, "ledger"))
    assert response.status_code == 502
    assert b"script" not in response.content
