"""How a service runs: its limits and what it answers to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a service runs.

    Args:
        store: the store of tenant `main`.
        workers: threads that run questions and checks.
        queue: requests that may wait for one; more are refused with 503.
        max_body: bytes of a request's body.
        max_batch: bytes of a batch of documents or acts.
        max_seconds: how long a question may take, waiting included.
        max_batch_seconds: how long a batch, or a verification, may take, waiting included.
        max_requests: requests that are open at once, streams included; more are refused with 503.
        rate: requests a minute and token; 0: no limit.
        open_metrics: `/metrics` needs no token.
        allow_private_webhooks: webhooks may lie on this machine or its network, and be plain http.
        hosts: names that the service answers to, without port; another is refused, so that no
            page from elsewhere gets at it by a name of its own.
    """

    store: Path
    workers: int = 2
    queue: int = 64
    max_body: int = 1 << 20
    max_batch: int = 16 << 20
    max_seconds: float = 60
    max_batch_seconds: float = 900
    max_requests: int = 256
    rate: int = 0
    open_metrics: bool = False
    allow_private_webhooks: bool = False
    hosts: tuple[str, ...] = LOOPBACK
