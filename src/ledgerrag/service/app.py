"""The application: routes, errors, and what begins and ends with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from ledgerrag.service import problems
from ledgerrag.service.routes import ROUTERS
from ledgerrag.service.state import Service
from ledgerrag.version import __version__


def create_app(service: Service) -> FastAPI:
    """The application of a service, which ends with it.

    Args:
        service: open; closed when the application shuts down.
    """

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        for work in service.background:
            work.start(service)
        yield
        for work in service.background:
            work.stop()
        service.close()

    app = FastAPI(
        title="LedgerRAG",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
    )
    app.state.service = service
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router)
    return app
