"""`models probe`: what the language model's server that is set up can do, on one screen."""

from __future__ import annotations

import os
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ledgerrag.cli import options, session
from ledgerrag.cli.page import Page
from ledgerrag.cli.speaking import memory_of
from ledgerrag.errors import UnavailableError

if TYPE_CHECKING:
    from ledgerrag.language.settings import ModelSettings

app = typer.Typer(rich_markup_mode=None)


@dataclass(frozen=True, slots=True)
class Tried:
    """One way of asking for a schema.

    Args:
        way: its name.
        about: what is sent.
        works: whether the answer fitted.
        note: why not; the served name where it did.
        ms: until the answer.
        tokens: spent on it.
    """

    way: str
    about: str
    works: bool
    note: str
    ms: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Probed:
    """What a server can do.

    Args:
        base_url: where it is.
        model: as it was asked for.
        key: whether one is set; never the key.
        served: the name that answered; empty where the server gave none.
        ways: every way, the surest first.
        chosen: the way that is used; empty where none works.
        remembered: the file that remembers it; empty where there is none.
    """

    base_url: str
    model: str
    key: bool
    served: str
    ways: tuple[Tried, ...]
    chosen: str
    remembered: str


@app.command("probe")
def probe(store: options.Store = options.DEFAULT_STORE, json: options.Json = False) -> None:
    """Try every way in which the server may keep answers to a schema, and remember the surest.

    It sends up to seven short requests. Exit code 1: no way works.
    """
    from ledgerrag.language.settings import PREFIX, settings_from

    settings = settings_from(os.environ)
    if settings is None:
        raise UnavailableError(
            "no language model is set up",
            f"set {PREFIX}BASE_URL and {PREFIX}MODEL (and {PREFIX}API_KEY where one is needed)",
        )
    found = _probed(settings, memory_of(store))
    session.show(found, lambda page: _view(page, found, settings), json=json)
    if not found.chosen:
        raise typer.Exit(1)


# A group of one command would lose its name without this.
@app.callback()
def _models() -> None:
    pass


def _probed(settings: ModelSettings, memory: Path | None) -> Probed:
    from ledgerrag.language.memory import Memory
    from ledgerrag.language.openai import OpenAIModel
    from ledgerrag.language.probing import chosen
    from ledgerrag.language.ways import ABOUT

    with closing(OpenAIModel(settings, Memory(memory), now=time.time)) as model:
        findings = model.probe()
    dialect = chosen(findings)
    tried = tuple(
        Tried(str(one.way), ABOUT[one.way], one.works, one.note, one.ms, one.tokens)
        for one in findings
    )
    return Probed(
        base_url=settings.base_url,
        model=settings.model,
        key=bool(settings.api_key),
        served=next((one.note for one in tried if one.works), ""),
        ways=tried,
        chosen=str(dialect.way) if dialect else "",
        remembered=str(memory) if memory and dialect else "",
    )


def _view(page: Page, found: Probed, settings: ModelSettings) -> None:
    page.row("Server", f"{found.base_url} · {'with a key' if found.key else 'without a key'}")
    named = f", served as {found.served}" if found.served not in ("", found.model) else ""
    page.row("Model", found.model + named)
    tokens = f"{settings.max_tokens:,} tokens in all" if settings.max_tokens else "no token limit"
    page.row(
        "Limits",
        f"{settings.deadline_ms / 1_000:g} s and {settings.max_bytes:,} bytes a call,"
        f" {settings.attempts} tries, {settings.concurrency} at a time, {tokens}",
    )
    page.blank()
    rows = [
        (
            (one.way,),
            (("yes", "green") if one.works else ("no", "yellow"),),
            (f"{one.ms:,}",),
            (one.about if one.works else one.note,),
        )
        for one in found.ways
    ]
    page.table(("Way", "Works", "ms", ""), rows)
    page.blank()
    if not found.chosen:
        page.row("Chosen", "none: this model keeps to no schema; take another model or server")
        return
    where = f", remembered in {found.remembered}" if found.remembered else ", not remembered"
    page.row("Chosen", found.chosen + where)
