"""From a record as its channel gives it to a document of the model."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ledgerrag.dates import PartialDate
from ledgerrag.errors import DocumentError
from ledgerrag.model import Authority, Document, Domain, quote_sha256
from ledgerrag.pachon.fields import (
    UNKNOWN_DATE,
    Date,
    End,
    Fields,
    Name,
    Text,
    Version,
    assumed_zone,
    clean,
    validate,
)
from ledgerrag.pachon.readers import Raw
from ledgerrag.pachon.sources import UNKNOWN, Registry

_CODE = re.compile(r"(?P<code>[a-zA-Z]{2,3})(?:[-_][A-Za-z0-9]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_NEEDED = 20
_PREFIX = 600


@dataclass(frozen=True, slots=True)
class Channel:
    """What the ingest channel says where a record is silent.

    Args:
        domain: of records that state none; reference where None.
        source: registry key of records that state none.
        published: date of records that state none.
        language: of records that state none; detected where empty.
        strict: a source that nobody registered is quarantined, not taken as level 1.
    """

    domain: Domain | None = None
    source: str = ""
    published: PartialDate | None = None
    language: str = ""
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A record that is set aside: not stored, listed with its reason."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Drafted:
    """A document before it has its version, number and cluster.

    Args:
        where: file and line.
        document: version is 0 where the record states none.
        notes: remarks for the report.
        undated: its date is the channel's, not its own.
    """

    where: str
    document: Document
    notes: tuple[str, ...]
    undated: bool = False


class _DocumentFields(Fields):
    doc_id: Name = ""
    series: Name = ""
    version: Version | None = None
    title: Text = ""
    text: object = ""
    source: Name = ""
    published: Date | None = None
    effective_from: Date | None = None
    effective_to: End | None = None
    domain: Text = ""
    language: Text = ""
    url: Text = ""


_KNOWN = frozenset(_DocumentFields.model_fields) | {"type", "authority_level", "content_sha256"}


def draft(
    raw: Raw, channel: Channel, registry: Registry, detect: Callable[[str], str]
) -> Drafted | Quarantined:
    """A document from a record, or the reason why it is set aside.

    Args:
        raw: the record.
        channel: what holds where the record is silent.
        registry: who speaks with which authority.
        detect: names the language of a text (ISO 639-1), or "und".
    Raises:
        DocumentError: a field that cannot be used, with the next step.
        DateError: a date that cannot be.
    """
    found = validate(_DocumentFields, raw.fields)
    if not found.doc_id:
        raise DocumentError("doc_id is missing", "add `doc_id`, so that versions can be told")
    text, pages = _content(found.text, raw.pages)
    published = dated(found.published or channel.published, "record")
    effective_from = found.effective_from or published
    effective_to = found.effective_to if isinstance(found.effective_to, PartialDate) else None
    check_order(effective_from, effective_to)
    said_by = speaker(raw, found.source, channel, registry)
    if isinstance(said_by, Quarantined):
        return said_by
    language, asides = _language(found.language or channel.language, text, detect)
    document = Document(
        doc_id=found.doc_id,
        version=found.version or 0,
        series=found.series or found.doc_id,
        title=" ".join(found.title.split()),
        text=text,
        source=said_by.source,
        published=published,
        effective_from=effective_from,
        effective_to=effective_to,
        effective_to_unknown=found.effective_to == UNKNOWN_DATE,
        authority_level=said_by.level,
        domain=_domain(found.domain, channel.domain),
        language=language,
        url=found.url,
        content_sha256=quote_sha256(text),
        pages=pages,
    )
    zones = assumed_zone(
        published=published, effective_from=found.effective_from, effective_to=effective_to
    )
    notes = (*raw.notes, *said_by.notes, *ignored(raw, _KNOWN), *asides, *zones)
    return Drafted(raw.where, document, notes, undated=found.published is None)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks in a record, with which authority, and what the reader of the report is told."""

    source: str
    level: Authority
    notes: tuple[str, ...]


