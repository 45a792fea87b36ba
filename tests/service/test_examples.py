"""The examples of the API's description are answers of the service itself, shortened.

For a new operation add a line to `CALLS` and run this file with `--regenerate`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import ledgerrag.service
from tests.service.conftest import Served, serving

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
DRAFT: Final = {
    "title": "Longer to report",
    "as_of": "2026-08-01",
    "paragraphs": [
        {"id": "p1", "text": "The reporting period for the annual solvency report is 180 days."}
    ],
    "editor": "Ana",
}
TICK: Final = {"item": "{item}", "action": "tick", "editor": "Ana"}
PLACE: Final = "/v1/drafts/newsroom/story-8"
KEYS: Final = ("run", "watch", "check")
# Operation as OpenAPI names it, and the path and body of one call; {run} is that of the question,
# {watch} the watch that was begun before, {check} the check, {item} one of its checklist.
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
    ("POST /v1/drafts/{site}/{draft}/checks", f"{PLACE}/checks", DRAFT),
    ("GET /v1/checks/{check}", "/v1/checks/{check}?wait=30", None),
    (
        "GET /v1/drafts/{site}/{draft}/checks/{check}",
        f"{PLACE}/checks/{{check}}?wait=30",
        None,
    ),
    ("GET /v1/drafts/{site}/{draft}/ledger", f"{PLACE}/ledger", None),
    ("GET /v1/drafts/{site}/{draft}/revisions", f"{PLACE}/revisions", None),
    ("GET /v1/drafts/{site}/{draft}/diff", f"{PLACE}/diff?from=1&to=1", None),
    ("POST /v1/drafts/{site}/{draft}/remarks", f"{PLACE}/remarks", TICK),
    *(
        (f"GET /v1/drafts/{{site}}/{{draft}}/exports/{kind}", f"{PLACE}/exports/{kind}", None)
        for kind in ("claimreview", "article", "ninjs", "ledger")
    ),
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


def filled(value: Any, known: dict[str, str]) -> Any:
    """A path or a body with the names of what was made before."""
    text = json.dumps(value)
    for key, name in known.items():
        text = text.replace(f"{{{key}}}", name)
    return json.loads(text)


def called(served: Served, token: str, name: str, path: str, body: Any) -> Any:
    """One call; a check that is not done is waited for."""
    told = served.call(name.partition(" ")[0], path, token, json=body)
    while name.startswith("GET") and told.json().get("status") in ("queued", "running"):
        told = served.call("GET", path, token)
    return told


def test_the_examples_are_what_the_service_answers(demo: Path, regenerate: bool) -> None:
    made: dict[str, Any] = {}
    with serving(demo, seed="examples") as served:
        known: dict[str, str] = {}
        token = served.token()
        for name, path, body in CALLS:
            told = called(served, token, name, filled(path, known), filled(body, known))
            assert told.status_code < 300, name
            made[name] = shortened(told.json())
            known |= {key: told.json()[key] for key in KEYS if told.json().get(key)}
            if told.json().get("checklist"):
                known["item"] = told.json()["checklist"][0]["id"]
    if regenerate:
        FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    assert form(json.loads(FILE.read_text("utf-8"))) == form(made)
