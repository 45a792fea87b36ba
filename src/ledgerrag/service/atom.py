"""Events as an Atom feed (RFC 4287)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, cast

from lxml import etree

from ledgerrag.cms.notices import heading
from ledgerrag.cms.watched import Event

MEDIA: Final = "application/atom+xml"
_NAMESPACE: Final = "http://www.w3.org/2005/Atom"
# What XML 1.0 cannot hold, however it is written.
_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def feed(
    id: str, title: str, updated: str, events: Iterable[Event], links: dict[str, str]
) -> bytes:
    """A feed.

    Args:
        id: what it is a feed of, as the last part of a URN.
        title: heading.
        updated: when there was nothing yet, UTC text.
        events: newest first.
        links: address of a story by its watch, where one is known.
    """
    entries = tuple(events)
    root = etree.Element(f"{{{_NAMESPACE}}}feed", nsmap=cast("dict[str, str]", {None: _NAMESPACE}))
    _put(root, "id", f"urn:ledgerrag:{id}")
    _put(root, "title", title)
    _put(root, "updated", entries[0].created if entries else updated)
    _put(_put(root, "author"), "name", "LedgerRAG")
    for event in entries:
        entry = _put(root, "entry")
        _put(entry, "id", f"urn:ledgerrag:event:{event.id}")
        _put(entry, "title", heading("entry", {"kind": event.kind, "claim": event.text}))
        _put(entry, "updated", event.created)
        _put(entry, "published", event.created)
        etree.SubElement(entry, f"{{{_NAMESPACE}}}category", term=event.kind)
        if links.get(event.watch):
            href = _clean(links[event.watch])
            etree.SubElement(entry, f"{{{_NAMESPACE}}}link", rel="alternate", href=href)
        _put(entry, "summary", event.summary)
        _put(entry, "content", event.quote or event.summary)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _put(parent: etree._Element, name: str, text: str = "") -> etree._Element:
    made = etree.SubElement(parent, f"{{{_NAMESPACE}}}{name}")
    made.text = _clean(text) or None
    return made


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
