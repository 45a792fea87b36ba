from __future__ import annotations

import hashlib
import hmac
import io
import json
from typing import Any

import feedparser  # type: ignore[import-untyped]
import pytest

from ledgerrag.cms.telling import SIGNATURE
from ledgerrag.service.hooks import Kept
from ledgerrag.service.watcher import Watchers, tell
from tests.service.conftest import Served

FEE = {
    "doc_id": "quay-fee",
    "title": "Quay fee",
    "text": "The quay fee for a fishing boat is 12 euros per day.",
    "source": "harbour-board",
    "published": "2026-10-01",
    "domain": "regulation",
}
RAISED = {
    **FEE,
    "doc_id": "quay-fee-2",
    "series": "quay-fee",
    "text": "The quay fee for a fishing boat is 15 euros per day.",
    "published": "2026-11-10",
    "effective_from": "2026-11-15",
}
STORY = {
    "story": "story-1",
    "title": "Boats & fees",
    "url": "https://news.example/boats?a=1&b=2",
    "published": "2026-10-05",
    "paragraphs": [
        {"id": "p1", "text": "The quay fee for a fishing boat is 12 euros per day."},
        {"id": "p2", "text": "Is that so?"},
    ],
    "editor": "Ana",
}


@pytest.fixture
def token(served: Served) -> str:
    token = served.token()
    assert served.call("POST", "/v1/documents", token, json=[FEE]).status_code == 200
    return token


def begin(served: Served, token: str, **more: Any) -> dict[str, Any]:
    made = served.call("POST", "/v1/watches", token, json={**STORY, **more})
    assert made.status_code == 201, made.text
    assert made.headers["location"] == f"/v1/watches/{made.json()['watch']}"
    return dict(made.json())


def raise_fee(served: Served, token: str) -> dict[str, Any]:
    """The fee is raised; the event that comes of it."""
    assert served.call("POST", "/v1/documents", token, json=[RAISED]).status_code == 200
    found = served.call("GET", "/v1/events?wait=20", token).json()
    assert len(found["items"]) == 1
    return dict(found["items"][0])


def test_a_story_is_watched_from_its_paragraphs(served: Served, token: str) -> None:
    made = begin(served, token)
    assert (made["claims"], made["statuses"]) == (1, {"verified": 1})
    assert (made["needs_correction"], made["webhook"], made["secret"]) == (False, "", "")
    full = served.call("GET", f"/v1/watches/{made['watch']}", token).json()
    (claim,) = full["items"]
    assert (claim["paragraph"], claim["status"], claim["value"]) == (
        "p1",
        "verified",
        "12 euros per day",
    )
    assert served.call("GET", f"/v1/runs/{claim['run']}", token).status_code == 200


def test_a_new_rule_reaches_the_story_that_it_concerns(served: Served, token: str) -> None:
    made = begin(served, token)
    event = raise_fee(served, token)
    assert (event["watch"], event["story"], event["seq"]) == (made["watch"], "story-1", 1)
    assert event["from"] == {"status": "verified", "value": "12 euros per day"}
    assert event["to"] == {"status": "refuted", "value": "15 euros per day"}
    assert (event["kind"], event["authority"]) == ("update", "official")
    assert event["source_name"] == "Lindhaven Harbour Board"
    assert (event["effective_from"], event["document"]) == ("2026-11-15", "quay-fee-2@1")
    panel = served.call("GET", "/v1/drafts/newsroom/story-1/watch", token).json()
    assert panel == {"watch": made["watch"], "needs_correction": True, "events": [event]}
    listed = served.call("GET", "/v1/watches", token).json()
    assert listed["items"][0]["needs_correction"] is True
    assert (listed["last"]["claims"], listed["last"]["reverified"]) == (1, 1)


def test_a_document_of_something_else_makes_no_event(served: Served, token: str) -> None:
    begin(served, token)
    other = {**FEE, "doc_id": "x", "text": "The permit for a market stall is 40 euros per month."}
    assert served.call("POST", "/v1/documents", token, json=[other]).status_code == 200
    assert served.call("GET", "/v1/events?wait=0.3", token).json() == {"items": [], "next": 0}


