"""The application: routes, errors, and what begins and ends with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from typing import Final

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from ledgerrag.service import problems
from ledgerrag.service.accesslog import AccessLog
from ledgerrag.service.companions import COMPANIONS
from ledgerrag.service.journey import Guard
from ledgerrag.service.routes import ROUTERS
from ledgerrag.service.state import Service
from ledgerrag.version import __version__

ABOUT: Final = (
    "Questions with dates in, answers with evidence out; drafts, watches and the journal behind."
)


def create_app(service: Service, log: AccessLog | None = None) -> FastAPI:
    """The application of a service, which ends with it.

    Args:
        service: open; closed when the application shuts down.
        log: where each request is written to; standard error where None.
    """

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        service.accompany(*(made(service) for made in COMPANIONS))
        yield
        service.close()

    app = FastAPI(
        title="LedgerRAG",
        summary=ABOUT,
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.state.service = service
    app.state.log = log or AccessLog(service.clock)
    app.add_middleware(Guard, service=service, log=app.state.log)
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router)
    static = resources.files("ledgerrag.service") / "static"
    if static.is_dir():
        app.mount("/static", StaticFiles(directory=str(static)), name="static")
    return app
