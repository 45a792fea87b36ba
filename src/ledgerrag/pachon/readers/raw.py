"""What readers hand on: a record as its channel gives it, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Opened:
    """One file to ingest.

    Args:
        name: stable name: posix path relative to the root that was given, or the file's own name.
        path: where it lies.
    """

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Raw:
    """One record as its channel gives it, not yet normalised.

    Args:
        where: `file.jsonl:12`, `list.json#3` or `file.md`, for reports.
        kind: a document, or an act upon one.
        fields: what the channel states, under its names; dates are the text that was written.
        notes: remarks for the report.
        pages: code point of `text` at which each page begins; empty where there are no pages.
    """

    where: str
    kind: Literal["document", "act"]
    fields: Mapping[str, object]
    notes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file, line or item that gives no record.

    Args:
        where: as in `Raw`.
        reason: one line: what is wrong and the next step.
    """

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds within which a file is read at all: input is not trusted.

    Args:
        line: bytes in a line of JSON Lines.
        document: bytes in a Markdown, text, JSON or PDF file.
        markup: bytes in an HTML or feed file: a tree of it takes many times as much memory.
        main_part: characters of a page in which its main part is looked for: the search takes
            minutes on much more.
        front_matter: characters of front matter.
        depth: nesting of JSON or YAML values.
        inflation: how many times its size a compressed file may grow to ...
        inflated: ... once it has given this many bytes.
        pages: pages of a PDF.
    """

    line: int = 16 * MEGABYTE
    document: int = 64 * MEGABYTE
    markup: int = 16 * MEGABYTE
    main_part: int = 2 * MEGABYTE
    front_matter: int = MEGABYTE
    depth: int = 64
    inflation: int = 200
    inflated: int = 256 * MEGABYTE
    pages: int = 20_000


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Job:
    """What a reader is given: the file and the bounds.

    Args:
        opened: the file.
        limits: the bounds.
    """

    opened: Opened
    limits: Limits = field(default=DEFAULT_LIMITS)

    @property
    def name(self) -> str:
        """The file's stable name."""
        return self.opened.name

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self.opened.path
