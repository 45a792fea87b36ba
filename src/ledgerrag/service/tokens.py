"""Tokens: made once, shown once, kept as a hash, ended by a row; each step a journal entry."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from ledgerrag.audit.journal import Journal, utc_text
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.store import Store, Tx
from ledgerrag.store.tokens import TokenRow, end_token, put_token

SCOPES: Final = ("admin", "ask", "draft", "ingest", "read", "watch")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_TOKEN = re.compile(r"lr_([0-9a-f]{16})_([0-9a-f]{64})")
_ID_BYTES, _SECRET_BYTES = 8, 32


@dataclass(frozen=True, slots=True)
class Made:
    """A new token: the one time that its text is known."""

    token: str
    row: TokenRow


def digest(secret: str) -> str:
    """What is kept of a secret: its sha256, hex; 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def check_name(what: str, name: str) -> str:
    """A name that may stand in a path and in a file's name.

    Args:
        what: tenant or site, for the message.
        name: to be checked.
    Raises:
        InputError: it holds something else than small letters, figures and dashes.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{what} {name!r} is not a name", "use small letters, figures and dashes, 63 at most"
        )
    return name


class Tokens:
    """The tokens of a service.

    Args:
        store: of tenant `main`, which keeps the tokens of all tenants.
        clock: aware datetimes.
        entropy: n random bytes.
    """

    def __init__(
        self, store: Store, clock: Callable[[], datetime], entropy: Callable[[int], bytes]
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._journal = Journal(store, entropy)

    def create(
        self, site: str, label: str, scopes: Sequence[str], tenant: str = "main", actor: str = ""
    ) -> Made:
        """Make a token.

        Args:
            site: the newsroom or program that it is for.
            label: what it is used by.
            scopes: what it allows; see `SCOPES`.
            tenant: whose store it opens.
            actor: who makes it.
        Raises:
            InputError: a name or a scope that cannot be.
        """
        check_name("site", site)
        check_name("tenant", tenant)
        check_name("label", label)
        unknown = sorted(set(scopes) - set(SCOPES))
        if unknown or not scopes:
            raise InputError(
                f"there is no scope {unknown[0]!r}" if unknown else "a token needs a scope",
                "choose from " + ", ".join(SCOPES),
            )
        id, secret = self._entropy(_ID_BYTES).hex(), self._entropy(_SECRET_BYTES).hex()
        row = TokenRow(
            id=id,
            digest=digest(secret),
            tenant=tenant,
            site=site,
            label=label,
            scopes=" ".join(sorted(set(scopes))),
            created=utc_text(self._clock()),
        )

        def commit(tx: Tx) -> bytes:
            put_token(tx, row)
            self._journal.recorder(tx, self._clock).append(
                "token",
                {
                    "what": "created",
                    "id": id,
                    "tenant": tenant,
                    "site": site,
                    "label": label,
                    "scopes": row.scopes,
                },
                actor=actor,
            )
            return b""

        self._store.submit(f"token:{id}", commit)
        return Made(f"lr_{id}_{secret}", row)

    def revoke(self, id: str, actor: str = "") -> TokenRow:
        """End a token; a second time changes nothing.

        Raises:
            NotFoundError: there is no such token.
        """
        row = self._store.token(id)
        if row is None:
            raise NotFoundError(f"there is no token {id}", "`ledgerrag token list` shows them")
        if not row.ended:

            def commit(tx: Tx) -> bytes:
                end_token(tx, id, utc_text(self._clock()))
                recorder = self._journal.recorder(tx, self._clock)
                recorder.append("token", {"what": "revoked", "id": id}, actor=actor)
                return b""

            self._store.submit(f"token-end:{id}", commit)
        return self._store.token(id) or row

    def listed(self) -> tuple[TokenRow, ...]:
        """All tokens, revoked ones among them."""
        return self._store.tokens()

    def find(self, text: str) -> TokenRow | None:
        """The token of a request; None where it is not one of ours, or was revoked."""
        found = _TOKEN.fullmatch(text)
        row = self._store.token(found[1]) if found else None
        if found is None or row is None or row.ended:
            return None
        return row if hmac.compare_digest(row.digest, digest(found[2])) else None
