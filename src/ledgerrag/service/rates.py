"""How often a token may call: a bucket of a minute's worth that fills steadily."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import ceil

from ledgerrag.service.problems import RefusedError

_MOST_KEPT = 10_000


class Rates:
    """The buckets of all callers.

    Args:
        per_minute: calls; 0: no limit.
        timer: monotonic seconds.
    """

    def __init__(self, per_minute: int, timer: Callable[[], float]) -> None:
        self._per_minute = per_minute
        self._timer = timer
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> None:
        """Count a call.

        Raises:
            RefusedError: 429, with the seconds until the next call.
        """
        if not self._per_minute:
            return
        now, speed = self._timer(), self._per_minute / 60
        with self._lock:
            left, seen = self._buckets.get(caller, (float(self._per_minute), now))
            left = min(self._per_minute, left + (now - seen) * speed)
            if left >= 1:
                self._buckets[caller] = (left - 1, now)
                self._forget(now)
                return
            self._buckets[caller] = (left, now)
        seconds = ceil((1 - left) / speed)
        raise RefusedError(
            429,
            f"more than {self._per_minute} requests a minute",
            f"try again in {seconds} seconds",
            {"Retry-After": str(seconds)},
        )

    def _forget(self, now: float) -> None:
        # Who has not called for a minute has a full bucket again.
        if len(self._buckets) > _MOST_KEPT:
            self._buckets = {k: b for k, b in self._buckets.items() if now - b[1] < 60}
