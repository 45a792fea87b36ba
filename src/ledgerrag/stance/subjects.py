"""Whether a claim and a passage speak of the same thing.

Two statements about one entity differ in the word that names the slot: "the height of the tower"
and "the width of the tower". So what decides is not how many words are shared but whether each
side has a word of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Claim, Passage
from ledgerrag.stance.backgrounds import beside
from ledgerrag.stance.match import topic
from ledgerrag.stance.numbers import ordinal_words
from ledgerrag.stance.parsed import Parsed, bag, content_stems, parse, stem, synonyms
from ledgerrag.stance.tables import table

WINDOW: Final = 24
"""Places around a figure that count as its surroundings."""

_NUMBER: Final = re.compile(
    r"(?:\b(?:sections?|sec|ss|s|rules?|articles?|art)\b\.?|§+)\s*(\d+[A-Za-z]?(?:[.\-–‑]\d+[A-Za-z]?)*)",
    re.IGNORECASE,
)
_DASHES: Final = str.maketrans("–‑", "--")
_DIVISION: Final = re.compile(r"\([\w.-]{1,6}\)")
_RUN: Final = re.compile(rf"(?:\s?{_DIVISION.pattern})+")


@dataclass(frozen=True, slots=True)
class Subject:
    """What claim and passage share.

    Args:
        keys: stems that anchor the claim.
        coverage_u: share of them in the passage, its context and title, in millionths.
        here: how many stand in the sentence or its lead-in.
        missing: keys that stand nowhere.
        extra: content stems of sentence and title that the claim does not have.
        own: extra stems of the sentence alone.
    """

    keys: tuple[str, ...]
    coverage_u: int
    here: int
    missing: frozenset[str]
    extra: frozenset[str]
    own: frozenset[str]

    @property
    def apart(self) -> bool:
        """Whether each side speaks of something that the other does not."""
        return bool(self.missing) and (bool(self.extra) or any(map(_identifies, self.missing)))


def _identifies(key: str) -> bool:
    """Whether a key tells one of a kind from another: a number, an ordinal, a letter."""
    return key.isupper() or key in ordinal_words() or any(c.isdigit() for c in key)


@cache
def plain_stems() -> frozenset[str]:
    """Stems of words that report a change or a statement and name no subject."""
    cues = [word for phrase in table("words.toml")["changes"] for word in phrase.split()]
    return frozenset(stem(word) for word in [*cues, *table("words.toml")["plain"]])


@cache
def _qualifiers() -> frozenset[str]:
    return frozenset(table("words.toml")["qualifiers"])


def subject_keys(claim: Claim) -> tuple[str, ...]:
    """The stems that anchor a claim; its own content words where it brings no keys."""
    return claim.keys or content_stems(claim.text)


def subject(claim: Claim, passage: Passage, drop: frozenset[str] = frozenset()) -> Subject:
    """Compare what a claim and a passage speak of.

    Args:
        claim: an assertion.
        passage: a sentence with its context.
        drop: stems that are the value, not the subject (status words).
    """
    keys = tuple(key for key in subject_keys(claim) if key not in drop)
    text, before, title = parse(passage.text), bag(passage.before), parse(passage.title)
    here = sum(1 for key in keys if key in text.at or key in before)
    mine = parse(claim.text)
    missing = frozenset(
        key
        for key in keys
        if key not in text.at
        and key not in before
        and key not in title.at
        and (key in mine.content or key not in mine.at)  # words of a figure are no subject
    )
    said = _meanings(frozenset((*keys, *mine.content))) | plain_stems() | drop | _units(text)
    said |= beside(passage.text, passage.title) | _counted(claim)
    own = text.content - said
    extra = own | ((title.content | _title_names(passage.title)) - said - set(mine.stems))
    return Subject(
        keys,
        topic(keys, text, passage.before, passage.title, passage.after),
        here,
        missing,
        extra,
        own,
    )


def _counted(claim: Claim) -> frozenset[str]:
    """Stems of the noun that the claim's figure counts: `homes` of `40 homes` is a word of it."""
    unit = claim.value.unit if claim.value is not None else ""
    return _meanings(frozenset(stem(word) for word in unit.split("/") if word))


def _title_names(title: str) -> frozenset[str]:
    """Numbers and capitalised words of a title: there even a stop word is a name."""
    parsed = parse(title)
    return frozenset(
        name
        for name, start in zip(parsed.stems, parsed.starts, strict=True)
        if name[:1].isdigit() or (len(name) > 3 and title[start].isupper())
    )


def _meanings(stems: frozenset[str]) -> frozenset[str]:
    groups = synonyms()
    return stems.union(*(groups[name] for name in stems if name in groups))


def _units(text: Parsed) -> frozenset[str]:
    """Stems of the units of a passage's figures: `Acres burned: 120` says no other subject."""
    return frozenset(stem(word) for figure in text.figures for word in figure.value.unit.split("/"))


