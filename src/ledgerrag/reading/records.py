"""Questions about a text's history: what changed in it, since when and until when it holds."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from ledgerrag.reading.keys import keys
from ledgerrag.retrieval.analyzer import analyze

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
    """

    wants: Wants
    subject: str
    keys: tuple[str, ...]


@lru_cache(maxsize=1024)
def history(question: str) -> History | None:
    """What a question asks of the record; None where it asks for something else.

    Args:
        question: one question.
    """
    text = " ".join(question.split()).strip()
    for pattern, wants in _patterns():
        match = pattern.search(text)
        if match is None:
            continue
        subject = match.groupdict().get("subject") or text[match.end() :]
        void = _void()
        named = tuple(key for key in keys(subject, asks=True) if key not in void)
        return History(wants, subject.strip(" ?.!"), named)
    return None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Wants], ...]:
    return tuple(
        (re.compile(row["pattern"], re.IGNORECASE), Wants(row["kind"])) for row in _tables()["asks"]
    )


@cache
def _void() -> frozenset[str]:
    return frozenset(analyze(" ".join(_tables()["words"]["void"])))


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(
        resources.files("ledgerrag.reading").joinpath(FILE).read_text(encoding="utf-8")
    )
