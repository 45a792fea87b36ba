"""`serve`: the HTTP service over a store."""

from __future__ import annotations

from typing import Annotated

import typer

from ledgerrag.cli import options


def serve(
    store: options.Store = options.DEFAULT_STORE,
    *,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="Port.")] = 8000,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Threads that work.")] = 2,
    queue: Annotated[int, typer.Option("--queue", min=0, help="Requests that may wait.")] = 64,
) -> None:
    """Serve the HTTP API of a store and of its tenants; Ctrl-C ends it."""
    import uvicorn

    from ledgerrag.service.app import create_app
    from ledgerrag.service.state import Service, Settings

    service = Service.open(Settings(store, workers=workers, queue=queue))
    uvicorn.run(create_app(service), host=host, port=port, log_level="warning")
