"""Makers of claims, evidence and standings for tests: say only what matters to the case."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from ledgerrag.config import Params, load
from ledgerrag.dates import parse
from ledgerrag.ledger import Ledger, Lens
from ledgerrag.model import (
    UNIT,
    Authority,
    Claim,
    ClaimKind,
    DocKey,
    Domain,
    Evidence,
    Span,
    Stance,
    Standing,
    Status,
    ValueKind,
    quote_sha256,
)

AS_OF = "2026-08-01"


def claim(
    claim_id: str = "c1",
    *,
    parent: str = "",
    weight: int = UNIT,
    text: str = "How long is the reporting period?",
    keys: tuple[str, ...] = ("report", "period"),
    expects: ValueKind = ValueKind.DURATION,
    kind: ClaimKind = ClaimKind.ASSERTION,
    query: str = "",
) -> Claim:
    return Claim(claim_id, text, weight, kind, expects, keys, None, parent, query)


def entry(
    doc_id: str,
    stance: str = "support",
    *,
    claim_id: str = "c1",
    version: int = 1,
    start: int = 0,
    text: str = "The period is 270 days.",
    source: str = "",
    level: int = 3,
    published: str = "2026-01-01",
    effective: str = "",
    r_u: int = UNIT,
    confidence_u: int = UNIT,
    cluster: str = "",
    domain: str = "regulation",
    step: int = 0,
) -> Evidence:
    span = Span(doc_id, version, start, start + len(text), quote_sha256(text))
    return Evidence(
        claim_id,
        span,
        text,
        source or f"source of {doc_id}",
        parse(published),
        parse(effective or published),
        Authority(level),
        Stance(stance),
        r_u,
        confidence_u,
        "test",
        cluster,
        Domain(domain),
        step,
    )


def lens(
    entries: Iterable[Evidence] = (),
    *,
    params: Params | None = None,
    as_of: str = AS_OF,
    status: dict[str, Status] | None = None,
    by: str = "",
) -> Lens:
    """Every document of the entries is in force, but for those named with another status."""
    named = status or {}
    standings = {}
    for one in entries:
        key = one.span.key
        stated = named.get(key.doc_id, Status.IN_FORCE)
        standings[key] = Standing(key, stated, by="" if stated is Status.IN_FORCE else by)
    return Lens(parse(as_of).moment(), params or load(), standings)


def key(doc_id: str, version: int = 1) -> DocKey:
    return DocKey(doc_id, version)


def ledger(*items: Claim | Evidence) -> Ledger:
    made = Ledger()
    for item in items:
        made = made.add_claim(item) if isinstance(item, Claim) else made.append([item])
    return made


any_evidence = st.builds(
    entry,
    st.sampled_from(["a", "b", "c", "d", "e"]),
    st.sampled_from(["support", "refute"]),
    version=st.integers(1, 2),
    start=st.integers(0, 2),
    source=st.sampled_from(["s1", "s2", "s3"]),
    level=st.integers(1, 3),
    published=st.sampled_from(["2025", "2025-06", "2026-01-01", "2026-07-31", "2026-12-01"]),
    effective=st.sampled_from(["", "2025", "2025-06", "2026-02-01"]),
    r_u=st.integers(0, UNIT),
    confidence_u=st.sampled_from([300_000, 900_000]),
    cluster=st.sampled_from(["", "k1", "k2"]),
    domain=st.sampled_from([domain.value for domain in Domain]),
)
evidence_lists = st.lists(any_evidence, max_size=10, unique_by=lambda one: one.key)
some_status = st.dictionaries(
    st.sampled_from(["a", "b", "c", "d", "e"]), st.sampled_from(list(Status)), max_size=3
)
