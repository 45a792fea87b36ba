"""Rows and nouns: how a document, an act, a chunk and a run are written down and read again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ledgerrag.dates import PartialDate, Precision
from ledgerrag.model import Act, ActKind, Authority, DocKey, Document, Domain
from ledgerrag.store.seam import ChunkRow

Row = tuple[Any, ...]

HEAD = (
    "d.seq, d.doc_id, d.version, d.series, d.title, d.source, d.published, d.effective_from,"
    " d.effective_to, d.effective_to_unknown, d.authority_level, d.domain, d.language, d.url,"
    " d.content_sha256, d.cluster, d.pages"
)
FULL = f"{HEAD}, d.text"
ACT = (
    "a.seq, a.act_id, a.kind, a.target, a.by, a.source, a.authority_level, a.published,"
    " a.effective_from, a.effective_to, a.saves_from, a.saves_to, a.saves, a.note"
)
CHUNK = (
    'c.row, d.doc_id, d.version, d.series, c.start, c."end", c.tokens, c.length,'
    " d.published_utc, d.published_calendar, d.seq, d.authority_level, d.source, d.domain,"
    " d.language, d.cluster"
)
RUN = "r.run, r.question, r.as_of, r.known_at, r.created, r.ledger, r.answer, r.request, r.entry"

_AUTHORITY = {int(level): level for level in Authority}
_DOMAIN = {domain.value: domain for domain in Domain}


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk that is to be stored with its document.

    Args:
        start: first code point in the document's text.
        end: first code point after.
        tokens: analysed tokens of title and chunk, separated by blanks.
        length: number of tokens.
    """

    start: int
    end: int
    tokens: str
    length: int


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as it was answered.

    Args:
        run: its id.
        question: as it was asked.
        as_of: V, ISO-8601.
        known_at: K, ISO-8601.
        created: when it was asked, ISO-8601.
        ledger: the evidence ledger, serialised by the caller.
        answer: the answer, serialised by the caller.
        request: everything that a replay needs to ask again, serialised by the caller.
        entry: seq of the journal entry that closes it.
    """

    run: str
    question: str
    as_of: str
    known_at: str
    created: str
    ledger: bytes
    answer: bytes
    request: bytes
    entry: int


def date_text(date: PartialDate) -> str:
    """A date with all its parts, so that it reads back equal whatever a later parser does."""
    return (
        f"{date.text}|{int(date.precision)}|{date.lo}|{date.hi}|{date.offset}"
        f"|{int(date.zone_assumed)}"
    )


@lru_cache(maxsize=8_192)
def date_of(text: str) -> PartialDate:
    """The date that `date_text` wrote."""
    stated, precision, lo, hi, offset, assumed = text.rsplit("|", 5)
    return PartialDate(
        stated, Precision(int(precision)), int(lo), int(hi), int(offset), assumed == "1"
    )


def _date_or_none(date: PartialDate | None) -> str | None:
    return None if date is None else date_text(date)


def _none_or_date(text: str | None) -> PartialDate | None:
    return None if text is None else date_of(text)


def document_values(document: Document, seq: int) -> Row:
    """The document as the columns of its table, in their order."""
    return (
        seq,
        document.doc_id,
        document.version,
        document.series,
        document.title,
        document.source,
        date_text(document.published),
        document.published.begins(calendar=False),
        document.published.begins(calendar=True),
        date_text(document.effective_from),
        _date_or_none(document.effective_to),
        int(document.effective_to_unknown),
        int(document.authority_level),
        document.domain.value,
        document.language,
        document.url,
        document.content_sha256,
        document.cluster,
        json.dumps(document.pages) if document.pages else "",
        document.text,
    )


def document_of(row: Row) -> Document:
    """The document of a row of `HEAD` (its text stays empty) or `FULL`."""
    # By position: this is the innermost loop of standing.
    return Document(
        row[1],
        row[2],
        row[3],
        row[4],
        row[17] if len(row) > 17 else "",
        row[5],
        date_of(row[6]),
        date_of(row[7]),
        _none_or_date(row[8]),
        row[9] == 1,
        _AUTHORITY[row[10]],
        _DOMAIN[row[11]],
        row[12],
        row[13],
        row[14],
        row[0],
        row[15],
        tuple(json.loads(row[16])) if row[16] else (),
    )


def version_named(name: str) -> DocKey | None:
    """The document version that a name means, where it has the form `doc_id@version`."""
    doc_id, at, number = name.rpartition("@")
    if not (at and doc_id and number.isascii() and number.isdigit() and number[0] != "0"):
        return None
    # Beyond nine digits it is a name with an @ in it, not a version.
    return DocKey(doc_id, int(number)) if len(number) <= 9 else None


def act_values(act: Act, seq: int) -> Row:
    """The act as the columns of its table, in their order."""
    named = version_named(act.target)
    return (
        seq,
        act.act_id,
        act.kind.value,
        act.target,
        named.doc_id if named else None,
        named.version if named else None,
        act.by,
        act.source,
        int(act.authority_level),
        date_text(act.published),
        _date_or_none(act.effective_from),
        _date_or_none(act.effective_to),
        _date_or_none(act.saves_from),
        _date_or_none(act.saves_to),
        int(act.saves),
        act.note,
    )


def act_of(row: Row) -> Act:
    """The act of a row of `ACT`."""
    return Act(
        act_id=row[1],
        kind=ActKind(row[2]),
        target=row[3],
        by=row[4],
        source=row[5],
        authority_level=_AUTHORITY[row[6]],
        published=date_of(row[7]),
        effective_from=_none_or_date(row[8]),
        effective_to=_none_or_date(row[9]),
        saves_from=_none_or_date(row[10]),
        saves_to=_none_or_date(row[11]),
        saves=bool(row[12]),
        note=row[13],
        seq=row[0],
    )


def chunk_of(row: Row) -> ChunkRow:
    """The chunk of a row of `CHUNK`."""
    return ChunkRow(
        row=row[0],
        key=DocKey(row[1], row[2]),
        series=row[3],
        start=row[4],
        end=row[5],
        tokens=row[6],
        length=row[7],
        published=(row[8], row[9]),
        seq=row[10],
        authority=_AUTHORITY[row[11]],
        source=row[12],
        domain=_DOMAIN[row[13]],
        language=row[14],
        cluster=row[15],
    )


def run_of(row: Row) -> RunRow:
    """The run of a row of `RUN`."""
    return RunRow(*row)


def json_list(values: Sequence[object]) -> str:
    """Values as one bound parameter for `json_each`; ASCII, so that any string can be asked for."""
    return json.dumps(values, separators=(",", ":"))
