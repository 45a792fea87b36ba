"""Which measure a question asks for where figures share a unit: a total, a margin, what is left.

`Total votes counted: 900` answers no question for the margin, though both are votes, and `Biden
has 500 votes` none for all votes. What a sentence measures is told by its own words or its label.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from ledgerrag.model import Claim, ClaimKind, DocKey, ValueKind
from ledgerrag.reading.asking import ask
from ledgerrag.reading.scores import Scored
from ledgerrag.stance.parsed import content_stems, stem
from ledgerrag.stance.values import figures

FILE: Final = "measures.toml"
_NUMERIC: Final = (ValueKind.QUANTITY, ValueKind.MONEY, ValueKind.PERCENT, ValueKind.DURATION)


@dataclass(frozen=True, slots=True)
class _Measure:
    name: str
    asks: re.Pattern[str]
    says: re.Pattern[str]
    must: bool
    dropped: bool


@lru_cache(maxsize=1024)
def asked(question: str) -> frozenset[str]:
    """The measures that a question asks for; none where it asks for a plain figure.

    Args:
        question: one question.
    """
    return frozenset(one.name for one in _measures() if one.asks.search(question))


@lru_cache(maxsize=4096)
def said(sentence: str) -> frozenset[str]:
    """The measures that a sentence or label speaks of.

    Args:
        sentence: one sentence.
    """
    return frozenset(one.name for one in _measures() if one.says.search(sentence))


def asking_only(question: str) -> Iterator[tuple[int, int]]:
    """Where a question has words that ask for a measure and name nothing."""
    for one in _measures():
        if one.dropped:
            yield from (match.span() for match in one.asks.finditer(question))


def measured(claim: Claim, scored: Sequence[Scored]) -> list[Scored]:
    """The scores without the figures of another measure than the one asked for.

    A margin, an average or what is left is told only by a sentence that says so. A total is told by
    a sentence that says so; where the text has none, by its only figure of that unit. A plain
    figure is no margin and no average where the text has another one.

    Args:
        claim: a slot; statements are judged elsewhere.
        scored: passages with the value that each of them offers.
    """
    if claim.kind is not ClaimKind.SLOT or claim.expects not in _NUMERIC:
        return list(scored)
    scored = _counted(claim, scored)
    wants = asked(claim.text)
    must = wants & _strict()
    kept = [
        _without(one) if one.value is not None and not must <= _told(one) else one for one in scored
    ]
    for key in dict.fromkeys(one.passage.span.key for one in kept):
        kept = _of_one(key, wants, kept)
    return kept


def _counted(claim: Claim, scored: Sequence[Scored]) -> list[Scored]:
    """The scores without labelled figures of other things, where one counts just what is asked.

    `Crews: 4` answers for crews, and `Personnel assigned: 280` beside it does not.
    """
    unit = ask(claim.text).unit
    held = {
        one.passage.span.key
        for one in scored
        if unit and one.value is not None and one.value.unit == unit and _fits(claim, one, unit)
    }
    return [
        _without(one)
        if one.passage.span.key in held
        and one.value is not None
        and one.value.unit != unit
        and _label(one)
        else one
        for one in scored
    ]


def _fits(claim: Claim, one: Scored, unit: str) -> bool:
    """Whether a label says nothing but the unit and words of the question."""
    own = set(content_stems(_label(one))) - {stem(unit)} - set(claim.keys)
    return bool(_label(one)) and not own


def _label(one: Scored) -> str:
    return next((f.label for f in figures(one.passage.text) if f.value == one.value), "")


def _of_one(key: DocKey, wants: frozenset[str], scored: Sequence[Scored]) -> list[Scored]:
    """The scores with those of one document held against each other."""
    mine = [one for one in scored if one.passage.span.key == key and one.value is not None]
    if "total" in wants:
        fit = [one for one in mine if "total" in _told(one)]
        if not fit and _differ(mine):
            return [_without(one) if one in mine else one for one in scored]
    else:
        # The sum of what is asked may be told as a total.
        fit = [one for one in mine if not (_told(one) - wants) & _strict()]
    if not fit:
        return list(scored)
    return [_without(one) if one in mine and one not in fit else one for one in scored]


def _differ(scored: Sequence[Scored]) -> bool:
    values = [one.value for one in scored if one.value is not None]
    return any(not one.same(values[0]) for one in values)


def _told(one: Scored) -> frozenset[str]:
    """The measures that the sentence of a value speaks of; of a labelled one, its label."""
    label = _label(one)
    return said(label) if label else said(one.passage.text) | said(one.passage.title)


def _without(one: Scored) -> Scored:
    return replace(one, score_u=one.topic_u // 2, value=None)


@cache
def _strict() -> frozenset[str]:
    return frozenset(one.name for one in _measures() if one.must)


@cache
def _measures() -> tuple[_Measure, ...]:
    raw = resources.files("ledgerrag.reading").joinpath(FILE).read_text(encoding="utf-8")
    return tuple(
        _Measure(
            name,
            re.compile(row["asks"], re.IGNORECASE),
            re.compile(row["says"], re.IGNORECASE),
            row["must"],
            row["dropped"],
        )
        for name, row in tomllib.loads(raw).items()
    )
