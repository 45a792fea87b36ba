"""Lines on a terminal or in a file: wrapped, indented, without markup of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ledgerrag.cli.inert import inert

Part: TypeAlias = "str | tuple[str, str]"
LABEL = 11
_NARROWEST = 24


def joined(parts: Iterable[Part]) -> Text:
    """Parts, each a text or a text with its style, made inert one by one."""
    line = Text()
    for part in parts:
        text, style = part if isinstance(part, tuple) else (part, "")
        # The blanks at both ends belong to the layout; `inert` would take them away.
        head, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        line.append(head)
        line.append(inert(text), style=style)
        line.append(tail if text.strip() else "")
    return line


@dataclass(frozen=True, slots=True)
class Page:
    """Where a command writes what people read.

    Args:
        console: a rich console; plain where it is no terminal.
        live: show what differs from run to run, too: milliseconds, hashes over times and paths.
    """

    console: Console
    live: bool = True

    @property
    def width(self) -> int:
        """Columns."""
        return max(self.console.width, _NARROWEST)

    def line(self, *parts: Part, lead: str = "", style: str = "") -> None:
        """One paragraph; lines after the first are indented as deep as `lead` is long.

        Args:
            parts: its text.
            lead: what stands before the first line.
            style: of the lead.
        """
        deep = cell_len(lead)
        body = joined(parts)
        wrapped = body.wrap(self.console, max(self.width - deep, _NARROWEST // 2))
        for number, part in enumerate(wrapped or [Text()]):
            part.rstrip()
            begin = Text(lead, style=style) if number == 0 else Text(" " * deep)
            self._put((begin + part) if part.plain else Text(lead.rstrip(), style=style))

    def row(self, label: str, *parts: Part) -> None:
        """A paragraph behind a label; an empty label continues the one before."""
        self.line(*parts, lead=label.ljust(LABEL), style="bold")

    def verbatim(self, text: str, style: str = "") -> None:
        """One line as it is, however long: a command stays one that can be copied."""
        self._put(Text(inert(text), style=style))

    def blank(self) -> None:
        """An empty line."""
        self._put(Text())

    def table(self, head: Sequence[str], rows: Iterable[Sequence[Sequence[Part]]]) -> None:
        """A table; each cell is a list of lines."""
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), expand=False)
        for name in head:
            table.add_column(name, overflow="fold", header_style="bold")
        for row in rows:
            table.add_row(*(Text("\n").join(joined((part,)) for part in cell) for cell in row))
        lines = [
            Text.assemble(*((part.text, part.style or "") for part in line))
            for line in self.console.render_lines(table, pad=False)
        ]
        for line in lines:
            line.rstrip()
        # The box is open above and below: its border there is an empty line.
        for line in lines[not lines[0].plain : -1 if not lines[-1].plain else None]:
            self._put(line)

    def _put(self, line: Text) -> None:
        self.console.print(line, no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)
