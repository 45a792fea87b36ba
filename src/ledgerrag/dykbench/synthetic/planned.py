"""A document before it is written, and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ledgerrag.dykbench.items import Item, Quote, Record
from ledgerrag.dykbench.synthetic.pages import Sheet, write


@dataclass(frozen=True, slots=True)
class Planned:
    """A document that is written when its record is asked for.

    Args:
        doc_id: document.
        version: its version.
        series: the thing of which it is a version.
        source: registry key.
        published: ISO date or instant.
        domain: regulation or news.
        sheet: what its page is made from.
        begins: ISO date from which it holds; empty: from its publication.
        ends: ISO date from which it no longer holds; empty: open.
    """

    doc_id: str
    version: int
    series: str
    source: str
    published: str
    domain: str
    sheet: Sheet
    begins: str = ""
    ends: str = ""

    @property
    def key(self) -> str:
        """`doc_id@version`."""
        return f"{self.doc_id}@{self.version}"

    def record(self) -> Record:
        """As `ledgerrag ingest` reads it from JSON Lines."""
        page = write(self.sheet)
        record: dict[str, object] = {
            "doc_id": self.doc_id,
            "version": self.version,
            "series": self.series,
            "title": page.title,
            "text": page.text,
            "source": self.source,
            "published": self.published,
            "domain": self.domain,
            "language": "en",
        }
        if self.begins:
            record["effective_from"] = self.begins
        if self.ends:
            record["effective_to"] = self.ends
        return record

    def quote(self, fact: int = 0) -> Quote:
        """Where it states a fact of its sheet; the sentences of `last` count after the facts."""
        start, end = write(self.sheet).spans[fact]
        return Quote(self.doc_id, self.version, start, end)

    def states(self, fact: int = 0) -> bool:
        """Whether its layout has room for the fact."""
        spans = write(self.sheet).spans
        return fact < len(spans) and spans[fact][1] > spans[fact][0]


@dataclass(frozen=True, slots=True)
class Act:
    """What a document does to another, as a record.

    Args:
        kind: repeal, correct, suspend, ...
        target: document key, doc_id or series.
        source: registry key.
        published: ISO date or instant.
        begins: ISO date; empty: nobody said.
        ends: ISO date; empty: open.
        by: what takes the place of the target; may be empty.
        saves_before: cases from before this ISO date stay under it; empty: no saving clause.
        note: in words.
    """

    kind: str
    target: str
    source: str
    published: str
    begins: str = ""
    ends: str = ""
    by: str = ""
    saves_before: str = ""
    note: str = ""

    def record(self) -> Record:
        """As `ledgerrag ingest` reads it from JSON Lines."""
        stated: dict[str, object] = {
            "act": self.kind,
            "target": self.target,
            "source": self.source,
            "published": self.published,
            "effective_from": self.begins,
            "effective_to": self.ends,
            "by": self.by,
            "note": self.note,
        }
        record = {key: value for key, value in stated.items() if value}
        if self.saves_before:
            record["saves"] = {"before": self.saves_before}
        return record


@dataclass(frozen=True, slots=True)
class Told:
    """Documents and acts of one story.

    Args:
        documents: in no particular order.
        acts: likewise.
    """

    documents: tuple[Planned, ...]
    acts: tuple[Act, ...] = ()


def together(parts: Iterable[Told]) -> Told:
    """Several stories as one."""
    parts = tuple(parts)
    return Told(
        tuple(document for part in parts for document in part.documents),
        tuple(act for part in parts for act in part.acts),
    )


@dataclass(frozen=True, slots=True)
class Group:
    """One story with the questions about it."""

    told: Told
    items: tuple[Item, ...]
