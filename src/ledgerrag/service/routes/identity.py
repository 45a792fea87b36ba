"""`/v1/token`: what a token is for, so that a program can say what is wrong with its settings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from ledgerrag.service.auth import Caller, caller
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.service.tokens import SCOPES

router = APIRouter(
    prefix="/v1",
    tags=["token"],
    responses={status: PROBLEMS[status] for status in (401, 429)},
)
Anyone = Annotated[Caller, Depends(caller(*SCOPES))]


class TokenView(BaseModel):
    """A token without its text: the site that it is for, and what it allows."""

    site: str
    label: str
    tenant: str
    scopes: tuple[str, ...]


@router.get("/token")
def token(caller: Anyone) -> TokenView:
    """What the token of this request is for; any scope will do."""
    return TokenView(
        site=caller.site,
        label=caller.label,
        tenant=caller.tenant,
        scopes=tuple(sorted(caller.scopes)),
    )
