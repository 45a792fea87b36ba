"""What happened to watched stories: as JSON, as a stream, as a feed, and for the panel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Response
from starlette.concurrency import run_in_threadpool

from ledgerrag.cms import overview, telling
from ledgerrag.cms.notices import heading
from ledgerrag.cms.watched import Event, read_event
from ledgerrag.errors import NotFoundError
from ledgerrag.service import atom
from ledgerrag.service.answering import as_response
from ledgerrag.service.auth import Caller, Drafting, Watching
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.service.routes.watches import WatchId, drafted
from ledgerrag.service.stream import EventStream, beating, event
from ledgerrag.service.watcher import topic
from ledgerrag.service.watchforms import Events, NoticeForm, NoticeView, StoryWatch

router = APIRouter(prefix="/v1", tags=["watches"], responses=PROBLEMS)
After = Annotated[int, Query(ge=0, le=2**53, description="Only events above this number.")]
Wait = Annotated[float, Query(ge=0, le=30, description="Seconds to wait for one.")]
Limit = Annotated[int, Query(ge=1, le=500)]
Accept = Annotated[str, Header(max_length=200, include_in_schema=False)]
LastId = Annotated[str, Header(alias="Last-Event-ID", max_length=40)]
Site = Annotated[str, Path(max_length=100, examples=["newsroom"])]
Draft = Annotated[str, Path(max_length=200, examples=["story-7"])]
Read = Callable[[int], Sequence[Event]]
_FEED_ENTRIES = 100
# A ring of another process is not heard: the store is looked at again after this time.
_LISTEN_SECONDS = 5.0
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'id: 1\nevent: event\ndata: {"id":"0123456789abcdef-1","seq":1}\n\n',
            }
        },
        "description": "A page; or, with `Accept: text/event-stream`, events as they happen.",
    }
}
_FEED: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            atom.MEDIA: {
                "schema": {"type": "string"},
                "example": '<feed xmlns="http://www.w3.org/2005/Atom">...</feed>',
            }
        },
        "description": "An Atom feed, newest first.",
    }
}


@router.get("/watches/{watch}/events", response_model=Events, responses=_STREAM)
async def of_watch(
    watch: WatchId,
    caller: Watching,
    after: After = 0,
    wait: Wait = 0,
    limit: Limit = 100,
    accept: Accept = "",
    last_event_id: LastId = "",
) -> Response:
    """The events of a watch, oldest first; with `wait`, held until there is one."""
    await run_in_threadpool(overview.watch_at, caller.rag.store, caller.site, watch)
    read = _reader(caller, watch, limit)
    return await _told(caller, read, _begin(after, last_event_id), wait, accept)


@router.get("/events", response_model=Events, responses=_STREAM)
async def of_site(
    caller: Watching,
    after: After = 0,
    wait: Wait = 0,
    limit: Limit = 100,
    accept: Accept = "",
    last_event_id: LastId = "",
) -> Response:
    """The events of all watches of the site, oldest first."""
    read = _reader(caller, "", limit)
    return await _told(caller, read, _begin(after, last_event_id), wait, accept)


@router.get("/watches/{watch}/feed.atom", response_class=Response, responses=_FEED)
def watch_feed(watch: WatchId, caller: Watching) -> Response:
    """The events of a watch as an Atom feed."""
    store = caller.rag.store
    row = overview.watch_at(store, caller.site, watch)
    events = [read_event(one) for one in store.latest_events(watch=watch, limit=_FEED_ENTRIES)]
    title = heading("watch", {"title": row.title or row.story})
    return _feed(f"watch:{row.id}", title, row.created, events, {row.id: row.url})


@router.get("/feed.atom", response_class=Response, responses=_FEED)
def site_feed(caller: Watching) -> Response:
    """The events of all watches of the site as an Atom feed."""
    store, site = caller.rag.store, caller.site
    events = [read_event(one) for one in store.latest_events(site=site, limit=_FEED_ENTRIES)]
    rows = (store.watch(one) for one in dict.fromkeys(event.watch for event in events))
    links = {row.id: row.url for row in rows if row is not None}
    first = store.watches(site, limit=1)
    since = first[0].created if first else caller.service.clock().isoformat()
    return _feed(f"site:{site}", heading("title", {"site": site}), since, events, links)


@router.get("/drafts/{site}/{draft}/watch", response_model=StoryWatch)
def of_draft(site: Site, draft: Draft, caller: Drafting) -> Response:
    """Whether the published story needs a correction, and why: the latest event of each claim."""
    caller.at(site)
    store = caller.rag.store
    row = store.watch_of(site, draft)
    events = overview.unmended(store, row.id) if row is not None else ()
    shown = {
        "watch": row.id if row is not None else None,
        "needs_correction": bool(events),
        "events": [telling.plain(one) for one in events],
    }
    return as_response(StoryWatch.model_validate(shown), StoryWatch)


@router.post("/drafts/{site}/{draft}/notices", response_model=NoticeView)
def notice_of_draft(site: Site, draft: Draft, form: NoticeForm, caller: Drafting) -> Response:
    """Draft a notice for an event of the watch of a draft's story."""
    caller.at(site)
    row = caller.rag.store.watch_of(site, draft)
    if row is None:
        raise NotFoundError(f"draft {draft[:100]!r} is not watched", "publish it under a watch")
    return as_response(drafted(caller, row, form), NoticeView)


def _begin(after: int, last_event_id: str) -> int:
    given = last_event_id if last_event_id.isascii() and last_event_id.isdecimal() else "0"
    return max(after, min(int(given), 2**53))


def _reader(caller: Caller, watch: str, limit: int) -> Read:
    store, site = caller.rag.store, caller.site

    def read(after: int) -> Sequence[Event]:
        rows = store.watch_events(site=site, watch=watch, after=after, limit=limit)
        return [read_event(row) for row in rows]

    return read


async def _told(caller: Caller, read: Read, after: int, wait: float, accept: str) -> Response:
    if "text/event-stream" in accept:
        closed = caller.service.bell
        return EventStream(beating(_stream(caller, read, after), lambda: closed.closed))
    found = await _waited(caller, read, after, wait)
    page = {
        "items": [telling.plain(one) for one in found],
        "next": found[-1].seq if found else after,
    }
    return as_response(Events.model_validate(page), Events)


async def _waited(caller: Caller, read: Read, after: int, wait: float) -> Sequence[Event]:
    bell = caller.service.bell
    loop = asyncio.get_running_loop()
    end = loop.time() + wait
    with bell.listen(topic(caller.tenant, caller.site)) as ears:
        while True:
            found = await run_in_threadpool(read, after)
            left = end - loop.time()
            if found or left <= 0 or bell.closed:
                return found
            await ears.heard(min(left, _LISTEN_SECONDS))


async def _stream(caller: Caller, read: Read, after: int) -> AsyncIterator[bytes]:
    bell = caller.service.bell
    with bell.listen(topic(caller.tenant, caller.site)) as ears:
        while True:
            found = await run_in_threadpool(read, after)
            for one in found:
                after = one.seq
                yield event("event", telling.plain(one), str(one.seq))
            if found:
                continue
            if bell.closed:
                return
            await ears.heard(_LISTEN_SECONDS)


def _feed(
    id: str, title: str, since: str, events: Sequence[Event], links: dict[str, str]
) -> Response:
    return Response(atom.feed(id, title, since, events, links), media_type=atom.MEDIA)
