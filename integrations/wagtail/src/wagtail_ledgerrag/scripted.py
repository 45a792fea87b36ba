"""A service that follows a script: for tests, and for trying the plug-in without a corpus."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from wagtail_ledgerrag.service import Reply, ServiceError


def _sentences(text: str) -> list[tuple[int, int]]:
    found, start = [], 0
    for at, letter in enumerate(text):
        if letter == "." and (at + 1 == len(text) or text[at + 1] == " "):
            found.append((start, at + 1))
            start = at + 2
    return found


class ScriptedService:
    """Every sentence is a claim, with the status of the first fragment of the script that it holds.

    Args:
        script: From a fragment of a sentence to a status.
        fault: What is raised instead of an answer; set it and take it away at will. So can be
            ``token`` (what it is for), ``overridden`` (items) and ``forgets`` (revisions).
    """

    def __init__(self, script: Mapping[str, str], fault: ServiceError | None = None) -> None:
        self.script = dict(script)
        self.fault = fault
        self.sent: list[tuple[str, str, dict[str, str], Any]] = []
        self.token: dict[str, Any] = {"site": "varrow-post", "scopes": ["draft", "read", "watch"]}
        self.overridden: set[str] = set()
        self.watches: list[str] = []
        self.forgets = False
        self._checked: dict[str, list[dict[str, Any]]] = {}

    def send(self, method: str, path: str, query: Mapping[str, str], body: bytes | None) -> Reply:
        """Answer one request by the script.

        Args:
            method: GET, POST or DELETE.
            path: The path.
            query: Its parameters.
            body: JSON, or none.

        Raises:
            ServiceError: The fault that was set.
        """
        value: Any = json.loads(body) if body is not None else None
        self.sent.append((method, path, dict(query), value))
        if self.fault is not None:
            raise self.fault
        draft, _slash, suffix = path.partition("/v1/drafts/")[2].rpartition("/")
        if path == "/v1/token":
            return _json(200, self.token)
        if path.startswith("/v1/watches"):
            return self._watch(method, path, value)
        if method == "POST" and suffix == "checks":
            revisions = self._checked.setdefault(draft, [])
            revisions.append(value)
            number = len(revisions)
            return _json(202, {"check": f"c{number}", "revision": number, "status": "queued"})
        if draft.endswith("/checks"):
            return _json(200, {"check": suffix, "status": "done", "last_seq": 1, "events": []})
        if suffix == "ledger" and self._checked.get(draft):
            number = int(query.get("revision") or len(self._checked[draft]))
            return _json(200, self._snapshot(number, self._checked[draft][number - 1]))
        return _json(404, {"title": "Not found", "status": 404})

    def _watch(self, method: str, path: str, value: Any) -> Reply:
        if self.forgets and value is not None and "draft_revision" in value:
            return _json(404, {"title": "Not found", "status": 404})
        if method == "DELETE":
            self.watches.remove(path.rpartition("/")[2])
            return Reply(204, b"")
        self.watches.append(f"w{len(self.sent)}")
        return _json(201, {"watch": self.watches[-1]})

    def _snapshot(self, revision: int, asked: Mapping[str, Any]) -> dict[str, Any]:
        claims, items = [], []
        for paragraph in asked["paragraphs"]:
            for start, end in _sentences(paragraph["text"]):
                text = paragraph["text"][start:end]
                name = hashlib.sha256(text.encode()).hexdigest()[:12]
                status = next((s for part, s in self.script.items() if part in text), "unverified")
                claims.append(
                    {
                        "id": f"k{name}",
                        "paragraph": paragraph["id"],
                        "start": start,
                        "end": end,
                        "text": text,
                        "status": status,
                        "evidence": _evidence(status),
                        "checklist": [f"i{name}"],
                    }
                )
                state = "overridden" if f"i{name}" in self.overridden else "open"
                if status != "verified":
                    items.append(
                        {
                            "id": f"i{name}",
                            "claim": f"k{name}",
                            "kind": status,
                            "text": f"{status}: read the evidence",
                            "state": state,
                        }
                    )
        return {"revision": revision, "claims": claims, "checklist": items}


def _evidence(status: str) -> list[dict[str, str]]:
    if status != "refuted":
        return []
    return [
        {
            "stance": "refutes",
            "source_name": "Harbour Office",
            "published": "2025-11-24T00:00:00Z",
            "quote": "It costs 21 crowns.",
        }
    ]


def _json(status: int, value: Any) -> Reply:
    return Reply(status, json.dumps(value).encode())
