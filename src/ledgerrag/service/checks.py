"""Runs the accepted checks beside the requests: of each tenant, one after the other."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from ledgerrag.cms.accepting import Accepted, Wanted, accept
from ledgerrag.cms.checking import Checker
from ledgerrag.errors import AbandonedError, LedgerRAGError, StoreBusyError
from ledgerrag.loop import Step
from ledgerrag.service.problems import RefusedError

if TYPE_CHECKING:
    from ledgerrag.service.state import Service

_log = logging.getLogger("ledgerrag.checks")
# A store that another process holds is tried again so often, a second apart.
_TRIES: Final = 30
_AGAIN_SECONDS: Final = 1.0


def topic(tenant: str, check: str) -> str:
    """What rings when something of a check was committed."""
    return f"check:{tenant}:{check}"


class Checks:
    """The checks of all tenants (a `service.companions.Companion`).

    Args:
        service: whose tenants' drafts are checked.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lanes: dict[str, _Lane] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def start(self) -> None:
        """Take up the checks that an earlier process accepted and did not finish."""
        for tenant in self._service.tenants.names():
            lane = self._lane(tenant)
            lane.do(lane.resume)

    def ingested(self, tenant: str) -> None:
        """Nothing: what became stale is told when a ledger is read, and judged when it is asked."""
        del tenant

    def accept(self, tenant: str, wanted: Wanted) -> Accepted:
        """Put a check on record and in the queue.

        Args:
            tenant: whose it is.
            wanted: the draft.
        Raises:
            RefusedError: 503, the queue is full.
            InputError: it cannot be checked.
        """
        return self._lane(tenant).accept(wanted)

    def close(self) -> None:
        """End what runs at its next seam; it is taken up at the next start."""
        with self._lock:
            self._closing.set()
            lanes = tuple(self._lanes.values())
        for lane in lanes:
            lane.close()

    def _lane(self, tenant: str) -> _Lane:
        with self._lock:
            if self._closing.is_set():
                raise RefusedError(503, "the service is shutting down", "try again in a moment")
            lane = self._lanes.get(tenant)
            if lane is None:
                lane = self._lanes[tenant] = _Lane(self._service, tenant, self._closing)
            return lane


class _Lane:
    """The queue of a tenant and the thread that empties it.

    It follows what it runs (an `api.following.Follower`), to end it when the service does.
    """

    def __init__(self, service: Service, tenant: str, closing: threading.Event) -> None:
        self._service = service
        self._tenant = tenant
        self._closing = closing
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"check-{tenant}")
        self._lock = threading.Lock()
        self._waiting: set[str] = set()

    def accept(self, wanted: Wanted) -> Accepted:
        """See `Checks.accept`."""
        if len(self._waiting) >= self._service.settings.queue:
            raise RefusedError(503, "too many drafts wait to be checked", "try again in a moment")
        accepted = accept(self._service.tenants.get(self._tenant), wanted)
        with self._lock:
            self._waiting -= set(accepted.superseded)
        for old in accepted.superseded:
            self._ring(old)
        self._queue(accepted.row.id)
        return accepted

    def resume(self) -> None:
        """Queue what is on record as unfinished."""
        for check in self._service.tenants.get(self._tenant).store.draft_unfinished():
            self._queue(check)

    def do(self, work: object) -> None:
        """Run something in the lane's thread."""
        if callable(work):
            self._thread.submit(self._guarded, work)

    def close(self) -> None:
        """Wait until what runs has ended."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def step(self, step: Step) -> None:
        """Not looked at."""

    def wanted(self) -> None:
        """Go on only while the service does.

        Raises:
            AbandonedError: it shuts down.
        """
        if self._closing.is_set():
            raise AbandonedError("the service shuts down", "the check goes on at the next start")

    def _queue(self, check: str) -> None:
        with self._lock:
            if check in self._waiting:
                return
            self._waiting.add(check)
        try:
            self._thread.submit(self._guarded, lambda: self._run(check))
        except RuntimeError:
            # It is on record: the next start takes it up.
            self._log("is left for the next start", check)

    def _guarded(self, work: object) -> None:
        try:
            if callable(work):
                work()
        except AbandonedError:
            return
        except LedgerRAGError as error:
            self._log(error.message)
        except Exception:  # noqa: BLE001 - a fault of ours must not stop the checks that follow
            _log.exception("checks of tenant %s: a fault of ours", self._tenant)

    def _run(self, check: str) -> None:
        checker = Checker(self._service.tenants.get(self._tenant), time.perf_counter_ns, self._ring)
        try:
            for left in reversed(range(_TRIES)):
                try:
                    return checker.run(check, self)
                except StoreBusyError:
                    if not left or self._closing.wait(_AGAIN_SECONDS):
                        raise
        finally:
            with self._lock:
                self._waiting.discard(check)

    def _ring(self, check: str) -> None:
        self._service.bell.ring(topic(self._tenant, check))

    def _log(self, message: str, check: str = "") -> None:
        _log.warning("checks of tenant %s: %s %s", self._tenant, check, message)
