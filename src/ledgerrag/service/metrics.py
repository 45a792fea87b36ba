"""What is counted, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from ledgerrag.service.work import Pool

FORM = CONTENT_TYPE_LATEST
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The counters of one service.

    Args:
        timer: monotonic seconds.
        pools: whose work is counted.
    """

    def __init__(self, timer: Callable[[], float], pools: Sequence[Pool]) -> None:
        self.timer = timer
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "ledgerrag_requests",
            "Requests by route, method and status",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "ledgerrag_request_seconds",
            "Time from the first byte of a request to the last of its response",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.open = Gauge(
            "ledgerrag_requests_open", "Requests that are being answered", registry=self.registry
        )
        self.items = Counter(
            "ledgerrag_delivered",
            "Records delivered, by what became of them",
            ("status",),
            registry=self.registry,
        )
        taken = Gauge(
            "ledgerrag_work_taken",
            "Pieces of work that run or wait, by pool",
            ("pool",),
            registry=self.registry,
        )
        for pool in pools:
            taken.labels(pool.name).set_function(partial(getattr, pool, "taken"))

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that has been answered."""
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All counters as they stand."""
        return generate_latest(self.registry)
