"""`ledger show` and `ledger list`: stored answers and the evidence behind them."""

from __future__ import annotations

from typing import Annotated

import typer

from ledgerrag.cli import options, session, tables

app = typer.Typer(rich_markup_mode=None)


@app.command("show")
def show(
    run: Annotated[str, typer.Argument(help="Run id, as `ask` prints it.")],
    store: options.Store = options.DEFAULT_STORE,
    json: options.Json = False,
) -> None:
    """The ledger of a run: every entry, what superseded it, and by which rule."""
    with session.opened(store) as rag:
        found = rag.ledger(run)
    session.show(found, lambda page: tables.ledger(page, found), json=json)


@app.command("list")
def listed(
    store: options.Store = options.DEFAULT_STORE,
    limit: Annotated[int, typer.Option("--limit", min=1, max=100_000, help="How many.")] = 50,
    json: options.Json = False,
) -> None:
    """Stored answers, newest first."""
    with session.opened(store) as rag:
        found = rag.runs(limit)
    rows = tuple(
        {
            "run": row.run,
            "question": row.question,
            "as_of": row.as_of,
            "known_at": row.known_at,
            "created": row.created,
            "entry": row.entry,
        }
        for row in found
    )
    session.show(
        rows,
        lambda page: tables.runs(page, found),
        json=json,
        kind=tuple[dict[str, str | int], ...],
    )
