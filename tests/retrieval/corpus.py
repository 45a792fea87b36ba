"""A stand-in for the store, and corpora with every kind of tie and disorder."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ledgerrag.dates import parse
from ledgerrag.model import Authority, DocKey, Document, Domain
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.retrieval.seam import ChunkRow

WORDS = [
    *("fee", "fine", "permit", "report", "filing", "notice"),
    *("licence", "appeal", "penalty", "hearing", "tax", "rate"),
]


@dataclass(slots=True)
class ListStore:
    """Rows in a list, as committed."""

    rows: list[ChunkRow] = field(default_factory=list)
    log_id: str = "00112233aabbccdd"

    def chunks_after(self, row: int, limit: int = 10_000) -> tuple[ChunkRow, ...]:
        return tuple([r for r in self.rows if r.row > row][:limit])

    def chunks(self, rows: Iterable[int]) -> dict[int, ChunkRow]:
        asked = set(rows)
        return {r.row: r for r in self.rows if r.row in asked}

    def last_row(self) -> int:
        return self.rows[-1].row if self.rows else 0

    def documents(self, keys: Iterable[DocKey]) -> dict[DocKey, Document]:
        asked = set(keys)
        found: dict[DocKey, list[ChunkRow]] = {}
        for row in self.rows:
            if row.key in asked:
                found.setdefault(row.key, []).append(row)
        return {key: _document(rows) for key, rows in found.items()}


def laid_out(rows: Iterable[ChunkRow]) -> list[ChunkRow]:
    """The same chunks as parts of documents whose text is theirs, one after the other."""
    ends: dict[DocKey, int] = {}
    found = []
    for row in rows:
        start = ends.get(row.key, -1) + 1
        ends[row.key] = start + len(row.tokens)
        found.append(replace(row, start=start, end=ends[row.key]))
    return found


def _document(rows: list[ChunkRow]) -> Document:
    first = rows[0]
    text = "\n".join(row.tokens for row in rows)
    return Document(
        doc_id=first.key.doc_id,
        version=first.key.version,
        series=first.series,
        title="",
        source=first.source,
        published=parse("2020-01-01", name="published"),
        effective_from=parse("2020-01-01", name="effective_from"),
        effective_to=None,
        effective_to_unknown=False,
        authority_level=first.authority,
        domain=first.domain,
        language=first.language,
        url="",
        content_sha256="",
        text=text,
    )


def chunk(
    row: int,
    text: str,
    *,
    doc_id: str = "",
    published: tuple[int, int] = (0, 0),
    seq: int = 0,
    authority: int = 2,
    source: str = "wire",
    domain: Domain = Domain.NEWS,
    language: str = "en",
    series: str = "",
    cluster: str = "",
) -> ChunkRow:
    tokens = analyze(text)
    doc_id = doc_id or f"d{row}"
    return ChunkRow(
        row=row,
        key=DocKey(doc_id, 1),
        series=series or doc_id,
        start=0,
        end=len(text),
        tokens=" ".join(tokens),
        length=len(tokens),
        published=published,
        seq=seq or row,
        authority=Authority(authority),
        source=source,
        domain=domain,
        language=language,
        cluster=cluster,
    )


def random_rows(seed: int, size: int) -> list[ChunkRow]:
    """Dates out of order, equal scores, duplicates, shared series and clusters, gaps in rows."""
    rng = random.Random(seed)
    rows: list[ChunkRow] = []
    texts: list[str] = []
    row = seq = 0
    for _ in range(size):
        row += rng.choice([1, 1, 1, 3])
        seq += rng.choice([0, 1, 1, 2]) if seq else 1
        if texts and rng.random() < 0.4:
            text = rng.choice(texts)
        else:
            text = " ".join(rng.choices(WORDS, weights=range(1, 13), k=rng.randint(0, 90)))
        texts.append(text)
        utc = rng.randrange(20)
        rows.append(
            chunk(
                row,
                text,
                doc_id=f"d{rng.randrange(size)} \0é",
                published=(utc, utc + rng.choice([-1, 0, 0, 2])),
                seq=seq,
                authority=rng.choice([1, 1, 1, 2, 3]),
                source=rng.choice(["gov", "wire", "post \U0001f980", ""]),
                domain=rng.choice(list(Domain)),
                language=rng.choice(["en", "fr"]),
                series=f"s{rng.randrange(max(1, size // 3))}",
                cluster=rng.choice(["", *(f"c{n}" for n in range(max(1, size // 4)))]),
            )
        )
    return rows