def narrowing(
    text: Parsed, names: frozenset[str], start: int, until: int | None = None
) -> frozenset[str]:
    """Those of the stems that narrow what is said at `start`: `for trucks`, `in Ontario`.

    Args:
        text: the sentence.
        names: stems that the claim does not have.
        start: where the figure stands.
        until: where the clause of the figure ends; what follows describes and does not narrow.
    """
    here = text.place(start)
    last = text.place(until) if until is not None else text.places[-1] + 1 if text.places else 0
    return frozenset(
        name
        for n, name in enumerate(text.stems)
        if name in names
        and abs(text.places[n] - here) <= WINDOW
        and text.places[n] < last
        and any(word in _qualifiers() for word in text.words[max(0, n - 2) : n])
    )


def alike(one: Parsed, start: int, other: Parsed, where: int) -> bool:
    """Whether the surroundings of two figures are nearly the same words."""
    a, b = _around(one, start), _around(other, where)
    return len(a & b) * 10 >= 7 * max(len(a), len(b), 4)


def _around(text: Parsed, start: int) -> frozenset[str]:
    here = text.place(start)
    return frozenset(
        name
        for name, place in zip(text.stems, text.places, strict=True)
        if name in text.content and abs(place - here) <= WINDOW
    )


_ITEM: Final = re.compile(r"\s*(?:\d+(?:\.\d+)*\s+)?(\(\w{1,5}(?:\.\d+)?\)|\d{1,3}[.)](?=\s))")


def other_item(claim: Claim, passage: Passage) -> bool:
    """Whether claim and passage are items of lists under different letters or numbers."""
    mine, there = _ITEM.match(claim.text), _ITEM.match(passage.text)
    return mine is not None and there is not None and mine.group(1) != there.group(1)


def other_provision(claim: Claim, passage: Passage) -> bool:
    """Whether the claim names a provision by number and the passage's title names another."""
    asked = provision_numbers(claim.query or claim.text)
    if not asked:
        return False
    titled = provision_numbers(passage.title)
    # What refers to another provision is of this one where the sentence refers to it too.
    referred = frozenset() if claim.query else provision_numbers(passage.text)
    if titled and not asked & (titled | referred):
        return True
    return _divided(claim.query or claim.text, passage.title)


def _divided(asked: str, title: str) -> bool:
    """Whether a text asks for one subdivision of a provision, and a title names another of it."""
    wanted, titled = _divisions(asked), _divisions(title)
    shared = [(wanted[number], titled[number]) for number in wanted.keys() & titled.keys()]
    return bool(shared) and all(
        one[: len(two)] != two[: len(one)]
        for mine, there in shared
        for one in mine
        for two in there
    )


def _divisions(text: str) -> dict[str, list[tuple[str, ...]]]:
    """The subdivisions that a text names by the number of their provision: `21` to `(2)`, `(a)`."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for named in _NUMBER.finditer(text):
        run = _RUN.match(text, named.end())
        parts = tuple(_DIVISION.findall(run.group())) if run is not None else ()
        found.setdefault(named.group(1).translate(_DASHES), []).append(parts)
    return found


def provision_numbers(text: str) -> frozenset[str]:
    """The numbers of the provisions that a text names, whatever dash they are written with."""
    return frozenset(number.translate(_DASHES) for number in _NUMBER.findall(text))


def denied(text: str) -> bool:
    """Whether a statement stands under a denial: `it is false that`, `reports of ... are false`."""
    return any(_denied_places(text))


_TURN: Final = re.compile(r";|,?\s(?:but|while|whereas)\s|,\s+and\s", re.IGNORECASE)


def denied_at(text: str, start: int) -> bool:
    """Whether what stands at a place of a text is what it denies.

    Args:
        text: a sentence.
        start: first code point of a value.
    """
    under, untrue = _denied_places(text)
    if any(first <= start < end for first, end in untrue):
        return True
    return any(end <= start and not _TURN.search(text, end, start) for _, end in under)


# A sentence is looked at for each claim, step and figure; it is searched once.
@lru_cache(maxsize=4096)
def _denied_places(text: str) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Where a text has words that deny, and the reports that it calls untrue."""
    return (
        tuple(match.span() for match in _denials().finditer(text)),
        tuple(match.span() for match in _untrue().finditer(text)),
    )


@cache
def _denials() -> re.Pattern[str]:
    phrases = sorted(table("words.toml")["denials"], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)


@cache
def _untrue() -> re.Pattern[str]:
    """`The claim that it is sold is untrue`: a report as the subject, what it says, a verdict."""
    rows = table("words.toml")
    tellings, verdicts = ("|".join(sorted(rows[name])) for name in ("tellings", "untrue"))
    return re.compile(
        rf"(?:^|[.;:,]\s)\W*(?:[\w'’-]+\s+){{0,3}}?(?:{tellings})\s+"
        r"(?:that|of|about|according to which|saying that|claiming that|which say that)\s+"
        r"(?:(?:[^\s;.!?]|\.\d)+\s+){2,30}?(?<!\bthat\s)(?<!\bwhich\s)(?<!\bwho\s)"
        r"(?:is|are|was|were|be|been|proved|turned out)\s+(?:to be\s+)?"
        r"(?:\w+ly\s+|all\s+|a\s+|an\s+)?"
        rf"(?:{verdicts})(?=\s*(?:[.,;:!?)”\"]|$|\b(?:and|but)\b))",
        re.IGNORECASE,
    )
