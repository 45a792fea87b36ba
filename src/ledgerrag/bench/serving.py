"""A service in a process of its own, started as a user would, and a door to it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx2

from ledgerrag.bench.machine import resident_of
from ledgerrag.errors import UnavailableError

START_SECONDS: Final = 60
SCOPES: Final = ("ask", "draft", "ingest", "read", "watch")


@dataclass(frozen=True, slots=True)
class Door:
    """Where requests go: the service itself, or a newsroom's relay in front of it.

    Args:
        base: `http://127.0.0.1:PORT`.
        site: the newsroom.
        token: sent with each request.
        client: keeps connections open, as a relay does.
    """

    base: str
    site: str
    token: str
    client: httpx2.Client

    @property
    def headers(self) -> dict[str, str]:
        """What every request carries."""
        return {"Authorization": f"Bearer {self.token}"}

    def check(self, draft: str, paragraphs: Sequence[dict[str, str]]) -> dict[str, Any]:
        """Check a draft and wait for its ledger: what an editor waits for.

        Raises:
            UnavailableError: the service answered with something else.
        """
        place = f"{self.base}/v1/drafts/{self.site}/{draft}"
        body = {"title": draft, "paragraphs": list(paragraphs)}
        made = self._sent("POST", f"{place}/checks", json=body)
        address = f"{self.base}/v1/checks/{made['check']}?wait=10"
        while made["status"] in ("queued", "running"):
            made = self._sent("GET", address)
        return self._sent("GET", f"{place}/ledger")

    def add(self, records: Sequence[dict[str, str]]) -> None:
        """Store documents."""
        self._sent("POST", f"{self.base}/v1/documents", json={"documents": list(records)})

    def _sent(self, method: str, address: str, **more: Any) -> dict[str, Any]:
        answer = self.client.request(method, address, headers=self.headers, **more)
        if answer.status_code >= 300:
            raise UnavailableError(
                f"{method} {address} answered {answer.status_code}: {answer.text[:200]}",
                "report this as a fault",
            )
        return dict(answer.json())


@dataclass(frozen=True, slots=True)
class Served:
    """A running service.

    Args:
        process: its process.
        door: how it is reached.
    """

    process: subprocess.Popen[bytes]
    door: Door

    def resident_mb(self) -> float:
        """Its memory that is in use, in megabytes."""
        return resident_of(self.process.pid)


@contextmanager
def served(store: Path, site: str, *, stance: str = "rules") -> Iterator[Served]:
    """Run `ledgerrag serve` over a store, with a token for a site.

    Args:
        store: exists already.
        site: of the token.
        stance: who judges.
    Raises:
        UnavailableError: it did not answer within a minute.
    """
    token = _made_token(store, site)
    port = _free_port()
    command = [sys.executable, "-m", "ledgerrag", "serve", "--store", str(store)]
    command += ["--port", str(port), "--stance", stance, "--rate", "0"]
    with store.with_name("serve.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - our own command
        try:
            with httpx2.Client(timeout=60) as client:
                door = Door(f"http://127.0.0.1:{port}", site, token, client)
                _wait(door, process, store.with_name("serve.log"))
                yield Served(process, door)
        finally:
            process.terminate()
            try:
                process.wait(timeout=START_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _made_token(store: Path, site: str) -> str:
    command = [sys.executable, "-m", "ledgerrag", "token", "create", "--store", str(store)]
    command += ["--site", site, *(part for scope in SCOPES for part in ("--scope", scope))]
    made = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if made.returncode:
        raise UnavailableError(made.stderr.strip(), "see `ledgerrag token create --help`")
    return made.stdout.split()[0]


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(door: Door, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            if door.client.get(f"{door.base}/readyz").status_code == 200:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.1)
    last = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
    raise UnavailableError(f"the service did not start: {' '.join(last)}", "run `ledgerrag serve`")
