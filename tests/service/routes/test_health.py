from __future__ import annotations

from pathlib import Path

from tests.service.conftest import Served, serving


def test_life_and_readiness_need_no_token(served: Served) -> None:
    assert served.call("GET", "/healthz").json() == {"status": "ok"}
    assert served.call("GET", "/readyz").json() == {"status": "ready"}


def test_a_service_that_drains_is_alive_and_not_ready(served: Served) -> None:
    served.service.drain()
    assert served.call("GET", "/healthz").status_code == 200
    late = served.call("GET", "/readyz")
    assert late.status_code == 503
    assert late.headers["retry-after"]


def test_the_metrics_are_for_those_who_may_see_them(served: Served) -> None:
    assert served.call("GET", "/metrics").status_code == 401
    assert served.call("GET", "/metrics", served.token("read")).status_code == 403
    told = served.call("GET", "/metrics", served.token("admin"))
    assert told.status_code == 200
    assert told.headers["content-type"].startswith("text/plain; version=")
    assert 'ledgerrag_work_taken{pool="ask"} 0.0' in told.text


def test_the_operator_may_open_the_metrics_to_all(demo: Path) -> None:
    with serving(demo, open_metrics=True) as served:
        served.call("GET", "/healthz")
        told = served.call("GET", "/metrics")
        assert 'ledgerrag_requests_total{method="GET",route="/healthz",status="200"}' in told.text
