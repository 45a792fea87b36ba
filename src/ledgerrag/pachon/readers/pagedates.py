"""When a web page says that it was published: its own statement first, htmldate's finding second.

htmldate fills a missing month or day and reads 03/04 as one of two days; what the page's source
does not bear out is left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from importlib import resources
from typing import NamedTuple

import htmldate
from lxml import html

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.datetext import later, stated
from ledgerrag.pachon.readers.quiet import silence
from ledgerrag.pachon.readers.strictjson import parse

silence()

# htmldate takes today for the latest date there is; which dates lie ahead is not for a reader.
_LATEST = "9999-12-31"
_EARLIEST = "1800-01-01"
_MOST_LINKED = 1 << 18
_LONGEST_BYLINE = 200
_SMALL = 12


class PageDates(NamedTuple):
    """The dates of a page as fields, with notes for the report."""

    fields: dict[str, object]
    notes: tuple[str, ...]


@cache
def _places() -> dict[str, dict[str, list[str]]]:
    data = resources.files(__package__).joinpath("page_dates.toml").read_text("utf-8")
    return tomllib.loads(data)


def page_dates(
    tree: html.HtmlElement, source: str, depth: int, *, search: bool = True
) -> PageDates:
    """`published` (of this text) and, where it was changed later, `first_published`.

    A text that was changed could be known from the change on: it is published then.

    Args:
        tree: the page.
        source: the page's source, against which a found date is checked.
        depth: how deep JSON-LD may be nested.
        search: whether to look for a byline where the page does not state its date.
    """
    linked = list(_linked(tree, depth))
    published, notes = _own_statement(tree, linked, "published")
    modified, _ = _own_statement(tree, linked, "modified")
    if published:
        notes.append("published from the page's metadata")
    elif search:
        published, found_notes = _found(tree, source)
        notes += found_notes
    fields: dict[str, object] = {}
    if modified and (not published or later(modified, published)):
        if published:
            fields["first_published"] = published
        published = modified
        notes.append("published is the date of the page's last change")
    if published:
        fields["published"] = published
    return PageDates(fields, tuple(notes))


def _own_statement(
    tree: html.HtmlElement, linked: list[dict[str, object]], which: str
) -> tuple[str, list[str]]:
    notes: list[str] = []
    stated_by = _metas(tree)
    for name in _places()[which]["meta"]:
        if name in stated_by:
            found = stated(stated_by[name])
            if found.note:
                notes.append(found.note)
            if found.iso:
                return found.iso, notes
    for key in _places()[which]["linked"]:
        values = {str(item[key]) for item in linked if isinstance(item.get(key), str)}
        # Several articles on one page: whose date it is, is not said.
        if len(values) == 1:
            found = stated(values.pop())
            if found.iso:
                return found.iso, notes
    return "", notes


def _metas(tree: html.HtmlElement) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in tree.iter("meta"):
        content = element.get("content")
        for attribute in ("property", "name", "itemprop"):
            name = element.get(attribute)
            if name and content and content.strip():
                found.setdefault(name.strip().lower(), content.strip())
    return found


def _linked(tree: html.HtmlElement, depth: int) -> Iterator[dict[str, object]]:
    for element in tree.iter("script"):
        text = element.text or ""
        if element.get("type") != "application/ld+json" or len(text) > _MOST_LINKED:
            continue
        try:
            value = parse(text, depth)
        except DocumentError:
            continue
        graph = value.get("@graph") if isinstance(value, dict) else None
        for item in graph if isinstance(graph, list) else [value]:
            if isinstance(item, dict):
                yield item


def _found(tree: html.HtmlElement, source: str) -> tuple[str, list[str]]:
    try:
        day = htmldate.find_date(
            _without_running_text(tree),
            extensive_search=False,
            original_date=True,
            min_date=_EARLIEST,
            max_date=_LATEST,
        )
    except Exception:  # noqa: BLE001  # whatever a page does to the library, it has no date then
        day = None
    if not day:
        return "", []
    if not borne_out(day, source):
        return "", [f"a date near {day} in the page could mean more than one day: not taken"]
    return day, ["published found in the page by htmldate"]


def _without_running_text(tree: html.HtmlElement) -> html.HtmlElement:
    """A copy in which only bylines and the like still have text."""
    byline = {key: tuple(values) for key, values in _places()["byline"].items()}
    copy = deepcopy(tree)
    body = copy.find("body")
    kept: set[html.HtmlElement] = set()
    for element in () if body is None else body.iter():
        parent = element.getparent()
        if parent in kept or _is_byline(element, byline):
            kept.add(element)
        else:
            element.text = None
        if parent not in kept:
            element.tail = None
    return copy


def _is_byline(element: html.HtmlElement, byline: dict[str, tuple[str, ...]]) -> bool:
    if element.tag in byline["elements"]:
        return True
    named = " ".join(element.get(key) or "" for key in ("class", "id", "itemprop")).lower()
    if any(mark in named for mark in byline["marks"]):
        return len(element) < _SMALL and len("".join(element.itertext())) <= _LONGEST_BYLINE
    text = (element.text or "").strip().lower()
    return len(text) <= _LONGEST_BYLINE and text.startswith(byline["words"])


def borne_out(day: str, source: str) -> bool:
    """Whether a text states exactly this day, in a form that can mean no other.

    Args:
        day: `YYYY-MM-DD`.
        source: the text.
    """
    year, month, date = day.split("-")
    m, d = int(month), int(date)
    ordered = rf"(?<!\d){year}(?:{month}{date}|[-/._]0?{m}[-/._]0?{d})(?!\d)"
    worded = rf"(?<!\d)0?{d}(?!\d)[^\d/\-]{{1,20}}{year}(?!\d)"
    patterns = [ordered, worded]
    if d > 12 or d == m:
        patterns.append(rf"(?<!\d)(?:0?{d}[-/.]0?{m}|0?{m}[-/.]0?{d})[-/.]{year}(?!\d)")
    return any(re.search(pattern, source) for pattern in patterns)
