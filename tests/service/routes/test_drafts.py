from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from ledgerrag.api import LedgerRAG
from ledgerrag.cli.demonstration import NOW
from ledgerrag.cms.accepting import Wanted, accept
from ledgerrag.cms.assembling import Given
from ledgerrag.cms.snapshot import read_snapshot, snapshot_bytes, snapshot_schema
from tests.product.newsroom import seeded
from tests.service.conftest import Served, serving

D = "/v1/drafts/newsroom/story-7"
PERIOD = "The reporting period for the annual solvency report is 270 days."
OLD = "The reporting period for the annual solvency report is 180 days."
BRIDGE = "The Kell bridge was painted by nobody we know."


@pytest.fixture
def token(served: Served) -> str:
    return served.token("draft")


def send(served: Served, token: str, *texts: str, **more: Any) -> dict[str, Any]:
    body = {"title": "T", "paragraphs": [{"text": text} for text in texts], **more}
    told = served.call("POST", f"{D}/checks", token, json=body)
    assert told.status_code == 202, told.text
    assert told.headers["location"] == told.json()["href"]
    return dict(told.json())


def follow(served: Served, token: str, href: str) -> dict[str, Any]:
    """The check once it has ended, with all of its events."""
    events: list[dict[str, Any]] = []
    while True:
        after = events[-1]["seq"] if events else 0
        view = served.call("GET", f"{href}?after={after}&wait=30", token).json()
        events += view["events"]
        if view["status"] not in ("queued", "running"):
            return {**view, "events": events}


def check(served: Served, token: str, *texts: str, **more: Any) -> dict[str, Any]:
    """The ledger of paragraphs that were checked."""
    assert follow(served, token, send(served, token, *texts, **more)["href"])["status"] == "done"
    return dict(served.call("GET", f"{D}/ledger", token).json())


def test_a_check_is_accepted_at_once_and_followed_to_its_end(served: Served, token: str) -> None:
    accepted = send(served, token, PERIOD, OLD, editor="Ana")
    assert (accepted["revision"], accepted["status"]) == (1, "queued")
    view = follow(served, token, accepted["href"])
    assert [one["type"] for one in view["events"]] == ["started", "paragraph", "paragraph", "done"]
    assert [one["seq"] for one in view["events"]] == [1, 2, 3, 4]
    assert [one["claims"][0]["status"] for one in view["events"][1:3]] == ["verified", "refuted"]
    assert view["events"][2]["checklist"][0]["kind"] == "refuted"
    assert view["summary"]["claims_checked"] == 2
    assert view["problem"] is None


def test_the_ledger_keeps_to_its_published_schema(served: Served, token: str) -> None:
    shot = check(served, token, PERIOD, OLD, BRIDGE)
    Draft202012Validator(snapshot_schema()).validate(shot)
    assert json.loads(snapshot_bytes(read_snapshot(json.dumps(shot).encode()))) == shot
    assert shot["schema"] == "ledgerrag.snapshot/1"
    kept = served.token("read")
    for claim in shot["claims"]:
        assert served.call("GET", f"/v1/runs/{claim['run']}", kept).status_code == 200


def test_events_of_a_check_and_its_ledger_say_the_same(served: Served, token: str) -> None:
    accepted = send(served, token, PERIOD, PERIOD, OLD)
    view = follow(served, token, accepted["href"])
    shot = served.call("GET", f"{D}/ledger", token).json()
    told = [claim for one in view["events"] for claim in one["claims"]]
    assert told == shot["claims"]
    assert view["summary"] == shot["summary"]
    assert (
        served.call("GET", f"{D}/checks/{accepted['check']}?after=3", token).json()["events"]
        == view["events"][3:]
    )


def test_only_what_changed_is_checked_again_and_the_answer_says_so(
    served: Served, token: str
) -> None:
    check(served, token, PERIOD, BRIDGE)
    shot = check(served, token, OLD, BRIDGE)
    assert (shot["summary"]["claims_checked"], shot["summary"]["claims_cached"]) == (1, 1)


def test_a_stream_tells_the_same_events_and_goes_on_after_the_last_that_was_seen(
    served: Served, token: str
) -> None:
    href = send(served, token, PERIOD, OLD)["href"]
    whole = follow(served, token, href)["events"]
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    told = served.client.get(href, headers=headers)
    assert told.headers["content-type"].startswith("text/event-stream")
    assert _data(told.text) == whole
    later = served.client.get(href, headers={**headers, "Last-Event-ID": "2"})
    assert _data(later.text) == whole[2:]


