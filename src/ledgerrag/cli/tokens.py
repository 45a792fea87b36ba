"""`token create`, `token list` and `token revoke`: who may use the service."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ledgerrag.cli import options, session

if TYPE_CHECKING:
    from pathlib import Path

    from ledgerrag.service.tokens import Tokens
    from ledgerrag.store.tokens import TokenRow

app = typer.Typer(rich_markup_mode=None)
_ACTOR = "cli/token"
_USUAL = ("read", "ask", "draft", "watch")
T = TypeVar("T")


@app.command("create")
def create(
    site: Annotated[str, typer.Option("--site", metavar="SITE", help="Newsroom or program.")],
    *,
    label: Annotated[str, typer.Option("--label", metavar="NAME", help="What uses it.")] = "api",
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", metavar="SCOPE", help="read, ask, ingest, draft, watch, admin."),
    ] = None,
    tenant: Annotated[str, typer.Option("--tenant", metavar="NAME", help="Whose store.")] = "main",
    store: options.Store = options.DEFAULT_STORE,
    json: options.Json = False,
) -> None:
    """Make a token; its text is shown this once. Without --scope: read, ask, draft, watch."""
    from ledgerrag.service.tokens import Made

    if not store.exists():
        typer.echo(f"ledgerrag: {store} is new, and empty", err=True)
    made = _tokens(
        store, lambda t: t.create(site, label, scope or _USUAL, tenant, _ACTOR), create=True
    )
    if json:
        typer.echo(session.as_json(made, Made))
        return
    typer.echo(made.token)
    typer.echo(
        f"{made.row.id}: {made.row.scopes} for {site}/{label}, tenant {tenant};"
        " keep the line above, it is not shown again",
        err=True,
    )


@app.command("list")
def listed(store: options.Store = options.DEFAULT_STORE, json: options.Json = False) -> None:
    """The tokens by their ids; never their text."""
    from ledgerrag.store.tokens import TokenRow

    found = _tokens(store, lambda tokens: tokens.listed())
    if json:
        typer.echo(session.as_json(found, tuple[TokenRow, ...]))
        return
    page = session.page()
    for row in found:
        page.line(_told(row))
    if not found:
        page.line("no tokens")


def _told(row: TokenRow) -> str:
    state = f"revoked {row.ended[:10]}" if row.ended else row.scopes
    return f"{row.id}  {row.tenant}  {row.site}/{row.label}  {row.created[:10]}  {state}"


@app.command("revoke")
def revoke(
    id: Annotated[str, typer.Argument(metavar="ID", help="As `token list` shows it.")],
    *,
    store: options.Store = options.DEFAULT_STORE,
    json: options.Json = False,
) -> None:
    """End a token, at once and for good."""
    row = _tokens(store, lambda tokens: tokens.revoke(id, _ACTOR))
    session.show(row, lambda page: page.line(_told(row)), json=json)


def _tokens(store: Path, work: Callable[[Tokens], T], *, create: bool = False) -> T:
    from ledgerrag.api.opening import system_clock
    from ledgerrag.service.tokens import Tokens

    with session.opened(store, create=create) as rag:
        return work(Tokens(rag.store, system_clock, os.urandom))
