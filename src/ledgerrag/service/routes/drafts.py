"""`/v1/drafts` and `/v1/checks`: drafts are checked, read, compared and remarked upon."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Path, Query, Response
from starlette.concurrency import run_in_threadpool

from ledgerrag.cms.accepting import Wanted
from ledgerrag.cms.assembling import read_check
from ledgerrag.cms.comparing import Comparison, compare
from ledgerrag.cms.ledgers import ledger
from ledgerrag.cms.remarks import remark, said_of
from ledgerrag.cms.snapshot import Item, Snapshot
from ledgerrag.errors import NotFoundError
from ledgerrag.service.answering import as_plain, as_response
from ledgerrag.service.auth import Caller, Drafting
from ledgerrag.service.checks import Checks, topic
from ledgerrag.service.draftforms import (
    CheckAccepted,
    CheckEvent,
    CheckForm,
    CheckView,
    RemarkForm,
    Revisions,
    check_view,
    revision_view,
)
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.service.stream import EventStream, beating, event
from ledgerrag.store.drafts import ENDS, CheckRow

router = APIRouter(prefix="/v1", tags=["drafts"], responses=PROBLEMS)
Site = Annotated[str, Path(max_length=100, examples=["newsroom"])]
Draft = Annotated[str, Path(max_length=200, examples=["story-7"])]
Check = Annotated[str, Path(max_length=64, examples=["0123456789abcdef0123"])]
After = Annotated[int, Query(ge=0, le=2**53, description="Only events above this number.")]
Wait = Annotated[float, Query(ge=0, le=30, description="Seconds to wait for one.")]
Accept = Annotated[str, Header(max_length=200, include_in_schema=False)]
LastId = Annotated[str, Header(alias="Last-Event-ID", max_length=40)]
Number = Annotated[int, Query(ge=0, le=2**53, description="The latest where 0.")]
# A ring of another process is not heard: the store is looked at again after this time.
_LISTEN_SECONDS: Final = 2.0
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'id: 2\nevent: paragraph\ndata: {"seq":2,"type":"paragraph"}\n\n',
            }
        },
        "description": "A page; or, with `Accept: text/event-stream`, events as they happen.",
    }
}


@router.post("/drafts/{site}/{draft}/checks", response_model=CheckAccepted, status_code=202)
def check(site: Site, draft: Draft, form: CheckForm, caller: Drafting) -> Response:
    """Check a draft: only what changed is read again. It is on record before this is answered.

    A check of the same draft that waits still is superseded.
    """
    caller.at(site)
    wanted = Wanted(
        site=site,
        draft=draft,
        paragraphs=form.given(),
        title=form.title,
        as_of=form.as_of,
        known_at=form.known_at,
        editor=form.editor,
        actor=caller.actor(form.editor),
    )
    row = caller.service.companion(Checks).accept(caller.tenant, wanted).row
    href = f"/v1/checks/{row.id}"
    made = CheckAccepted(
        check=row.id, site=site, draft=draft, revision=row.revision, status="queued", href=href
    )
    return as_response(made, CheckAccepted, 202, Location=href)


@router.get("/checks/{check}", response_model=CheckView, responses=_STREAM)
async def one(
    check: Check,
    caller: Drafting,
    after: After = 0,
    wait: Wait = 0,
    accept: Accept = "",
    last_event_id: LastId = "",
) -> Response:
    """A check and what happened to it; with `wait`, held until something does."""
    row = await run_in_threadpool(_row, caller, check, "")
    return await _told(caller, row, _begin(after, last_event_id), wait, accept)


@router.get("/drafts/{site}/{draft}/checks/{check}", response_model=CheckView, responses=_STREAM)
async def of_draft(
    site: Site,
    draft: Draft,
    check: Check,
    caller: Drafting,
    after: After = 0,
    wait: Wait = 0,
    accept: Accept = "",
    last_event_id: LastId = "",
) -> Response:
    """The same, of a check of this draft."""
    caller.at(site)
    row = await run_in_threadpool(_row, caller, check, draft)
    return await _told(caller, row, _begin(after, last_event_id), wait, accept)


@router.get("/drafts/{site}/{draft}/ledger", response_model=Snapshot)
def read(site: Site, draft: Draft, caller: Drafting, revision: Number = 0) -> Response:
    """The ledger of a draft: the latest that is done, or that of a revision."""
    caller.at(site)
    return as_response(ledger(caller.rag, site, draft, revision), Snapshot)


@router.get("/drafts/{site}/{draft}/revisions", response_model=Revisions)
def revisions(
    site: Site,
    draft: Draft,
    caller: Drafting,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """The revisions of a draft, newest first."""
    caller.at(site)
    found = caller.rag.store.draft_revisions(site, draft, before, limit + 1)
    page = Revisions(
        items=tuple(revision_view(row, done) for row, done in found[:limit]),
        next=found[limit - 1][0].revision if len(found) > limit else None,
    )
    return as_response(page, Revisions)


@router.get("/drafts/{site}/{draft}/diff", response_model=Comparison)
def diff(
    site: Site,
    draft: Draft,
    caller: Drafting,
    first: Annotated[int, Query(alias="from", ge=1, le=2**53)],
    last: Annotated[int, Query(alias="to", ge=1, le=2**53)],
) -> Response:
    """What differs between two revisions: claims that came, went or stand otherwise."""
    caller.at(site)
    shots = [ledger(caller.rag, site, draft, number) for number in (first, last)]
    return as_response(compare(shots[0], shots[1]), Comparison)


@router.post("/drafts/{site}/{draft}/remarks", response_model=Item, status_code=201)
def remarked(site: Site, draft: Draft, form: RemarkForm, caller: Drafting) -> Response:
    """Tick, untick, override or comment on an item of the latest ledger; it outlives re-checks."""
    caller.at(site)
    shot = ledger(caller.rag, site, draft)
    actor = caller.actor(form.editor)
    item = remark(caller.rag, shot, form.item, form.action, form.reason, actor)
    return as_response(item, Item, 201)


def _row(caller: Caller, check: str, draft: str) -> CheckRow:
    row = caller.rag.store.draft_check(check)
    if row is None or row.site != caller.site or (draft and row.draft != draft):
        raise NotFoundError(f"there is no check {check}", "start one")
    return row


def _begin(after: int, last_event_id: str) -> int:
    """Where to go on: a stream that broke off says what it saw last."""
    seen = last_event_id.strip()
    return max(after, int(seen)) if seen.isascii() and seen.isdigit() else after


def _view(caller: Caller, row: CheckRow, after: int) -> CheckView:
    store = caller.rag.store
    return check_view(read_check(store, row), after, said_of(store, row.site, row.draft))


async def _told(caller: Caller, row: CheckRow, after: int, wait: float, accept: str) -> Response:
    if "text/event-stream" in accept:
        return EventStream(beating(_stream(caller, row, after)))
    view = await _heard(caller, row, after, wait)
    return as_response(view, CheckView)


async def _heard(caller: Caller, row: CheckRow, after: int, seconds: float) -> CheckView:
    """The check once something happened to it, or the time is over."""
    bell, loop = caller.service.bell, asyncio.get_running_loop()
    until = loop.time() + seconds
    with bell.listen(topic(caller.tenant, row.id)) as listening:
        while True:
            view = await run_in_threadpool(_view, caller, row, after)
            left = until - loop.time()
            if view.events or view.status in ENDS or left <= 0 or bell.closed:
                return view
            await listening.heard(min(left, _LISTEN_SECONDS))


async def _stream(caller: Caller, row: CheckRow, after: int) -> AsyncIterator[bytes]:
    while not caller.service.bell.closed:
        view = await _heard(caller, row, after, _LISTEN_SECONDS)
        for one in view.events:
            yield event(one.type, as_plain(one, CheckEvent), str(one.seq))
        after = max(after, view.last_seq)
        if view.status in ENDS:
            return
