"""Words and turns of phrase by which a text gives its verdict on a claim.

Where the claim stands, the patterns have a hole: `rates the claim ¤ as false`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Final

from ledgerrag.stance.tables import table

HOLE: Final = "¤"
_QUOTE: Final = rf"[“\"‘«]?{HOLE}[.!]?[”\"’»]?"
_STOP: Final = r"(?=\W*$|\s*[.;:!\n])"
_END: Final = (
    r"(?=\W*$|\s*[.,;:!)\]–—\n]|\s*[”\"]|\s+(?:and|but|by|according|on|in|because|since|after)\b"
    r"|(?:(?<=evidence)|(?<=proof)|(?<=information))\s+(?:to|for|that|of)\b)"
)
_NEG: Final = r"(?P<neg>(?:not|never)\s+|\w*n['’]t\s+)?"
_FILL: Final = (
    r"(?:(?:(?!mostly|partly|partially)\w+ly|all|a|an|to\s+be|just|in\s+fact|complete|total)\s+)"
    r"{0,3}"
)
_BE: Final = (
    r"(?:(?:is|are|was|were|be|(?:has|have|had)\s+(?:since\s+)?been|proved|turned\s+out)\b"
    r"|(?<=\w)['’]s\b|(?=(?:is|are|was|were)n['’]t\b))"
)


class Verdict(StrEnum):
    """What a rating says of the claim that it rates."""

    TRUE = "true"
    FALSE = "false"
    OPEN = "open"


def verdict_of(match: re.Match[str]) -> Verdict:
    """The verdict that a pattern found, turned round by its negation.

    Args:
        match: of one of the patterns of this file.
    """
    groups = match.groupdict()
    if groups.get("debunks"):
        return Verdict.FALSE
    word = " ".join((groups.get("v") or "").casefold().split())
    if not word or (groups.get("loose") is not None and word in _rows("verdicts", "unsure")):
        return Verdict.OPEN
    sense = next(one for one in Verdict if word in _rows("verdicts", one) or one is Verdict.OPEN)
    if groups.get("neg"):
        return Verdict.FALSE if sense is Verdict.TRUE else Verdict.OPEN
    return sense


@cache
def inside() -> tuple[re.Pattern[str], ...]:
    """A claim and a verdict on it in one sentence."""
    nouns, rates = _any("tellings", "nouns"), _any("rating", "rates")
    low = f"{_any('verdicts', 'false')}|{_any('verdicts', 'open')}"
    lead = rf"(?:{_telling()}(?:\s+that|\s*[:,])?\s+|^\W*(?:that\s+)?){_QUOTE}"
    found = rf"(?:\w+\s+){{0,3}}?(?:{rates})\s+(?:that\s+)?(?:{_it()}\s+)?"
    joined = rf",?\s+(?:and|but)\s+{found}(?:(?:as|to\s+be|is|was|for)\s+)?{_verdict()}{_END}"
    return _compiled(
        rf"(?:\bit(?:['’]s|\s+(?:is|was))|\b(?:{rates})\s+it)\s+{_verdict()}\s+(?:that|to\s+(?:say|claim)\s+that)\s+{_QUOTE}",
        rf"\b(?:{_any('rating', 'lacks')})\s+(?:[\w'’-]+\s+){{0,5}}?(?:that|for|of)\s+"
        rf"(?:the\s+(?:{nouns})\s+(?:that\s+)?)?{_QUOTE}",
        rf"\b(?P<debunks>{_any('rating', 'debunks')})\s+(?:\w+\s+){{0,4}}?(?:{nouns})"
        rf"(?:\s+that)?\s*:?\s*{_QUOTE}",
        rf"\b{_NEG}(?P<v>{low})\s+(?:{nouns})(?:\s+that|:)\s+{_QUOTE}",
        rf"\b(?:{rates})\s+(?:[\w'’-]+\s+){{0,6}}?{_QUOTE},?\s+(?:as|to\s+be)\s+{_verdict()}{_END}",
        rf"{lead}\W*?\s*(?:{_it()}\s*)?{_BE}\s*{_verdict()}{_END}",
        rf"{lead}\s*[:–—-]\s+{_verdict()}{_STOP}",
        rf"\b(?:{nouns})(?:\s+that)?\s+{_QUOTE}{joined}",
        rf"^\W*(?P<v>{_any('rating', 'heads')})\s*[:–—]\s+{_QUOTE}",
        rf"^\W*(?:{_any('tellings', 'labels')})\s*[:–—-]\s*{_QUOTE}\W*{_labelled()}",
    )


@cache
def following() -> tuple[re.Pattern[str], ...]:
    """A verdict that opens the text behind a sentence."""
    rates, verdict = _any("rating", "rates"), _verdict()
    return _compiled(
        rf"^\W*{_labelled()}",
        rf"^\W*(?:(?P<loose>this|that|it)|{_telling()})\s*{_BE}\s*{verdict}{_STOP}",
        rf"^\W*(?:[\w'’ -]{{0,60}}\s)?(?:{rates})\s+{_it()}\s+"
        rf"(?:(?:as|to\s+be|is)\s+)?{verdict}{_STOP}",
        rf"^\W*(?P<loose>){verdict}\W*(?:[.!\n]|$)",
    )


@cache
def before() -> tuple[re.Pattern[str], ...]:
    """A verdict that leads in a sentence, at the end of the text before it."""
    label = rf"(?:(?:{_any('tellings', 'labels')})\s*:?)?\W*$"
    return _compiled(
        rf"(?:^|[\n.])\W*{_labelled()}\W*{label}",
        rf"\b(?:following|these|this)\b[^.\n]{{0,60}}\s{_BE}\s+{_verdict()}\s*:\s*$",
        rf"(?:^|[\n.])\W*(?P<v>{_any('rating', 'heads')})\s*:\s*$",
    )


@cache
def marks() -> frozenset[str]:
    """Words of which one stands wherever a verdict stands."""
    rows = [row for one in Verdict for row in _rows("verdicts", one)]
    for name in ("debunks", "lacks", "heads"):
        rows += _rows("rating", name)
    return frozenset(re.split(r"[ -]", row)[-1] for row in rows)


@cache
def head() -> re.Pattern[str]:
    """A verdict as the head of a line: `False: ...`."""
    return re.compile(rf"\W*(?:{_any('rating', 'heads')})\s*[:–—]\s+", re.IGNORECASE)


@cache
def claim_label() -> re.Pattern[str]:
    """What marks a line as the claim that is looked into: `Claim: ...`."""
    return re.compile(rf"[\W_]*(?:{_any('tellings', 'labels')})\s*:\s*[“\"]?", re.IGNORECASE)


@cache
def verdict_label() -> re.Pattern[str]:
    """What marks a verdict within a line: `... Rating: `."""
    return re.compile(rf"(?<=[\s.])(?:{_any('rating', 'labels')})\b[^:\n]{{0,60}}:", re.IGNORECASE)


@cache
def tail() -> re.Pattern[str]:
    """Where a verdict behind a that-clause may begin."""
    rates = _any("rating", "rates")
    return re.compile(
        rf",?\s+(?:and|but)\s+(?:\w+\s+){{0,3}}?(?:{rates})\b|\s+{_BE}|\s+as\s|\s*[–—]\s",
        re.IGNORECASE,
    )


@cache
def source() -> re.Pattern[str]:
    """Who says so, behind a that-clause."""
    return re.compile(r",\s+(?:according\s+to|says?|said)\b", re.IGNORECASE)


def _compiled(*sources: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one, re.IGNORECASE) for one in sources)


def _rows(part: str, name: str) -> tuple[str, ...]:
    return tuple(table("ratings.toml")[part][name])


def _any(part: str, name: str) -> str:
    return _either(_rows(part, name))


def _either(rows: tuple[str, ...]) -> str:
    """The rows as alternatives, longest first: `not enough evidence` before `true`."""
    ranked = sorted(rows, key=lambda row: (-len(row), row))
    return "|".join(re.escape(row).replace(r"\ ", r"\s+") for row in ranked)


@cache
def _verdict() -> str:
    words = _either(tuple(word for one in Verdict for word in _rows("verdicts", one)))
    return rf"{_NEG}{_FILL}[“\"'‘]?\b(?P<v>{words})\b[”\"'’]?"


@cache
def _it() -> str:
    nouns = _any("tellings", "nouns")
    return rf"(?:it|this|that|them|(?:the|this|that)\s+(?:\w+\s+)?(?:{nouns}))"


@cache
def _telling() -> str:
    """A telling as a noun: `the viral claim`, or first in its sentence; in `they claim` is none."""
    words, nouns = _any("tellings", "before"), _any("tellings", "nouns")
    return rf"(?:(?:\b(?:{words})\s+|^\W*)(?:(?:{words})\s+){{0,3}}(?:{nouns}))"


@cache
def _labelled() -> str:
    """`Verdict: false`, `Our ruling is half true`, `Rating of the desk: unproven`."""
    return (
        rf"(?:{_any('rating', 'labels')})(?:\s+(?:of|by|from)\s+[^:.\n]{{1,60}})?"
        rf"\s*(?:is|was|[:–—\n-])\s*{_verdict()}{_END}"
    )
