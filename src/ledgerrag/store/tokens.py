"""Tokens of the service as the store keeps them: who may do what, never the secret itself."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.store.corpus import Reading
from ledgerrag.store.writes import Tx

_SELECT = (
    "SELECT t.id, t.digest, t.tenant, t.site, t.label, t.scopes, t.created,"
    " coalesce(e.ended, '') FROM token AS t LEFT JOIN token_end AS e ON e.id = t.id"
)


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token.

    Args:
        id: its public part.
        digest: sha256 of its secret, hex.
        tenant: whose store it opens.
        site: the newsroom or program that it is for.
        label: what it is used by; part of the actor in the journal.
        scopes: what it allows, sorted, separated by blanks.
        created: UTC text.
        ended: when it was revoked, UTC text; empty while it holds.
    """

    id: str
    digest: str
    tenant: str
    site: str
    label: str
    scopes: str
    created: str
    ended: str = ""


class TokenReads(Reading):
    """The reads of tokens."""

    def token(self, id: str) -> TokenRow | None:
        """A token by its public part; None where there is none."""
        row = self._one(f"{_SELECT} WHERE t.id = ?", (id,))
        return None if row is None else TokenRow(*row)

    def tokens(self) -> tuple[TokenRow, ...]:
        """All tokens, in the order in which they were made."""
        return tuple(TokenRow(*row) for row in self._all(f"{_SELECT} ORDER BY t.position"))


def put_token(tx: Tx, row: TokenRow) -> None:
    """Keep a new token."""
    tx.execute(
        "INSERT INTO token VALUES"
        " (1 + coalesce((SELECT max(position) FROM token), 0), ?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.digest, row.tenant, row.site, row.label, row.scopes, row.created),
    )


def end_token(tx: Tx, id: str, ended: str) -> None:
    """Revoke a token for good."""
    tx.execute("INSERT INTO token_end VALUES (?, ?)", (id, ended))
