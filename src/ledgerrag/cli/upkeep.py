"""`index rebuild`, `params` and `schema`."""

from __future__ import annotations

from enum import StrEnum
from json import dumps as json_text
from typing import TYPE_CHECKING, Annotated

import typer

from ledgerrag.cli import options, session, tables
from ledgerrag.config import Described, load

if TYPE_CHECKING:
    from ledgerrag.api.choosing import Rebuilt

index_app = typer.Typer(rich_markup_mode=None)


@index_app.command("rebuild")
def rebuild(
    store: options.Store = options.DEFAULT_STORE,
    mode: options.Mode = "",
    embedding: options.Embedding = "",
    json: options.Json = False,
) -> None:
    """Make the search index anew from the store, and what its vectors lack.

    With --mode the store is searched that way from now on.
    """
    # Not through an open store: what has to be rebuilt may not open.
    from ledgerrag.api.choosing import rebuild as made_anew

    chosen = session.settings(mode=mode, embedding=embedding)
    with session.progress() as progress:
        found = made_anew(
            store,
            str(load(overrides=chosen).retrieval) if mode else "",
            embedding,
            (lambda done, total: progress(done, total, "")) if progress else None,
        )
    session.show(found, lambda page: page.line(_rebuilt(found)), json=json)


def _rebuilt(found: Rebuilt) -> str:
    words = f"{found.chunks} chunks indexed"
    if not found.embedding:
        return words
    kept = found.chunks - found.embedded
    return f"{words}, {found.embedded} embedded by {found.embedding}, {kept} kept; {found.mode}"


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


class Form(StrEnum):
    """What a schema is printed of."""

    ANSWER = "answer"
    SNAPSHOT = "snapshot"


def schema(
    form: Annotated[
        Form, typer.Argument(help="answer: of `ask --json`; snapshot: the ledger of a draft.")
    ] = Form.ANSWER,
) -> None:
    """The JSON schema of an answer, as `ask --json` prints it, or of the ledger of a draft."""
    from ledgerrag.api.forms import answer_schema
    from ledgerrag.cms.snapshot import snapshot_schema

    made = snapshot_schema() if form is Form.SNAPSHOT else answer_schema()
    typer.echo(json_text(made, indent=2))
