"""Makers of documents and acts for tests: say only what matters to the case."""

from __future__ import annotations

from ledgerrag.dates import PartialDate, parse
from ledgerrag.model import Act, ActKind, Authority, Document, Domain, quote_sha256


def when(text: str) -> PartialDate | None:
    return parse(text) if text else None


def document(  # every argument is a field a case may want to name
    doc_id: str,
    text: str = "",
    *,
    version: int = 1,
    series: str = "",
    source: str = "regulator",
    level: int = 3,
    published: str = "2025-01-01",
    effective_from: str = "",
    effective_to: str = "",
    unknown_end: bool = False,
    domain: Domain = Domain.REGULATION,
    seq: int = 0,
    title: str = "",
    cluster: str = "",
) -> Document:
    return Document(
        doc_id=doc_id,
        version=version,
        series=series or doc_id,
        title=title,
        text=text,
        source=source,
        published=parse(published),
        effective_from=parse(effective_from or published),
        effective_to=when(effective_to),
        effective_to_unknown=unknown_end,
        authority_level=Authority(level),
        domain=domain,
        language="en",
        url="",
        content_sha256=quote_sha256(text),
        seq=seq,
        cluster=cluster or doc_id,
    )


def act(
    kind: str,
    target: str,
    *,
    published: str,
    effective_from: str = "",
    effective_to: str = "",
    by: str = "",
    source: str = "regulator",
    level: int = 3,
    saves: tuple[str, str] | None = None,
    seq: int = 0,
    act_id: str = "",
) -> Act:
    return Act(
        act_id=act_id or f"{kind}-{target}-{published}",
        kind=ActKind(kind),
        target=target,
        by=by,
        source=source,
        authority_level=Authority(level),
        published=parse(published),
        effective_from=when(effective_from),
        effective_to=when(effective_to),
        saves_from=when(saves[0]) if saves else None,
        saves_to=when(saves[1]) if saves else None,
        saves=saves is not None,
        note="",
        seq=seq,
    )
