"""JSON Feed (version 1 and 1.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.items import Item, record
from ledgerrag.pachon.readers.markup import plain
from ledgerrag.pachon.readers.raw import Raw, Rejected

_VERSION = "https://jsonfeed.org/version/"


def is_feed(fields: Mapping[str, object]) -> bool:
    """Whether the object says that it is a JSON Feed."""
    return str(fields.get("version", "")).startswith(_VERSION)


def read_feed(name: str, feed: Mapping[str, object]) -> Iterator[Raw | Rejected]:
    """The items of a JSON Feed, in its order.

    Args:
        name: the file's name.
        feed: the object that the file holds.
    Raises:
        DocumentError: there are no items.
    """
    items = feed.get("items")
    if not isinstance(items, list) or not items:
        raise DocumentError("the feed has no items", "fetch it again or remove it")
    for number, item in enumerate(items, start=1):
        where = f"{name}#{number}"
        if isinstance(item, dict):
            yield record(where, name, _item(item, feed))
        else:
            yield Rejected(where, "the item is not an object; mend the feed")


def _item(item: Mapping[str, object], feed: Mapping[str, object]) -> Item:
    html = _string(item, "content_html")
    return Item(
        identifier=_string(item, "id"),
        title=_string(item, "title"),
        text=_string(item, "content_text") or plain(html) or _string(item, "summary"),
        url=_string(item, "url"),
        published=_string(item, "date_published"),
        updated=_string(item, "date_modified"),
        language=_string(item, "language") or _string(feed, "language"),
        feed=_string(feed, "title"),
    )


def _string(holder: Mapping[str, object], key: str) -> str:
    value = holder.get(key)
    # The standard asks readers to take a number for an id.
    return str(value).strip() if isinstance(value, str | int) and value is not True else ""