def _data(text: str) -> list[Any]:
    lines = [line for line in text.splitlines() if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def test_a_tick_outlives_a_recheck_and_an_override_stands_beside_the_verdict(
    served: Served, token: str
) -> None:
    item = check(served, token, OLD, PERIOD)["checklist"][0]
    ticked = served.call(
        "POST", f"{D}/remarks", token, json={"item": item["id"], "action": "tick", "editor": "Ana"}
    )
    assert (ticked.status_code, ticked.json()["state"]) == (201, "ticked")
    shot = check(served, token, f"{OLD} So it was said.", PERIOD)
    kept = next(one for one in shot["checklist"] if one["id"] == item["id"])
    assert [(one["action"], one["by"]) for one in kept["remarks"]] == [("tick", "newsroom/Ana")]
    body = {"item": item["id"], "action": "override", "reason": "Seen in print", "editor": "Bo"}
    assert served.call("POST", f"{D}/remarks", token, json=body).json()["state"] == "overridden"
    shot = check(served, token, OLD, BRIDGE)
    claim = shot["claims"][0]
    over = next(one for one in shot["checklist"] if one["claim"] == claim["id"])
    assert (claim["status"], over["state"]) == ("refuted", "overridden")
    assert (over["remarks"][-1]["by"], over["remarks"][-1]["reason"]) == (
        "newsroom/Bo",
        "Seen in print",
    )
    lines = served.service.tenants.get().store.entries()
    assert sum(b'"type":"remark"' in line for _, line in lines) == 2


def test_an_override_without_a_reason_and_an_unknown_item_are_refused(
    served: Served, token: str
) -> None:
    item = check(served, token, OLD)["checklist"][0]["id"]
    told = served.call("POST", f"{D}/remarks", token, json={"item": item, "action": "override"})
    assert (told.status_code, told.json()["detail"]) == (422, "an override needs a reason")
    told = served.call("POST", f"{D}/remarks", token, json={"item": "no", "action": "tick"})
    assert told.status_code == 404


def test_revisions_are_listed_and_two_are_compared(served: Served, token: str) -> None:
    check(served, token, PERIOD, BRIDGE, editor="Ana")
    check(served, token, OLD, BRIDGE)
    page = served.call("GET", f"{D}/revisions?limit=1", token).json()
    assert [one["revision"] for one in page["items"]] == [2]
    page = served.call("GET", f"{D}/revisions?before={page['next']}", token).json()
    assert [(one["revision"], one["editor"]) for one in page["items"]] == [(1, "Ana")]
    assert page["next"] is None
    diff = served.call("GET", f"{D}/diff?from=1&to=2", token).json()
    assert [one["text"] for one in diff["came"]] == [OLD]
    assert [one["text"] for one in diff["went"]] == [PERIOD]
    assert [one["change"] for one in diff["paragraphs"]] == ["edited"]
    assert served.call("GET", f"{D}/ledger?revision=1", token).json()["claims"][0]["text"] == PERIOD


def test_what_came_in_since_makes_a_claim_stale_until_it_is_checked_again(
    served: Served, token: str
) -> None:
    assert check(served, token, PERIOD, BRIDGE)["summary"]["stale"] == 0
    repeal = {
        "act": "repeal",
        "target": "notice-44",
        "source": "market-authority",
        "published": "2026-11-10",
        "effective_from": "2026-11-11",
    }
    taken = served.call("POST", "/v1/acts", served.token("ingest"), json=[repeal])
    assert taken.status_code == 200
    shot = served.call("GET", f"{D}/ledger", token).json()
    assert [claim["status"] for claim in shot["claims"]] == ["stale", "unverified"]
    assert shot["claims"][0]["verdict"] == "supported"
    shot = check(served, token, PERIOD, BRIDGE)
    assert (shot["summary"]["claims_checked"], shot["summary"]["stale"]) == (1, 0)


def test_a_draft_that_was_never_checked_has_no_ledger(served: Served, token: str) -> None:
    told = served.call("GET", f"{D}/ledger", token)
    assert (told.status_code, told.json()["next_step"]) == (404, "start one, or wait for its end")
    assert served.call("GET", f"{D}/revisions", token).json() == {"items": [], "next": None}


def test_what_cannot_be_checked_is_refused_by_the_name_of_the_field(
    served: Served, token: str
) -> None:
    body = {"paragraphs": [{"text": "a"}], "as_of": "2026-02-30"}
    told = served.call("POST", f"{D}/checks", token, json=body)
    assert (told.status_code, told.json()["field"]) == (422, "as_of")
    told = served.call("POST", f"{D}/checks", token, json={"paragraphs": [{"kind": "poem"}]})
    assert told.status_code == 422
    half = b'{"paragraphs": [{"text": "\\ud800"}]}'
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    told = served.client.post(f"{D}/checks", headers=headers, content=half)
    assert told.status_code == 422


def test_another_site_is_told_that_there_is_nothing(served: Served, token: str) -> None:
    accepted = send(served, token, PERIOD)
    other = served.token("draft", site="elsewhere")
    for path in (f"{D}/ledger", accepted["href"], f"{D}/checks/{accepted['check']}"):
        assert served.call("GET", path, other).status_code == 404
    assert follow(served, token, accepted["href"])["status"] == "done"


def test_a_full_queue_is_said_so(demo: Path) -> None:
    with serving(demo, queue=0) as served:
        body = {"paragraphs": [{"text": PERIOD}]}
        told = served.call("POST", f"{D}/checks", served.token("draft"), json=body)
        assert told.status_code == 503
        assert told.headers["retry-after"]


def test_a_check_that_an_earlier_process_accepted_is_finished_at_the_start(demo: Path) -> None:
    with LedgerRAG.open(demo, clock=lambda: NOW, entropy=seeded("earlier")) as rag:
        given = (Given("p1", "paragraph", PERIOD),)
        id = accept(rag, Wanted("newsroom", "story-7", given, actor="newsroom/Ana")).row.id
    with serving(demo) as served:
        token = served.token("draft")
        assert follow(served, token, f"/v1/checks/{id}")["status"] == "done"
        assert served.call("GET", f"{D}/ledger", token).json()["claims"][0]["status"] == "verified"


def test_tenants_have_drafts_of_their_own(demo: Path) -> None:
    other = demo.with_name(f"{demo.name}.tenants") / "other.db"
    other.parent.mkdir()
    shutil.copy(demo, other)
    with serving(demo) as served:
        mine, theirs = served.token("draft"), served.token("draft", tenant="other")
        first = send(served, mine, PERIOD)
        assert served.call("GET", first["href"], theirs).status_code == 404
        assert send(served, theirs, OLD)["revision"] == 1
        assert check(served, mine, PERIOD)["claims"][0]["status"] == "verified"
