"""`demo`: the whole way on a small corpus, from a folder of documents to a replayed answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, TextIO

import typer
from rich.console import Console

from ledgerrag.cli import session
from ledgerrag.cli.page import Page
from ledgerrag.cli.tour import Tour
from ledgerrag.errors import InputError

# Later than every document of the corpus, so that none of them lies in the future.
NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
_COLUMNS = 96
_BREAKING = "breaking"


class Scene(StrEnum):
    """What is shown."""

    TOUR = "tour"
    BREAKING_NEWS = "breaking-news"


def demo(
    scene: Annotated[
        Scene,
        typer.Argument(
            help="tour: rules, reports, journal. breaking-news: a story at a newsroom's desk."
        ),
    ] = Scene.TOUR,
    *,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="DIR", help="Leave corpus and store in this new folder."),
    ] = None,
    transcript: Annotated[
        Path | None,
        typer.Option("--transcript", metavar="FILE", help="Write it to a file, without times."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print only what held, as JSON.")] = False,
) -> None:
    """Ingest a small corpus, ask it, and defend the answers: ledger, diff, journal, replay.

    Exit code 1: something did not come out as it must.
    """
    with _folder(keep) as folder, _page(transcript, silent=json) as page:
        held = _tour(folder, page) if scene is Scene.TOUR else _breaking(folder, page)
    if json:
        typer.echo(session.as_json(held, list[tuple[str, bool]]))
    elif keep is not None and transcript is None:
        page.blank()
        page.line(f"Kept: try `ledgerrag ask QUESTION --store {keep / 'ledgerrag.db'}`")
    if not all(fine for _, fine in held):
        raise typer.Exit(1)


def _tour(folder: Path, page: Page) -> list[tuple[str, bool]]:
    from ledgerrag.api import LedgerRAG

    copy(resources.files("ledgerrag.demo"), folder, without=(_BREAKING,))
    store = folder / "ledgerrag.db"
    with LedgerRAG.open(store, clock=lambda: NOW, entropy=steady_entropy()) as rag:
        tour = Tour(rag, page, folder)
        tour.go()
    return tour.held


def _breaking(folder: Path, page: Page) -> list[tuple[str, bool]]:
    from ledgerrag.api import LedgerRAG
    from ledgerrag.cli.breaking import BreakingNews, Clock

    copy(resources.files("ledgerrag.demo") / _BREAKING, folder)
    clock = Clock()
    with LedgerRAG.open(folder / "ledgerrag.db", clock=clock, entropy=steady_entropy()) as rag:
        story = BreakingNews(rag, clock, page, folder)
        story.go()
    return story.held


def copy(source: Traversable, target: Path, without: tuple[str, ...] = ()) -> None:
    """The data files of the demo, wherever the package is installed.

    Args:
        source: a folder of the package.
        target: where they go.
        without: folders of it that are left out.
    """
    target.mkdir(parents=True, exist_ok=True)
    for item in sorted(source.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            if item.name not in ("__pycache__", *without):
                copy(item, target / item.name)
        elif not item.name.endswith((".py", ".pyc")):
            (target / item.name).write_bytes(item.read_bytes())


def steady_entropy() -> Callable[[int], bytes]:
    """Bytes that are the same in each demonstration: its run ids can be printed in a manual."""
    calls = count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(f"ledgerrag demo {next(calls)}".encode()).digest(size)

    return entropy


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is None:
        with TemporaryDirectory(prefix="ledgerrag-demo-") as folder:
            yield Path(folder)
        return
    if keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
        raise InputError(f"{keep} is there already", "name a new or empty folder")
    keep.mkdir(parents=True, exist_ok=True)
    yield keep


@contextmanager
def _page(transcript: Path | None, *, silent: bool) -> Iterator[Page]:
    if transcript is not None:
        with transcript.open("w", encoding="utf-8") as file:
            yield Page(_plain(file), live=False)
    elif silent:
        yield Page(Console(quiet=True))
    else:
        yield session.page()


def _plain(file: TextIO) -> Console:
    return Console(
        file=file,
        width=_COLUMNS,
        color_system=None,
        highlight=False,
        markup=False,
        emoji=False,
    )
