"""`serve`: the HTTP service over a store."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledgerrag.cli import options, session
from ledgerrag.cli.speaking import Wanted, spoken
from ledgerrag.errors import NotFoundError

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG


def serve(
    store: options.Store = options.DEFAULT_STORE,
    *,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65_535, help="Port; 0 takes a free one.")
    ] = 8000,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            "--host-name",
            metavar="NAME",
            help="A name that it answers to besides loopback, as a proxy sends it; repeatable.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Threads that answer and check.")
    ] = 2,
    queue: Annotated[
        int, typer.Option("--queue", min=0, max=10_000, help="Requests that may wait for one.")
    ] = 64,
    max_requests: Annotated[
        int, typer.Option("--max-requests", min=1, max=100_000, help="Requests open at once.")
    ] = 256,
    max_body: Annotated[
        int, typer.Option("--max-body", min=1_000, metavar="BYTES", help="Of a request.")
    ] = 1 << 20,
    max_batch: Annotated[
        int, typer.Option("--max-batch", min=1_000, metavar="BYTES", help="Of a batch of records.")
    ] = 16 << 20,
    max_seconds: Annotated[
        int, typer.Option("--max-seconds", min=1, help="For an answer, waiting included.")
    ] = 60,
    rate: Annotated[
        int, typer.Option("--rate", min=0, help="Requests a minute and token; 0: no limit.")
    ] = 0,
    grace: Annotated[
        int, typer.Option("--grace", min=0, help="Seconds that what runs may take to finish.")
    ] = 20,
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", help="Give /metrics to whoever asks.")
    ] = False,
    allow_private_webhooks: Annotated[
        bool,
        typer.Option(
            "--allow-private-webhooks",
            help="Webhooks may lie on this machine or its network, and be plain http.",
        ),
    ] = False,
    preset: options.Preset = "",
    config: options.Config = None,
    settings: options.Set = None,
    stance: options.Stance = "",
    model: options.Model = False,
    require_model: options.RequireModel = False,
) -> None:
    """Serve the HTTP API of a store and of its tenants; Ctrl-C or SIGTERM ends it.

    Whatever comes in needs a token: see `ledgerrag token create`.
    """
    from ledgerrag.api import LedgerRAG
    from ledgerrag.service.running import listen, run
    from ledgerrag.service.settings import LOOPBACK, Settings
    from ledgerrag.service.state import Service

    if not store.is_file():
        raise NotFoundError(
            f"there is no store at {store}", "make one with `ledgerrag ingest` or `token create`"
        )
    limits = Settings(
        store,
        workers=workers,
        queue=queue,
        max_requests=max_requests,
        max_body=max_body,
        max_batch=max_batch,
        max_seconds=max_seconds,
        rate=rate,
        open_metrics=open_metrics,
        allow_private_webhooks=allow_private_webhooks,
        hosts=tuple(dict.fromkeys((*LOOPBACK, _bare(host), *(host_name or ())))),
    )
    chosen = session.settings(settings, stance=stance)
    with spoken(Wanted(model, require_model), store) as language:

        def opener(path: Path) -> LedgerRAG:
            return LedgerRAG.open(
                path,
                preset=preset or "auto",
                config=config,
                params=chosen,
                language=language,
                require_model=require_model,
            )

        listening = listen(host, port)
        with listening:
            service = Service.open(limits, opener)
            address = f"http://{_bare(host)}:{listening.getsockname()[1]}"
            run(
                service,
                listening,
                grace=grace,
                ready=lambda: _tell(address, host, service.door.key),
            )


def _tell(address: str, host: str, key: str) -> None:
    typer.echo(f"LedgerRAG serves {address} (the API: {address}/docs)", err=True)
    typer.echo(f"Open in a browser: {address}/enter?key={key}", err=True)
    if not _is_loopback(host):
        typer.echo(
            "ledgerrag: others can reach this address, and nothing on it is encrypted; put a"
            " proxy with TLS before it",
            err=True,
        )


def _bare(host: str) -> str:
    """An address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
