"""The real service over a small record of our own, as a process beside WordPress."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from tests.integrations.wordpress.newsroom import free_port

RECORD = Path(__file__).parent / "record"
_PATIENCE = 120.0


@dataclass(slots=True)
class Newsdesk:
    """A service that can be ended and started again.

    Args:
        store: what it serves.
        port: where it listens.
        token: for WordPress.
    """

    store: Path
    port: int
    token: str
    _process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "ledgerrag", "serve", "--store", str(self.store)]
        log = self.store.with_suffix(".log")
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)], stdout=out, stderr=out
            )
        end = time.monotonic() + _PATIENCE
        while not self._ready():
            assert self._process.poll() is None, log.read_text("utf-8")[-2000:]
            assert time.monotonic() < end, "the service did not start"
            time.sleep(0.1)

    def _ready(self) -> bool:
        try:
            with httpx2.Client(trust_env=False, timeout=30) as client:
                return client.get(f"{self.url}/readyz").status_code == 200
        except httpx2.HTTPError:
            return False

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
            self._process = None

    def add(self, folder: Path, **record: str) -> None:
        """Store one more document, while the service runs or not."""
        kept = folder / f"{record['doc_id']}.jsonl"
        kept.write_text(json.dumps({"domain": "news", "language": "en", **record}), "utf-8")
        _told(self.store, "ingest", str(kept), "--sources", str(RECORD / "sources.toml"))


def _told(store: Path, *words: str) -> str:
    command = [sys.executable, "-m", "ledgerrag", *words, "--store", str(store)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def serving(folder: Path) -> Iterator[Newsdesk]:
    """The service over the record, for as long as the block lasts."""
    store = folder / "record.db"
    _told(store, "ingest", str(RECORD), "--sources", str(RECORD / "sources.toml"))
    scopes = ("--scope", "draft", "--scope", "watch")
    made = _told(store, "token", "create", "--site", "tide", "--label", "wp", *scopes, "--json")
    desk = Newsdesk(store, free_port(), json.loads(made)["token"])
    desk.start()
    try:
        yield desk
    finally:
        desk.stop()
