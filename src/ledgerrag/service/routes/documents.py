"""`/v1/documents` and `/v1/acts`: taking in, and reading what is stored."""

from __future__ import annotations

import json
from collections import Counter
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel

from ledgerrag.answer import Change
from ledgerrag.api.documents import DocumentView, TextView
from ledgerrag.pachon.delivery import Delivered
from ledgerrag.service.answering import as_response
from ledgerrag.service.auth import Caller, Ingesting, Reader
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.service.routes.asking import Key
from ledgerrag.service.spooling import is_lines, spooled
from ledgerrag.service.work import Cancel

router = APIRouter(prefix="/v1", tags=["documents"], responses=PROBLEMS)
MOST_VERSION: Final = 999_999_999


class Batch(BaseModel):
    """What became of a batch: every record, and how many of each."""

    items: tuple[Delivered, ...]
    counts: dict[str, int]


class Changes(BaseModel):
    """What changed, step by step."""

    items: tuple[Change, ...]


def _batch_body(record: dict[str, str]) -> dict[str, Any]:
    """The body of a batch for OpenAPI: it is read as it comes, so no form describes it."""
    one = {"type": "object", "additionalProperties": True}
    several = {"type": "array", "items": one, "minItems": 1}
    json_body = {"schema": {"oneOf": [one, several]}, "example": [record]}
    line = {"schema": {"type": "string"}, "example": json.dumps(record) + "\n"}
    content = {"application/json": json_body, "application/x-ndjson": line}
    return {"requestBody": {"required": True, "content": content}}


_DOCUMENT = {
    "doc_id": "rule-12",
    "title": "Rule 12: reporting period",
    "text": "The reporting period is one hundred and eighty (180) days.",
    "source": "market-authority",
    "published": "2024-11-20",
    "effective_from": "2025-01-01",
    "domain": "regulation",
}
_ACT = {
    "act": "repeal",
    "target": "rule-12",
    "source": "market-authority",
    "published": "2026-05-15",
    "effective_from": "2026-07-01",
}


async def _take_in(request: Request, caller: Caller, key: str, *, acts_only: bool) -> Response:
    service = caller.service
    lines = is_lines(request)
    async with spooled(request) as path:

        def work(cancel: Cancel) -> tuple[Delivered, ...]:
            try:
                return caller.rag.deliver(
                    path,
                    lines=lines,
                    acts_only=acts_only,
                    actor=caller.actor(),
                    idem=f"{caller.site}:{key}" if key else "",
                    wanted=cancel.wanted,
                )
            finally:
                # Also where it was given up half-way: what is stored until then stays.
                service.ingested(caller.tenant)

        items = await service.intake.run(request, work)
    counts = Counter({"stored": 0, "unchanged": 0, "rejected": 0})
    counts.update(item.status for item in items)
    for status, number in counts.items():
        service.metrics.items.labels(status).inc(number)
    return as_response(Batch(items=items, counts=dict(counts)), Batch)


@router.post("/documents", response_model=Batch, openapi_extra=_batch_body(_DOCUMENT))
async def take_documents(
    request: Request, caller: Ingesting, idempotency_key: Key = ""
) -> Response:
    """Take in documents, and acts among them: JSON (one record or a list) or JSON Lines.

    Each record is answered for itself: stored, unchanged, or rejected with its reason.
    """
    return await _take_in(request, caller, idempotency_key, acts_only=False)


@router.post("/acts", response_model=Batch, openapi_extra=_batch_body(_ACT))
async def take_acts(request: Request, caller: Ingesting, idempotency_key: Key = "") -> Response:
    """Take in acts: what a source does to a document (supersede, correct, repeal, retract, ...)."""
    return await _take_in(request, caller, idempotency_key, acts_only=True)


Name = Annotated[
    str, Path(max_length=1_000, description="A doc_id or series.", examples=["rule-12"])
]
When = Annotated[str, Query(max_length=60, examples=["2026-08-01"])]


@router.get("/documents/{name:path}/versions/{number}", response_model=TextView)
def version(
    name: Name, number: Annotated[int, Path(ge=1, le=MOST_VERSION)], caller: Reader
) -> Response:
    """One version of a document, with its text."""
    return as_response(caller.rag.text(name, number), TextView)


@router.get("/documents/{name:path}/diff", response_model=Changes)
def diff(
    name: Name,
    caller: Reader,
    first: Annotated[str, Query(alias="from", max_length=1_100, examples=["1"])],
    last: Annotated[str, Query(alias="to", max_length=1_100, examples=["2"])],
) -> Response:
    """What changed between two versions (a number, or `doc_id@version`), or between two dates."""
    return as_response(Changes(items=caller.rag.between(name, first, last)), Changes)


@router.get("/documents/{name:path}", response_model=DocumentView)
def document(
    name: Name, caller: Reader, as_of: When = "", known_at: When = "", period: When = ""
) -> Response:
    """The versions of a document or series, what each is as of a date, and the acts upon them."""
    found = caller.rag.document(name, as_of=as_of, known_at=known_at, period=period)
    return as_response(found, DocumentView)
