"""Which systems there are: read from `systems.toml`, made by kind."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal

from ledgerrag.baselines.graph_rag import GraphRag
from ledgerrag.baselines.ledger_rag import LedgerRagSystem
from ledgerrag.baselines.ledger_rag_refresh import LedgerRagRefresh
from ledgerrag.baselines.query_rag import QueryRag
from ledgerrag.baselines.rule_only import RuleOnly
from ledgerrag.baselines.seam import System
from ledgerrag.baselines.self_rag import SelfRag
from ledgerrag.baselines.time_rag import TimeRag
from ledgerrag.baselines.truthful_rag import TruthfulRag
from ledgerrag.errors import ConfigError
from ledgerrag.retrieval.seam import Mode


@dataclass(frozen=True, slots=True)
class PaperFigures:
    """What the paper reports of a system (its Tables 1 and 5); None where it reports nothing.

    Args:
        table: 1 or 5.
        regchange: Ans2gramF1 on RegChange-QA.
        conflict: CRAcc on ConFLICT-QA.
        stream: UpdateF1 on Stream-QA.
        calls_regchange: retrieval calls a query on RegChange-QA.
        calls_conflict: retrieval calls a query on ConFLICT-QA.
    """

    table: int
    regchange: float
    conflict: float
    stream: float
    calls_regchange: float | None = None
    calls_conflict: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A system as the registry describes it.

    Args:
        name: as commands and tables use it.
        title: as a reader is told it.
        kind: which file implements it: `query-rag`, ...
        setting: A: search by words, B: by meaning (paper section 6.1).
        retrieval: lexical or dense; a dense system takes a store with vectors.
        reference: what it follows.
        preset: of LedgerRAG; empty for another system.
        params: parameters that it sets.
        paper: what the paper reports of it.
    """

    name: str
    title: str
    kind: str
    setting: Literal["A", "B"]
    retrieval: Mode
    reference: str
    preset: str = ""
    params: Mapping[str, str | int] = field(default_factory=dict)
    paper: PaperFigures | None = None


_PLAIN: Final[Mapping[str, Callable[[str, str, Mode], System]]] = MappingProxyType(
    {
        "query-rag": QueryRag,
        "self-rag": SelfRag,
        "graph-rag": GraphRag,
        "time-rag": TimeRag,
        "truthful-rag": TruthfulRag,
        "rule-only": RuleOnly,
    }
)
_LEDGER: Final[Mapping[str, Callable[[str, str, str, Mapping[str, str | int]], System]]] = (
    MappingProxyType({"ledger-rag": LedgerRagSystem, "ledger-rag-refresh": LedgerRagRefresh})
)


@cache
def entries() -> Mapping[str, Entry]:
    """Every system by name, in the order of the file."""
    text = resources.files("ledgerrag.baselines").joinpath("systems.toml").read_text("utf-8")
    return MappingProxyType({name: _entry(name, row) for name, row in tomllib.loads(text).items()})


def names() -> tuple[str, ...]:
    """The names of all systems, in the order of the file."""
    return tuple(entries())


def systems(names: Iterable[str] = ()) -> tuple[System, ...]:
    """Systems by name, each once; all of them where none is named.

    Raises:
        ConfigError: no such system.
    """
    wanted = tuple(dict.fromkeys(names)) or tuple(entries())
    return tuple(_made(entry(name)) for name in wanted)


def entry(name: str) -> Entry:
    """What the registry says of a system.

    Raises:
        ConfigError: no such system.
    """
    known = entries()
    if name not in known:
        close = get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else f"choose from {', '.join(known)}"
        raise ConfigError(f"there is no system {name!r}", hint)
    return known[name]


def _made(one: Entry) -> System:
    if one.kind in _LEDGER:
        params = {**one.params, "retrieval": one.retrieval}
        return _LEDGER[one.kind](one.name, one.title, one.preset, params)
    return _PLAIN[one.kind](one.name, one.title, one.retrieval)


def _entry(name: str, row: Mapping[str, Any]) -> Entry:
    paper = row.get("paper")
    figures = PaperFigures(**paper) if paper else None
    return Entry(**{**row, "name": name, "paper": figures})
