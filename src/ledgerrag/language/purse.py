"""The tokens that all calls of a model may spend together."""

from __future__ import annotations

import threading

from ledgerrag.errors import BudgetError


class Purse:
    """Counts tokens, and stops what would go beyond the limit before it is sent.

    Args:
        limit: tokens; 0: no limit.
    """

    def __init__(self, limit: int = 0) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._spent = 0
        self._held = 0

    @property
    def spent(self) -> int:
        """Tokens so far."""
        return self._spent

    def hold(self, tokens: int) -> None:
        """Set tokens aside for a request under way.

        Args:
            tokens: what it will cost at least.
        Raises:
            BudgetError: so many are not left.
        """
        with self._lock:
            if 0 < self._limit < self._spent + self._held + tokens:
                raise BudgetError(
                    f"{self._spent} of {self._limit} model tokens are spent, and the next request"
                    f" takes {tokens} or more",
                    next_step="raise the limit, or go on without the model",
                )
            self._held += tokens

    def settle(self, held: int, spent: int) -> None:
        """A request ended.

        Args:
            held: what was set aside for it.
            spent: what it cost.
        """
        with self._lock:
            self._held -= held
            self._spent += spent
