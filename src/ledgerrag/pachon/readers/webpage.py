"""HTML pages: the main text by trafilatura; title, dates and language as the page states them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import trafilatura
from lxml import html

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.markup import decode_markup, page_tree, tree_text
from ledgerrag.pachon.readers.pagedates import page_dates
from ledgerrag.pachon.readers.quiet import silence
from ledgerrag.pachon.readers.raw import Job, Raw, Rejected
from ledgerrag.pachon.readers.text import load

silence()


def read(job: Job) -> Iterator[Raw | Rejected]:
    """The one record of an HTML file.

    Raises:
        DocumentError: no text, not in its encoding, too large.
    """
    source = decode_markup(load(job.path, job.limits.markup, "split the page"))
    tree = page_tree(source)
    searched = len(source) <= job.limits.main_part
    dates = page_dates(tree, source, job.limits.depth, search=searched)
    text, remark = _text(tree, searched=searched)
    notes = [*dates.notes, *remark]
    if not text:
        raise DocumentError("the page has no text", "save the page as its reader sees it")
    stating = {
        "title": _title(tree),
        "url": _address(tree),
        "language": (tree.get("lang") or tree.get("xml:lang") or "").strip(),
    }
    fields: dict[str, object] = {"doc_id": job.name, "text": text, **dates.fields}
    fields.update({key: value for key, value in stating.items() if value})
    notes.append("doc_id from the file's name")
    yield Raw(job.name, "document", fields, tuple(notes))


def _text(tree: html.HtmlElement, *, searched: bool) -> tuple[str, list[str]]:
    """The main part as far as it is found, else all; with a remark where much is left out."""
    whole = tree_text(tree)
    main = _main_part(tree) if searched else ""
    if not main:
        return whole, ["the text is that of the whole page: no main part was found"]
    if 2 * len(main) < len(whole):
        share = 100 * len(main) // len(whole)
        return main, [f"the text is the page's main part, {share} % of its words: check it"]
    return main, []


def _main_part(tree: html.HtmlElement) -> str:
    try:
        # The library prunes the tree that it is given. `fast`: its other ways take quadratic time.
        found = trafilatura.extract(
            deepcopy(tree),
            output_format="txt",
            fast=True,
            include_comments=False,
            include_tables=True,
            with_metadata=False,
        )
    except Exception:  # noqa: BLE001  # whatever a page does to the library, its text is read plainly
        return ""
    return str(found or "").strip()


def _title(tree: html.HtmlElement) -> str:
    for path in (
        "//meta[@property='og:title']/@content",
        "//head/title/text()",
        "//h1//text()",
    ):
        found = tree.xpath(path)
        joined = " ".join(" ".join(str(part) for part in found[:20]).split())
        if isinstance(found, list) and joined:
            return joined
    return ""


def _address(tree: html.HtmlElement) -> str:
    for path in ("//link[@rel='canonical']/@href", "//meta[@property='og:url']/@content"):
        for found in tree.xpath(path):
            address = str(found).strip()
            if address.startswith(("https://", "http://")):
                return address
    return ""
