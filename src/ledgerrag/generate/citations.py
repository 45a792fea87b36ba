"""Citations: numbered spans, checked byte for byte against the documents they quote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ledgerrag.answer import Citation
from ledgerrag.corpus import Corpus
from ledgerrag.errors import IntegrityError
from ledgerrag.model import DocKey, Document, Evidence, Span, Standing, Status, quote_sha256


def cite(
    entries: Iterable[Evidence],
    corpus: Corpus,
    standings: Mapping[DocKey, Standing],
    first: int = 1,
) -> tuple[Citation, ...]:
    """One citation a span, numbered in the order given.

    Args:
        entries: evidence to cite; a span that comes twice is cited once.
        corpus: the documents.
        standings: what they are at (V, K).
        first: number of the first citation.
    """
    unique = {entry.span: entry for entry in entries}
    documents = corpus.documents(span.key for span in unique)
    return tuple(
        _citation(number, span, documents[span.key], corpus, standings)
        for number, span in enumerate(unique, first)
    )


def check(citations: Iterable[Citation], corpus: Corpus) -> None:
    """Compare each quote with its document, byte for byte.

    Raises:
        IntegrityError: a quote is not what the document says at that place.
    """
    for one in citations:
        key = DocKey(one.doc_id, one.version)
        text = corpus.documents([key])[key].text[one.start : one.end]
        if text != one.quote or quote_sha256(text) != one.quote_sha256:
            raise IntegrityError(
                f"citation [{one.n}] does not quote {key} [{one.start}:{one.end}]",
                "verify the store with `ledgerrag audit verify`",
            )


def _citation(
    number: int,
    span: Span,
    document: Document,
    corpus: Corpus,
    standings: Mapping[DocKey, Standing],
) -> Citation:
    standing = standings.get(span.key) or Standing(span.key, Status.UNKNOWN)
    zone = "time zone assumed UTC" if document.published.zone_assumed else ""
    return Citation(
        n=number,
        doc_id=span.doc_id,
        version=span.version,
        start=span.start,
        end=span.end,
        quote_sha256=span.quote_sha256,
        quote=document.text[span.start : span.end],
        title=document.title,
        source=document.source,
        source_name=corpus.source_name(document.source),
        authority=document.authority_level,
        published=document.published.text,
        effective_from=document.effective_from.text,
        status=standing.status,
        since=standing.since,
        until=standing.until,
        page=document.page(span.start) or 0,
        notes=tuple(note for note in (*standing.notes, zone) if note),
    )
