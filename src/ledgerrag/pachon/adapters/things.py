"""What the adapters of running reports hand on: things in states, each with its typed facts.

A thing is a fire, a contest, a release, a day's figures. A state is what its source stated at one
moment: facts by claim, and the instant by which the world could read them. A fact is never carried
over from one state to the next where the source did not do so itself.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from ledgerrag.errors import InputError
from ledgerrag.model import Source

TWO_VALUES: Final = "two values at one moment"
_WHOLE: Final = re.compile(r"\d+(?:\.0+)?")
_DECIMAL: Final = re.compile(r"\d+\.\d*[1-9]")
_TAG: Final = re.compile(r"<[^<>]{1,200}>")
_SIGNS: Final = re.compile(r"[^a-z0-9]+")


class Kind(StrEnum):
    """What sort of value a fact has."""

    COUNT = "count"
    PERCENT = "percent"
    DAY = "day"
    NAME = "name"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Fact:
    """A value as its source states it.

    Args:
        kind: what sort.
        amount: a plain number, an ISO day, words, or `yes` and `no`: equal values are equal here.
    """

    kind: Kind
    amount: str


@dataclass(frozen=True, slots=True)
class State:
    """What a source stated of a thing at one moment.

    Args:
        published: ISO instant (UTC) or day by which the source shows it.
        facts: by claim; what is not stated has none.
        doubts: by claim, why this state does not settle it.
        remark: words of the source that go with the figures and state none of the claims.
        narrative: words of the source that come out with it, where they are new.
        corrects: the source's own statement that figures of the state before were wrong.
    """

    published: str
    facts: Mapping[str, Fact]
    doubts: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    narrative: str = ""
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing with its states.

    Args:
        doc_id: its id; states are its versions 1, 2, ...
        series: what its versions take the place of each other in.
        adapter: the raw source that it comes from.
        issuer: who states the facts.
        domain: news or reference.
        words: by which it is named: at least `thing`.
        states: in order, at least one.
        about: ISO day of which the figures are; empty: of the moment itself.
        narrator: who writes the narratives; None where there are none.
        ended: ISO instant or day at which its source took it out; empty where it stands.
        asked: whether something may be asked about it: its name is its own.
    """

    doc_id: str
    series: str
    adapter: str
    issuer: Source
    domain: str
    words: Mapping[str, str]
    states: tuple[State, ...]
    about: str = ""
    narrator: Source | None = None
    ended: str = ""
    asked: bool = True


def instant(stated: object, where: str) -> str:
    """An instant of a source as UTC to the second; one without a zone is read as UTC.

    Args:
        stated: ISO text.
        where: the file, for the error.
    Raises:
        InputError: it is none.
    """
    try:
        found = datetime.fromisoformat(str(stated))
    except ValueError:
        raise InputError(f"{where}: {stated!r:.40} is no instant", "fetch it again") from None
    aware = found if found.tzinfo else found.replace(tzinfo=UTC)
    return f"{aware.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def number(stated: object) -> str:
    """A count or share as a plain number; empty where it is none, or below zero."""
    if isinstance(stated, bool) or not isinstance(stated, str | int | float):
        return ""
    text = str(stated)
    if _WHOLE.fullmatch(text):
        return str(int(text.partition(".")[0]))
    return text if _DECIMAL.fullmatch(text) else ""


def counted(stated: object) -> Fact | None:
    """A count; None where it is not stated."""
    found = number(stated)
    return Fact(Kind.COUNT, found) if found else None


def plain(text: str) -> str:
    """Words of a page without tags and entities, on lines without spaces at their ends."""
    bare = _TAG.sub(" ", html.unescape(text)).replace("\xa0", " ")
    lines = (" ".join(line.split()) for line in bare.replace("\r\n", "\n").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def slug(text: str) -> str:
    """A name as part of an id."""
    return _SIGNS.sub("-", text.casefold()).strip("-")


def stated(facts: Mapping[str, Fact | None]) -> dict[str, Fact]:
    """The facts that are there."""
    return {claim: fact for claim, fact in facts.items() if fact is not None}
