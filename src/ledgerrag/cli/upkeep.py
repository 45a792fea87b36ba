"""`index rebuild`, `params` and `schema`."""

from __future__ import annotations

from json import dumps as json_text

import typer

from ledgerrag.cli import options, session, tables
from ledgerrag.config import Described, load

index_app = typer.Typer(rich_markup_mode=None)


@index_app.command("rebuild")
def rebuild(store: options.Store = options.DEFAULT_STORE, json: options.Json = False) -> None:
    """Make the search index anew from the store."""
    # Not through an open store: what has to be rebuilt may not open.
    from ledgerrag.api import rebuild_index

    with session.progress() as progress:
        chunks = rebuild_index(
            store, (lambda done, total: progress(done, total, "")) if progress else None
        )
    session.show(
        {"chunks": chunks},
        lambda page: page.line(f"{chunks} chunks indexed"),
        json=json,
        kind=dict[str, int],
    )


# A group of one command would lose its name without this.
@index_app.callback()
def _index() -> None:
    pass


def params(
    preset: options.Preset = "auto",
    config: options.Config = None,
    settings: options.Set = None,
    json: options.Json = False,
) -> None:
    """Every parameter with the paper's symbol, its value in the preset, and its meaning."""
    found = load(preset, config, session.parameters(settings)).describe()
    session.show(
        found,
        lambda page: tables.parameters(page, found),
        json=json,
        kind=tuple[Described, ...],
    )


def schema() -> None:
    """The JSON schema of an answer, as `ask --json` prints it."""
    from ledgerrag.api.forms import answer_schema

    typer.echo(json_text(answer_schema(), indent=2))
