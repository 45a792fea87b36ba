"""Tables as data: what stands in a cell, what it is compared with, which items it rests on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, Literal

from ledgerrag.dykbench.metrics import Measure, about

Mark = Literal["", "best", "tied", "met", "short"]
NONE: Final = "–"
_FIGURE: Final = re.compile(r"(?:[<≥≤] )?[−+]?[\d,]*\.?\d*(?: (?:ms|%))?|–")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Args:
        text: the figure.
        small: what stands beside it in small print: interval, counts.
        paper: the paper's figure; empty where it has none.
        link: id of the fold with the items behind it; empty where there is none.
        mark: how it compares.
    """

    text: str
    small: str = ""
    paper: str = ""
    link: str = ""
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Args:
        name: its id in the page.
        title: above it.
        note: how to read it.
        heads: of the columns; the first column is the head of the rows.
        rows: cells.
    """

    name: str
    title: str
    note: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def figures(self) -> tuple[bool, ...]:
        """Which columns hold figures: all of their cells are a number, a dash or nothing."""
        return tuple(
            bool(self.rows) and all(_FIGURE.fullmatch(row[n].text) for row in self.rows)
            for n in range(len(self.heads))
        )


@cache
def data(name: str) -> Mapping[str, Any]:
    """A data file of this room."""
    file = resources.files("ledgerrag.dykbench.reporting").joinpath(name)
    return tomllib.loads(file.read_text("utf-8"))


def note(name: str) -> str:
    """How a table is read."""
    return str(data("words.toml")["notes"][name])


def task_title(task: str) -> str:
    """A task as the paper's tables call it; `All` for the empty one."""
    return str(data("words.toml")["tasks"][task])


def measure_title(measure: Measure) -> str:
    """A measure as the head of a column; an asterisk where a judge has a part in it."""
    found = about(measure)
    return f"{found.title}{' *' if found.judged else ''}"


def number(value: float, measure: Measure | None = None) -> str:
    """A figure as tables write it: three decimals; two for calls, none for tokens."""
    if measure is Measure.TOKENS:
        return f"{value:,.0f}"
    if measure in (Measure.RETRIEVAL_CALLS, Measure.CALLS_PER_CLAIM, Measure.MODEL_CALLS):
        return f"{value:.2f}"
    return f"{value:.3f}"


def signed(value: float, digits: int = 3) -> str:
    """A difference, with its sign; a true minus, and none before nought."""
    text = f"{value:+.{digits}f}"
    if float(text) == 0:
        return text[1:]
    return text.replace("-", "−")


def bounds(low: float, high: float, *, sign: bool = False) -> str:
    """An interval."""
    one, two = (signed(low), signed(high)) if sign else (f"{low:.3f}", f"{high:.3f}")
    return f"[{one}, {two}]"


def p_value(value: float) -> str:
    """A p-value as tables write it."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def milliseconds(us: float) -> str:
    """A time in milliseconds."""
    ms = us / 1_000
    return f"{ms:,.0f} ms" if ms >= 10 else f"{ms:.1f} ms"


def plain_rows(table: Table) -> Sequence[Sequence[str]]:
    """The cells as Markdown writes them, the paper's figure after a slash."""
    return [[_plain(cell) for cell in row] for row in table.rows]


def _plain(cell: Cell) -> str:
    text = f"**{cell.text}**" if cell.mark == "best" else cell.text
    text += "†" if cell.mark == "tied" else ""
    if cell.small:
        text += f" {cell.small}"
    if cell.paper:
        text += f" (paper: {cell.paper})"
    return text.replace("|", "\\|").replace("\n", " ")
