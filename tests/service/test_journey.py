from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tests.service.conftest import Served, serving

HOW_LONG = "How long is the reporting period for the annual solvency report?"


def lines(served: Served) -> list[dict[str, object]]:
    return [json.loads(line) for line in served.log.getvalue().splitlines()]


def test_another_host_name_is_refused_so_that_no_page_from_elsewhere_gets_in(
    served: Served,
) -> None:
    answer = served.client.get("/healthz", headers={"Host": "evil.example:8000"})
    assert answer.status_code == 421
    assert "evil.example" in answer.json()["detail"]
    for name in ("localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"):
        assert served.client.get("/healthz", headers={"Host": name}).status_code == 200


def test_every_response_carries_the_security_headers(served: Served) -> None:
    for path in ("/healthz", "/docs", "/nothing", "/static/docs.css", "/v1/runs"):
        headers = served.client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("stated", [True, False])
def test_a_body_over_the_limit_is_refused_whether_or_not_it_says_how_long_it_is(
    demo: Path, stated: bool
) -> None:
    def pieces() -> object:
        for _ in range(20):
            yield b" " * 1_000

    with serving(demo, max_body=10_000) as served:
        body = b" " * 20_000 if stated else pieces()
        headers = {**served.headers("ask"), "Content-Type": "application/json"}
        answer = served.client.post("/v1/ask", content=body, headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 413
    assert "10,000 bytes" in answer.json()["detail"]


def test_too_many_open_requests_are_refused_but_life_is_always_told(demo: Path) -> None:
    with serving(demo, max_requests=0) as served:
        refused = served.call("GET", "/v1/runs", served.token())
        assert refused.status_code == 503
        assert refused.headers["retry-after"]
        assert served.call("GET", "/healthz").status_code == 200


def test_a_token_that_calls_too_often_is_told_when_to_come_back(demo: Path) -> None:
    with serving(demo, rate=3) as served:
        token, other = served.token(), served.token()
        codes = [served.call("GET", "/v1/runs", token).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
        late = served.call("GET", "/v1/runs", token)
        assert int(late.headers["retry-after"]) > 0
        assert late.headers["content-type"] == "application/problem+json"
        assert served.call("GET", "/v1/runs", other).status_code == 200


def test_the_log_names_the_route_and_the_token_but_never_what_was_asked(served: Served) -> None:
    token = served.token("ask", "read")
    made = served.call("POST", "/v1/ask", token, json={"question": HOW_LONG}).json()
    served.call("GET", f"/v1/runs/{made['run']}?before=solvency", token)
    asked, read = lines(served)[-2:]
    assert (asked["route"], asked["status"], asked["site"]) == ("/v1/ask", 200, "newsroom")
    assert asked["token"] == token.split("_")[1]
    assert read["route"] == "/v1/runs/{run}"
    written = served.log.getvalue()
    assert token not in written
    assert token.split("_")[2] not in written
    assert "solvency" not in written
    assert made["run"] not in written


def test_a_fault_of_ours_is_one_line_to_the_caller_and_a_trace_to_the_operator(
    served: Served,
) -> None:
    app = served.client.app
    assert isinstance(app, FastAPI)

    def broken() -> None:
        raise ZeroDivisionError("a secret of ours")

    app.add_api_route("/broken", broken)
    answer = served.client.get("/broken")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "secret" not in answer.text
    fault = next(line for line in lines(served) if line["event"] == "fault")
    assert "ZeroDivisionError: a secret of ours" in str(fault["trace"])
    assert lines(served)[-1]["status"] == 500


def test_what_no_route_takes_is_one_line_of_the_metrics(served: Served) -> None:
    for path in ("/a", "/b", "/c"):
        assert served.client.get(path).status_code == 404
    counted = served.service.metrics.text().decode()
    assert 'ledgerrag_requests_total{method="GET",route="(none)",status="404"} 3.0' in counted
    assert "ledgerrag_requests_open 0.0" in counted


@pytest.mark.parametrize("path", ["/v1/ask", "/v1/documents"])
def test_a_body_that_does_not_come_is_not_waited_for_for_ever(demo: Path, path: str) -> None:
    with serving(demo, max_seconds=0.05, max_batch_seconds=0.05) as served:
        headers = {"host": "localhost", **served.headers("ask", "ingest")}
        headers["content-type"] = "application/json"
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
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
        }
        sent: list[Any] = []

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        async def story() -> None:
            await served.client.app(scope, receive, send)

        assert served.client.portal is not None
        served.client.portal.call(story)
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["detail"].endswith("within 0.05 seconds")
