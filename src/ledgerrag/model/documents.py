"""Documents, acts, sources, spans and what a document is at (V, K)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from ledgerrag.dates import PartialDate
from ledgerrag.model.words import ActKind, Authority, Domain, Status

NO_SOURCE: Final = "unknown"
"""Registry key of what came without a source: a file that the operator took in by hand."""


@dataclass(frozen=True, slots=True, order=True)
class DocKey:
    """One version of one document."""

    doc_id: str
    version: int

    def __str__(self) -> str:
        return f"{self.doc_id}@{self.version}"


@dataclass(frozen=True, slots=True)
class Document:
    """One version of one thing, as the ingest channel and the registry describe it.

    Args:
        doc_id: name of the thing as the channel gives it.
        version: 1, 2, ... within the doc_id.
        series: the thing of which documents are versions (a provision, a story).
        title: heading; may be empty.
        text: the content; spans are code points of it.
        source: key of the source registry.
        published: when the world could know it.
        effective_from: when it begins to hold.
        effective_to: first moment at which it no longer holds; None where open.
        effective_to_unknown: it ends, and nobody said when.
        authority_level: from the registry, never from the document.
        domain: regulation, news or reference.
        language: ISO 639-1, or "und".
        url: where it was found; may be empty.
        content_sha256: of the normalised text, hex.
        seq: our ingest sequence number (third clock); 0 before it is stored.
        cluster: independence cluster: copies of one text share it.
        pages: code point at which each page begins; empty where there are no pages.
    """

    doc_id: str
    version: int
    series: str
    title: str
    text: str
    source: str
    published: PartialDate
    effective_from: PartialDate
    effective_to: PartialDate | None
    effective_to_unknown: bool
    authority_level: Authority
    domain: Domain
    language: str
    url: str
    content_sha256: str
    seq: int = 0
    cluster: str = ""
    pages: tuple[int, ...] = ()

    @property
    def key(self) -> DocKey:
        """The version's key."""
        return DocKey(self.doc_id, self.version)

    def page(self, start: int) -> int | None:
        """The page (from 1) on which a code point lies; None where there are no pages."""
        return sum(1 for first in self.pages if first <= start) or None


@dataclass(frozen=True, slots=True)
class Act:
    """What a source does to a document or series, with its own dates.

    Args:
        act_id: sha256 of the act's content, first 16 hex digits.
        kind: supersede, correct, repeal, ...
        target: a doc_id, a `doc_id@version` or a series.
        by: the doc_id, `doc_id@version` or series that takes its place; may be empty.
        source: key of the source registry.
        authority_level: from the registry.
        published: when the world could know of the act.
        effective_from: when it takes effect; None: nobody said (never today).
        effective_to: when its effect ends (a suspension); None where open.
        saves_from: first moment of the subject period left untouched (saving clause); None: open.
        saves_to: first moment after it; None: open.
        saves: whether there is a saving clause at all.
        note: the act's words or reason; may be empty.
        seq: our ingest sequence number; 0 before it is stored.
    """

    act_id: str
    kind: ActKind
    target: str
    by: str
    source: str
    authority_level: Authority
    published: PartialDate
    effective_from: PartialDate | None
    effective_to: PartialDate | None
    saves_from: PartialDate | None
    saves_to: PartialDate | None
    saves: bool
    note: str
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of the source registry.

    Args:
        key: as documents name it.
        name: as a reader is told it.
        authority_level: 1 user-generated, 2 professional outlet, 3 official.
    """

    key: str
    name: str
    authority_level: Authority


def quote_sha256(text: str) -> str:
    """sha256 of a quoted text (UTF-8), hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """`[start, end)` of a document version in code points, with the sha256 of the text there."""

    doc_id: str
    version: int
    start: int
    end: int
    quote_sha256: str

    @property
    def key(self) -> DocKey:
        """The document version that the span lies in."""
        return DocKey(self.doc_id, self.version)

    @property
    def span_id(self) -> str:
        """Stable id, derived from all fields."""
        raw = (
            f"{self.doc_id}\x00{self.version}\x00{self.start}\x00{self.end}\x00{self.quote_sha256}"
        )
        return hashlib.sha256(raw.encode("utf-8")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a document is at (V, K), with the reason.

    Args:
        key: the document version.
        status: in force, not yet, lapsed, ...
        since: ISO date from which the status holds; empty where not known.
        until: ISO date at which it is known to end; empty where open.
        by: what changed it (a document key or an act id); empty where nothing did.
        rule: name of the rule that decided.
        notes: for the reader: "retroactive, check", "saved for periods before ...".
    """

    key: DocKey
    status: Status
    since: str = ""
    until: str = ""
    by: str = ""
    rule: str = ""
    notes: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether the document holds at (V, K)."""
        return self.status is Status.IN_FORCE
