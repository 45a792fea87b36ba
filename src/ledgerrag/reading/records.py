"""Questions about a text's history: what changed in it, since when and until when it holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from ledgerrag.reading.comparing import compared
from ledgerrag.reading.keys import keys
from ledgerrag.reading.provisions import provisions
from ledgerrag.retrieval.analyzer import analyze

FILE: Final = "records.toml"


class Wants(StrEnum):
    """What of the record a question asks for.

    `ended` is asked with a word that only the record knows (repealed, withdrawn), `stopped` with
    one that a text may use of other things (suspended, expired). `act` is what last amended a text,
    `dated` the date that it bears at its head.
    """

    CHANGE = "change"
    COMING = "coming"
    AMENDED = "amended"
    SINCE = "since"
    ENDED = "ended"
    STOPPED = "stopped"
    VERSION = "version"
    SOURCE = "source"
    ACT = "act"
    DATED = "dated"


@dataclass(frozen=True, slots=True)
class History:
    """A question about the history of a text.

    Args:
        wants: what is asked for.
        subject: the words that name the text, or what the text is about.
        keys: their stems, without those that name no text.
        since: ISO date of a day that the question compares with; empty where it names none.
        on: ISO date of the day on which the change took effect that is asked for; else empty.
        topic: the words for what the text is asked about; empty where it is asked about as a whole.
        topic_keys: their stems.
        strict: whether the words of a text are never an answer: `since when as it reads`.
    """

    wants: Wants
    subject: str
    keys: tuple[str, ...]
    since: str = ""
    on: str = ""
    topic: str = ""
    topic_keys: tuple[str, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True)
class _Ask:
    pattern: re.Pattern[str]
    wants: Wants
    strict: bool


_HEADING: Final = re.compile(r"[“\"][^”\"]*[”\"]|\((?![\w.]{1,5}\)|[^)]*[\d§])[^()]*\)")
_LABEL: Final = re.compile(r"(?P<label>[^:?!;]{3,120}):\s+(?P<rest>\S.*)")


@lru_cache(maxsize=1024)
def history(question: str) -> History | None:
    """What a question asks of the record; None where it asks for something else.

    Args:
        question: one question.
    """
    text = " ".join(question.split()).strip()
    # A day is no part of the name of a text.
    days = compared(text)
    for topic, lead, rest in _readings(days.text):
        for asked in _asks():
            match = asked.pattern.search(rest)
            if match is None:
                continue
            said = match.groupdict()
            subject = said.get("subject") or said.get("more") or rest[match.end() :]
            more = said.get("more") or "" if said.get("subject") else ""
            subject, inner = _plain(f"{lead} {subject} {more}".strip(" ?.!,;"))
            about = " ".join(part for part in (topic, said.get("topic"), inner) if part).strip()
            return History(
                asked.wants,
                subject,
                _names(subject),
                days.since,
                days.on,
                about,
                _names(about) if about else (),
                asked.strict,
            )
    return None


def amended(title: str) -> str:
    """What a title says that its text amends: `... Act of 2025: amending the Toll Act`; else empty.

    Args:
        title: of a document.
    """
    found = _amending().search(title)
    return title[found.end() :].strip() if found is not None else ""


def search_words(asked: History) -> str:
    """What to search with: the name of the text and what it is asked about, not what is asked.

    A text says nothing of its own history; but its head says when it is effective, and the title
    of the act that amended it names it by its number.

    Args:
        asked: the question.
    """
    if asked.wants is Wants.SOURCE:
        return ""
    subject = asked.subject
    if asked.wants is Wants.ACT:
        subject = f"amending {without_heading(subject)}"
    more = words("head") if asked.wants is Wants.DATED else ()
    return " ".join(part for part in (subject, asked.topic, *more) if part)


def without_heading(subject: str) -> str:
    """The name of a provision by its number, without its heading in quotes or brackets."""
    plain = _HEADING.sub(" ", subject) if provisions(subject) else subject
    return " ".join(plain.split()) if provisions(plain) else subject


def words(group: str) -> tuple[str, ...]:
    """A word list of the questions about records, as it stands in the data file."""
    return tuple(_tables()["words"][group])


@cache
def _amending() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words('amending')))})\b", re.IGNORECASE)


def _readings(text: str) -> Iterator[tuple[str, str, str]]:
    """(topic, label, question) in every way in which a question may be read, the plain one first.

    `As regards dogs, what changed in the Toll Act?` asks the same as the question behind the comma.
    """
    apart = [("", text)]
    for place in ("before", "behind"):
        match = _topics()[place].match(text)
        if match is not None:
            rest = match.group("rest").strip(" ,")
            apart.insert(0, (match.group("topic"), rest[:1].upper() + rest[1:]))
    for topic, rest in apart:
        yield topic, "", rest
    label = _LABEL.fullmatch(text)
    if label is not None:
        yield "", label.group("label"), label.group("rest")


def _plain(subject: str) -> tuple[str, str]:
    """The words that name a text, without those that lead to it, and what it is asked about."""
    topic = ""
    for pattern in _subjects():
        match = pattern.match(subject)
        if match is not None:
            topic = topic or match.groupdict().get("topic") or ""
            subject = match.group("subject")
    return subject.strip(" ?.!,;"), topic


def _names(subject: str) -> tuple[str, ...]:
    """The stems that name a text; words that may stand for any are left out where others do."""
    named = tuple(key for key in keys(subject, asks=True) if key not in _stems("void"))
    own = tuple(key for key in named if key not in _stems("spare"))
    return own if len(own) > 1 else named


@cache
def _asks() -> tuple[_Ask, ...]:
    return tuple(
        _Ask(_pattern(row["pattern"]), Wants(row["kind"]), row.get("strict", False))
        for row in _tables()["asks"]
    )


@cache
def _subjects() -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(row["pattern"]) for row in _tables()["subjects"])


@cache
def _topics() -> dict[str, re.Pattern[str]]:
    return {place: _pattern(pattern) for place, pattern in _tables()["topics"].items()}


def _pattern(source: str) -> re.Pattern[str]:
    """A pattern with its families of words put in; a family may name another one."""
    families: dict[str, str] = _tables()["families"]
    while (found := _FAMILY.search(source)) is not None:
        source = source[: found.start()] + families[found.group(1)] + source[found.end() :]
    return re.compile(source, re.IGNORECASE)


# `(?P<subject>` and `(?<=` are no families.
_FAMILY: Final = re.compile(r"(?<!\(\?P)(?<!\(\?)<([a-z_]+)>")


@cache
def _stems(group: str) -> frozenset[str]:
    return frozenset(analyze(" ".join(words(group))))


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(
        resources.files("ledgerrag.reading").joinpath(FILE).read_text(encoding="utf-8")
    )