def test_a_notice_is_drafted_for_the_watch_and_for_the_draft(served: Served, token: str) -> None:
    made = begin(served, token)
    event = raise_fee(served, token)
    body = {"event": event["seq"], "editor": "Ana"}
    told = served.call("POST", f"/v1/watches/{made['watch']}/notices", token, json=body)
    assert told.status_code == 200
    notice = told.json()
    assert (notice["kind"], notice["headline"]) == ("update", "Update: Boats & fees")
    assert (notice["is_right"], notice["since"]) == ("15 euros per day", "2026-11-15")
    assert "no longer 12 euros per day" in notice["text"]
    assert [one["document"] for one in notice["citations"]] == ["quay-fee-2@1", "quay-fee@1"]
    same = served.call("POST", "/v1/drafts/newsroom/story-1/notices", token, json=body)
    assert same.json() == notice
    wanted = {**body, "kind": "correction"}
    other = served.call("POST", "/v1/drafts/newsroom/story-1/notices", token, json=wanted).json()
    assert (other["kind"], other["headline"]) == ("correction", "Correction: Boats & fees")


def test_a_notice_for_an_event_that_is_not_there_is_not_found(served: Served, token: str) -> None:
    watch = begin(served, token)["watch"]
    for path in (f"/v1/watches/{watch}/notices", "/v1/drafts/newsroom/story-1/notices"):
        assert served.call("POST", path, token, json={"event": 9}).status_code == 404
    gone = served.call("POST", "/v1/drafts/newsroom/nothing/notices", token, json={"event": 1})
    assert gone.status_code == 404


def test_a_draft_that_is_not_watched_needs_no_correction(served: Served, token: str) -> None:
    found = served.call("GET", "/v1/drafts/newsroom/story-9/watch", token).json()
    assert found == {"watch": None, "needs_correction": False, "events": []}


def test_a_story_that_states_nothing_can_be_watched(served: Served, token: str) -> None:
    made = begin(served, token, paragraphs=[{"id": "p1", "text": "Is that so?"}])
    assert made["claims"] == 0


def test_a_new_text_of_a_story_takes_the_place_of_the_old(served: Served, token: str) -> None:
    first, second = begin(served, token), begin(served, token)
    old = served.call("GET", f"/v1/watches/{first['watch']}", token).json()
    assert old["ended"]
    assert old["successor"] == second["watch"]
    assert raise_fee(served, token)["watch"] == second["watch"]


def test_an_ended_watch_tells_nothing_more(served: Served, token: str) -> None:
    watch = begin(served, token)["watch"]
    for _ in range(2):
        assert served.call("DELETE", f"/v1/watches/{watch}", token).status_code == 204
    assert served.call("POST", "/v1/documents", token, json=[RAISED]).status_code == 200
    assert served.call("GET", "/v1/events?wait=0.3", token).json()["items"] == []


def test_watches_are_listed_page_by_page(served: Served, token: str) -> None:
    stories = [begin(served, token, story=f"s{n}")["story"] for n in range(3)]
    first = served.call("GET", "/v1/watches?limit=2", token).json()
    last = served.call("GET", f"/v1/watches?limit=2&after={first['next']}", token).json()
    assert [one["story"] for one in first["items"] + last["items"]] == stories
    assert last["next"] is None


def test_events_come_as_a_stream_that_goes_on_where_it_stopped(served: Served, token: str) -> None:
    watch = begin(served, token)["watch"]
    event = raise_fee(served, token)
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    # A service that ends gives what there is, and hangs up.
    served.service.drain()
    path = f"/v1/watches/{watch}/events"
    told = served.client.get(path, headers=headers)
    assert told.headers["content-type"].startswith("text/event-stream")
    lines = told.text.splitlines()
    assert lines[:2] == ["id: 1", "event: event"]
    assert json.loads(lines[2].removeprefix("data: ")) == event
    later = served.client.get(path, headers={**headers, "Last-Event-ID": "1"})
    assert "data:" not in later.text


def test_a_story_is_watched_from_a_checked_revision_of_its_draft(
    served: Served, token: str
) -> None:
    body = {"title": STORY["title"], "paragraphs": STORY["paragraphs"], "editor": "Ana"}
    href = served.call("POST", "/v1/drafts/newsroom/story-1/checks", token, json=body).json()[
        "href"
    ]
    for _ in range(30):
        check = served.call("GET", f"{href}?wait=5", token).json()
        if check["status"] == "done":
            break
    assert check["status"] == "done"
    before = served.service.tenants.get().counts()["runs"]
    made = begin(served, token, paragraphs=None, draft_revision=check["revision"])
    assert (made["claims"], made["statuses"]) == (1, {"verified": 1})
    # What was found stands: nothing is asked again.
    assert served.service.tenants.get().counts()["runs"] == before
    event = raise_fee(served, token)
    assert event["to"] == {"status": "refuted", "value": "15 euros per day"}
    gone = {**STORY, "paragraphs": None, "draft_revision": 9}
    refused = served.call("POST", "/v1/watches", token, json=gone)
    assert refused.status_code == 404
    assert "revision 9" in refused.json()["detail"]


