"""Who may see the pages: whoever holds the key of this start, which the terminal shows.

The pages act on the store, so a browser needs what only its user can have read. The key comes in
once by the address; a cookie that no script and no other site can use stands for it from then on.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

KEY_BYTES: Final = 24


@dataclass(frozen=True, slots=True)
class Door:
    """The way into the pages of one start of the service.

    Args:
        key: stands in the address that the terminal shows, hex.
    """

    key: str

    @classmethod
    def made(cls, entropy: Callable[[int], bytes]) -> Door:
        """A door with a key that nobody has seen.

        Args:
            entropy: n random bytes.
        """
        return cls(entropy(KEY_BYTES).hex())

    @property
    def cookie(self) -> str:
        """What the browser keeps: made of the key, which it does not give away."""
        return self._derived("cookie")

    @property
    def forms(self) -> str:
        """What each form of ours carries, and a form of another site cannot."""
        return self._derived("forms")

    def fits(self, key: str) -> bool:
        """Whether this is the key, told in a time that says nothing about it."""
        return _same(key, self.key)

    def knows(self, cookie: str) -> bool:
        """Whether the browser came in by this door."""
        return _same(cookie, self.cookie)

    def ours(self, token: str) -> bool:
        """Whether a form is one of our pages."""
        return _same(token, self.forms)

    def _derived(self, purpose: str) -> str:
        return hmac.new(self.key.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
