"""tantivy as an append-only candidate index: fields, one writer, snapshots.

Rows are added and never deleted or updated: the engine's statistics go on counting what was
deleted. Every writer and every snapshot opens the folder afresh: an older handle writes over what
another process has committed since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import numpy as np
import tantivy

from ledgerrag.errors import StoreError
from ledgerrag.retrieval.bm25 import ONE, Statistics
from ledgerrag.retrieval.folder import damaged
from ledgerrag.retrieval.places import EVERY, Band, Bar
from ledgerrag.retrieval.seam import ChunkRow, Where

ENGINE = f"tantivy {version('tantivy')}"
_NUMBERS = ("row", "length", "utc", "calendar", "seq", "level")
_HEAP = 24_000_000
_Query = tantivy.Query
_MUST, _SHOULD, _NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("tags", tokenizer_name="whitespace", index_option="basic")
    for name in _NUMBERS:
        builder.add_integer_field(name, fast=True)
    return builder.build()


def _tag(kind: str, value: str) -> str:
    """A name of any form as a term that needs no quoting."""
    return hashlib.sha256(f"{kind}\0{value}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _tags(row: ChunkRow) -> str:
    pairs = (
        *(("doc", str(row.key)), ("source", row.source), ("domain", row.domain)),
        *(("language", row.language), ("series", row.series), ("cluster", row.cluster)),
    )
    return " ".join(_tag(kind, value) for kind, value in pairs)


def _document(row: ChunkRow) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("body", row.tokens)
    document.add_text("tags", _tags(row))
    utc, calendar = row.published
    values = (row.row, row.length, utc, calendar, row.seq, int(row.authority))
    for name, value in zip(_NUMBERS, values, strict=True):
        document.add_integer(name, value)
    return document


def _is_engine_failure(reason: BaseException) -> bool:
    # The engine reports damage as ValueError or OSError, or panics where it expected none.
    return isinstance(reason, (ValueError, OSError)) or type(reason).__name__ == "PanicException"


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    try:
        yield
    except BaseException as reason:
        if not _is_engine_failure(reason):
            raise
        raise damaged(folder.parent, f"cannot be read ({_line(reason)})") from None


def _line(reason: BaseException) -> str:
    return (str(reason).splitlines() or [type(reason).__name__])[0][:200]


def _engine_idf(n: int, df: int) -> float:
    """What the engine takes for idf, in 32 bits: of frequent terms the third digit is off."""
    half = np.float32(0.5)
    ratio = (np.float32(n - df) + half) / (np.float32(df) + half)
    return float(np.log(np.float32(1) + ratio))


def create(folder: Path) -> None:
    """Make an empty generation."""
    folder.mkdir(parents=True)
    tantivy.Index(_schema(), str(folder))


def append(folder: Path, batches: Iterable[Sequence[ChunkRow]]) -> int:
    """Add rows, committing each batch; the caller holds the folder's lock.

    Args:
        folder: of the generation.
        batches: rows above the watermark, ascending.
    Returns:
        The number of rows added.
    Raises:
        IndexDamagedError: the generation cannot be opened.
        StoreError: it cannot be written.
    """
    with _readable(folder):
        index = tantivy.Index.open(str(folder))
    added = 0
    try:
        writer = index.writer(_HEAP, 1)  # one thread keeps rows in order within a segment
        for batch in batches:
            for row in batch:
                writer.add_document(_document(row))
            writer.commit()
            added += len(batch)
        writer.wait_merging_threads()
    except BaseException as reason:
        if not _is_engine_failure(reason):
            raise
        raise StoreError(
            f"the search index {folder.parent.name} cannot be written ({_line(reason)})",
            "free disk space or close the other writer, then run `ledgerrag index rebuild`",
        ) from None
    return added


@dataclass(slots=True)
class Snapshot:
    """The index as it was at one commit; it never changes.

    Args:
        folder: of the generation.
    """

    folder: Path
    watermark: int = 0
    seq: int = 0
    whole: Statistics = field(default_factory=Statistics)
    levels: frozenset[int] = frozenset()
    _schema: tantivy.Schema = field(init=False)
    _searcher: tantivy.Searcher = field(init=False)

    def __post_init__(self) -> None:
        with _readable(self.folder):
            index = tantivy.Index.open(str(self.folder))
            index.config_reader("manual")
            index.reload()
            self._schema, self._searcher = index.schema, index.searcher()
            self.watermark, self.seq = self._highest("row"), self._highest("seq")
            self.whole = self.statistics(Where(), ())
            self.levels = frozenset(lv for lv in (1, 2, 3) if self._holds_level(lv))

    def _highest(self, name: str, query: tantivy.Query | None = None) -> int:
        asked = {"top": {"max": {"field": name}}}
        found = self._searcher.aggregate(query or _Query.all_query(), asked)
        return int(found["top"]["value"] or 0)

    def _holds_level(self, level: int) -> bool:
        return bool(self._searcher.search(self._between("level", level, level), 1).hits)

    def _between(self, name: str, low: int | None, high: int | None) -> tantivy.Query:
        kind = tantivy.FieldType.Integer
        query = _Query.range_query(self._schema, name, kind, low, high)
        return _Query.const_score_query(query, 0.0)

    def _tagged(self, kind: str, values: Iterable[str]) -> tantivy.Query:
        tags = [_tag(kind, value) for value in values]
        return _Query.const_score_query(_Query.term_set_query(self._schema, "tags", tags), 0.0)

    def _slice(self, where: Where, last: int | None) -> list[tantivy.Query]:
        queries = [] if last is None else [self._between("row", None, last)]
        if where.published_before is not None:
            axis = "calendar" if where.published_before.calendar else "utc"
            queries.append(self._between(axis, None, where.published_before.at))
        if where.ingested_before is not None:
            queries.append(self._between("seq", None, where.ingested_before))
        return queries

    def _filters(self, where: Where, band: Band, last: int | None) -> list[tantivy.Query]:
        queries = self._slice(where, last)
        low = max(band[0], where.authority_min or 1)
        if (low, band[1]) != EVERY:
            queries.append(self._between("level", low, band[1]))
        if where.sources:
            queries.append(self._tagged("source", where.sources))
        if where.domain is not None:
            queries.append(self._tagged("domain", [where.domain]))
        if where.language:
            queries.append(self._tagged("language", [where.language]))
        if where.docs:
            queries.append(self._tagged("doc", map(str, where.docs)))
        queries += [_Query.const_score_query(self._term(term), 0.0) for term in where.holding]
        return queries

    def _barred(self, bar: Bar) -> tantivy.Query:
        held = [(_MUST, self._tagged(bar.kind, [bar.name]))]
        if bar.band != EVERY:
            held.append((_MUST, self._between("level", *bar.band)))
        if bar.but:
            held.append((_NOT, self._tagged("series", bar.but)))
        return _Query.boolean_query(held)

    def highest_seq(self, upto: int | None, last: int | None = None) -> int:
        """The highest ingest sequence number up to a watermark, among rows up to the last."""
        if last is None and (upto is None or upto >= self.seq):
            return self.seq
        bounds = self._slice(Where(ingested_before=upto), last)
        return self._highest("seq", _Query.boolean_query([(_MUST, query) for query in bounds]))

    def document_frequency(self, term: str) -> int:
        """In how many rows of the whole index a term occurs."""
        return int(self._searcher.doc_freq("body", term))

    def statistics(self, where: Where, terms: Iterable[str], last: int | None = None) -> Statistics:
        """Exact statistics of {published <= K and ingested <= watermark}, in one aggregation.

        Args:
            where: only its two bounds in time count.
            terms: analysed terms: they hold no quote, blank or backslash.
            last: highest row that is seen; None where all are.
        """
        known = [term for term in terms if self.document_frequency(term)]
        slices = self._slice(where, last)
        query = _Query.boolean_query([(_MUST, q) for q in slices]) if slices else _Query.all_query()
        asked: dict[str, object] = {
            "n": {"value_count": {"field": "length"}},
            "total": {"sum": {"field": "length"}},
        }
        for place, term in enumerate(known):
            asked[f"t{place}"] = {"filter": f'body:"{term}"'}
        if known:
            asked["any"] = {"filter": " ".join(f'body:"{term}"' for term in known)}
        found = self._searcher.aggregate(query, asked)
        df = {term: int(found[f"t{place}"]["doc_count"]) for place, term in enumerate(known)}
        holding = int(found["any"]["doc_count"]) if known else 0
        total = int(found["total"]["value"] or 0)
        return Statistics(int(found["n"]["value"]), total, df, holding)

    def boosts(self, weights: Mapping[str, int]) -> dict[str, float]:
        """By what the engine's weight of each term is to be multiplied to be the given one.

        A term that the index does not hold is left out. One so frequent that the engine gives it
        no weight at all (in all of eight million rows) gets 0.

        Args:
            weights: idf in the slice by term, in billionths.
        """
        found: dict[str, float] = {}
        for term, weight in weights.items():
            if df := self.document_frequency(term):
                theirs = _engine_idf(self.whole.n, df)
                found[term] = weight / ONE / theirs if theirs else 0.0
        return found

    def candidates(
        self,
        boosts: Mapping[str, float],
        where: Where,
        *,
        band: Band,
        bars: Sequence[Bar],
        limit: int,
        last: int | None = None,
    ) -> list[tuple[int, float]]:
        """Rows and the engine's scores, best first, each term weighing as in the slice.

        Args:
            boosts: factor by term.
            where: the slice and its filters.
            band: authority levels.
            bars: what to pass over.
            limit: most rows.
            last: highest row that is seen; None where all are.
        """
        boosted = [
            (_SHOULD, _Query.boost_query(self._term(term), boost)) for term, boost in boosts.items()
        ]
        if not boosted:
            return []
        clauses = [(_MUST, _Query.boolean_query(boosted))]
        clauses += [(_MUST, query) for query in self._filters(where, band, last)]
        clauses += [(_NOT, self._barred(bar)) for bar in bars]
        hits = self._searcher.search(_Query.boolean_query(clauses), limit, count=False).hits
        rows = self._searcher.fast_field_values("row", [place for _, place in hits])
        return [(int(row or 0), float(hit[0])) for row, hit in zip(rows, hits, strict=True)]

    def _term(self, term: str) -> tantivy.Query:
        return _Query.term_query(self._schema, "body", term, "freq")
