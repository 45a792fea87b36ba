"""What a sentence of a model must pass before it may stand in an answer.

Each check compares the sentence with the spans that it cites and says in a few words what is wrong.
None of them repairs: a sentence stands as it is, or it does not.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from ledgerrag.model import Evidence, Passage, Stance, Value
from ledgerrag.reading.assertions import assertion
from ledgerrag.stance.numbers import ordinal_words
from ledgerrag.stance.parsed import bag, parse, stem, stop_words
from ledgerrag.stance.seam import StanceModel
from ledgerrag.stance.values import Figure, figures

LONGEST: Final = 400
"""Longest sentence, in code points."""

_NUMBER: Final = re.compile(r"\d(?:[\d.,:/'’\u00a0\u202f-]*\d)?")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# Beyond joiners, which some scripts need, nothing that cannot be seen.
_HIDDEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff0-\uffff\U000e0000-\U000e007f\ud800-\udfff]"
)
_MARKUP: Final = re.compile(
    r"[<>`{}|\\^~]|\*\*|__|\]\s*\(|\[[^\]]*\]|^\s*(?:[#>*+•-]|\d+[.)])\s|&#?\w+;|[$]\("
    r"|\b(?:https?|ftp|file|data|javascript|mailto)\s*:|//|\bwww\.|@\w"
    r"|\b[\w-]+\.(?:com|org|net|edu|gov|int|io|info|biz|app|dev|example|invalid|test|[a-z]{2})\b",
    re.IGNORECASE,
)
# Of the words of a sentence, so many may be ones that no cited text has.
_NEW_U: Final = 340_000
_UNIT: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a sentence may draw on.

    Args:
        cited: the entries whose spans it cites.
        asked: the question and the claims, whose words may be taken up.
        titles: titles and source names of what is cited.
    """

    cited: tuple[Evidence, ...]
    asked: tuple[str, ...]
    titles: tuple[str, ...]

    @property
    def quotes(self) -> tuple[str, ...]:
        """The words of the cited spans."""
        return tuple(entry.text for entry in self.cited)


def fault(text: str, grounds: Grounds, stance: StanceModel) -> str:
    """What is wrong with a sentence; empty where nothing is.

    Args:
        text: the sentence.
        grounds: what it cites and what was asked.
        stance: the judge of the run.
    """
    checks = (
        _shape(text),
        _lead(text),
        _figures(text, grounds.quotes),
        _subjects(text, grounds.quotes),
        _names(text, grounds),
        _reserved(text, grounds),
        _negation(text, grounds.quotes),
        _new_words(text, grounds),
        _refuted(text, grounds, stance),
    )
    return next((found for found in checks if found), "")


def states(text: str, value: Value) -> bool:
    """Whether a sentence states a value, as the same figure or in the same words."""
    same = any(one.value.same(value) for one in figures(text))
    return same or value.text.casefold() in text.casefold()


def _shape(text: str) -> str:
    if not text.strip() or not _WORD.search(text):
        return "it says nothing"
    if len(text) > LONGEST:
        return "it is too long"
    if _HIDDEN.search(text):
        return "it holds characters that cannot be seen"
    if _MARKUP.search(text):
        return "it holds a link or mark-up"
    return ""


def _lead(text: str) -> str:
    first = _WORD.search(text)
    if first and first.group().casefold() in tables()["leads"]["verdict"]:
        return "it begins with a verdict"
    return ""


def _figures(text: str, quotes: Sequence[str]) -> str:
    """Every number as it is written, every figure with its unit and bound, in their order."""
    written = {number for quote in quotes for number in numbers(quote)}
    if any(number not in written for number in numbers(text)):
        return "it has a number that no cited span has"
    mine = figures(text)
    theirs = [figures(quote) for quote in quotes]
    if any(not any(_same(one, other) for found in theirs for other in found) for one in mine):
        return "it has a figure that no cited span states so"
    whole = [found for found in theirs if all(any(_same(a, b) for b in found) for a in mine)]
    if len(mine) > 1 and whole and not any(_in_order(mine, found) for found in whole):
        return "its figures stand in another order than in the span"
    return ""


def _subjects(text: str, quotes: Sequence[str]) -> str:
    """Several figures keep the words that they belong to: within a span, and between spans."""
    mine = figures(text)
    if len(mine) < 2:
        return ""
    holding = [[any(_same(one, o) for o in figures(quote)) for quote in quotes] for one in mine]
    whole = [quote for n, quote in enumerate(quotes) if all(row[n] for row in holding)]
    if whole and not any(_keeps_order(text, quote) for quote in whole):
        return "its figures stand with other words than in the span"
    start = 0
    for one, row in zip(mine, holding, strict=True):
        before = parse(text[start : one.value.start]).content
        start = one.end
        own = _content(quote for quote, holds in zip(quotes, row, strict=True) if holds)
        other = _content(quote for quote, holds in zip(quotes, row, strict=True) if not holds)
        if before & (other - own) and not before & (own - other):
            return "its figures stand with the words of another span"
    return ""


