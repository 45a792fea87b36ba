"""Wikipedia's articles on breaking events, revision by revision, as they stood that minute.

Traps. The source's own list of box fields is naive: a value that begins with `|` means that the
field was empty, and nested templates leak into it. The box is read here from the wikitext itself,
by its braces. A field is stated only where it holds words; a figure only where it is one number,
and not two of them or a bound. Wikipedia is nobody's official word: its box is taken as level 2, as
edited at one place under its readers' eyes, and its prose, which lags the box, as level 1. Licence:
CC BY-SA 3.0, Wikipedia's contributors.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import field, rows, told
from ledgerrag.pachon.adapters.things import (
    TWO_VALUES,
    Fact,
    Kind,
    State,
    Thing,
    instant,
    plain,
)

NAME: Final = "breaking_wikipedia"
ISSUER: Final = Source("wikipedia-box", "Wikipedia, summary box", Authority.OUTLET)
NARRATOR: Final = Source("wikipedia-prose", "Wikipedia, article text", Authority.USER)
_EVENTS: Final = {
    "charliehebdo": "Charlie Hebdo shooting",
    "sydneysiege": "Sydney hostage crisis",
    "germanwings-crash": "Germanwings crash",
    "germanwings": "Germanwings crash",
    "ottawashooting": "Ottawa shooting",
    "ferguson": "Ferguson unrest",
}
_FIGURES: Final = {"deaths": ("fatalities",), "injured": ("injuries",)}
_WORDS: Final = {
    "type": ("type",),
    "weapons": ("weapons", "weapon"),
    "place": ("location", "site"),
    "attackers": ("perpetrators", "perpetrator", "perps", "perp"),
}
_NONE: Final = frozenset(("", "unknown", "currently unknown", "tba", "none"))
_LONGEST: Final = 90
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_REFERENCE: Final = re.compile(r"<ref[^<>]*/>|<ref.*?</ref>", re.DOTALL | re.IGNORECASE)
_LIST: Final = re.compile(r"\{\{\s*(?:bulleted list|plainlist|ubl|unbulleted list)\s*\|", re.I)
_TEMPLATE: Final = re.compile(r"\{\{[^{}]*\}\}")
_FILE: Final = re.compile(r"\[\[(?:File|Image):[^\[\]]*(?:\[\[[^\[\]]*\]\][^\[\]]*)*\]\]", re.I)
_LINK: Final = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_OUTSIDE: Final = re.compile(r"\[https?:\S+\s?([^\]]*)\]")
_BREAK: Final = re.compile(r"<br\s*/?>|\n\*+", re.IGNORECASE)
_HEADING: Final = re.compile(r"^=+\s*(.*?)\s*=+\s*$", re.MULTILINE)
_BOX: Final = re.compile(r"\{\{\s*Infobox", re.IGNORECASE)
_ENDS: Final = re.compile(r"^=+\s*(?:See also|References|External links|Notes)\s*=+", re.M | re.I)


def read(folder: Path) -> Iterator[Thing]:
    """Every event.

    Args:
        folder: the folder that holds `breaking_wikipedia`.
    Raises:
        InputError: a file is missing or damaged.
    """
    path = folder / NAME / "revisions.jsonl.gz"
    events: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows(path):
        events[str(field(row, "event", path))].append(row)
    for name, found in events.items():
        if states := tuple(_states(found, path)):
            yield Thing(
                doc_id=f"wikipedia/{name}",
                series=f"wikipedia/{name}",
                adapter=NAME,
                issuer=ISSUER,
                domain="news",
                words={"thing": _EVENTS.get(name, name)},
                states=states,
                narrator=NARRATOR,
                asked=name in _EVENTS,
            )


def _states(found: Sequence[Mapping[str, Any]], path: Path) -> Iterator[State]:
    at = [instant(field(one, "as_of", path), NAME) for one in found]
    before = ""
    for n in sorted(range(len(found)), key=lambda n: at[n]):
        text = str(field(found[n], "wikitext", path))
        fields = box(text)
        if not fields:
            continue
        facts, doubts = _facts(fields)
        if at.count(at[n]) > 1:
            doubts = dict.fromkeys(facts, TWO_VALUES)
        words = prose(text)
        yield State(at[n], facts, doubts, narrative=words if words != before else "")
        before = words


def _facts(fields: Mapping[str, str]) -> tuple[dict[str, Fact], dict[str, str]]:
    facts: dict[str, Fact] = {}
    doubts: dict[str, str] = {}
    for claim, names in (*_FIGURES.items(), *_WORDS.items()):
        found = [fields[name] for name in names if fields.get(name, "").casefold() not in _NONE]
        if not found:
            continue
        if len(found) > 1:
            doubts[claim] = "two fields of the box state it"
        elif claim in _FIGURES and not found[0].isdecimal():
            doubts[claim] = "the box gives no single figure"
        elif len(found[0]) > _LONGEST:
            doubts[claim] = "the box gives more than a name"
        else:
            kind = Kind.COUNT if claim in _FIGURES else Kind.NAME
            facts[claim] = Fact(kind, found[0])
    return facts, doubts


def box(wikitext: str) -> dict[str, str]:
    """The fields of the first summary box, as words; empty ones among them.

    Args:
        wikitext: of the article.
    """
    text = _REFERENCE.sub("", _COMMENT.sub("", wikitext))
    begins = _BOX.search(text)
    if begins is None:
        return {}
    found: dict[str, str] = {}
    for part in _parts(text, begins.start())[1:]:
        name, equals, value = part.partition("=")
        if equals:
            found[name.strip().casefold()] = _words(value)
    return found


def _parts(text: str, start: int) -> list[str]:
    """A template cut at its own bars; those of links and templates inside are left alone."""
    parts, at, depth, place = [], start + 2, 1, start + 2
    while place < len(text) and depth:
        pair = text[place : place + 2]
        if pair in ("{{", "[["):
            depth, place = depth + 1, place + 2
        elif pair in ("}}", "]]"):
            depth, place = depth - 1, place + 2
        else:
            if text[place] == "|" and depth == 1:
                parts.append(text[at:place])
                at = place + 1
            place += 1
    return [*parts, text[at : place - 2]]


def _words(value: str) -> str:
    """A value as a reader sees it, on one line, its parts set apart by semicolons."""
    listed = _LIST.search(value)
    if listed is not None:
        inner = _parts(value, listed.start())[1:]
        value = "<br>".join(inner)
    shown = _shown(value)
    parts = (" ".join(one.split()).strip("* ") for one in _BREAK.split(shown))
    return "; ".join(one for one in parts if one)


def _shown(text: str) -> str:
    text = _FILE.sub("", text)
    while (shorter := _TEMPLATE.sub("", text)) != text:
        text = shorter
    text = _OUTSIDE.sub(r"\1", _LINK.sub(r"\1", text))
    return html.unescape(text.replace("'''", "").replace("''", ""))


def prose(wikitext: str) -> str:
    """The article's running text without box, notes and marks.

    Args:
        wikitext: of the article.
    """
    text = _REFERENCE.sub("", _COMMENT.sub("", wikitext))
    ends = _ENDS.search(text)
    shown = _HEADING.sub(r"\1", _shown(text[: ends.start()] if ends else text))
    return told(plain(shown))