@pytest.mark.parametrize("path", ["/v1/feed.atom", "/v1/watches/{watch}/feed.atom"])
def test_a_reader_of_feeds_reads_the_events(served: Served, token: str, path: str) -> None:
    watch = begin(served, token)["watch"]
    empty = served.call("GET", path.replace("{watch}", watch), token)
    assert empty.headers["content-type"].startswith("application/atom+xml")
    assert not feedparser.parse(io.BytesIO(empty.content)).bozo
    event = raise_fee(served, token)
    found = feedparser.parse(
        io.BytesIO(served.call("GET", path.replace("{watch}", watch), token).content)
    )
    assert not found.bozo
    (entry,) = found.entries
    assert entry.title == f"update: {event['claim']['text']}"
    assert entry.link == STORY["url"]
    assert entry.summary == event["summary"]
    assert entry.id == f"urn:ledgerrag:event:{event['id']}"


def test_a_webhook_is_told_with_a_signature_and_its_secret_is_shown_once(
    served: Served, token: str
) -> None:
    hook = Kept([(False, "503")])
    watchers = Watchers(served.service, hook)
    served.service.companion(Watchers).close()
    made = begin(served, token, webhook={"url": "https://news.example/hook"})
    secret = made["secret"]
    assert len(secret) >= 32
    for path in ("/v1/watches", f"/v1/watches/{made['watch']}"):
        assert secret not in served.call("GET", path, token).text
    served.service.accompany(watchers)
    event = raise_fee(served, token)
    watchers.close()
    tell(served.service.tenants.get(), hook, served.service.clock)
    # It is not tried again before its time.
    assert len(hook.letters) == 1
    url, body, headers = hook.letters[0]
    assert url == "https://news.example/hook"
    assert json.loads(body) == event
    moment, code = (part.partition("=")[2] for part in headers[SIGNATURE].split(","))
    expected = hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256)
    assert code == expected.hexdigest()
    assert headers["LedgerRAG-Event"] == event["id"]
    (delivery,) = served.call("GET", f"/v1/watches/{made['watch']}", token).json()["deliveries"]
    assert (delivery["outcome"], delivery["detail"]) == ("failed", "503")


@pytest.mark.parametrize(
    "url",
    [
        "http://news.example/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://10.1.2.3/",
        "https://user:pass@news.example/",
        "file:///etc/passwd",
        "nonsense",
    ],
)
def test_a_webhook_that_is_not_public_is_refused(served: Served, token: str, url: str) -> None:
    refused = served.call("POST", "/v1/watches", token, json={**STORY, "webhook": {"url": url}})
    assert refused.status_code == 422
    assert "webhook" in refused.json()["detail"]
    assert served.call("GET", "/v1/watches", token).json()["items"] == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"draft_revision": 1}, "what the story states"),
        ({"paragraphs": None}, "what the story states"),
        ({"published": "yesterday"}, "published"),
        ({"url": "javascript:alert(1)"}, "url"),
        ({"webhook": {"url": "https://news.example/", "secret": "short"}}, "secret"),
    ],
)
def test_a_watch_that_cannot_be_is_refused_with_its_reason(
    served: Served, token: str, change: dict[str, Any], said: str
) -> None:
    refused = served.call("POST", "/v1/watches", token, json={**STORY, **change})
    assert refused.status_code == 422
    assert said in refused.json()["detail"]


def test_another_site_and_another_tenant_see_no_watch(served: Served, token: str) -> None:
    watch = begin(served, token)["watch"]
    raise_fee(served, token)
    for other in (served.token(site="elsewhere"), served.token(tenant="other")):
        for method, path, body in (
            ("GET", f"/v1/watches/{watch}", None),
            ("DELETE", f"/v1/watches/{watch}", None),
            ("GET", f"/v1/watches/{watch}/events", None),
            ("GET", f"/v1/watches/{watch}/feed.atom", None),
            ("POST", f"/v1/watches/{watch}/notices", {"event": 1}),
        ):
            assert served.call(method, path, other, json=body).status_code == 404
        assert served.call("GET", "/v1/watches", other).json()["items"] == []
        assert served.call("GET", "/v1/events", other).json()["items"] == []
        assert watch not in served.call("GET", "/v1/feed.atom", other).text
