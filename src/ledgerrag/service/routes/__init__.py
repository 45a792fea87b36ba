"""The routes of the API, a file for each noun; `ROUTERS` is what the application serves."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from ledgerrag.service.routes import (
    asking,
    describing,
    documents,
    drafts,
    exports,
    happenings,
    health,
    identity,
    pages,
    runs,
    watches,
)

ROUTERS: Final[tuple[APIRouter, ...]] = (
    health.router,
    describing.router,
    identity.router,
    asking.router,
    documents.router,
    drafts.router,
    exports.router,
    runs.router,
    watches.router,
    happenings.router,
    pages.router,
)
