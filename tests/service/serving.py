"""`ledgerrag serve` as a process of its own, on loopback: started, spoken to, ended or killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 60.0


@dataclass(slots=True)
class Process:
    """A service that runs.

    Args:
        child: the process.
        address: where it listens.
        log: what this life of it has written is in this file.
    """

    child: subprocess.Popen[bytes]
    address: str
    log: Path

    def call(
        self, method: str, path: str, token: str = "", body: Any = None, key: str = ""
    ) -> tuple[int, Any]:
        """A call; status and JSON. Raises OSError where the service is gone."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        asked = Request(self.address + path, data, headers, method=method)  # noqa: S310
        try:
            with urlopen(asked, timeout=PATIENCE) as told:  # noqa: S310
                return told.status, json.loads(told.read())
        except HTTPError as refused:
            with refused:
                return refused.code, json.loads(refused.read())

    def metric(self, line: str) -> bool:
        """Whether the metrics hold a line; they are open where the service was started so."""
        with urlopen(f"{self.address}/metrics", timeout=PATIENCE) as told:  # noqa: S310
            return line in told.read().decode().splitlines()

    def kill(self) -> None:
        """As a power cut would."""
        self.child.kill()
        self.child.wait()


@contextmanager
def started(store: Path, *options: str) -> Iterator[Process]:
    """A service over a store, once it listens; it is killed at the end if it still runs."""
    log = store.with_name(store.name + ".log")
    with log.open("wb") as stream:
        child = subprocess.Popen(
            [sys.executable, "-m", "ledgerrag", "serve", "--store", store, "--port", "0", *options],
            stderr=stream,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    try:
        yield Process(child, _address(child, log), log)
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        child.wait()


def _address(child: subprocess.Popen[bytes], log: Path) -> str:
    mark = "LedgerRAG serves "
    while child.poll() is None:
        for line in log.read_text("utf-8").splitlines():
            if line.startswith(mark):
                return line.removeprefix(mark).split()[0]
        time.sleep(0.02)
    raise AssertionError(log.read_text("utf-8"))
