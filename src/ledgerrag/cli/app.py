"""The commands by name; each group lives in a file of its own."""

from __future__ import annotations

from typing import Annotated

import typer

from ledgerrag.cli import (
    asking,
    auditing,
    backing,
    bench_models,
    demonstration,
    dykbench_review,
    history,
    ingesting,
    ledgers,
    models,
    prompting,
    serving,
    tokens,
    upkeep,
)
from ledgerrag.version import __version__

app = typer.Typer(
    name="ledgerrag",
    help="Answers with their evidence, as of a date, over documents that change.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def _begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(f"ledgerrag {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


app.command("demo")(demonstration.demo)
app.command("ingest")(ingesting.ingest)
app.command("ask")(asking.ask)
app.command("check")(asking.check)
app.command("diff")(history.diff)
app.command("standing")(history.standing)
app.command("affected")(history.affected)
app.command("params")(upkeep.params)
app.command("schema")(upkeep.schema)
app.command("serve")(serving.serve)
app.command("backup")(backing.backup)
app.command("restore")(backing.restore)
app.add_typer(ledgers.app, name="ledger", help="Stored answers and the evidence behind them.")
app.add_typer(auditing.app, name="audit", help="Verify, replay, export and sign the journal.")
app.add_typer(upkeep.index_app, name="index", help="The search index, made from the store.")
app.add_typer(tokens.app, name="token", help="Who may use the service.")
app.add_typer(models.app, name="models", help="What a language model's server can do.")
app.add_typer(prompting.app, name="prompts", help="What a language model is asked, word for word.")
app.add_typer(bench_models.app, name="bench", help="Measure speed, size and answers.")
app.add_typer(dykbench_review.app, name="dykbench", help="The benchmark of knowledge that changes.")
