"""Questions about a text's history: what changed in it, since when and until when it holds."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from ledgerrag.model import ValueKind
from ledgerrag.reading.keys import keys
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.values import figures

FILE: Final = "records.toml"


class Wants(StrEnum):
    """What of the record a question asks for.

    `ended` is asked with a word that only the record knows (repealed, withdrawn), `stopped` with
    one that a text may use of other things (suspended, expired).
    """

    CHANGE = "change"
    COMING = "coming"
    AMENDED = "amended"
    SINCE = "since"
    ENDED = "ended"
    STOPPED = "stopped"
    VERSION = "version"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class History:
    """A question about the history of a text.

    Args:
        wants: what is asked for.
        subject: the words that name the text, or what the text is about.
        keys: their stems, without those that name no text.
        since: ISO date of a day that the question compares with; empty where it names none.
    """

    wants: Wants
    subject: str
    keys: tuple[str, ...]
    since: str = ""


_LABEL: Final = re.compile(r"(?P<label>[^:?!;]{3,120}):\s+(?P<rest>\S.*)")
_BEFORE_DAY: Final = re.compile(
    r"(?:\b(?:since|from|after|before|until|on|of|as of|compared (?:with|to)|than)\s+)?$", re.I
)


@lru_cache(maxsize=1024)
def history(question: str) -> History | None:
    """What a question asks of the record; None where it asks for something else.

    Args:
        question: one question.
    """
    text = " ".join(question.split()).strip()
    # A day is no part of the name of a text.
    plain, since = _without_days(text)
    label = _LABEL.fullmatch(plain)
    for lead, rest in (("", plain),) if label is None else (("", plain), label.groups()):
        for pattern, wants in _patterns():
            match = pattern.search(rest)
            if match is None:
                continue
            said = match.groupdict()
            subject = said.get("subject") or rest[match.end() :]
            subject = f"{lead} {subject} {said.get('more') or ''}".strip(" ?.!,;")
            named = _names(subject)
            return History(wants, subject, named, since)
    return None


def _names(subject: str) -> tuple[str, ...]:
    """The stems that name a text; words that may stand for any are left out where others do."""
    named = tuple(key for key in keys(subject, asks=True) if key not in _stems("void"))
    own = tuple(key for key in named if key not in _stems("spare"))
    return own if len(own) > 1 else named


def _without_days(text: str) -> tuple[str, str]:
    """The text without its days and what leads them in, and the first of them as an ISO date."""
    days = [
        one
        for one in figures(text)
        if one.value.kind is ValueKind.DATE and one.value.amount[:1].isdigit()
    ]
    left = text
    for one in reversed(days):
        lead = _BEFORE_DAY.search(left[: one.value.start])
        start = lead.start() if lead is not None else one.value.start
        left = f"{left[:start]}{left[one.end :]}"
    left = re.sub(r"\s+(?=[,;:?!.])|(?<=^)[\s,;]+", "", " ".join(left.split()))
    return left[:1].upper() + left[1:], days[0].value.amount if days else ""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Wants], ...]:
    return tuple(
        (re.compile(row["pattern"], re.IGNORECASE), Wants(row["kind"])) for row in _tables()["asks"]
    )


@cache
def _stems(group: str) -> frozenset[str]:
    return frozenset(analyze(" ".join(_tables()["words"][group])))


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(
        resources.files("ledgerrag.reading").joinpath(FILE).read_text(encoding="utf-8")
    )
