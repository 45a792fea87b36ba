"""Markdown and plain text, with or without YAML front matter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers import frontmatter
from ledgerrag.pachon.readers.raw import Job, Raw, Rejected
from ledgerrag.pachon.readers.strictjson import record_kind
from ledgerrag.pachon.readers.text import decode, load

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(?P<title>.*?\S)(?:[ \t]+#*)?[ \t]*")
_FENCE = re.compile(r" {0,3}(?P<mark>```|~~~)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*")


def read(job: Job) -> Iterator[Raw | Rejected]:
    """The one record of a Markdown or text file.

    Raises:
        DocumentError: broken front matter, no text, not UTF-8, too large.
    """
    data = load(job.path, job.limits.document, "split the file")
    matter, body = frontmatter.split(decode(data), job.limits.front_matter)
    fields = {} if matter is None else frontmatter.fields(matter, job.limits.depth)
    kind, notes = record_kind(fields), []
    if kind == "act":
        fields.setdefault("note", body.strip())
        yield Raw(job.name, kind, fields)
        return
    if not body.strip() and not fields.get("text"):
        raise DocumentError("there is no text", "write the text below the front matter")
    if body.strip():
        if "text" in fields:
            notes.append("`text` in the front matter ignored: the body is the text")
        fields["text"] = body
    if fields.get("doc_id") in (None, ""):
        fields["doc_id"] = job.name
        notes.append("doc_id from the file's name")
    if fields.get("title") in (None, ""):
        heading = first_heading(body)
        if heading:
            fields["title"] = heading
            notes.append("title from the first heading")
    yield Raw(job.name, kind, fields, tuple(notes))


def first_heading(text: str) -> str:
    """The first heading outside code; empty where there is none."""
    fence = ""
    previous = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and fence in ("", mark["mark"]):
            fence = "" if fence else mark["mark"]
            previous = ""
            continue
        if fence:
            continue
        heading = _HEADING.fullmatch(line)
        if heading:
            return heading["title"].strip()
        if previous and _UNDERLINE.fullmatch(line):
            return previous
        previous = line.strip()
    return ""
