"""`/healthz` and `/readyz`."""

from __future__ import annotations

from fastapi import APIRouter, Request

from ledgerrag.service.state import service_of

router = APIRouter(tags=["health"])


@router.get("/healthz")
def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz")
def readyz(request: Request) -> dict[str, str]:
    """The store can be read."""
    service_of(request).tenants.get().counts()
    return {"status": "ready"}
