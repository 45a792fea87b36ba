"""`bench smoke`: speed and size. `bench regulation`: answers against known changes of law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from ledgerrag.cli import options, session
from ledgerrag.cli.page import Page, Part

if TYPE_CHECKING:
    from ledgerrag.bench.figures import Measurement

app = typer.Typer(rich_markup_mode=None)

Out: TypeAlias = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="JSON: machine, versions, parameters, raw figures."),
]


@app.command("smoke")
def smoke(
    chunks: Annotated[int, typer.Option("--chunks", min=1, help="Size of the corpus.")] = 12_400,
    queries: Annotated[int, typer.Option("--queries", min=1, help="Searches, questions.")] = 200,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="Rounds of searches.")] = 3,
    seed: Annotated[int, typer.Option("--seed", help="Of corpus and questions.")] = 1,
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus", metavar="PATH", help="Real files instead of made-up ones."),
    ] = None,
    sources: Annotated[
        Path | None,
        typer.Option("--sources", metavar="FILE", help="Their registry; sources.toml beside them."),
    ] = None,
    mode: options.Mode = "lexical",
    stance: options.Stance = "rules",
    out: Out = None,
) -> None:
    """Measure speed and size on a corpus made for it, or on real files.

    Exit code 0 whether or not an aim is met: it measures.
    """
    from ledgerrag.bench.figures import writable, write
    from ledgerrag.bench.smoke import Options, smoke

    writable(out)
    with saying() as say:
        found = smoke(
            Options(chunks, queries, repeats, seed, corpus, sources, mode, stance), say=say
        )
    _print(session.page(), found)
    if out is not None:
        write(out, found.json())


@app.command("regulation")
def regulation(
    samples: Annotated[
        Path,
        typer.Option("--samples", metavar="DIR", help="Folder with corpus and recorded changes."),
    ],
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="Keep the store, and use it again."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Most recorded changes; 0: all.")
    ] = 0,
    unnumbered: Annotated[
        bool,
        typer.Option("--unnumbered", help="Leave the provision's number out of the questions."),
    ] = False,
    mode: options.Mode = "lexical",
    stance: options.Stance = "rules",
    report: Annotated[
        Path | None,
        typer.Option("--report", metavar="FILE", help="Markdown: every miss with its cause."),
    ] = None,
    out: Out = None,
) -> None:
    """Ask as of the day before and the first day of each recorded change of a value in law.

    Exit code 0 whether or not an aim is met: it measures.
    """
    from ledgerrag.bench.figures import writable, write
    from ledgerrag.bench.regulation import Options, misses, regulation
    from ledgerrag.bench.report import report as written

    writable(out)
    writable(report)
    with saying() as say:
        asked = Options(samples, limit, store, not unnumbered, mode, stance)
        result = regulation(asked, say=say)
    page = session.page()
    _print(page, result.measurement)
    page.blank()
    for miss, count in misses(result.outcomes):
        page.line(f"{miss}: {count}", lead="Misses     ")
    if report is not None:
        write(report, written(result))
    if out is not None:
        write(out, result.measurement.json())


@app.command("service")
def service(
    chunks: Annotated[int, typer.Option("--chunks", min=1, help="Size of the corpus.")] = 12_400,
    seconds: Annotated[int, typer.Option("--seconds", min=1, help="Of each round of load.")] = 10,
    minutes: Annotated[int, typer.Option("--minutes", min=0, help="Of the soak; 0: none.")] = 0,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="Re-checks of a draft.")] = 15,
    seed: Annotated[int, typer.Option("--seed", help="Of corpus and questions.")] = 1,
    stance: options.Stance = "rules",
    out: Out = None,
) -> None:
    """Measure the HTTP service: single checks, a re-check, load at 1, 8 and 32 clients, a soak.

    It starts the service on loopback and ends it. Exit code 0 whether or not an aim is met.
    """
    from ledgerrag.bench.figures import writable, write
    from ledgerrag.bench.service import Options
    from ledgerrag.bench.service import service as measured

    writable(out)
    with saying() as say:
        found = measured(Options(chunks, seconds, minutes, repeats, seed, stance), say=say)
    _print(session.page(), found)
    if out is not None:
        write(out, found.json())


@app.command("watching")
def watching(
    watches: Annotated[int, typer.Option("--watches", min=1, help="Stories.")] = 1_000,
    claims: Annotated[int, typer.Option("--claims", min=1, help="Of each story.")] = 5,
    facts: Annotated[int, typer.Option("--facts", min=1, help="That they share.")] = 500,
    updates: Annotated[int, typer.Option("--updates", min=1, help="Documents that arrive.")] = 20,
    seed: Annotated[int, typer.Option("--seed", help="Which story states what.")] = 1,
    out: Out = None,
) -> None:
    """Measure how long an update takes to reach the watched stories that it concerns.

    Exit code 0 whether or not an aim is met: it measures.
    """
    from ledgerrag.bench.figures import writable, write
    from ledgerrag.bench.watching import Options, watched

    writable(out)
    with saying() as say:
        found = watched(Options(watches, claims, facts, updates, seed), say)
    _print(session.page(), found)
    if out is not None:
        write(out, found.json())


@app.command("retrieval")
def retrieval(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR...", help="Test collections: corpus, queries, judgements."),
    ],
    modes: Annotated[
        list[str] | None,
        typer.Option("--mode", metavar="MODE", help="lexical, dense or hybrid; all three."),
    ] = None,
    embedding: options.Embedding = "",
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="DIR", help="Keep the stores there, and use them again."),
    ] = None,
    out: Out = None,
) -> None:
    """Compare each way of searching with public test collections: nDCG@10 and Recall@100.

    Exit code 0 whether or not an aim is met: it measures.
    """
    from ledgerrag.bench.figures import writable, write
    from ledgerrag.bench.retrieval import Options, check, retrieval

    writable(out)
    chosen = tuple(modes) if modes else ("lexical", "dense", "hybrid")
    asked = Options(tuple(folders), chosen, embedding, store)
    check(asked)
    with saying() as say:
        found = retrieval(asked, say=say)
    _print(session.page(), found)
    if out is not None:
        write(out, found.json())


def _print(page: Page, found: Measurement) -> None:
    page.row("Machine", found.machine.line)
    page.row("Versions", found.machine.versions_line)
    stated = [item for item in found.parameters.items() if item[1] is not None]
    told = ", ".join(f"{name} {value}" for name, value in stated)
    page.row("Asked", f"{told}; {found.seconds:.0f} s in all")
    page.blank()
    rows: list[list[list[Part]]] = []
    for one in found.figures:
        style = "" if one.met is None else ("green" if one.met else "red")
        p95 = "" if one.p95 is None else f"p95 {_number(one.p95)}"
        value = f"{_number(one.value)} {one.unit}"
        rows.append([[one.name], [value], [p95], [(one.verdict, style)], [one.note]])
    page.table(("Figure", "Value", "", "Aim", "Note"), rows)


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


@contextmanager
def saying() -> Iterator[Callable[[str], None]]:
    """What is being done, on one line of standard error; nothing where that is no terminal."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("") as status:
        yield status.update
