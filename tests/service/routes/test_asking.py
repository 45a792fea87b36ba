from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from ledgerrag.language.seam import Completion, Request
from ledgerrag.service.work import Cancel
from tests.service.conftest import Served, serving

HOW_LONG = "How long is the reporting period for the annual solvency report?"
LONG = 30.0


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


def test_a_date_that_cannot_be_is_named_with_its_field(served: Served) -> None:
    body = {"question": HOW_LONG, "as_of": "2026-02-30"}
    answer = served.call("POST", "/v1/ask", served.token("ask"), json=body)
    assert answer.status_code == 422
    assert "2026-02-30" in answer.json()["detail"]
    assert answer.json()["field"] == "as_of"


def test_a_field_that_has_no_meaning_is_refused_by_name(served: Served) -> None:
    body = {"question": HOW_LONG, "asof": "2026-02-01"}
    answer = served.call("POST", "/v1/ask", served.token("ask"), json=body)
    assert answer.status_code == 422
    assert answer.json()["field"] == "body.asof"


def test_a_key_asks_once_and_stands_for_one_question(served: Served) -> None:
    asking = served.headers("ask")
    keyed = {**asking, "Idempotency-Key": "k"}
    first, again = (
        served.client.post("/v1/ask", json={"question": HOW_LONG}, headers=keyed).json()
        for _ in range(2)
    )
    other = served.client.post("/v1/ask", json={"question": "What else?"}, headers=keyed)
    elsewhere = {**served.headers("ask", site="tide"), "Idempotency-Key": "k"}
    free = served.client.post("/v1/ask", json={"question": HOW_LONG}, headers=elsewhere).json()
    assert first["run"] == again["run"]
    assert other.status_code == 422
    assert free["run"] != first["run"]


def told(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The events of a stream: kind and data."""
    found = []
    for block in text.strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def test_a_stream_tells_each_step_and_then_the_answer(served: Served) -> None:
    body = {"question": HOW_LONG, "as_of": "2026-08-01"}
    asking = served.token("ask")
    stream = served.call("POST", "/v1/ask/stream", asking, json=body)
    plain = served.call("POST", "/v1/ask", asking, json=body).json()
    assert stream.headers["content-type"].startswith("text/event-stream")
    events = told(stream.text)
    steps = [data for kind, data in events if kind == "step"]
    assert [kind for kind, _ in events] == ["step"] * len(steps) + ["answer"]
    assert [one["step"] for one in steps] == list(range(plain["cost"]["steps"] + 1))
    assert steps[0]["triggers"] == ["gap"]
    assert steps[0]["searches"][0]["hits"]
    assert {one["document"] for one in steps[0]["found"]} >= {"rule-12@1", "notice-44@1"}
    assert steps[-1]["action"] == "A4"
    assert events[-1][1]["sentences"] == plain["sentences"]


def test_a_stream_that_cannot_go_on_ends_with_the_problem(served: Served) -> None:
    body = {"question": HOW_LONG, "as_of": "never"}
    stream = served.call("POST", "/v1/ask/stream", served.token("ask"), json=body)
    ((kind, data),) = told(stream.text)
    assert (kind, data["status"], data["field"]) == ("problem", 422, "as_of")


def test_questions_are_answered_while_a_batch_is_taken_in(served: Served) -> None:
    free = threading.Event()
    held = served.service.intake.start(lambda _: free.wait(LONG), Cancel())
    try:
        answer = served.call("POST", "/v1/ask", served.token("ask"), json={"question": HOW_LONG})
        assert answer.status_code == 200
        assert not held.done()
    finally:
        free.set()


def test_when_all_workers_are_taken_a_question_is_refused_and_told_when_to_come_back(
    demo: Path,
) -> None:
    free = threading.Event()
    with serving(demo, workers=1, queue=0) as served:
        served.service.pool.start(lambda _: free.wait(LONG), Cancel())
        try:
            for path in ("/v1/ask", "/v1/ask/stream"):
                body = {"question": HOW_LONG}
                refused = served.call("POST", path, served.token("ask"), json=body)
                assert refused.status_code == 503
                assert int(refused.headers["retry-after"]) > 0
        finally:
            free.set()


@dataclass(slots=True)
class Held:
    """A language model that answers nothing until it is let go."""

    asked: threading.Event = field(default_factory=threading.Event)
    free: threading.Event = field(default_factory=threading.Event)
    name: str = "held"
    digest: str = "held"

    def complete(self, request: Request) -> Completion:
        del request
        self.asked.set()
        self.free.wait()
        return Completion("{}")


@pytest.fixture
def held() -> Iterator[Held]:
    model = Held()
    yield model
    model.free.set()


@pytest.mark.parametrize("path", ["/v1/ask", "/v1/ask/stream"])
def test_who_hangs_up_frees_the_worker_and_leaves_no_run(demo: Path, held: Held, path: str) -> None:
    with serving(demo, language=held, workers=1, queue=0) as served:
        before = served.service.tenants.get().counts()["runs"]
        body = json.dumps({"question": HOW_LONG}).encode()
        authorization = served.headers("ask")["Authorization"].encode()
        scope = {
            "type": "http",
            "asgi": {"spec_version": "2.3", "version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [
                (b"host", b"localhost"),
                (b"authorization", authorization),
                (b"content-type", b"application/json"),
            ],
        }

        async def story() -> None:
            gone = asyncio.Event()
            sent = [{"type": "http.request", "body": body, "more_body": False}]

            async def receive() -> dict[str, Any]:
                if sent:
                    return sent.pop()
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(_: Any) -> None:
                pass

            call = asyncio.ensure_future(served.client.app(scope, receive, send))
            assert await asyncio.to_thread(held.asked.wait, LONG)
            assert served.service.pool.taken == 1
            gone.set()
            await call
            while served.service.pool.taken:
                await asyncio.sleep(0.01)

        assert served.client.portal is not None
        served.client.portal.call(story)
        # The model is held still: it was the run that gave up.
        assert not held.free.is_set()
        assert served.service.tenants.get().counts()["runs"] == before
