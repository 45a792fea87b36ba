"""`serve`: the HTTP service over a store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ledgerrag.cli import options, serving_options, session
from ledgerrag.cli.speaking import Wanted, spoken
from ledgerrag.errors import NotFoundError

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG
    from ledgerrag.language.seam import LanguageModel
    from ledgerrag.service.settings import Settings


def serve(
    store: options.Store = options.DEFAULT_STORE,
    *,
    host: serving_options.Host = "127.0.0.1",
    port: serving_options.Port = 8000,
    host_name: serving_options.HostName = None,
    workers: serving_options.Workers = 2,
    queue: serving_options.Queue = 64,
    max_requests: serving_options.MaxRequests = 256,
    max_body: serving_options.MaxBody = 1 << 20,
    max_batch: serving_options.MaxBatch = 16 << 20,
    max_seconds: serving_options.MaxSeconds = 60,
    max_batch_seconds: serving_options.MaxBatchSeconds = 900,
    rate: serving_options.Rate = 0,
    grace: serving_options.Grace = 20,
    open_metrics: serving_options.OpenMetrics = False,
    allow_private_webhooks: serving_options.PrivateWebhooks = False,
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
    from ledgerrag.service.settings import LOOPBACK, Settings

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
        max_batch_seconds=max_batch_seconds,
        rate=rate,
        open_metrics=open_metrics,
        allow_private_webhooks=allow_private_webhooks,
        hosts=(*LOOPBACK, *(name.lower() for name in (_bare(host), *(host_name or ())))),
    )
    chosen = session.settings(settings, stance=stance)
    with spoken(Wanted(model, require_model), store) as language:
        opener = _opener(preset, config, chosen, language, require_model=require_model)
        _serve(limits, opener, host, port, grace)


def _opener(
    preset: str,
    config: Path | None,
    chosen: Mapping[str, str | int],
    language: LanguageModel | None,
    *,
    require_model: bool,
) -> Callable[[Path], LedgerRAG]:
    """What opens a tenant's store as the options say."""
    from ledgerrag.api import LedgerRAG

    def opener(path: Path) -> LedgerRAG:
        return LedgerRAG.open(
            path,
            preset=preset or "auto",
            config=config,
            params=chosen,
            language=language,
            require_model=require_model,
        )

    return opener


def _serve(
    limits: Settings, opener: Callable[[Path], LedgerRAG], host: str, port: int, grace: int
) -> None:
    from ledgerrag.service.running import listen, run
    from ledgerrag.service.state import Service

    with listen(host, port) as listening:
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
