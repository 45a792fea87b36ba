"""What a slice holds: the meaning of `Where`, chunk by chunk."""

from __future__ import annotations

from ledgerrag.retrieval.seam import ChunkRow, Where


def in_slice(where: Where, row: ChunkRow) -> bool:
    """Whether a chunk was there: published and ingested by then. Statistics count just these."""
    if where.ingested_before is not None and row.seq > where.ingested_before:
        return False
    moment = where.published_before
    return moment is None or row.published[moment.calendar] <= moment.at


def wanted(where: Where, row: ChunkRow) -> bool:
    """Whether a chunk passes the filters that narrow the list and leave statistics alone."""
    return (
        (where.authority_min is None or row.authority >= where.authority_min)
        and (not where.sources or row.source in where.sources)
        and (where.domain is None or row.domain == where.domain)
        and (not where.language or row.language == where.language)
        and (not where.docs or row.key in where.docs)
        and (not where.holding or set(where.holding) <= set(row.tokens.split(" ")))
    )


def visible(where: Where, row: ChunkRow) -> bool:
    """Whether a search may return a chunk."""
    return in_slice(where, row) and wanted(where, row)
