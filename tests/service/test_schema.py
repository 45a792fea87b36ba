"""Whatever the description of the API allows, and what it does not: no answer is a failure of ours.

The calls are drawn from the description itself, a bounded number for each operation.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from ledgerrag.service.openapi import describe
from ledgerrag.service.routes import ROUTERS
from tests.service.conftest import Served, serving

EXAMPLES: Final = 20


def _described() -> dict[str, Any]:
    app = FastAPI(title="LedgerRAG", version="0", summary="Of the test.")
    for router in ROUTERS:
        app.include_router(router)
    return describe(app)


DESCRIBED: Final = _described()
SCHEMA: Final = schemathesis.openapi.from_dict(DESCRIBED)
OPERATIONS: Final = {
    f"{method.upper()} {path}": operation
    for path, methods in DESCRIBED["paths"].items()
    for method, operation in methods.items()
}
# What takes nothing cannot be called wrongly.
CALLS: Final = [
    (name, mode)
    for name, operation in OPERATIONS.items()
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE
    or operation.get("parameters")
    or operation.get("requestBody")
]


@pytest.fixture(scope="module")
def fuzzed(
    tmp_path_factory: pytest.TempPathFactory, demo_store: Path
) -> Iterator[tuple[Served, dict[str, str]]]:
    folder = tmp_path_factory.mktemp("fuzzed") / "demo"
    shutil.copytree(demo_store, folder)
    with serving(folder / "s.db") as served:
        yield served, served.headers("admin")


@pytest.mark.parametrize(("name", "mode"), CALLS)
def test_no_call_makes_the_service_fail(
    fuzzed: tuple[Served, dict[str, str]], name: str, mode: GenerationMode
) -> None:
    served, headers = fuzzed
    method, _, path = name.partition(" ")
    operation = SCHEMA[path][method]

    @settings(
        max_examples=EXAMPLES,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def probe(case: schemathesis.Case[Any]) -> None:
        # To wait for news is what this would do, not to fail.
        if "wait" in case.query:
            case.query["wait"] = 0
        sent = case.as_transport_kwargs(base_url="http://localhost", headers=headers)
        told = served.client.request(**_plain(sent))
        faults = [line for line in served.log.getvalue().splitlines() if '"fault"' in line]
        assert told.status_code < 500, f"{told.text} {faults[-1:]}"
        if told.status_code >= 400:
            assert told.headers["content-type"] == "application/problem+json"
            assert told.json()["detail"]
            assert told.json()["next_step"]

    probe()


def _plain(sent: dict[str, Any]) -> dict[str, Any]:
    """The call as our client takes it; what no HTTP message can hold is sent as it would be."""
    names = ("method", "url", "params", "json", "content", "headers")
    plain = {name: value for name, value in sent.items() if name in names}
    if "data" in sent and sent["data"] is not None:
        data = sent["data"]
        plain["content"] = data if isinstance(data, bytes) else str(data).encode()
    plain["headers"] = {
        name: value for name, value in dict(plain.get("headers") or {}).items() if value is not None
    }
    return plain
