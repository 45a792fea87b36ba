"""`/healthz`, `/readyz` and `/metrics`: for those who watch over the service."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials

from ledgerrag.service.auth import BEARER, caller
from ledgerrag.service.metrics import FORM
from ledgerrag.service.problems import PROBLEMS, RefusedError
from ledgerrag.service.state import service_of

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: PROBLEMS[503]})
def readyz(request: Request) -> dict[str, str]:
    """The store can be read, and the service is not about to end."""
    service = service_of(request)
    if service.bell.closed:
        raise RefusedError(503, "the service is shutting down", "ask another, or later")
    service.tenants.get().store.tree_size()
    return {"status": "ready"}


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        **{status: PROBLEMS[status] for status in (401, 403, 429)},
        200: {"content": {"text/plain": {"example": 'ledgerrag_work_taken{pool="ask"} 0.0\n'}}},
    },
)
def metrics(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]
) -> Response:
    """What was counted, as Prometheus reads it; scope admin, unless the service opens it to all."""
    service = service_of(request)
    if not service.settings.open_metrics:
        caller("admin")(request, given)
    return Response(service.metrics.text(), media_type=FORM)