def _content(quotes: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(parse(quote).content for quote in quotes))


def _keeps_order(text: str, quote: str) -> bool:
    """Whether the words that a sentence shares with a span follow each other as they do there."""
    said, there = parse(text), parse(quote)
    ahead = iter(stem for stem in there.stems if stem in there.content)
    return all(stem in ahead for stem in said.stems if stem in said.content & there.content)


def numbers(text: str) -> tuple[str, ...]:
    """The numbers of a text as they are written, with what is no digit but counts as one."""
    signs = [sign for sign in text if sign.isnumeric() and not sign.isdecimal()]
    return (*_NUMBER.findall(text), *signs)


def _same(one: Figure, other: Figure) -> bool:
    return one.value.same(other.value) and one.bound == other.bound


def _in_order(mine: Sequence[Figure], theirs: Sequence[Figure]) -> bool:
    ahead = iter(theirs)
    return all(any(_same(one, other) for other in ahead) for one in mine)


def _names(text: str, grounds: Grounds) -> str:
    """A word with a capital stands in a cited span, its title or source, or in the question."""
    texts = (*grounds.quotes, *grounds.titles, *grounds.asked)
    known = _words(texts)
    for place, match in enumerate(_WORD.finditer(text)):
        word = match.group()
        if word == word.lower() or _bare(word) in known:
            continue
        # The first word has its capital from its place, if a cited text has it in another form.
        if place or word[1:] != word[1:].lower() or not _ordinary(word, texts):
            return "it has a name that no cited span has"
    return ""


def _ordinary(word: str, texts: Sequence[str]) -> bool:
    return _bare(word) in stop_words() or any(stem(word) in bag(one) for one in texts)


def _reserved(text: str, grounds: Grounds) -> str:
    """Words that change what is owed, how far it reaches, or that are told by rule."""
    said, quoted = _words((text,)), _words(grounds.quotes)
    for table in ("amount", "force", "reach", "decided"):
        for group in tables()[table].values():
            if said & group and not quoted & group:
                return "it says more than the cited span"
    ordinals = ordinal_words().keys()
    if (said & ordinals) - quoted:
        return "it has a number that no cited span has"
    there = {(s.value.unit, s.value.amount) for q in grounds.quotes for s in parse(q).statuses}
    if any((s.value.unit, s.value.amount) not in there for s in parse(text).statuses):
        return "it has a status that no cited span states"
    return ""


def _negation(text: str, quotes: Sequence[str]) -> str:
    denies = bool(parse(text).negations)
    theirs = [bool(parse(quote).negations) for quote in quotes]
    if (denies and not any(theirs)) or (not denies and theirs and all(theirs)):
        return "it denies what the span states, or the reverse"
    return ""


def _new_words(text: str, grounds: Grounds) -> str:
    content = parse(text).content
    known = frozenset().union(
        *(bag(one) for one in (*grounds.quotes, *grounds.titles, *grounds.asked))
    )
    new = sum(1 for stem in content if stem not in known)
    if new * _UNIT > len(content) * _NEW_U:
        return "most of its words are in no cited span"
    quoted = frozenset().union(*(bag(one) for one in grounds.quotes))
    return "" if content & quoted or not content else "it says nothing of the cited span"


def _refuted(text: str, grounds: Grounds, stance: StanceModel) -> str:
    claim = assertion(text, text)
    pairs = [
        (claim, Passage(entry.span, entry.text, title))
        for entry, title in zip(grounds.cited, _padded(grounds), strict=True)
    ]
    found = [one.stance for one in stance.judge(pairs)]
    if Stance.REFUTE in found and Stance.SUPPORT not in found:
        return "a cited span refutes it"
    return ""


def _padded(grounds: Grounds) -> Iterable[str]:
    titles = grounds.titles[: len(grounds.cited)]
    return (*titles, *([""] * (len(grounds.cited) - len(titles))))


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(_bare(match.group()) for one in texts for match in _WORD.finditer(one))


def _bare(word: str) -> str:
    return word.casefold().replace("’", "'").removesuffix("'s")


@cache
def tables() -> dict[str, dict[str, frozenset[str]]]:
    """The word groups of `checks.toml`."""
    text = resources.files("ledgerrag.generate").joinpath("checks.toml").read_text("utf-8")
    return {
        name: {key: frozenset(words) for key, words in groups.items()}
        for name, groups in tomllib.loads(text).items()
    }
