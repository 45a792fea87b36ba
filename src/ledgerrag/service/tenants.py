"""A tenant is a store of its own: what lies in another file cannot be seen by mistake."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from ledgerrag.api import LedgerRAG
from ledgerrag.api.copies import tenants_folder

MAIN = "main"


class Tenants:
    """Opens the store of a tenant when it is first asked for, and keeps it open.

    Args:
        store: the store of tenant `main`; the others lie in `FILE.tenants/`.
        opener: opens a store by its path; it makes it where it is missing.
    """

    def __init__(self, store: Path, opener: Callable[[Path], LedgerRAG]) -> None:
        self._store = store
        self._opener = opener
        self._open: dict[str, LedgerRAG] = {}
        self._lock = threading.Lock()

    def path(self, tenant: str) -> Path:
        """Where a tenant's store lies."""
        return self._store if tenant == MAIN else tenants_folder(self._store) / f"{tenant}.db"

    def get(self, tenant: str = MAIN) -> LedgerRAG:
        """The open system of a tenant.

        Args:
            tenant: its name, as checked when the token was made.
        """
        with self._lock:
            found = self._open.get(tenant)
            if found is None:
                path = self.path(tenant)
                if tenant != MAIN:
                    path.parent.mkdir(mode=0o700, exist_ok=True)
                found = self._open[tenant] = self._opener(path)
            return found

    def names(self) -> tuple[str, ...]:
        """The tenants that have a store."""
        others = sorted(path.stem for path in tenants_folder(self._store).glob("*.db"))
        return (MAIN, *others)

    def close(self) -> None:
        """Close every store."""
        with self._lock:
            for rag in self._open.values():
                rag.close()
            self._open.clear()
