"""`bench stance` and `bench models`: how well the models do, each by itself and together."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from ledgerrag.cli import bench, options, session
from ledgerrag.cli.page import Page
from ledgerrag.cli.speaking import Wanted, spoken
from ledgerrag.errors import LedgerRAGError

if TYPE_CHECKING:
    from ledgerrag.bench.stance_tables import Table

app = bench.app

Data: TypeAlias = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Holds nli/, canada_laws/, dc_code/, ota_terms/."),
]
Limit: TypeAlias = Annotated[
    int, typer.Option("--limit", min=0, help="Most pairs of a set, drawn by a fixed seed; 0: all.")
]
Weights: TypeAlias = Annotated[
    Path | None,
    typer.Option("--weights", metavar="DIR", help="Other weights than those that ship."),
]
Say: TypeAlias = Callable[[str], None]


@app.command("stance")
def stance(
    data: Annotated[
        Path,
        typer.Option(
            "--data", metavar="DIR", help="Holds nli/, canada_laws/, dc_code/, ota_terms/."
        ),
    ],
    limit: Limit = 0,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="SET", help="This set; repeatable.")
    ] = None,
    weights: Weights = None,
    card: Annotated[
        Path | None, typer.Option("--card", metavar="FILE", help="Write the model card.")
    ] = None,
    curve: Annotated[
        Path | None,
        typer.Option("--curve", metavar="FILE", help="Learning curve of the run, for the card."),
    ] = None,
) -> None:
    """Judge pairs that nobody learnt from: by rules, by the model, by both.

    Exit code 0 whether or not a bar is met: it measures.
    """
    from ledgerrag.bench.figures import writable, write
    from ledgerrag.bench.stance import Options, measure
    from ledgerrag.bench.stance_card import card as written
    from ledgerrag.bench.stance_tables import curve_table, tables

    writable(card)
    if curve is not None:
        curve_table(curve)
    with bench.saying() as say:
        result = measure(Options(data, limit, weights, tuple(only or ())), say=say)
    page = session.page()
    page.row("Model", f"{result.version} · {result.digest[:16]}")
    _print(page, tables(result))
    if card is not None:
        write(card, written(result, curve))


@app.command("models")
def models(
    data: Data = None,
    collections: Annotated[
        list[Path] | None,
        typer.Option("--collection", metavar="DIR", help="A test collection; repeatable."),
    ] = None,
    limit: Limit = 300,
    weights: Weights = None,
    model: options.Model = False,
    replay_only: options.ReplayOnly = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show three tables, stance, retrieval and generation protocol, and the speed of each part.

    A part whose data or server is not given says so. Exit code 0 whether or not a bar is met.
    """
    page = session.page()
    from ledgerrag.bench.machine import machine

    found = machine()
    page.row("Machine", found.line)
    page.row("Versions", found.versions_line)
    with bench.saying() as say:
        parts = (
            ("Stance", lambda: _stance(data, limit, weights, say)),
            ("Retrieval", lambda: _retrieval(tuple(collections or ()), say)),
            (
                "Generation protocol",
                lambda: _protocol(Wanted(use=model, replay_only=replay_only), store, say),
            ),
        )
        made = [(name, _tried(part)) for name, part in parts]
    for name, tables in made:
        page.blank()
        page.line(name, style="bold")
        if isinstance(tables, str):
            page.line(f"not measured: {tables}")
        else:
            _print(page, tables)


def _tried(part: Callable[[], tuple[Table, ...] | str]) -> tuple[Table, ...] | str:
    """The tables of a part, or why there are none."""
    try:
        return part()
    except LedgerRAGError as reason:
        return str(reason)


def _stance(
    data: Path | None, limit: int, weights: Path | None, say: Say
) -> tuple[Table, ...] | str:
    from ledgerrag.bench.stance import Options, measure
    from ledgerrag.bench.stance_tables import tables

    if data is None:
        return "name the folder of the pairs with --data DIR"
    return tables(measure(Options(data, limit, weights), say=say))


def _retrieval(folders: tuple[Path, ...], say: Say) -> tuple[Table, ...] | str:
    from ledgerrag.bench.retrieval import Options, check, retrieval
    from ledgerrag.bench.stance_tables import Table

    if not folders:
        return "name test collections with --collection DIR"
    asked = Options(folders)
    check(asked)
    found = retrieval(asked, say=say)
    rows = tuple((one.name, f"{one.value:.3f}", one.unit, one.note) for one in found.figures)
    return (Table("Public test collections", ("Figure", "Value", "", "Note"), rows),)


def _protocol(wanted: Wanted, store: Path, say: Say) -> tuple[Table, ...] | str:
    from ledgerrag.bench.protocol import cases, protocol
    from ledgerrag.bench.stance_tables import Table

    with spoken(wanted, store) as model:
        if model is None:
            return "set a language model up and give --model"
        kept = protocol(model, cases(), time.perf_counter_ns, say)
        name = model.name
    rows = tuple(
        (
            one.prompt,
            str(one.cases),
            str(one.at_first),
            str(one.after_reask),
            str(one.failed),
            f"{one.p50_ms:.0f}",
            f"{one.tokens:,}",
        )
        for one in kept
    )
    heads = ("Prompt", "Cases", "Valid at once", "After a re-ask", "Never", "p50 ms", "Tokens")
    return (Table(f"Valid answers of {name}", heads, rows),)


def _print(page: Page, tables: tuple[Table, ...]) -> None:
    for table in tables:
        page.blank()
        page.line(table.title)
        page.table(table.heads, [[[cell] for cell in row] for row in table.rows])
