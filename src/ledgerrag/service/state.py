"""What a running service holds: its settings, stores, tokens and workers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeVar, cast

from fastapi import Request

from ledgerrag.api import LedgerRAG
from ledgerrag.api.opening import system_clock
from ledgerrag.service.bell import Bell
from ledgerrag.service.companions import Companion
from ledgerrag.service.door import Door
from ledgerrag.service.metrics import Metrics
from ledgerrag.service.rates import Rates
from ledgerrag.service.settings import Settings
from ledgerrag.service.tenants import Tenants
from ledgerrag.service.tokens import Tokens
from ledgerrag.service.work import Pool

C = TypeVar("C", bound=Companion)

_AGAIN = "what is stored stays; send it again with the same Idempotency-Key and it goes on there"

__all__ = ["Service", "Settings", "service_of"]


@dataclass(frozen=True, slots=True)
class Service:
    """What the routes reach.

    Args:
        settings: how it runs.
        tenants: the stores.
        tokens: who may call.
        pool: runs questions and whatever else a caller waits for.
        intake: takes documents and acts in, one batch at a time.
        audits: verifies and replays: what reads the whole journal stands in nobody's way.
        rates: how often a token may call.
        metrics: what is counted.
        bell: wakes those who wait for news.
        clock: aware datetimes.
        entropy: n random bytes.
        door: the way into the pages.
        companions: what works beside the requests, by kind.
    """

    settings: Settings
    tenants: Tenants
    tokens: Tokens
    pool: Pool
    intake: Pool
    audits: Pool
    rates: Rates
    metrics: Metrics
    bell: Bell
    clock: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    door: Door
    companions: dict[type, Companion] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        settings: Settings,
        opener: Callable[[Path], LedgerRAG] | None = None,
        clock: Callable[[], datetime] = system_clock,
        entropy: Callable[[int], bytes] = os.urandom,
        timer: Callable[[], float] = time.monotonic,
    ) -> Service:
        """Open the store of tenant `main`; the others when they are asked for.

        Args:
            settings: how it runs.
            opener: opens a store by its path; with the defaults where None.
            clock: aware datetimes.
            entropy: n random bytes.
            timer: monotonic seconds, for rates and durations.
        Raises:
            StoreError: the store cannot be opened.
        """

        def plain(path: Path) -> LedgerRAG:
            return LedgerRAG.open(path, clock=clock, entropy=entropy)

        tenants = Tenants(settings.store, opener or plain)
        tokens = Tokens(tenants.get().store, clock, entropy)
        queue, patience = settings.queue, settings.max_batch_seconds
        pools = (
            Pool("ask", settings.workers, queue, settings.max_seconds),
            Pool("ingest", 1, queue, patience, _AGAIN),
            Pool("audit", 1, queue, patience),
        )
        return cls(
            settings,
            tenants,
            tokens,
            *pools,
            Rates(settings.rate, timer),
            Metrics(timer, pools),
            Bell(),
            clock,
            entropy,
            Door.made(entropy),
        )

    def companion(self, kind: type[C]) -> C:
        """What works beside the requests, by its kind."""
        return cast("C", self.companions[kind])

    def accompany(self, *companions: Companion) -> None:
        """Start what works beside the requests."""
        for one in companions:
            self.companions[type(one)] = one
            one.start()

    def ingested(self, tenant: str) -> None:
        """Tell those who work beside the requests that documents or acts came in."""
        for one in self.companions.values():
            one.ingested(tenant)

    def drain(self) -> None:
        """The service is about to end: streams and those who wait for news are sent home."""
        self.bell.close()

    def close(self) -> None:
        """End the workers and close the stores; a second time changes nothing."""
        self.drain()
        while self.companions:
            self.companions.popitem()[1].close()
        for pool in (self.pool, self.intake, self.audits):
            pool.cancel_all()
            pool.close()
        self.tenants.close()


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    return cast("Service", request.app.state.service)
