from __future__ import annotations

import json
from collections.abc import Callable

import httpx2
import pytest

from wagtail_ledgerrag.drafts import Draft
from wagtail_ledgerrag.reading import Paragraph
from wagtail_ledgerrag.service import MAX_REPLY, HttpService, Reply, ServiceError, draft_path

TEXT = [Paragraph("a", "paragraph", "It is so.", "a")]


def service(answer: Callable[[httpx2.Request], httpx2.Response]) -> HttpService:
    return HttpService(
        "http://ledger.test",
        "lr_1_secret",
        connect_seconds=1,
        read_seconds=1,
        transport=httpx2.MockTransport(answer),
    )


def fault(answer: Callable[[httpx2.Request], httpx2.Response]) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        service(answer).send("GET", "/v1/x", {}, None)
    return caught.value


def test_a_request_carries_the_token_and_asks_for_json() -> None:
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return httpx2.Response(200, json={"a": 1}, headers={"Retry-After": "3"})

    reply = service(answer).send("POST", "/v1/x", {"q": "1&2"}, b"{}")
    assert reply == Reply(200, b'{"a":1}', "application/json", "3")
    assert seen[0].headers["authorization"] == "Bearer lr_1_secret"
    assert str(seen[0].url) == "http://ledger.test/v1/x?q=1%262"


@pytest.mark.parametrize(
    ("error", "status"),
    [(httpx2.ConnectError("no"), 502), (httpx2.ReadTimeout("slow"), 504)],
)
def test_no_answer_is_told_apart_from_a_late_one(error: Exception, status: int) -> None:
    def answer(_request: httpx2.Request) -> httpx2.Response:
        raise error

    assert fault(answer).status == status


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_token_is_a_matter_of_the_site_and_not_of_the_editor(status: int) -> None:
    told = fault(lambda _request: httpx2.Response(status, json={}))
    assert told.status == 502
    assert "ledgerrag token create" in told.next_step
    assert "lr_1_secret" not in str(told)


def test_a_redirect_is_not_followed_with_the_token() -> None:
    asked: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(str(request.url))
        return httpx2.Response(302, headers={"Location": "http://elsewhere.test/"})

    assert fault(answer).title == "The service has moved"
    assert asked == ["http://ledger.test/v1/x"]


def test_an_answer_without_end_is_cut_off() -> None:
    told = fault(lambda _request: httpx2.Response(200, content=b"x" * (MAX_REPLY + 1)))
    assert told.title == "The answer is too large"


def test_names_cannot_leave_their_place_in_a_path() -> None:
    assert draft_path("a/b", "../x?", "ledger") == "/v1/drafts/a%2Fb/..%2Fx%3F/ledger"


class Slow:
    """A check that goes through the given states, one at each question; time passes with each."""

    def __init__(self, *states: str) -> None:
        self.states = list(states)
        self.now = 0.0
        self.posts = 0

    def send(self, method: str, path: str, _query: object, _body: object) -> Reply:
        self.now += 1
        if method == "POST":
            self.posts += 1
            return Reply(202, b'{"check": "c%d", "revision": 7}' % self.posts)
        if "/checks/" in path:
            state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
            body = {"status": state, "problem": {"detail": "no room"}}
            return Reply(200, json.dumps(body).encode())
        return Reply(200, b'{"revision": 7, "claims": [], "checklist": [], "new": 1}')

    def check(self) -> int:
        draft = Draft(self, "s", "d", clock=lambda: self.now, pause=lambda _seconds: None)
        return draft.check("T", TEXT, "Ana", seconds=10).revision


def test_a_check_is_waited_for() -> None:
    assert Slow("queued", "running", "done").check() == 7


def test_a_check_that_a_newer_one_put_aside_is_sent_again() -> None:
    slow = Slow("superseded", "done")
    assert slow.check() == 7
    assert slow.posts == 2


@pytest.mark.parametrize(
    ("states", "title"),
    [
        (("running",), "The check is not done yet"),
        (("failed",), "The check failed"),
        (("superseded",), "The check is not done yet"),
    ],
)
def test_a_check_that_does_not_end_well_is_told(states: tuple[str, ...], title: str) -> None:
    with pytest.raises(ServiceError) as caught:
        Slow(*states).check()
    assert caught.value.title == title


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (Reply(503, b'{"detail": "Full.", "next_step": "Wait."}'), 503),
        (Reply(400, b"{}"), 502),
        (Reply(202, b"[]"), 502),
        (Reply(202, b"<html>"), 502),
    ],
)
def test_a_refused_check_is_a_fault_with_a_status_for_the_browser(
    reply: Reply, status: int
) -> None:
    class Refusing:
        def send(self, *_args: object) -> Reply:
            return reply

    with pytest.raises(ServiceError) as caught:
        Draft(Refusing(), "s", "d").check("T", TEXT, "Ana", seconds=5)
    assert caught.value.status == status
