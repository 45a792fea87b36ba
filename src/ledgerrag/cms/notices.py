"""Drafted notices: what a newsroom may want to tell its readers; a person edits and publishes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, cast

from jinja2 import Environment, StrictUndefined, Template

from ledgerrag.api import LedgerRAG
from ledgerrag.cms.kinds import KINDS, Kind
from ledgerrag.cms.watched import AUTHORITY, Event, Ground
from ledgerrag.errors import InputError
from ledgerrag.store.seam import JsonMap

_LEVELS: Final = {"official": "official", "outlet": "outlet", "user": "user-generated"}


@dataclass(frozen=True, slots=True)
class Citation:
    """What a notice rests on: a span of a stored document."""

    document: str
    start: int
    end: int
    quote: str
    quote_sha256: str
    title: str
    source: str
    source_name: str
    authority: str
    published: str
    effective_from: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A drafted notice.

    Args:
        kind: correction, clarification, update or retraction.
        event: seq of the event that it is about.
        headline: one line.
        text: what a reader may be told.
        was_wrong: the statement that was published.
        is_right: what holds instead; empty where nobody knows.
        since: from when; empty where nobody said.
        source: who says so.
        authority: official, outlet, user or none.
        citations: what it rests on.
    """

    kind: Kind
    event: int
    headline: str
    text: str
    was_wrong: str
    is_right: str
    since: str
    source: str
    authority: str
    citations: tuple[Citation, ...]


def draft(event: Event, title: str, kind: str = "") -> Notice:
    """A notice for an event.

    Args:
        event: what happened.
        title: of the story.
        kind: another than the event proposes.
    Raises:
        InputError: there is no such kind, or nothing to tell.
    """
    wanted = kind or event.kind
    if wanted not in KINDS:
        raise InputError(f"there is no kind {wanted!r}", "choose from " + ", ".join(KINDS[:-1]))
    if wanted == "none":
        raise InputError(
            f"event {event.seq} asks for no notice: the claim is {event.after.status}",
            "name a kind if there is something to tell",
        )
    quoted = not event.after.value
    right = "" if event.after.status == "verified" else event.after.value or _quoted(event)
    words = {
        "title": title or event.story,
        "claim": event.text,
        "was": event.before.value,
        "right": right,
        "quoted": quoted,
        "since": event.effective_from[:10],
        "source": event.source_name,
        "authority": _LEVELS.get(event.authority, ""),
        "conditions": _conditions(event),
    }
    return Notice(
        kind=cast("Kind", wanted),
        event=event.seq,
        headline=_said("headline", wanted, words),
        text=_said("text", wanted, words),
        was_wrong=event.text,
        is_right=right,
        since=event.effective_from,
        source=event.source_name,
        authority=event.authority,
        citations=tuple(_citation(one) for one in _grounds(event)),
    )


def note(rag: LedgerRAG, watch: str, made: Notice, actor: str) -> None:
    """Tell in the journal that a notice was drafted, for whom, and what it said.

    Args:
        rag: the system.
        watch: of the event.
        made: the draft.
        actor: who asked for it.
    """
    said = f"{made.headline}\n\n{made.text}".encode("utf-8", "surrogatepass")
    det: JsonMap = {"watch": watch, "event": made.event, "kind": made.kind}
    with rag.store.write() as tx:
        rag.recorder(tx).append("notice", det, actor=actor, pay={"notice": said})


def summary(event: Event) -> str:
    """An event in one line."""
    before, after = event.before, event.after
    values = after.value and before.value != after.value
    words = {
        "before": before.status,
        "after": after.status,
        "change": f"{before.value or '?'} -> {after.value}" if values else "",
        "since": event.effective_from[:10],
        "source": event.source_name,
        "authority": _LEVELS.get(event.authority, ""),
    }
    return _said("summary", "line", words)


def heading(kind: str, words: Mapping[str, str]) -> str:
    """A heading of a feed: of a site (`title`), of a story (`watch`) or of an event (`entry`)."""
    return _said("feed", kind, words)


def _quoted(event: Event) -> str:
    words = " ".join(event.quote.split()).removesuffix(".")
    return f"“{words}”" if words else ""


def _conditions(event: Event) -> str:
    new = sorted(set(event.after.scope.split()) - set(event.before.scope.split()))
    return ", ".join(_texts()["conditions"][one] for one in new)


def _grounds(event: Event) -> tuple[Ground, ...]:
    after, before = event.after.ground, event.before.ground
    return tuple(one for one in (after, before if after != before else None) if one is not None)


def _citation(ground: Ground) -> Citation:
    return Citation(
        document=ground.document,
        start=ground.start,
        end=ground.end,
        quote=ground.quote,
        quote_sha256=ground.quote_sha256,
        title=ground.title,
        source=ground.source,
        source_name=ground.source_name,
        authority=AUTHORITY[ground.authority],
        published=ground.published,
        effective_from=ground.effective_from,
    )


def _said(group: str, name: str, words: Mapping[str, object]) -> str:
    return " ".join(_template(group, name).render(words).split())


@cache
def _texts() -> dict[str, dict[str, str]]:
    source = resources.files("ledgerrag.cms").joinpath("notices.toml").read_text("utf-8")
    return cast("dict[str, dict[str, str]]", tomllib.loads(source))


@cache
def _template(group: str, name: str) -> Template:
    # Plain text: whoever shows it in a page escapes it there.
    plain = Environment(autoescape=False, undefined=StrictUndefined)  # noqa: S701
    return plain.from_string(_texts()[group][name])
