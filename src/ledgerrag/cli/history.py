"""`diff`, `standing` and `affected`: what changed, what stands, which answers it touches."""

from __future__ import annotations

from typing import Annotated

import typer

from ledgerrag.answer import Change
from ledgerrag.cli import options, session, tables
from ledgerrag.model import Document, Standing


def diff(
    series: Annotated[str, typer.Argument(help="A series: the thing that has versions.")],
    start: Annotated[
        str,
        typer.Option(
            "--from", metavar="DATE", callback=options.a_date("--from"), help="The earlier date."
        ),
    ],
    end: Annotated[
        str,
        typer.Option(
            "--to", metavar="DATE", callback=options.a_date("--to"), help="The later date."
        ),
    ],
    *,
    store: options.Store = options.DEFAULT_STORE,
    json: options.Json = False,
) -> None:
    """What changed in a series between two dates, word by word."""
    with session.opened(store) as rag:
        found = rag.diff(series, start, end)
    session.show(
        found,
        lambda page: tables.changes(page, series, found),
        json=json,
        kind=tuple[Change, ...],
    )


def standing(
    name: Annotated[str, typer.Argument(help="A series, a doc_id or doc_id@version.")],
    *,
    store: options.Store = options.DEFAULT_STORE,
    as_of: options.AsOf = "",
    known_at: options.KnownAt = "",
    period: options.Period = "",
    json: options.Json = False,
) -> None:
    """What each version is at a date: in force, not yet, lapsed, superseded, repealed, ...

    Exit code 1: none of them is in force.
    """
    with session.opened(store) as rag:
        found = rag.standing(name, as_of=as_of, known_at=known_at, period=period)
    session.show(
        found,
        lambda page: tables.standings(page, found),
        json=json,
        kind=tuple[tuple[Document, Standing], ...],
    )
    if not any(stand.stands for _, stand in found):
        raise typer.Exit(1)


def affected(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Series, doc_ids or doc_id@version. All that is new, if none."),
    ] = None,
    *,
    store: options.Store = options.DEFAULT_STORE,
    since: Annotated[
        int | None,
        typer.Option("--since", metavar="N", help="Ingest number; each answer's own, if none."),
    ] = None,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Ask again the claims that are touched.")
    ] = False,
    json: options.Json = False,
    actor: options.Actor = "",
) -> None:
    """Stored answers whose evidence a later document or act touches.

    Exit code 1: there are some and --refresh was not given.
    """
    with session.opened(store) as rag:
        touched = tuple(names or ())
        if refresh:
            found = rag.refresh(since=since, names=touched, actor=actor)
        else:
            found = rag.affected(since=since, names=touched)
        anew = dict(found.refreshed)
        named = [run for one in found.runs for run in (one.run, anew.get(one.run)) if run]
        stored = {} if json else {run: rag.answer(run) for run in named}
    session.show(found, lambda page: tables.affected(page, found, stored), json=json)
    if found.runs and not refresh:
        raise typer.Exit(1)