def speaker(raw: Raw, stated: str, channel: Channel, registry: Registry) -> Speaker | Quarantined:
    """The source of a record with the registry's level; level 1 where it is not registered.

    Args:
        raw: the record; a level that it states for itself counts for nothing.
        stated: the source that it names; may be empty.
        channel: the source that speaks where it names none, and whether strangers are refused.
        registry: who speaks with which authority.
    """
    source = stated or channel.source or UNKNOWN
    level = registry.level(source)
    notes: list[str] = []
    if level is None:
        if channel.strict:
            reason = f"source {source!r} is not registered; add it to --sources"
            return Quarantined(raw.where, reason)
        level = Authority.USER
        named = bool(stated or channel.source)
        who = f"source {source!r} is not registered" if named else "no source stated"
        notes.append(f"{who}: taken as user-generated (level 1)")
    if raw.fields.get("authority_level") is not None:
        notes.append(
            f"authority_level stated by the record is ignored: the registry says {int(level)}"
        )
    return Speaker(source, level, tuple(notes))


def dated(published: PartialDate | None, what: str) -> PartialDate:
    """The publication date, without which nothing can be placed in time.

    Raises:
        DocumentError: neither the record nor the channel states one.
    """
    if published is None:
        raise DocumentError(
            "published is missing", f"add `published: YYYY-MM-DD` to the {what} or pass --published"
        )
    return published


def ignored(raw: Raw, known: frozenset[str]) -> tuple[str, ...]:
    """A note on fields that have no meaning here."""
    stray = sorted(key for key in raw.fields if key not in known)
    if not stray:
        return ()
    named = ", ".join(f"{key!r:.60}" for key in stray[:8])
    return (f"fields without meaning ignored: {named}{', ...' if len(stray) > 8 else ''}",)


def check_order(effective_from: PartialDate, effective_to: PartialDate | None) -> None:
    """An end before the beginning cannot be.

    Raises:
        DocumentError: the whole of the end lies before the beginning.
    """
    if effective_to is not None and effective_from.after(effective_to):
        raise DocumentError(
            f"effective_to {effective_to} lies before effective_from {effective_from}",
            "correct one of them",
        )


def _content(stated: object, pages: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    if not isinstance(stated, str):
        raise DocumentError("text is not text", "write the content as a string")
    text = clean(stated)
    if not _visible(text):
        raise DocumentError("text is empty", "add the content as `text`")
    if pages and len(text) != len(stated):
        pages = tuple(len(clean(stated[:first])) for first in pages)
    return text, pages


def _visible(text: str) -> bool:
    return any(not sign.isspace() and unicodedata.category(sign)[0] != "C" for sign in text)


def _domain(stated: str, default: Domain | None) -> Domain:
    if not stated:
        return default or Domain.REFERENCE
    try:
        return Domain(stated.casefold())
    except ValueError:
        raise DocumentError(
            f"domain {stated!r} does not exist", "write regulation, news or reference"
        ) from None


def _language(stated: str, text: str, detect: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    match = _CODE.fullmatch(stated)
    if match:
        return match["code"].lower(), ()
    notes = (f"language {stated!r:.40} is not a code: detected instead",) if stated else ()
    prefix = text[:_PREFIX]
    if sum(1 for character in prefix if character.isalpha()) < _LETTERS_NEEDED:
        return "und", notes
    return detect(prefix), notes


def detect_language(text: str) -> str:
    """The language of a short text: English where it plainly is, else as py3langid sees it."""
    if plainly_english(text):
        return "en"
    # Its model takes 100 MB and half a second to load; many corpora never need it.
    import py3langid  # type: ignore[import-untyped]

    return str(py3langid.classify(text)[0])


def plainly_english(text: str) -> bool:
    """Whether a fifth of the words, at least three different ones, are common in English."""
    words = _LETTERS.findall(text.casefold())
    common = [word for word in words if word in _english()]
    return 5 * len(common) >= len(words) and len(set(common)) >= 3


@cache
def _english() -> frozenset[str]:
    lines = files("ledgerrag.pachon").joinpath("english.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))
