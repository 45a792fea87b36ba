"""`audit verify|replay|export|checkpoint`: the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledgerrag.cli import options, proofs, session
from ledgerrag.errors import InputError

app = typer.Typer(rich_markup_mode=None)
_LEVELS = ("R0", "R1", "R2", "R3")


@app.command("verify")
def verify(
    store: options.Store = options.DEFAULT_STORE,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint", metavar="PATH", help="A checkpoint kept outside, or the folder of them."
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", metavar="FILE", help="The public key that they are signed with."),
    ] = None,
    json: options.Json = False,
) -> None:
    """Read every line of the journal and compare all that is stored with what the lines say.

    Exit code 1: something does not verify.
    """
    with session.opened(store) as rag:
        found = rag.verify(checkpoint, key)
    session.show(found, lambda page: proofs.verified(page, found), json=json)
    if not found.ok:
        raise typer.Exit(1)


@app.command("replay")
def replay(
    run: Annotated[str, typer.Argument(help="Run id, as `ask` prints it.")],
    store: options.Store = options.DEFAULT_STORE,
    level: Annotated[
        str,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help="R0 verify, R1 from records, R2 retrieve again, R3 run live.",
        ),
    ] = "R1",
    json: options.Json = False,
) -> None:
    """Execute a run again and compare it with its journal.

    Exit code 1: it differs.
    """
    wanted = level.upper()
    if wanted not in _LEVELS:
        raise InputError(f"there is no replay level {level!r}", "choose from R0, R1, R2, R3")
    with session.opened(store) as rag:
        found = rag.replay(run, wanted)
    session.show(found, lambda page: proofs.replayed(page, found), json=json)
    if not found.identical:
        raise typer.Exit(1)


@app.command("export")
def export(
    file: Annotated[Path, typer.Argument(help="The file to write; it is replaced in one step.")],
    store: options.Store = options.DEFAULT_STORE,
    run: Annotated[
        str, typer.Option("--run", metavar="RUN", help="Only this run, with proofs. All, if none.")
    ] = "",
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="PATH", help="A checkpoint to go along, or a folder."),
    ] = None,
    json: options.Json = False,
) -> None:
    """Write the journal, or one run of it, as a file that proves itself."""
    with session.opened(store) as rag:
        found = rag.export(file, run=run, checkpoint=checkpoint)
    session.show(found, lambda page: proofs.exported(page, file, found), json=json)


@app.command("checkpoint")
def checkpoint(
    folder: Annotated[
        Path, typer.Argument(help="Where checkpoints are kept: away from the store.")
    ],
    key: Annotated[
        Path, typer.Option("--key", metavar="FILE", help="Signing key; made where it is missing.")
    ],
    store: options.Store = options.DEFAULT_STORE,
    json: options.Json = False,
) -> None:
    """Sign the journal as it stands."""
    with session.opened(store) as rag:
        found = rag.checkpoint(folder, key)
    session.show(found, lambda page: proofs.checkpointed(page, folder, found), json=json)
