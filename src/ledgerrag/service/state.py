"""What a running service holds: its settings, stores, tokens and workers."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol, cast

from fastapi import Request

from ledgerrag.api import LedgerRAG
from ledgerrag.api.opening import system_clock
from ledgerrag.service.tenants import Tenants
from ledgerrag.service.tokens import Tokens
from ledgerrag.service.work import Pool


@dataclass(frozen=True, slots=True)
class Settings:
    """How a service runs.

    Args:
        store: the store of tenant `main`.
        workers: threads that run questions and checks.
        queue: requests that may wait for one; more are refused with 503.
        max_body: bytes of a request's body.
        max_seconds: how long a request may take.
        rate: requests a minute and token; 0: no limit.
        open_metrics: `/metrics` needs no token.
    """

    store: Path
    workers: int = 2
    queue: int = 64
    max_body: int = 16 << 20
    max_seconds: int = 60
    rate: int = 0
    open_metrics: bool = False


class Background(Protocol):
    """Work of its own that begins and ends with the application: checks, watches."""

    def start(self, service: Service) -> None:
        """Go on with what was left unfinished, then wait for more."""
        ...

    def stop(self) -> None:
        """End what runs, or leave it for the next start."""
        ...


@dataclass(frozen=True, slots=True)
class Service:
    """What the routes reach.

    Args:
        settings: how it runs.
        tenants: the stores.
        tokens: who may call.
        pool: runs what takes time.
        background: begins and ends with the application.
        clock: aware datetimes.
        entropy: n random bytes.
    """

    settings: Settings
    tenants: Tenants
    tokens: Tokens
    pool: Pool
    background: tuple[Background, ...] = ()
    clock: Callable[[], datetime] = field(default=system_clock)
    entropy: Callable[[int], bytes] = field(default=os.urandom)

    @classmethod
    def open(
        cls,
        settings: Settings,
        opener: Callable[[Path], LedgerRAG] | None = None,
        clock: Callable[[], datetime] = system_clock,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> Service:
        """Open the store of tenant `main`; the others when they are asked for.

        Args:
            settings: how it runs.
            opener: opens a store by its path; with the defaults where None.
            clock: aware datetimes.
            entropy: n random bytes.
        Raises:
            StoreError: the store cannot be opened.
        """

        def plain(path: Path) -> LedgerRAG:
            return LedgerRAG.open(path, clock=clock, entropy=entropy)

        tenants = Tenants(settings.store, opener or plain)
        tokens = Tokens(tenants.get().store, clock, entropy)
        pool = Pool(settings.workers, settings.queue)
        return cls(settings, tenants, tokens, pool, (), clock, entropy)

    def close(self) -> None:
        """End the workers and close the stores."""
        self.pool.close()
        self.tenants.close()


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    return cast("Service", request.app.state.service)
