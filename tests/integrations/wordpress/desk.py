"""A service that follows a script, over HTTP on loopback: what reaches it is kept for the tests."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

TOKEN = "lr_0123456789abcdef_" + "5e" * 32
_SENTENCE = re.compile(r"[^.]+\.")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that reached the service."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the service, in place of the scripted one."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    after_seconds: float = 0.0


@dataclass(slots=True)
class Desk:
    """What the service says and what it heard.

    Args:
        url: where it listens.
        script: from a fragment of a sentence to the status of that claim.
        instead: an answer to everything, in place of the script.
        token: whose holder it trusts, and what `/v1/token` says of it.
        sent: the requests, in order.
        overridden: claims by their text.
    """

    url: str = ""
    script: dict[str, str] = field(default_factory=dict)
    instead: Answer | None = None
    about: dict[str, Any] = field(
        default_factory=lambda: {"site": "tide", "label": "wp", "scopes": ["draft", "watch"]}
    )
    sent: list[Sent] = field(default_factory=list)
    overridden: set[str] = field(default_factory=set)
    drafts: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    watches: list[str] = field(default_factory=list)

    def checks(self) -> list[Sent]:
        return [one for one in self.sent if one.path.endswith("/checks")]

    def answer(self, sent: Sent) -> Answer:
        self.sent.append(sent)
        if self.instead is not None:
            return self.instead
        if sent.headers.get("authorization") != f"Bearer {TOKEN}":
            return _json(401, {"detail": "the token is not valid"})
        if sent.path == "/v1/token":
            return _json(200, self.about)
        if sent.path.startswith("/v1/watches"):
            return self._watch(sent)
        found = re.fullmatch(r"/v1/drafts/tide/([a-z0-9-]+)/(.+)", sent.path)
        if found is None:
            return _json(404, {"title": "Not found", "detail": "there is no such draft"})
        return self._draft(found[1], found[2], sent)

    def _watch(self, sent: Sent) -> Answer:
        if sent.method == "POST":
            self.watches.append(f"w{len(self.sent)}")
            return _json(201, {"watch": self.watches[-1], "claims": 1})
        watch = sent.path.rpartition("/")[2]
        if watch in self.watches:
            self.watches.remove(watch)
            return Answer(204, b"")
        return _json(404, {"detail": "there is no such watch"})

    def _draft(self, draft: str, suffix: str, sent: Sent) -> Answer:
        revisions = self.drafts.setdefault(draft, [])
        if sent.method == "POST" and suffix == "checks":
            revisions.append(sent.body)
            number = len(revisions)
            told = {"check": f"c{number}", "revision": number, "status": "queued"}
            return _json(202, told)
        if suffix.startswith("checks/"):
            return _json(200, {"status": "done", "last_seq": 3, "problem": None, "events": []})
        if suffix == "ledger" and revisions:
            number = int(sent.query.get("revision", len(revisions)))
            return _json(200, self._snapshot(number, revisions[number - 1]))
        if suffix in {"remarks", "notices"}:
            return _json(201, {"told": sent.body})
        if suffix in {"watch", "revisions", "diff"}:
            return _json(200, {"items": [], "empty": {}})
        return _json(404, {"title": "Not found", "detail": "there is no ledger yet"})

    def _snapshot(self, revision: int, checked: dict[str, Any]) -> dict[str, Any]:
        claims, items = [], []
        for paragraph in checked["paragraphs"]:
            for sentence in _SENTENCE.findall(paragraph["text"]):
                text = sentence.strip()
                told = (status for part, status in self.script.items() if part in text)
                status = next(told, "unverified")
                claims.append(
                    {"id": text, "text": text, "status": status, "evidence": _against(status)}
                )
                state = "overridden" if text in self.overridden else "open"
                items.append({"id": f"i {text}", "claim": text, "state": state})
        return {"revision": revision, "claims": claims, "checklist": items}


def _against(status: str) -> list[dict[str, str]]:
    if status != "refuted":
        return []
    return [
        {
            "stance": "refutes",
            "source_name": "Kelvarry Harbour Office",
            "published": "2026-02-03T10:00:00Z",
            "quote": "The fee is <b>9</b> marks.",
        }
    ]


def _json(status: int, value: Any) -> Answer:
    return Answer(status, json.dumps(value).encode(), {"Content-Type": "application/json"})


@contextmanager
def listening() -> Iterator[Desk]:
    """A desk that listens, for as long as the block lasts."""
    desk = Desk()

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            sent = Sent(
                self.command,
                unquote(parts.path),
                dict(parse_qsl(parts.query)),
                {name.lower(): value for name, value in self.headers.items()},
                json.loads(body) if body else None,
            )
            answer = desk.answer(sent)
            time.sleep(answer.after_seconds)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        do_GET = do_POST = do_DELETE = _serve  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    desk.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield desk
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
