"""`ask` and `check`: a question, or a draft paragraph by paragraph."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledgerrag.cli import options, render, session, tables
from ledgerrag.cli.page import Page
from ledgerrag.cli.speaking import Wanted
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.model import Verdict

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know; - reads it from stdin.")],
    *,
    store: options.Store = options.DEFAULT_STORE,
    as_of: options.AsOf = "",
    known_at: options.KnownAt = "",
    no_hindsight: options.NoHindsight = False,
    period: options.Period = "",
    preset: options.Preset = "",
    config: options.Config = None,
    settings: options.Set = None,
    mode: options.Mode = "",
    stance: options.Stance = "",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the ledger: what superseded what, and why.")
    ] = False,
    json: options.Json = False,
    actor: options.Actor = "",
    idempotency_key: Annotated[
        str, typer.Option("--idempotency-key", metavar="KEY", help="Ask once under this key.")
    ] = "",
    model: options.Model = False,
    require_model: options.RequireModel = False,
    record: options.Record = None,
    replay_only: options.ReplayOnly = None,
) -> None:
    """Answer a question as of a date, from what was known at a date.

    Exit code 1: nothing stands that answers it.
    """
    wanted = Wanted(model, require_model, record, replay_only)
    chosen = session.settings(settings, mode=mode, stance=stance)
    with session.opened(store, preset=preset, config=config, chosen=chosen, wanted=wanted) as rag:
        _warn_of_an_unfinished_ingest(rag)
        found = rag.ask(
            _text_or_stdin(question),
            as_of=as_of,
            known_at=known_at,
            no_hindsight=no_hindsight,
            period=period,
            actor=actor,
            idem=idempotency_key,
        )

        def view(page: Page) -> None:
            render.answer(page, found)
            if explain:
                page.blank()
                tables.ledger(page, rag.ledger(found.run))

        session.show(found, view, json=json)
    if not render.answered(found):
        raise typer.Exit(1)


def check(
    draft: Annotated[Path, typer.Argument(help="A text, paragraphs apart by an empty line; or -.")],
    *,
    store: options.Store = options.DEFAULT_STORE,
    as_of: options.AsOf = "",
    known_at: options.KnownAt = "",
    no_hindsight: options.NoHindsight = False,
    preset: options.Preset = "",
    config: options.Config = None,
    settings: options.Set = None,
    mode: options.Mode = "",
    stance: options.Stance = "",
    json: options.Json = False,
    actor: options.Actor = "",
    model: options.Model = False,
    require_model: options.RequireModel = False,
    record: options.Record = None,
    replay_only: options.ReplayOnly = None,
) -> None:
    """Judge each paragraph of a draft.

    Exit code 1: a claim in it is refuted or contested.
    """
    text = _text_or_stdin("-") if str(draft) == "-" else _read(draft)
    wanted = Wanted(model, require_model, record, replay_only)
    chosen = session.settings(settings, mode=mode, stance=stance)
    with session.opened(store, preset=preset, config=config, chosen=chosen, wanted=wanted) as rag:
        _warn_of_an_unfinished_ingest(rag)
        report = rag.check(
            text, as_of=as_of, known_at=known_at, no_hindsight=no_hindsight, actor=actor
        )
    session.show(report, lambda page: tables.draft(page, report), json=json)
    verdicts = {claim.verdict for part in report.paragraphs for claim in part.answer.verdicts}
    if verdicts & {Verdict.REFUTED, Verdict.CONTESTED}:
        raise typer.Exit(1)


def _warn_of_an_unfinished_ingest(rag: LedgerRAG) -> None:
    # On standard error: what is piped on stays the answer alone.
    if rag.incomplete():
        typer.echo(
            "ledgerrag: an ingest of this store runs still or was cut off, so documents may be"
            " missing; wait for it, or run it again",
            err=True,
        )


def _text_or_stdin(text: str) -> str:
    name = "standard input" if text == "-" else "the question"
    try:
        found = sys.stdin.buffer.read().decode("utf-8") if text == "-" else text
        found.encode("utf-8")
    except UnicodeError:
        raise InputError(f"{name} is not UTF-8", "convert it") from None
    if not found.strip():
        raise InputError(f"{name} is empty", "write what you want to know")
    return found


def _read(path: Path) -> str:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise NotFoundError(f"no draft at {path}", "check the path") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8", "convert it") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{path} cannot be read: {reason}", "give a text file") from None
    # Some PDF and archives happen to be UTF-8: judged as prose they would fill pages.
    if text.startswith("%PDF-") or "\0" in text:
        raise InputError(f"{path} is not plain text", "save the draft as text")
    return text
