"""What a command stands on: an open store, a page to write on, JSON, progress."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import typer
from pydantic import TypeAdapter
from rich.console import Console

from ledgerrag.cli.page import Page
from ledgerrag.cli.speaking import Wanted, spoken
from ledgerrag.errors import ConfigError

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG

Progress = Callable[[int, int | None, str], None]
_FILE_COLUMNS = 80
_NO_MODEL = Wanted()


@contextmanager
def opened(
    store: Path,
    *,
    create: bool = False,
    preset: str = "",
    config: Path | None = None,
    chosen: Mapping[str, str | int] = MappingProxyType({}),
    embedding: str = "",
    wanted: Wanted = _NO_MODEL,
) -> Iterator[LedgerRAG]:
    """The store, opened for one command.

    Args:
        store: its file.
        create: make it where it is missing.
        preset: parameters to start from.
        config: a file with further parameters.
        chosen: single parameters, as `settings` reads them from the command line.
        embedding: the embedding model; the store's where empty.
        wanted: the language model that is to help; none by default.
    """
    # The libraries behind it take a moment to load: `--help` and `--version` do without.
    from ledgerrag.api import LedgerRAG

    # A copy on read-only media can still be read back and verified.
    sealed = store.is_file() and not os.access(store, os.W_OK)
    with (
        spoken(wanted, store) as language,
        LedgerRAG.open(
            store,
            create=create,
            readonly=sealed,
            preset=preset or "auto",
            config=config,
            params=chosen,
            embedding=embedding,
            language=language,
            require_model=wanted.require,
        ) as rag,
    ):
        yield rag


def settings(
    given: Sequence[str] | None = None, *, mode: str = "", stance: str = "", embedding: str = ""
) -> dict[str, str | int]:
    """What `--set` says, and the options that stand for a parameter, as a table.

    Args:
        given: `name=value`, as `--set` takes them.
        mode: `--mode`; empty where it was not given.
        stance: `--stance`, likewise.
        embedding: `--embedding`; it goes with a mode.
    Raises:
        ConfigError: `--embedding` where no mode asks for vectors; a parameter twice.
    """
    if embedding and mode not in {"dense", "hybrid"}:
        raise ConfigError(
            "--embedding is for search by meaning", "give --mode dense or --mode hybrid with it"
        )
    found = parameters(given)
    for option, name, value in (("--mode", "retrieval", mode), ("--stance", "stance", stance)):
        if value and name in {stated.casefold() for stated in found}:
            raise ConfigError(f"{option} and --set {name} say the same thing", "give one of them")
        if value:
            found[name] = value
    return found


def parameters(settings: Sequence[str] | None) -> dict[str, str | int]:
    """`--set name=value` as a table.

    Raises:
        ConfigError: no `=`, or a name twice.
    """
    found: dict[str, str | int] = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise ConfigError(f"--set {setting!r} is not a setting", "write --set name=value")
        if name.strip() in found:
            raise ConfigError(f"--set {name.strip()} is given twice", "give each parameter once")
        found[name.strip()] = value.strip()
    return found


def page() -> Page:
    """Standard output for people."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal and not os.environ.get("COLUMNS", "").isdigit():
        # Otherwise the terminal behind standard input would set the width of a file.
        console.width = _FILE_COLUMNS
    return Page(console)


def as_json(value: object, kind: Any = None) -> str:
    """A value as JSON text, ASCII only, so that it is as inert on a terminal as in a pipe.

    Args:
        value: dataclasses, tuples and plain values.
        kind: its type, where it is no dataclass.
    """
    plain = TypeAdapter(kind or type(value)).dump_python(value, mode="json")
    return json.dumps(plain, indent=2)


def show(value: object, view: Callable[[Page], None], *, json: bool, kind: Any = None) -> None:
    """A value as JSON or as a page."""
    if json:
        typer.echo(as_json(value, kind))
    else:
        view(page())


@contextmanager
def progress() -> Iterator[Progress | None]:
    """A progress bar on standard error; nothing where that is no terminal."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def advance(done: int, total: int | None, _name: str) -> None:
            bar.update(task, completed=done, total=total)

        yield advance
