"""Who calls: a bearer token becomes a `Caller`, or the request ends with 401, 403 or 404."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from ledgerrag.api import LedgerRAG
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.service.journey import journey_of
from ledgerrag.service.problems import RefusedError
from ledgerrag.service.state import Service, service_of

_LONGEST_NAME = 100
BEARER = HTTPBearer(auto_error=False, description="A token of `ledgerrag token create`.")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and what they may do.

    Args:
        service: the service that is called.
        token: id of the token.
        tenant: whose store it opens.
        site: the newsroom or program that it is for.
        label: what the token is used by.
        scopes: what it allows.
    """

    service: Service
    token: str
    tenant: str
    site: str
    label: str
    scopes: frozenset[str]

    @property
    def rag(self) -> LedgerRAG:
        """The system of the caller's tenant."""
        return self.service.tenants.get(self.tenant)

    def actor(self, editor: str = "") -> str:
        """Who stands in the journal: `site/label`, or `site/editor` where a person is named.

        Raises:
            InputError: no name of a person.
        """
        name = " ".join(editor.split())
        if len(name) > _LONGEST_NAME or not name.isprintable():
            raise InputError("editor is no name", f"give at most {_LONGEST_NAME} plain characters")
        return f"{self.site}/{name or self.label}"

    def at(self, site: str) -> None:
        """Refuse a site that is not the token's, as if it were not there.

        Raises:
            NotFoundError: another site.
        """
        if site != self.site:
            raise NotFoundError(f"there is no site {site}", "use the site of your token")


def caller(*scopes: str) -> Callable[..., Caller]:
    """A dependency: the caller, whose token must have one of the scopes (or admin)."""

    def found(
        request: Request,
        given: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)],
    ) -> Caller:
        service = service_of(request)
        row = service.tokens.find(given.credentials) if given else None
        if row is None:
            raise RefusedError(
                401,
                "a valid token is needed" if given is None else "the token is not valid",
                "send `Authorization: Bearer TOKEN`, made by `ledgerrag token create`",
                {"WWW-Authenticate": "Bearer"},
            )
        journey = journey_of(request.scope)
        if journey is not None:
            journey.caller.update(token=row.id, tenant=row.tenant, site=row.site)
        service.rates.take(row.id)
        held = frozenset(row.scopes.split())
        if not held & {*scopes, "admin"}:
            raise RefusedError(
                403, f"the token has no scope {scopes[0]}", "make one that has it, and use that"
            )
        return Caller(service, row.id, row.tenant, row.site, row.label, held)

    return found


Reader = Annotated[Caller, Depends(caller("read"))]
Asking = Annotated[Caller, Depends(caller("ask"))]
Ingesting = Annotated[Caller, Depends(caller("ingest"))]
Drafting = Annotated[Caller, Depends(caller("draft"))]
Watching = Annotated[Caller, Depends(caller("watch"))]
Admin = Annotated[Caller, Depends(caller("admin"))]
