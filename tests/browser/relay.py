"""A newsroom of one page: it serves an editor with the panel, and relays what the panel asks."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.browser.desk import Reply

PAGES = Path(__file__).parent / "pages"
PANEL = resources.files("ledgerrag.service") / "static" / "ledger-panel.js"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
PREFIX = "/relay/12/"
FORGED = "the page did not say who it is"


@dataclass
class Newsroom:
    """The newsroom's server.

    Args:
        upstream: answers what is relayed: (method, suffix, query, body).
        story: paragraphs of the page.
        cut: the way to the service is down: 502, as a proxy says it.
        posted: headers of each POST.
    """

    upstream: Callable[[str, str, dict[str, Any], dict[str, Any]], Reply]
    story: list[str]
    cut: bool = False
    address: str = ""
    posted: list[dict[str, str]] = field(default_factory=list)

    def relay(self, method: str, target: str, body: bytes, headers: dict[str, str]) -> Reply:
        """Forward what the panel asks, for those who may."""
        parts = urlsplit(target)
        if self.cut:
            return Reply(502, {})
        if method == "POST":
            self.posted.append(headers)
            if headers.get("x-csrftoken") != "of-this-page":
                return Reply(403, {"detail": FORGED})
        query = dict(parse_qsl(parts.query))
        return self.upstream(
            method, parts.path.removeprefix(PREFIX), query, json.loads(body or b"{}")
        )


@contextmanager
def newsroom(room: Newsroom) -> Iterator[Newsroom]:
    """Serve a newsroom on loopback while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path.startswith(PREFIX):
                self._relayed("GET", b"")
            elif path == "/story.json":
                self._send(200, "application/json", json.dumps(room.story).encode())
            elif path == "/favicon.ico":
                self._send(204, "image/x-icon", b"")
            elif path == "/ledger-panel.js":
                self._send(200, "text/javascript", PANEL.read_bytes())
            else:
                self._page(PAGES / (path.strip("/") or "story.html"))

        def do_POST(self) -> None:
            self._relayed("POST", self.rfile.read(int(self.headers["Content-Length"])))

        def _page(self, file: Path) -> None:
            if file.is_file():
                self._send(200, KINDS[file.suffix], file.read_bytes())
            else:
                self._send(404, "text/plain", b"")

        def _relayed(self, method: str, body: bytes) -> None:
            headers = {key.lower(): value for key, value in self.headers.items()}
            reply = room.relay(method, self.path, body, headers)
            self._send(reply.status, "application/json", json.dumps(reply.body).encode())

        def _send(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing: a test reads the page."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    room.address = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield room
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
