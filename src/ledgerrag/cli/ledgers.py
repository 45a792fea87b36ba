"""`ledger show` and `ledger list`: stored answers and the evidence behind them."""

from __future__ import annotations

from typing import Annotated

import typer

from ledgerrag.cli import options, render, session, tables

app = typer.Typer(rich_markup_mode=None)


@app.command("show")
def show(
    run: Annotated[str, typer.Argument(help="Run id, as `ask` prints it.")],
    *,
    store: options.Store = options.DEFAULT_STORE,
    answer: Annotated[bool, typer.Option("--answer", help="The stored answer instead.")] = False,
    json: options.Json = False,
) -> None:
    """The ledger of a run: every entry, what superseded it, and by which rule."""
    with session.opened(store) as rag:
        if answer:
            told = rag.answer(run)
            session.show(told, lambda page: render.answer(page, told), json=json)
        else:
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
    from ledgerrag.api import RunSummary

    session.show(
        found,
        lambda page: tables.runs(page, found),
        json=json,
        kind=tuple[RunSummary, ...],
    )
