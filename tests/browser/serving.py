"""The service as a browser meets it: on loopback, in a thread of the test."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import uvicorn

from ledgerrag.cli.demonstration import NOW
from ledgerrag.service.accesslog import AccessLog
from ledgerrag.service.app import create_app
from ledgerrag.service.running import listen
from ledgerrag.service.state import Service, Settings
from tests.browser.desk import Reply


@dataclass(frozen=True, slots=True)
class Served:
    """A service that listens.

    Args:
        address: with the slash at its end.
        service: what it holds.
        log: its access log.
    """

    address: str
    service: Service
    log: StringIO

    @property
    def entrance(self) -> str:
        """The address that lets a browser in."""
        return f"{self.address}enter?key={self.service.door.key}"


class _Server(uvicorn.Server):
    """Tells when it takes requests."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        self.ready.set()


@contextmanager
def serving(store: Path) -> Iterator[Served]:
    """Serve a store on a free port of loopback while the block runs, on the demo's day."""
    service = Service.open(Settings(store), clock=lambda: NOW)
    log = StringIO()
    app = create_app(service, AccessLog(service.clock, log))
    server = _Server(uvicorn.Config(app, log_config=None, access_log=False))
    with listen("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        assert server.ready.wait(timeout=60)
        try:
            yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}/", service, log)
        finally:
            server.should_exit = True
            thread.join()
    service.close()


@dataclass(frozen=True, slots=True)
class Forwarding:
    """What a newsroom's server does with a request of its panel: on to the service, with its token.

    Args:
        service: the service.
        token: with the scope `draft`.
        draft: the newsroom's id of the story.
        site: the newsroom.
    """

    service: Served
    token: str
    draft: str = "story-12"
    site: str = "newsroom"

    def answer(
        self, method: str, suffix: str, query: dict[str, Any], body: dict[str, Any]
    ) -> Reply:
        """What the service says to it."""
        there = f"v1/drafts/{self.site}/{self.draft}/{suffix}"
        return self.call(method, f"{there}?{urlencode(query)}", body)

    def call(self, method: str, path: str, body: Any) -> Reply:
        """A call of the service."""
        sent = Request(  # noqa: S310 - our own service on loopback
            self.service.address + path,
            data=json.dumps(body).encode() if method == "POST" else None,
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
            method=method,
        )
        try:
            with urlopen(sent) as response:  # noqa: S310
                return Reply(response.status, json.load(response))
        except HTTPError as error:
            with error:
                return Reply(error.code, json.load(error))


def forwarding(service: Served, draft: str = "story-12") -> Forwarding:
    """A newsroom that may check, watch and hand in documents."""
    scopes = ("draft", "watch", "ingest")
    return Forwarding(
        service, service.service.tokens.create("newsroom", "cms", scopes).token, draft
    )
