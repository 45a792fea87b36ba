"""What works beside the requests, as long as the service runs: one list, a line for each.

A companion is made when the application starts and ended with it. A route gets the one that it
needs by `caller.service.companion(Kind)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from ledgerrag.service.checks import Checks
from ledgerrag.service.watcher import Watchers

if TYPE_CHECKING:
    from ledgerrag.service.state import Service


class Companion(Protocol):
    """Works in threads of its own; every method returns soon."""

    def start(self) -> None:
        """The application begins: take up what an earlier process left."""
        ...

    def ingested(self, tenant: str) -> None:
        """Documents or acts of a tenant came in through the service."""
        ...

    def close(self) -> None:
        """The application ends: finish what runs, leave the rest for the next start."""
        ...


COMPANIONS: Final[tuple[Callable[[Service], Companion], ...]] = (Checks, Watchers)
