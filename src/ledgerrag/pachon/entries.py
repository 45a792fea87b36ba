"""What the journal says of a document or an act that was taken in."""

from __future__ import annotations

from ledgerrag.model import Act, Document
from ledgerrag.store.seam import JsonMap


def document_entry(stored: Document, chunks: int) -> JsonMap:
    """What the journal says of a document that was taken in."""
    return {
        "doc_id": stored.doc_id,
        "version": stored.version,
        "series": stored.series,
        "seq": stored.seq,
        "sha256": stored.content_sha256,
        "source": stored.source,
        "authority_level": int(stored.authority_level),
        "published": stored.published.text,
        "effective_from": stored.effective_from.text,
        "effective_to": _end(stored),
        "cluster": stored.cluster,
        "chunks": chunks,
    }


def _end(stored: Document) -> str:
    if stored.effective_to_unknown:
        return "unknown"
    return stored.effective_to.text if stored.effective_to else ""


def act_entry(stored: Act) -> JsonMap:
    """What the journal says of an act that was taken in."""
    return {
        "act_id": stored.act_id,
        "kind": stored.kind.value,
        "target": stored.target,
        "by": stored.by,
        "seq": stored.seq,
        "source": stored.source,
        "authority_level": int(stored.authority_level),
        "published": stored.published.text,
        "effective_from": stored.effective_from.text if stored.effective_from else "",
        "effective_to": stored.effective_to.text if stored.effective_to else "",
        "saves": stored.saves,
        "saves_from": stored.saves_from.text if stored.saves_from else "",
        "saves_to": stored.saves_to.text if stored.saves_to else "",
    }
