"""Retrieval on record: what a search returned, by the hash of its request, and its replay.

Records are kept per run: a later analyzer or engine may answer the same request otherwise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.errors import InputError, ReplayError
from ledgerrag.model import Authority, DocKey
from ledgerrag.retrieval.seam import (
    ChunkRow,
    Found,
    Hit,
    Places,
    Receipt,
    Retriever,
    Stats,
    Where,
)
from ledgerrag.store.seam import Json, JsonMap


def request_key(mode: str, query: str, where: Where, places: Places, stats: str) -> str:
    """sha256 of the canonical request, hex."""
    before = where.published_before
    # Named only where there are any: what was asked before there were is known by the same key.
    held: JsonMap = {"holding": list(where.holding)} if where.holding else {}
    request: JsonMap = {
        "mode": mode,
        "query": hashlib.sha256(query.encode("utf-8", "surrogatepass")).hexdigest(),
        "stats": stats,
        "before": [before.at, before.calendar] if before else [],
        "ingested": -1 if where.ingested_before is None else where.ingested_before,
        "authority": int(where.authority_min or 0),
        "sources": list(where.sources),
        "domain": str(where.domain or ""),
        "language": where.language,
        "docs": [str(key) for key in where.docs],
        "places": [places.k, *places.per_level, places.per_cluster, places.per_series],
        **held,
    }
    return hashlib.sha256(dumps(request)).hexdigest()


def query_key(query: str, embedding: str) -> str:
    """sha256 of a query and the model (name and digest) that gave its vector, hex."""
    request: JsonMap = {
        "embedding": embedding,
        "query": hashlib.sha256(query.encode("utf-8", "surrogatepass")).hexdigest(),
    }
    return hashlib.sha256(dumps(request)).hexdigest()


def encode(found: Found) -> bytes:
    """A search result as canonical JSON; scores as their exact decimal text."""
    receipt = found.receipt
    hits: list[Json] = [
        [
            hit.row, hit.key.doc_id, hit.key.version, hit.series, hit.start, hit.end,
            repr(hit.score), hit.r_u, int(hit.authority), hit.source, hit.cluster, hit.reserved,
        ]
        for hit in found.hits
    ]  # fmt: skip
    return dumps({"hits": hits, "receipt": receipt_json(receipt)})


def receipt_json(receipt: Receipt) -> JsonMap:
    """A receipt as the journal keeps it."""
    df: list[Json] = [[term, count] for term, count in receipt.df]
    # Named only where there is one: what was written before there were models reads the same.
    further: JsonMap = {"embedding": receipt.embedding, "fusion": receipt.fusion}
    return {
        "mode": receipt.mode,
        "stats": receipt.stats,
        "n_chunks": receipt.n_chunks,
        "total_length": receipt.total_length,
        "df": df,
        "watermark": receipt.watermark,
        "candidates": receipt.candidates,
        "exact": receipt.exact,
        "analyzer": receipt.analyzer,
        "engine": receipt.engine,
        **{name: value for name, value in further.items() if value},
    }


def decode(body: bytes) -> Found:
    """The search result that `encode` wrote."""
    value = cast("dict[str, list[list[str]]]", loads(body))
    hits = tuple(_hit(cast("list[Json]", row)) for row in value["hits"])
    receipt = cast("JsonMap", value["receipt"])
    df = cast("list[tuple[str, int]]", receipt["df"])
    return Found(
        hits,
        Receipt(
            mode=str(receipt["mode"]),
            stats=cast("Stats", receipt["stats"]),
            n_chunks=cast("int", receipt["n_chunks"]),
            total_length=cast("int", receipt["total_length"]),
            df=tuple((term, count) for term, count in df),
            watermark=cast("int", receipt["watermark"]),
            candidates=cast("int", receipt["candidates"]),
            exact=bool(receipt["exact"]),
            analyzer=str(receipt["analyzer"]),
            engine=str(receipt["engine"]),
            embedding=str(receipt.get("embedding", "")),
            fusion=str(receipt.get("fusion", "")),
        ),
    )


def _hit(row: list[Json]) -> Hit:
    (number, doc_id, version, series, start, end, score, r_u, level, source, cluster, kept) = row
    return Hit(
        row=cast("int", number),
        key=DocKey(str(doc_id), cast("int", version)),
        series=str(series),
        start=cast("int", start),
        end=cast("int", end),
        score=float(str(score)),
        r_u=cast("int", r_u),
        authority=Authority(cast("int", level)),
        source=str(source),
        cluster=str(cluster),
        reserved=bool(kept),
    )


@dataclass(slots=True)
class RecordingRetriever:
    """Passes searches on and keeps what they returned, to be stored with the run.

    Args:
        inner: the retriever that searches.
        records: results by request key; grows.
        vectors: vectors of queries by `query_key`; grows.
    """

    inner: Retriever
    records: dict[str, bytes] = field(default_factory=dict)
    vectors: dict[str, bytes] = field(default_factory=dict)

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Search, and remember."""
        found = self.inner.lexical(query, where, places, stats)
        return self._kept(found, request_key("lexical", query, where, places, stats), query)

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Search, and remember."""
        found = self.inner.dense(query, where, places)
        return self._kept(found, request_key("dense", query, where, places, ""), query)

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Search, and remember."""
        found = self.inner.hybrid(query, where, places, stats)
        return self._kept(found, request_key("hybrid", query, where, places, stats), query)

    def _kept(self, found: Found, key: str, query: str) -> Found:
        self.records[key] = encode(found)
        if found.vector:
            self.vectors[query_key(query, found.receipt.embedding)] = found.vector
        return found

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Pass on."""
        return self.inner.add(rows)

    def watermark(self) -> int:
        """Pass on."""
        return self.inner.watermark()

    def close(self) -> None:
        """Pass on."""
        self.inner.close()


@dataclass(frozen=True, slots=True)
class ReplayedRetriever:
    """Answers searches from the record only (replay level R1).

    Args:
        lookup: the stored body for a request key; None where there is none.
    """

    lookup: Callable[[str], bytes | None]

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Look the result up.

        Raises:
            ReplayError: the record does not hold this request.
        """
        return self._found("lexical", query, where, places, stats)

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Look the result up.

        Raises:
            ReplayError: the record does not hold this request.
        """
        return self._found("dense", query, where, places, "")

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Look the result up.

        Raises:
            ReplayError: the record does not hold this request.
        """
        return self._found("hybrid", query, where, places, stats)

    def _found(self, mode: str, query: str, where: Where, places: Places, stats: str) -> Found:
        body = self.lookup(request_key(mode, query, where, places, stats))
        if body is None:
            raise ReplayError(
                f"the record holds no {mode} search for {query[:60]!r}",
                "replay with --level R2 to search again",
            )
        try:
            return decode(body)
        except (InputError, KeyError, TypeError, ValueError):
            raise ReplayError(
                f"the record of the {mode} search for {query[:60]!r} is not as it was written",
                "restore the store from a copy",
            ) from None

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Nothing is indexed during a replay."""
        del rows
        return 0

    def watermark(self) -> int:
        """There is no index."""
        return 0

    def close(self) -> None:
        """There is nothing to release."""
