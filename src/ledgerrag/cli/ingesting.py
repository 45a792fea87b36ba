"""`ingest`: files and folders into the store, with a report of every record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ledgerrag.cli import intake, options, session

Paths: TypeAlias = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Files and folders, acts among them.")
]
Sources: TypeAlias = Annotated[
    Path | None,
    typer.Option("--sources", metavar="FILE", help="TOML: who speaks with which authority."),
]
Domain: TypeAlias = Annotated[
    str,
    typer.Option(
        "--domain", metavar="NAME", help="regulation, news or reference, where none is stated."
    ),
]
Published: TypeAlias = Annotated[
    str,
    typer.Option(
        "--published",
        metavar="DATE",
        callback=options.a_date("--published"),
        help="Date of records that state none.",
    ),
]
Source: TypeAlias = Annotated[
    str, typer.Option("--source", metavar="KEY", help="Source of records that state none.")
]
Strict: TypeAlias = Annotated[
    bool, typer.Option("--strict", help="Set aside records of sources nobody registered.")
]


def ingest(
    paths: Paths,
    *,
    store: options.Store = options.DEFAULT_STORE,
    sources: Sources = None,
    domain: Domain = "",
    published: Published = "",
    source: Source = "",
    strict: Strict = False,
    mode: options.Mode = "",
    embedding: options.Embedding = "",
    json: options.Json = False,
) -> None:
    """Take in Markdown, text, JSON Lines, HTML, PDF, feeds and acts; the store is made if missing.

    The same bytes again are no change; the same doc_id with other bytes is a new version. After an
    interruption run it again. What --mode and --embedding say is remembered by the store.

    Exit code 1: something was rejected; all the rest is stored.
    """
    # What cannot be is told before a store is made: an empty one would be left behind.
    from ledgerrag.api.opening import channel

    channel(domain=domain, source=source, published=published, strict=strict, sources=sources)
    chosen = session.settings(mode=mode, embedding=embedding)
    with (
        session.progress() as progress,
        session.opened(store, create=True, chosen=chosen, embedding=embedding) as rag,
    ):
        report = rag.ingest(
            *paths, sources=sources, domain=domain, published=published, source=source,
            strict=strict, progress=progress,
        )  # fmt: skip
    session.show(report, lambda page: intake.ingested(page, report), json=json)
    if report.rejected:
        raise typer.Exit(1)
