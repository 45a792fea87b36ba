"""`/v1/drafts/{site}/{draft}/exports`: a checked draft for other programs, and for a file."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import HTMLResponse, JSONResponse

from ledgerrag.audit.merkle import root
from ledgerrag.cms import notices, overview
from ledgerrag.cms.exports.article import Correction, news_article
from ledgerrag.cms.exports.claimreview import claim_reviews
from ledgerrag.cms.exports.evidence import evidence_file, style
from ledgerrag.cms.exports.ninjs import news_item
from ledgerrag.cms.exports.story import JournalMark, Story
from ledgerrag.cms.ledgers import ledger
from ledgerrag.cms.snapshot import Snapshot
from ledgerrag.service.answering import as_response
from ledgerrag.service.auth import Caller, Drafting
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.store import Store

router = APIRouter(prefix="/v1/drafts/{site}/{draft}/exports", tags=["exports"], responses=PROBLEMS)
_PAGE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "text/html": {"schema": {"type": "string"}, "example": "<!doctype html>..."},
        },
        "description": "A page that stands alone.",
    }
}
Site = Annotated[str, Path(max_length=100, examples=["newsroom"])]
Draft = Annotated[str, Path(max_length=200, examples=["story-7"])]
Revision = Annotated[int, Query(ge=0, le=2**53, description="The latest where 0.")]


class LinkedData(JSONResponse):
    """JSON-LD."""

    media_type = "application/ld+json"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an export is made of.

    Args:
        caller: whose draft it is.
        shot: its ledger.
        story: what the host says of it, and its watch where the host does not.
        corrections: drafted notices for what is not mended.
    """

    caller: Caller
    shot: Snapshot
    story: Story
    corrections: tuple[Correction, ...]


def wanted(
    site: Site,
    draft: Draft,
    caller: Drafting,
    revision: Revision = 0,
    url: Annotated[str, Query(max_length=2_000)] = "",
    publisher: Annotated[str, Query(max_length=200)] = "",
    published: Annotated[str, Query(max_length=40)] = "",
    language: Annotated[str, Query(max_length=40)] = "",
) -> Wanted:
    """The draft that a route is asked for.

    Raises:
        NotFoundError: another site, or no such check is done.
        InputError: an address that is none.
    """
    caller.at(site)
    store = caller.rag.store
    shot = ledger(caller.rag, site, draft, revision)
    watch = store.watch_of(site, draft)
    told = Story(
        url or (watch.url if watch else ""),
        publisher,
        published or (watch.published if watch else ""),
        language,
    )
    return Wanted(caller, shot, told, _corrections(store, watch.id, shot.title) if watch else ())


Draftlike = Annotated[Wanted, Depends(wanted)]


def _corrections(store: Store, watch: str, title: str) -> tuple[Correction, ...]:
    events = overview.unmended(store, watch)
    drafted = [(notices.draft(one, title), one.created) for one in reversed(events)]
    return tuple(Correction(made.kind, made.text, created) for made, created in drafted)


@router.get("/claimreview", response_class=LinkedData)
def claimreview(draft: Draftlike) -> Response:
    """schema.org `ClaimReview`: one for each claim that the sources settle or dispute."""
    return LinkedData(claim_reviews(draft.shot, draft.story))


@router.get("/article", response_class=LinkedData)
def article(draft: Draftlike) -> Response:
    """schema.org `NewsArticle` with what it rests on, and drafted corrections."""
    made: dict[str, Any] = news_article(draft.shot, draft.story, draft.corrections)
    return LinkedData(made)


@router.get("/ninjs", response_class=JSONResponse)
def ninjs(draft: Draftlike) -> Response:
    """IPTC ninjs 3.1: the story, its sources, drafted notices, and what is open."""
    return JSONResponse(news_item(draft.shot, draft.story, draft.corrections))


@router.get("/ledger", response_model=Snapshot)
def ledger_json(draft: Draftlike) -> Response:
    """The ledger of a revision, for a file: `ledgerrag schema snapshot` describes it."""
    name = f"ledger-{draft.shot.revision}.json"
    disposition = f'attachment; filename="{name}"'
    return as_response(draft.shot, Snapshot, Content_Disposition=disposition)


@router.get("/evidence.html", response_class=HTMLResponse, responses=_PAGE)
def evidence(draft: Draftlike) -> Response:
    """The evidence file: one page that stands alone, prints well, and says how to verify it."""
    store = draft.caller.rag.store
    with store.snapshot():
        entries = store.head()[0]
        mark = JournalMark(store.log_id, entries, root(store, entries).hex())
    allowed = b64encode(hashlib.sha256(style().encode()).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; frame-ancestors 'none'"
    return HTMLResponse(
        evidence_file(draft.shot, draft.story, mark),
        headers={"Content-Security-Policy": policy},
    )
