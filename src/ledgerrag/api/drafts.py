"""Drafts as they are written: Markdown comes apart into paragraphs, and those into plain text.

What is marked up reads as what it says: `**6** members` states six members. A code block states
nothing, and neither does a heading or a row of a table without a figure, date, status or name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ledgerrag.model import Claim
from ledgerrag.reading import Reader
from ledgerrag.reading.draft import LIMIT

_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_FENCE = re.compile(r"[ \t>]*(```|~~~)")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(?P<title>.*?)[ \t]*#*[ \t]*")
_RULE = re.compile(r"[ \t]*(?:=+|-{2,}|\*{3,}|_{3,}|\|?[ \t]*:?-+:?[ \t|:-]*)[ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)")
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,500})\]\([^()\s]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]\n]{1,500})\](?:\([^()\n]{0,2000}\)|\[[^\[\]\n]{0,200}\])")
_EMPHASIS = re.compile(r"(?<![\w\\])(\*{1,3}|_{1,3}|~~|`{1,2})(?=\S)([^\n]{1,120}?)(?<=\S)\1(?!\w)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def paragraphs(draft: str) -> tuple[str, ...]:
    """The paragraphs of a draft, apart by empty lines; front matter is none, a code block is one.

    Args:
        draft: Markdown or plain text.
    """
    found: list[list[str]] = [[]]
    fence = ""
    for line in _MATTER.sub("", draft.replace("\r\n", "\n"), count=1).split("\n"):
        mark = _FENCE.match(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
        if line.strip(" \t\r>") or fence:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return tuple(text for lines in found if (text := "\n".join(lines).strip()))


def claims(paragraph: str, reader: Reader) -> tuple[Claim, ...]:
    """The statements of a paragraph, numbered in order.

    Args:
        paragraph: one of `paragraphs`.
        reader: takes plain text apart.
    """
    found: list[Claim] = []
    for text, heading in _blocks(_COMMENT.sub(" ", paragraph[:LIMIT])):
        stated = reader.draft(_unmarked(text))
        found += [claim for claim in stated if claim.value is not None or not heading]
    return tuple(replace(claim, claim_id=f"c{n}") for n, claim in enumerate(found, 1))


def _blocks(paragraph: str) -> Iterator[tuple[str, bool]]:
    """(text, heading or row) of headings, list items, rows of tables and running text."""
    lines: list[str] = []
    fence = ""
    for line in [*paragraph.split("\n"), ""]:
        mark = _FENCE.match(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
            continue
        if fence:
            continue
        quoted = _QUOTE.match(line)
        bare = line[quoted.end() :] if quoted else line
        heading, row = _HEADING.fullmatch(bare), bare.lstrip().startswith("|")
        item = _ITEM.match(bare)
        underlined = bool(_RULE.fullmatch(bare)) and bool(bare.strip())
        apart = bool(heading) or row or underlined or item is not None
        if lines and (apart or not bare.strip()):
            yield "\n".join(lines), underlined and len(lines) == 1
            lines = []
        if heading:
            yield heading["title"], True
        elif row and not underlined:
            yield " ".join(cell.strip() for cell in bare.strip(" \t|").split("|")), True
        elif bare.strip() and not underlined:
            lines.append(bare[item.end() :] if item else bare)


def _unmarked(text: str) -> str:
    text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    # Marks stand within marks: `**_x_**`.
    for _ in range(3):
        text = _EMPHASIS.sub(r"\2", text)
    return text
