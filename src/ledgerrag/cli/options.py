"""Options that several commands share, each described once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ledgerrag.config import JUDGES, MODES
from ledgerrag.dates import parse
from ledgerrag.errors import ConfigError

DEFAULT_STORE = Path("ledgerrag.db")


def _one_of(option: str, choices: Sequence[str]) -> Callable[[str], str]:
    """A check that names the option as it was typed, not the parameter that it sets."""

    def checked(value: str) -> str:
        if value and value not in choices:
            raise ConfigError(
                f"{option} {value} is not a choice", "choose from " + ", ".join(choices)
            )
        return value

    return checked


def a_date(option: str) -> Callable[[str], str]:
    """A check of a date that names the option as it was typed; empty is none.

    Args:
        option: with its dashes.
    """

    def checked(value: str) -> str:
        if value:
            parse(value, name=option)
        return value

    return checked


Store: TypeAlias = Annotated[
    Path,
    typer.Option("--store", envvar="LEDGERRAG_STORE", metavar="FILE", help="The store."),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
AsOf: TypeAlias = Annotated[
    str,
    typer.Option(
        "--as-of",
        metavar="DATE",
        callback=a_date("--as-of"),
        help="When it should hold: 2026, 2026-07, 2026-07-01. Now.",
    ),
]
KnownAt: TypeAlias = Annotated[
    str,
    typer.Option(
        "--known-at",
        metavar="DATE",
        callback=a_date("--known-at"),
        help="Use only what was published by then. Now.",
    ),
]
NoHindsight: TypeAlias = Annotated[
    bool, typer.Option("--no-hindsight", help="Known at the same date as --as-of.")
]
Period: TypeAlias = Annotated[
    str,
    typer.Option(
        "--period",
        metavar="DATE",
        callback=a_date("--period"),
        help="The period asked about (saving clauses).",
    ),
]
Preset: TypeAlias = Annotated[
    str, typer.Option("--preset", metavar="NAME", help="auto, regulation, news or paper.")
]
Config: TypeAlias = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="TOML with [params] name = value."),
]
Set: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Any parameter of `ledgerrag params`; repeatable."
    ),
]
Actor: TypeAlias = Annotated[
    str, typer.Option("--actor", metavar="NAME", help="Who asks, for the journal.")
]
Mode: TypeAlias = Annotated[
    str,
    typer.Option(
        "--mode",
        metavar="MODE",
        callback=_one_of("--mode", MODES),
        help="Search by words, by meaning or both: lexical, dense, hybrid. As at ingest.",
    ),
]
Stance: TypeAlias = Annotated[
    str,
    typer.Option(
        "--stance",
        metavar="JUDGES",
        callback=_one_of("--stance", JUDGES),
        help="Who judges a passage: rules, or rules+model, with the model that ships. Rules.",
    ),
]
Embedding: TypeAlias = Annotated[
    str,
    typer.Option(
        "--embedding",
        metavar="MODEL",
        help="With --mode: minilm, openai:MODEL, sentence-transformers:NAME, fastembed:NAME.",
    ),
]
Model: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--model", help="Let the language model that LEDGERRAG_LM_BASE_URL and _MODEL name help."
    ),
]
RequireModel: TypeAlias = Annotated[
    bool, typer.Option("--require-model", help="Fail where it fails, instead of going on without.")
]
Record: TypeAlias = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write what the model says to this file."),
]
ReplayOnly: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--replay-only", metavar="FILE", help="Take what the model said from this file; ask nobody."
    ),
]
