"""An entry of a feed, whatever the feed's format, as a record."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from ledgerrag.pachon.readers.datetext import later, stated
from ledgerrag.pachon.readers.raw import Raw, Rejected


@dataclass(frozen=True, slots=True)
class Item:
    """What an entry states; empty where it states nothing.

    Args:
        identifier: its id or guid.
        title: as plain text.
        text: as plain text.
        url: its address.
        published: the date as it was written.
        updated: the date of its last change as it was written.
        language: its own or the feed's.
        feed: the feed's title.
    """

    identifier: str
    title: str
    text: str
    url: str
    published: str
    updated: str
    language: str
    feed: str


def record(where: str, name: str, item: Item) -> Raw | Rejected:
    """The entry as a document.

    Args:
        where: for the report.
        name: the feed file's name.
        item: the entry.
    """
    notes: list[str] = []
    text = item.text
    if not text:
        if not item.title:
            return Rejected(where, "the entry has neither text nor title; remove it")
        text = item.title
        notes.append("the entry has no text but its title")
    doc_id = item.identifier or item.url
    if not doc_id:
        # Feeds roll on: a place in the file is no name, the content is.
        digest = hashlib.sha256(f"{item.title}\0{text}".encode()).hexdigest()
        doc_id = f"{name}#{digest[:16]}"
        notes.append("doc_id from the content: the entry has neither id nor link")
    dated, more = _dates(item)
    # Readers of feeds give an id for a missing link.
    url = item.url if item.url.startswith(("https://", "http://")) else ""
    stating = {"title": item.title, "url": url, "language": item.language, "feed": item.feed}
    fields: dict[str, object] = {"doc_id": doc_id, "text": text, **dated}
    fields.update({key: value for key, value in stating.items() if value})
    return Raw(where, "document", fields, (*notes, *more))


def _dates(item: Item) -> tuple[dict[str, object], list[str]]:
    """A text that was changed could be known from the change on: it is published then."""
    notes: list[str] = []
    found: dict[str, str] = {}
    for key, written in (("published", item.published), ("updated", item.updated)):
        if written:
            iso, note = stated(written)
            found[key] = iso
            if note:
                notes.append(note)
    published, updated = found.get("published", ""), found.get("updated", "")
    fields: dict[str, object] = {}
    if updated and (not published or later(updated, published)):
        if published:
            fields["first_published"] = published
            notes.append("published is the date of the entry's last change")
        published = updated
    if published:
        fields["published"] = published
    return fields, notes
