"""The examples of the API's description are answers of the service itself, shortened.

For a new operation add a line to `CALLS` and run this file with `--regenerate`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import ledgerrag.service
from tests.service.conftest import serving

FILE: Final = Path(ledgerrag.service.__file__).with_name("examples.json")
MOST_ITEMS: Final = 2
MOST_TEXT: Final = 300
QUESTION: Final = {
    "question": "How long is the reporting period for the annual solvency report?",
    "as_of": "2026-08-01",
}
FEE: Final = {
    "doc_id": "fee-1",
    "text": "The fee for a mooring is 40 euros per month.",
    "source": "market-authority",
    "published": "2026-01-10",
}
REPEAL: Final = {
    "act": "repeal",
    "target": "fee-1",
    "source": "market-authority",
    "published": "2026-05-01",
    "effective_from": "2026-06-01",
}
STORY: Final = {
    "story": "story-7",
    "title": "What a mooring costs",
    "url": "https://newsroom.example/story-7",
    "published": "2026-02-01",
    "paragraphs": [{"id": "p1", "text": "The fee for a mooring is 40 euros per month."}],
    "editor": "Ana",
}
NOTICE: Final = {"event": 1, "editor": "Ana"}
# Operation as OpenAPI names it, and the path and body of one call; {run} is that of the question,
# {watch} the watch that was begun before.
CALLS: Final[tuple[tuple[str, str, Any], ...]] = (
    ("GET /healthz", "/healthz", None),
    ("GET /readyz", "/readyz", None),
    ("GET /v1/token", "/v1/token", None),
    ("POST /v1/ask", "/v1/ask", QUESTION),
    ("POST /v1/documents", "/v1/documents", [FEE, {"doc_id": "fee-2"}]),
    ("POST /v1/watches", "/v1/watches", STORY),
    ("POST /v1/acts", "/v1/acts", [REPEAL]),
    ("GET /v1/events", "/v1/events?wait=30", None),
    ("GET /v1/watches", "/v1/watches", None),
    ("GET /v1/watches/{watch}", "/v1/watches/{watch}", None),
    ("GET /v1/watches/{watch}/events", "/v1/watches/{watch}/events", None),
    ("POST /v1/watches/{watch}/notices", "/v1/watches/{watch}/notices", NOTICE),
    ("GET /v1/drafts/{site}/{draft}/watch", "/v1/drafts/newsroom/story-7/watch", None),
    ("POST /v1/drafts/{site}/{draft}/notices", "/v1/drafts/newsroom/story-7/notices", NOTICE),
    ("GET /v1/documents/{name}", "/v1/documents/rule-12?as_of=2026-08-01", None),
    (
        "GET /v1/documents/{name}/versions/{number}",
        "/v1/documents/rule-12/versions/1",
        None,
    ),
    (
        "GET /v1/documents/{name}/diff",
        "/v1/documents/rule-12/diff?from=rule-12@1&to=notice-44@1",
        None,
    ),
    ("GET /v1/runs", "/v1/runs", None),
    ("GET /v1/runs/{run}", "/v1/runs/{run}", None),
    ("GET /v1/runs/{run}/journal", "/v1/runs/{run}/journal", None),
    ("GET /v1/runs/{run}/proof", "/v1/runs/{run}/proof", None),
    ("POST /v1/runs/{run}/verify", "/v1/runs/{run}/verify", None),
    ("POST /v1/runs/{run}/replay", "/v1/runs/{run}/replay", {"level": "R1"}),
    ("GET /v1/ledgers/{run}", "/v1/ledgers/{run}", None),
)


def shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: shortened(one) for name, one in value.items() if name != "stage_us"}
    if isinstance(value, list):
        return [shortened(one) for one in value[:MOST_ITEMS]]
    if isinstance(value, str) and len(value) > MOST_TEXT:
        return value[:MOST_TEXT] + "..."
    return value


def form(value: Any) -> Any:
    """Names and kinds alone: what an answer says moves with the rules that make it."""
    if isinstance(value, dict):
        return {name: form(one) for name, one in value.items()}
    return [form(one) for one in value] if isinstance(value, list) else type(value).__name__


def test_the_examples_are_what_the_service_answers(demo: Path, regenerate: bool) -> None:
    made: dict[str, Any] = {}
    with serving(demo, seed="examples") as served:
        run = watch = ""
        token = served.token()
        for name, path, body in CALLS:
            method = name.partition(" ")[0]
            filled = path.replace("{run}", run).replace("{watch}", watch)
            told = served.call(method, filled, token, json=body)
            assert told.status_code < 300, name
            made[name] = shortened(told.json())
            run, watch = told.json().get("run", run), told.json().get("watch", watch)
    if regenerate:
        FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    assert form(json.loads(FILE.read_text("utf-8"))) == form(made)
