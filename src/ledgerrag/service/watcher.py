"""Looks after the watches beside the requests: of each tenant, one thread looks and one tells."""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TYPE_CHECKING, Final

from ledgerrag.api import LedgerRAG
from ledgerrag.audit.journal import utc_text
from ledgerrag.cms import telling
from ledgerrag.cms.reverifying import Looked, Watcher
from ledgerrag.cms.watched import read_event
from ledgerrag.errors import LedgerRAGError
from ledgerrag.service.hooks import Hook, HttpHook
from ledgerrag.store import Tx
from ledgerrag.store.watches import DeliveryRow, Owed, put_delivery

if TYPE_CHECKING:
    from ledgerrag.service.state import Service

_log = logging.getLogger("ledgerrag.watcher")
# What comes in by another way, as `ledgerrag ingest`, is noticed within this time.
_POLL_SECONDS: Final = 5.0
_ADDRESSES_AT_ONCE: Final = 4


def topic(tenant: str, site: str) -> str:
    """What rings when something happened to a watched story of a site."""
    return f"watch:{tenant}:{site}"


class Watchers:
    """The watchers of all tenants (a `service.companions.Companion`).

    Args:
        service: whose tenants are looked after.
        hook: tells of events.
    """

    def __init__(self, service: Service, hook: Hook | None = None) -> None:
        self._service = service
        self._hook = hook or HttpHook(service.settings.allow_private_webhooks)
        self._workers: dict[str, _Worker] = {}
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Take up what came in while the service was not running."""
        for tenant in self._service.tenants.names():
            self.ingested(tenant)

    def ingested(self, tenant: str) -> None:
        """Look at what came in; also when a story is watched from now on."""
        with self._lock:
            if self._closed:
                return
            worker = self._workers.get(tenant)
            if worker is None:
                worker = self._workers[tenant] = _Worker(self._service, tenant, self._hook)
        worker.wake()

    def close(self) -> None:
        """Finish what runs; the rest is taken up at the next start."""
        with self._lock:
            self._closed = True
            workers = tuple(self._workers.values())
        for worker in workers:
            worker.stop()


class _Worker:
    """The two threads of a tenant."""

    def __init__(self, service: Service, tenant: str, hook: Hook) -> None:
        self._service = service
        self._tenant = tenant
        self._hook = hook
        self._stopping = threading.Event()
        self._looking = threading.Event()
        self._telling = threading.Event()
        self._threads = (
            threading.Thread(target=self._look_on, name=f"watch-{tenant}", daemon=True),
            threading.Thread(target=self._tell_on, name=f"tell-{tenant}", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        self._looking.set()

    def stop(self) -> None:
        self._stopping.set()
        self._looking.set()
        self._telling.set()
        for thread in self._threads:
            thread.join()

    def _each(self, event: threading.Event, work: Callable[[], None]) -> None:
        while not self._stopping.is_set():
            event.wait(_POLL_SECONDS)
            event.clear()
            if self._stopping.is_set():
                return
            try:
                work()
            except LedgerRAGError as error:
                # Nothing is lost: the cursor has not moved, and it is tried again.
                _log.warning("watches of tenant %s: %s", self._tenant, error.message)
            except Exception:  # noqa: BLE001 - see below
                # A fault of ours must not end the thread: then nobody would hear of anything more.
                _log.exception("watches of tenant %s: a fault of ours", self._tenant)

    def _rag(self) -> LedgerRAG:
        return self._service.tenants.get(self._tenant)

    def _look_on(self) -> None:
        watcher: Watcher | None = None

        def look() -> None:
            nonlocal watcher
            watcher = watcher or Watcher(self._rag())
            while not self._stopping.is_set() and (looked := watcher.look()) is not None:
                self._ring(looked)
                if not looked.more:
                    break
            self._telling.set()

        self._each(self._looking, look)

    def _ring(self, looked: Looked) -> None:
        store = self._rag().store
        rows = (store.watch(one) for one in dict.fromkeys(e.watch for e in looked.events))
        for site in {row.site for row in rows if row is not None}:
            self._service.bell.ring(topic(self._tenant, site))

    def _tell_on(self) -> None:
        self._each(
            self._telling,
            lambda: tell(self._rag(), self._hook, self._service.clock, self._stopping.is_set),
        )


def tell(
    rag: LedgerRAG,
    hook: Hook,
    clock: Callable[[], datetime],
    stopping: Callable[[], bool] = lambda: False,
) -> None:
    """Tell webhooks of the events that they are owed and whose time has come, oldest first.

    An address that does not take one is left alone until the next time.

    Args:
        rag: the tenant's system.
        hook: sends.
        clock: aware datetimes.
        stopping: whether the rest is to be left for later.
    """
    waiting: dict[str, list[Owed]] = defaultdict(list)
    now = utc_text(clock())
    for owed in rag.store.owed():
        if owed.next <= now:
            waiting[owed.url].append(owed)

    def address(letters: Sequence[Owed]) -> None:
        for owed in letters:
            if stopping() or not _told(rag, hook, clock, owed):
                return

    with ThreadPoolExecutor(_ADDRESSES_AT_ONCE, thread_name_prefix="hook") as threads:
        tuple(threads.map(address, waiting.values()))


def _told(rag: LedgerRAG, hook: Hook, clock: Callable[[], datetime], owed: Owed) -> bool:
    """Whether an event was taken; either way the attempt is noted, and when to try again."""
    now = clock()
    letter = telling.letter(read_event(owed.event), owed.secret, now)
    taken, detail = hook.post(owed.url, letter.body, letter.headers)
    attempt = owed.attempts + 1
    again = None if taken else telling.next_try(attempt, clock())
    row = DeliveryRow(
        event=owed.event.seq,
        attempt=attempt,
        at=utc_text(now),
        outcome="delivered" if taken else "failed" if again else "abandoned",
        detail=detail,
        next=utc_text(again) if again else "",
    )
    _note(rag, row)
    return taken


def _note(rag: LedgerRAG, row: DeliveryRow) -> None:
    def commit(tx: Tx) -> bytes:
        put_delivery(tx, row)
        return b""

    rag.store.submit(f"delivery:{row.event}:{row.attempt}", commit)
