"""Stored documents for those who read them: versions, what each is, and what changed between."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.answer import Change
from ledgerrag.api import reading_back
from ledgerrag.difference import change
from ledgerrag.errors import NotFoundError
from ledgerrag.model import Act, Authority, DocKey, Document, Domain, Standing
from ledgerrag.store import Store


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version of a document, without its text.

    Args:
        key: `doc_id@version`.
        doc_id: document.
        version: its number.
        series: the thing of which it is a version.
        title: heading.
        source: registry key.
        source_name: as a reader is told it.
        authority: authority level.
        published: ISO date as stated.
        effective_from: ISO date as stated.
        effective_to: ISO date as stated; `unknown` where it ends and nobody said when.
        domain: regulation, news or reference.
        language: ISO 639-1, or "und".
        url: where it was found.
        sha256: of the text, hex.
        seq: ingest sequence number.
        status: at (V, K); empty where that was not asked.
        since: from when the status holds.
        until: when it is known to end.
        by: what ended it.
    """

    key: str
    doc_id: str
    version: int
    series: str
    title: str
    source: str
    source_name: str
    authority: Authority
    published: str
    effective_from: str
    effective_to: str
    domain: Domain
    language: str
    url: str
    sha256: str
    seq: int
    status: str = ""
    since: str = ""
    until: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class ActView:
    """An act as it is stored; fields as in `model.Act`, dates as stated."""

    act_id: str
    kind: str
    target: str
    by: str
    source: str
    authority: Authority
    published: str
    effective_from: str
    effective_to: str
    note: str
    seq: int


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document or series: its versions at (V, K), earliest first, and the acts upon them."""

    name: str
    series: str
    versions: tuple[VersionView, ...]
    acts: tuple[ActView, ...]


@dataclass(frozen=True, slots=True)
class TextView:
    """One version with its text."""

    version: VersionView
    text: str


def document(
    store: Store, name: str, as_of: str, known_at: str, period: str, today: str
) -> DocumentView:
    """See `Record.document`."""
    with store.snapshot():
        series, _ = reading_back.resolve_name(store, name)
        found = sorted(
            reading_back.standing(store, series, as_of, known_at, period, today),
            key=lambda one: (one[0].effective_from.begins(), one[0].seq),
        )
        names = {series, *(one.doc_id for one, _ in found), *(str(one.key) for one, _ in found)}
        sources = _names(store)
        return DocumentView(
            name,
            series,
            tuple(_version(one, sources, standing) for one, standing in found),
            tuple(_act(act) for act in store.acts(sorted(names))),
        )


def text(store: Store, doc_id: str, version: int) -> TextView:
    """See `Record.text`."""
    found = store.document(DocKey(doc_id, version))
    return TextView(_version(found, _names(store)), found.text)


def between(store: Store, name: str, first: str, last: str, today: str) -> tuple[Change, ...]:
    """See `Record.between`."""
    with store.snapshot():
        ends = [_named(store, name, one) for one in (first, last)]
        if ends[0] is None or ends[1] is None:
            return reading_back.diff(store, name, first, last, today)
        before, after = (store.document(key) for key in ends if key is not None)
        return (change(before, after, after.effective_from.text),)


def _named(store: Store, name: str, end: str) -> DocKey | None:
    """The version that an end means; None where it is a date."""
    doc_id, at, number = end.rpartition("@")
    if at and doc_id and _is_number(number):
        return DocKey(doc_id, int(number))
    # A year has four digits: a thousandth version is named by its key.
    if _is_number(end) and len(end) < 4:
        latest = store.latest(name)
        if latest is None:
            raise NotFoundError(f"there is no document {name[:200]!r}", "name a document")
        return DocKey(name, int(end))
    return None


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 10


def _names(store: Store) -> dict[str, str]:
    return {key: source.name for key, source in store.registry()[1].items()}


def _version(one: Document, names: dict[str, str], standing: Standing | None = None) -> VersionView:
    end = one.effective_to.text if one.effective_to else ""
    return VersionView(
        key=str(one.key),
        doc_id=one.doc_id,
        version=one.version,
        series=one.series,
        title=one.title,
        source=one.source,
        source_name=names.get(one.source, one.source),
        authority=one.authority_level,
        published=one.published.text,
        effective_from=one.effective_from.text,
        effective_to="unknown" if one.effective_to_unknown else end,
        domain=one.domain,
        language=one.language,
        url=one.url,
        sha256=one.content_sha256,
        seq=one.seq,
        status=standing.status.value if standing else "",
        since=standing.since if standing else "",
        until=standing.until if standing else "",
        by=standing.by if standing else "",
    )


def _act(act: Act) -> ActView:
    return ActView(
        act_id=act.act_id,
        kind=act.kind.value,
        target=act.target,
        by=act.by,
        source=act.source,
        authority=act.authority_level,
        published=act.published.text,
        effective_from=act.effective_from.text if act.effective_from else "",
        effective_to=act.effective_to.text if act.effective_to else "",
        note=act.note,
        seq=act.seq,
    )
