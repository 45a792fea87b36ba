"""Group commit: writes that wait at the same time share one transaction and one sync to disk.

Whoever gets the writer's lock first commits for all that wait. Each write stands in a savepoint of
its own, so that one that fails does not take the others with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ledgerrag.errors import StoreBusyError, StoreError
from ledgerrag.store.writes import Tx

if TYPE_CHECKING:
    from ledgerrag.store.database import Store

Work = Callable[[Tx], bytes]


@dataclass(slots=True)
class Waiting:
    """A write that waits for its commit.

    Args:
        key: its idempotency key.
        work: what it writes; may run in another thread.
        draft: what the work returned; void until the commit.
        body: what the caller is told after the commit.
        error: why it has not been written.
        erases: it erased a payload, so that the write-ahead log has to be emptied.
        done: its outcome is known.
    """

    key: str
    work: Work
    draft: bytes | None = None
    body: bytes | None = None
    error: Exception | None = None
    erases: bool = False
    done: threading.Event = field(default_factory=threading.Event)

    def result(self) -> bytes:
        """What the work returned, now or when the key was used first."""
        if self.error is not None:
            raise self.error
        if self.body is None:
            raise StoreError(f"the write {self.key!r} was interrupted", "send it again")
        return self.body


class Group:
    """The queue of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: list[Waiting] = []
        self._lock = threading.Lock()

    def submit(self, key: str, work: Work) -> bytes:
        """Commit the work under the key, together with whatever else waits."""
        mine = Waiting(key, work)
        with self._lock:
            self._queue.append(mine)
        try:
            self._store.lock_writer()
        except StoreBusyError:
            if self._withdraw(mine):
                raise
            # Another thread has taken it on: only its outcome can be reported.
            mine.done.wait()
            return mine.result()
        try:
            if not mine.done.is_set():
                self._commit(self._take())
        finally:
            self._store.unlock_writer()
        return mine.result()

    def _withdraw(self, mine: Waiting) -> bool:
        with self._lock:
            if mine in self._queue:
                self._queue.remove(mine)
                return True
        return False

    def _take(self) -> list[Waiting]:
        with self._lock:
            batch, self._queue = self._queue, []
        return batch

    def _commit(self, batch: list[Waiting]) -> None:
        try:
            with self._store.transaction() as tx:
                for one in batch:
                    self._perform(tx, one)
            for one in batch:
                one.body = one.draft
            self._forget(batch)
        except Exception as error:  # noqa: BLE001 - each waiting thread is told its own outcome
            for one in batch:
                self._settle(one, error)
        finally:
            for one in batch:
                one.done.set()

    def _perform(self, tx: Tx, one: Waiting) -> None:
        tx.erased = False
        try:
            with tx.savepoint():
                one.draft = self._store.idempotent(one.key)
                if one.draft is None:
                    draft = one.work(tx)
                    tx.put_idempotent(one.key, draft)
                    one.draft = draft
        except Exception as error:
            one.error = error
            if not tx.alive:
                raise
        else:
            one.erases = tx.erased

    def _forget(self, batch: list[Waiting]) -> None:
        erasing = [one for one in batch if one.erases]
        if not erasing:
            return
        try:
            self._store.forget()
        except StoreError as error:
            for one in erasing:
                one.error = error

    def _settle(self, one: Waiting, error: Exception) -> None:
        # A commit that raised may have happened: the key tells.
        if one.error is not None:
            return
        try:
            one.body = self._store.committed(one.key)
        except StoreError:
            one.body = None
        if one.body is None:
            one.error = error
