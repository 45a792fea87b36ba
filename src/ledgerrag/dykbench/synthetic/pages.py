"""Pages: a layout filled with facts and the sentences around them; where the facts ended up."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice

from ledgerrag.dykbench.synthetic.phrasing import Fact, capital, clause, sentence
from ledgerrag.dykbench.synthetic.wording import listed, section

_BLOCK = re.compile(r"\[(facts|list|that|rest|other|fillers|filler|opener|tail)\]")
_MARK = 5
"""Characters of "(c) " and the like: what a line without content consists of."""
_FILLERS = {
    "rule": "rule",
    "notice": "rule",
    "report": "report",
    "statement": "report",
    "article": "article",
    "gazette": "gazette",
    "post": "",
    "chat": "",
}


_OF_OFFICES = ("report", "statement")


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a page is made from; the same sheet is always the same page.

    Args:
        genre: rule, notice, report, statement, article, gazette, post or chat.
        facts: what it states, in order.
        seed: draws layout, title and the sentences around the facts.
        words: fields of titles and layouts.
        others: facts that it mentions besides: the same place, another matter.
        last: sentences added at the end.
        bare: no fact is stated, the sentences of `last` are all that it says.
    """

    genre: str
    facts: tuple[Fact, ...]
    seed: str
    words: tuple[tuple[str, str], ...]
    others: tuple[Fact, ...] = ()
    last: tuple[str, ...] = ()
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page in words.

    Args:
        title: heading; may be empty.
        text: content.
        spans: (start, end) in code points of each fact of the sheet, then of each sentence of
            `last`.
    """

    title: str
    text: str
    spans: tuple[tuple[int, int], ...]


def write(sheet: Sheet) -> Page:
    """The page of a sheet.

    Args:
        sheet: what it is made from.
    """
    rng = random.Random(f"{sheet.seed} page")  # noqa: S311 - prose by seed, not secrets
    words = _words(sheet, rng)
    titles, layouts = _genre(sheet.genre)
    title = rng.choice(titles).format_map(words)
    layout = rng.choice(layouts)
    if sheet.bare:
        layout = rng.choice(("[filler]", "", "[fillers]"))
    kind = "calm" if words.get("mood") and sheet.genre in _OF_OFFICES else _FILLERS[sheet.genre]
    pool = _around(kind)
    # No sentence comes twice on a page unless there are no others left.
    chance = _Chance(rng, cycle(rng.sample(pool, len(pool))))
    return _assemble(capital(title), _lines(layout, sheet, words, chance))


@dataclass(frozen=True, slots=True)
class _Chance:
    """What is left to chance on a page: numbers, and the sentences around the facts in turn."""

    rng: random.Random
    around: Iterator[str]


_Part = tuple[str, int]
"""A stretch of text with the number of the fact that it states; -1: none."""


def _lines(
    layout: str, sheet: Sheet, words: Mapping[str, str], chance: _Chance
) -> list[list[_Part]]:
    """The layout line by line; a line whose blocks have nothing to say is left out."""
    lines = [_line(line, sheet, words, chance) for line in layout.split("\n")]
    last: list[_Part] = []
    for n, text in enumerate(sheet.last):
        last += [(" " if n else "", -1), (text, len(sheet.facts) + n)]
    return [*(line for line in lines if line is not None), *([[], last] if last else [])]


def _line(
    layout: str, sheet: Sheet, words: Mapping[str, str], chance: _Chance
) -> list[_Part] | None:
    parts: list[_Part] = []
    at, blocks, filled = 0, 0, 0
    for found in _BLOCK.finditer(layout):
        parts.append((layout[at : found.start()].format_map(words), -1))
        block = _block(found[1], sheet, chance)
        blocks, filled = blocks + 1, filled + bool("".join(text for text, _ in block))
        parts += block
        at = found.end()
    parts.append((layout[at:].format_map(words), -1))
    mark_only = all(len(text) <= _MARK for text, number in parts if number < 0)
    return None if blocks and not filled and mark_only else parts


def _block(name: str, sheet: Sheet, chance: _Chance) -> list[_Part]:
    if name == "facts":
        return _joined(sheet.facts, 0, " ")
    if name == "list":
        return _joined(sheet.facts, 0, "\n- ")
    if name == "rest":
        return _joined(sheet.facts[1:], 1, " ")
    if name == "that":
        return [(clause(sheet.facts[0]), 0)]
    if name == "other":
        return [(" ".join(sentence(one) for one in sheet.others), -1)]
    if name in ("opener", "tail"):
        return [(chance.rng.choice(_talk(f"{name}s")), -1)]
    count = 1 if name == "filler" else chance.rng.randint(1, 4)
    return [(" ".join(islice(chance.around, count)), -1)]


def _joined(facts: tuple[Fact, ...], first: int, between: str) -> list[_Part]:
    parts: list[_Part] = []
    for n, one in enumerate(facts):
        if n:
            parts.append((between, -1))
        parts.append((sentence(one), first + n))
    return parts


def _assemble(title: str, lines: list[list[_Part]]) -> Page:
    """Text and spans; a fact that the layout leaves out has the span (0, 0)."""
    text = ""
    spans: dict[int, tuple[int, int]] = {}
    for line in lines:
        before = len(text)
        for part, number in line:
            # An empty block leaves two spaces behind, or one at the beginning of a line.
            shown = part.lstrip(" ") if text[-1:] in ("", "\n", " ") else part
            if number >= 0:
                spans[number] = (len(text), len(text) + len(shown))
            text += shown
        if len(text) > before:
            text = text.rstrip(" ") + "\n"
        elif text and not text.endswith("\n\n"):
            text += "\n"
    count = 1 + max((number for line in lines for _, number in line), default=-1)
    return Page(title, text.rstrip(), tuple(spans.get(n, (0, 0)) for n in range(count)))


def _words(sheet: Sheet, rng: random.Random) -> dict[str, str]:
    words = dict(sheet.words)
    words.setdefault("headline", rng.choice(_said("headlines")))
    words.setdefault("speaker", rng.choice(_said("speakers")))
    words.setdefault("number", str(rng.randint(2, 60)))
    for name in ("event", "topic", "speaker"):
        if name in words:
            words[name.capitalize()] = capital(words[name])
    words["PLACE"] = words["place"].upper()
    return words


@cache
def _genre(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    table = section("pages", name)
    return listed(table, "titles"), listed(table, "layouts")


@cache
def _said(key: str) -> tuple[str, ...]:
    return listed(section("pages", "words"), key)


@cache
def _talk(key: str) -> tuple[str, ...]:
    return listed(section("pages", "talk"), key)


@cache
def _around(key: str) -> tuple[str, ...]:
    return listed(section("pages", "fillers"), key)


@cache
def notes(key: str) -> tuple[str, ...]:
    """Sentences that belong to the course of events: `amends`, `denies`, ..."""
    return listed(section("pages", "notes"), key)
