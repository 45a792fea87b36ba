"""`backup` and `restore`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledgerrag.cli import options, session

if TYPE_CHECKING:
    from ledgerrag.api.copies import Backup
    from ledgerrag.cli.page import Page


def backup(
    out: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that is to be made.")],
    *,
    store: options.Store = options.DEFAULT_STORE,
    json: options.Json = False,
) -> None:
    """Copy the store, and those of its tenants, while they are in use; each copy is verified."""
    from ledgerrag.api.copies import back_up

    made = back_up(store, out)
    session.show(made, lambda page: _told(page, made, f"Backup in {out}"), json=json)


def restore(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="As `backup` made it.")],
    *,
    store: options.Store = options.DEFAULT_STORE,
    json: options.Json = False,
) -> None:
    """Put the stores of a backup where there are none, and make their indexes."""
    from ledgerrag.api.copies import restore as put_back

    made = put_back(folder, store)
    session.show(made, lambda page: _told(page, made, f"Restored to {store}"), json=json)


def _told(page: Page, made: Backup, heading: str) -> None:
    page.line(heading)
    for one in made.files:
        page.line(f"  {one.name}  {one.bytes} bytes  journal {one.log}, {one.entries} entries")
