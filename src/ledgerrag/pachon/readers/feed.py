"""RSS and Atom files, read as bytes at hand: nothing is ever fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import feedparser  # type: ignore[import-untyped]  # has no types

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.items import Item, record
from ledgerrag.pachon.readers.markup import decode_markup, plain, xml_root
from ledgerrag.pachon.readers.raw import Job, Raw, Rejected
from ledgerrag.pachon.readers.text import load

_ROOTS = frozenset(
    {
        "rss",
        "{http://www.w3.org/2005/Atom}feed",
        "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}RDF",
    }
)
_DECLARATION = re.compile(r"<\?xml[^>]*\?>")


def read(job: Job) -> Iterator[Raw | Rejected]:
    """The entries of a feed file, in its order.

    Raises:
        DocumentError: not well-formed, a document type, no feed, no entry.
    """
    text = decode_markup(load(job.path, job.limits.markup, "split the feed")).lstrip()
    # The text is UTF-8 from here on, whatever its declaration says.
    text = _DECLARATION.sub("", text, count=1)
    root = xml_root(text)
    if root.tag not in _ROOTS:
        raise DocumentError(
            f"XML, but no feed: its root is <{str(root.tag).rpartition('}')[2][:40]}>",
            "give RSS or Atom, or convert it to JSON Lines",
        )
    # A stream, never a string: a string that looks like an address would be fetched.
    found = feedparser.parse(
        BytesIO(text.encode("utf-8")),
        response_headers={"content-type": "application/xml; charset=utf-8"},
    )
    if not found.entries:
        raise DocumentError("the feed has no entries", "fetch it again or remove it")
    for number, entry in enumerate(found.entries, start=1):
        yield record(f"{job.name}#{number}", job.name, _item(entry, found.feed))


def _item(entry: dict[str, object], feed: dict[str, object]) -> Item:
    parts = entry.get("content") or [entry.get("summary_detail")]
    texts = [_text(part) for part in parts] if isinstance(parts, list) else []
    return Item(
        identifier=_string(entry, "id"),
        title=_text(entry.get("title_detail")).replace("\n", " "),
        text=max(texts, key=len, default="") or _text(entry.get("summary_detail")),
        url=_string(entry, "link"),
        published=_string(entry, "published"),
        updated=_string(entry, "updated"),
        language=_language(entry) or _string(feed, "language"),
        feed=_string(feed, "title"),
    )


def _string(holder: dict[str, object], key: str) -> str:
    # dict.get: the library's own lookup gives one date for another, with a warning.
    return str(dict.get(holder, key) or "").strip()


def _text(part: object) -> str:
    if not isinstance(part, dict):
        return ""
    value = str(part.get("value") or "")
    return value.strip() if part.get("type") == "text/plain" else plain(value)


def _language(entry: dict[str, object]) -> str:
    detail = dict.get(entry, "title_detail")
    return str(detail.get("language") or "") if isinstance(detail, dict) else ""
