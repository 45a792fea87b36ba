"""`/v1/watches`: stories that are looked after once they are published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from ledgerrag.cms import notices, overview, watching
from ledgerrag.cms.judging import Judged
from ledgerrag.cms.ledgers import ledger
from ledgerrag.cms.watched import Watched
from ledgerrag.cms.watching import Paragraph, Wanted
from ledgerrag.errors import InputError
from ledgerrag.service import hooks
from ledgerrag.service.answering import as_response
from ledgerrag.service.auth import Caller, Watching
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.service.watcher import Watchers
from ledgerrag.service.watchforms import (
    ClaimView,
    DeliveryView,
    FullWatch,
    Looked,
    NewWatch,
    NoticeForm,
    NoticeView,
    Watches,
    WatchForm,
    WatchView,
)
from ledgerrag.service.work import Cancel
from ledgerrag.store.watches import CursorRow, WatchRow

router = APIRouter(prefix="/v1", tags=["watches"], responses=PROBLEMS)
WatchId = Annotated[str, Path(max_length=100, examples=["0123456789abcdef"])]


@router.post("/watches", response_model=NewWatch, status_code=201)
async def begin(form: WatchForm, caller: Watching, request: Request) -> Response:
    """Watch a published story; a watch of the same story ends, since its text has changed.

    The secret of the webhook is shown this once.
    """
    service = caller.service
    if form.webhook is not None:
        hooks.check(form.webhook.url, private=service.settings.allow_private_webhooks)
    if (form.paragraphs is None) == (form.draft_revision is None):
        raise InputError(
            "it is not said what the story states", "give either draft_revision or paragraphs"
        )
    wanted = Wanted(
        site=caller.site,
        story=form.story,
        title=form.title,
        url=form.url,
        published=form.published,
        hook=form.webhook.url if form.webhook else "",
        secret=form.webhook.secret if form.webhook else "",
    )
    actor = caller.actor(form.editor)

    def work(cancel: Cancel) -> watching.Begun:
        watching.check(wanted)
        claims = _claims(form, caller, actor, cancel)
        return watching.begin(caller.rag, wanted, claims, actor)

    begun = await service.pool.run(request, work)
    service.companion(Watchers).ingested(caller.tenant)
    view = _view(caller, begun.watch, begun.claims)
    made = NewWatch(**view.model_dump(), secret=begun.secret)
    return as_response(made, NewWatch, 201, Location=f"/v1/watches/{begun.watch.id}")


def _claims(
    form: WatchForm, caller: Caller, actor: str, cancel: Cancel
) -> Sequence[tuple[str, Judged]]:
    if form.draft_revision is not None:
        snapshot = ledger(caller.rag, caller.site, form.story, form.draft_revision)
        return watching.of_snapshot(caller.rag, snapshot)
    paragraphs = [Paragraph(one.id, one.text) for one in form.paragraphs or ()]
    return watching.of_paragraphs(caller.rag, paragraphs, actor, cancel.wanted)


@router.get("/watches", response_model=Watches)
def listed(
    caller: Watching,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """The watches of the site, those that have ended among them, and the last look at the news."""
    store = caller.rag.store
    rows = store.watches(caller.site, after=after, limit=limit + 1)
    shown = rows[:limit]
    page = Watches(
        items=[_view(caller, row, watching.claims_of(store, row.id)) for row in shown],
        next=shown[-1].position if len(rows) > limit else None,
        last=_looked(store.watch_cursor()),
    )
    return as_response(page, Watches)


@router.get("/watches/{watch}", response_model=FullWatch)
def one(watch: WatchId, caller: Watching) -> Response:
    """A watch with its claims, as they were found last, and what its webhook was told."""
    store = caller.rag.store
    row = overview.watch_at(store, caller.site, watch)
    claims = watching.claims_of(store, watch)
    paragraphs = {kept.number: kept.paragraph for kept in store.watch_claims(watch)}
    full = FullWatch(
        **_view(caller, row, claims).model_dump(),
        items=[_claim(claim, paragraphs[claim.number]) for claim in claims],
        deliveries=[
            DeliveryView.model_validate(kept, from_attributes=True)
            for kept in store.deliveries(watch)
        ],
    )
    return as_response(full, FullWatch)


@router.delete("/watches/{watch}", status_code=204)
def end(watch: WatchId, caller: Watching) -> Response:
    """End a watch; a second time changes nothing. Its events can still be read."""
    overview.watch_at(caller.rag.store, caller.site, watch)
    watching.end(caller.rag, watch, caller.actor())
    return Response(status_code=204)


@router.post("/watches/{watch}/notices", response_model=NoticeView)
def notice(watch: WatchId, form: NoticeForm, caller: Watching) -> Response:
    """Draft a notice for an event. A person edits it and publishes it elsewhere."""
    row = overview.watch_at(caller.rag.store, caller.site, watch)
    return as_response(drafted(caller, row, form), NoticeView)


def drafted(caller: Caller, row: WatchRow, form: NoticeForm) -> NoticeView:
    """A drafted notice for an event of a watch; that it was drafted is told in the journal."""
    event = overview.event_at(caller.rag.store, row.id, form.event)
    made = notices.draft(event, row.title, form.kind or "")
    notices.note(caller.rag, row.id, made, caller.actor(form.editor))
    return made


def _view(caller: Caller, row: WatchRow, claims: Sequence[Watched]) -> WatchView:
    found = overview.standing(caller.rag.store, row.id, claims)
    return WatchView(
        watch=row.id,
        site=row.site,
        story=row.story,
        title=row.title,
        url=row.url,
        published=row.published,
        created=row.created,
        ended=row.ended,
        successor=row.successor,
        claims=len(claims),
        statuses=found.claims,
        needs_correction=bool(found.open) and not row.ended,
        webhook=row.hook,
    )


def _claim(one: Watched, paragraph: str) -> ClaimView:
    return ClaimView(
        id=f"{one.watch}.{one.number}",
        paragraph=paragraph,
        text=one.claim.text,
        status=one.found.status,
        value=one.found.value,
        reason=one.found.reason,
        due=one.due,
        run=one.run,
    )


def _looked(cursor: CursorRow) -> Looked | None:
    if not cursor.position:
        return None
    return Looked(
        at=cursor.at,
        corpus_seq=cursor.seq,
        claims=cursor.claims,
        matched=cursor.matched,
        reverified=cursor.reverified,
        share_ppm=1_000_000 * cursor.reverified // max(1, cursor.claims),
    )
