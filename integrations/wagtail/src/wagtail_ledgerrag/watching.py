"""A watch on each published story: made when it is published, ended when it is taken down."""

import json
import logging
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from django.db import transaction
from wagtail.models import Page
from wagtail.signals import page_published, page_unpublished

from wagtail_ledgerrag.drafts import problem_of, text_digest
from wagtail_ledgerrag.models import LedgerStory
from wagtail_ledgerrag.options import Options, OptionsError, options
from wagtail_ledgerrag.publishing import covers, name_of, plan_for, service_of
from wagtail_ledgerrag.reading import paragraphs
from wagtail_ledgerrag.rules import rules_of
from wagtail_ledgerrag.service import Reply, Service, ServiceError, draft_of

log = logging.getLogger(__name__)
State = LedgerStory.State
UNKNOWN = {404, 409, 422}


def connect() -> None:
    """Listen to what Wagtail publishes, by whatever way: editor, workflow, bulk or schedule."""
    page_published.connect(on_published, dispatch_uid="wagtail_ledgerrag.published")
    page_unpublished.connect(on_unpublished, dispatch_uid="wagtail_ledgerrag.unpublished")


def on_published(instance: Page, revision: Any = None, **_signal: Any) -> None:
    """Note that a watch is wanted, and make it when the publication is committed.

    Args:
        instance: The page that was published.
        revision: The revision that was published, which knows its editor.
    """
    try:
        chosen = options()
    except OptionsError:
        return  # the system checks tell; publishing must not fail for it
    if not covers(instance, chosen) or not rules_of(instance, chosen).watch:
        return
    user = getattr(revision, "user", None) or instance.owner
    editor = name_of(user) if user is not None else ""
    story, _made = LedgerStory.objects.update_or_create(
        page_id=instance.pk, defaults={"state": State.WANTED, "problem": "", "editor": editor}
    )
    transaction.on_commit(lambda: _try(story.pk))


def on_unpublished(instance: Page, **_signal: Any) -> None:
    """Note that a watch is to be ended, and end it when that is committed.

    Args:
        instance: The page that was taken down.
    """
    story = LedgerStory.objects.filter(page_id=instance.pk).exclude(watch="").first()
    LedgerStory.objects.filter(page_id=instance.pk, watch="").update(state=State.NONE)
    if story is not None:
        story.state = State.ENDING
        story.save(update_fields=["state"])
        transaction.on_commit(lambda: _try(story.pk))


def settle_all() -> Iterator[LedgerStory]:
    """Try again what is still to be done, story by story, and give each with what came of it.

    Raises:
        OptionsError: The settings are wrong.
    """
    chosen = options()
    for story in LedgerStory.objects.filter(state__in=[State.WANTED, State.ENDING]).order_by("pk"):
        settle(story, chosen)
        yield story


def settle(story: LedgerStory, chosen: Options) -> None:
    """Make or end the watch of one story; what went wrong is kept in its row for the next try.

    Args:
        story: The story.
        chosen: The options.
    """
    try:
        if story.state == State.WANTED:
            _begin(story, chosen)
        elif story.state == State.ENDING:
            _end(story, chosen)
    except ServiceError as fault:
        story.problem = fault.detail
        log.warning("%s: %s", story, fault)
    story.save()


def _try(pk: int) -> None:
    story = LedgerStory.objects.filter(pk=pk).first()
    if story is None:
        return
    try:
        settle(story, options())
    except OptionsError as error:
        log.warning("%s: %s", story, error)


def _begin(story: LedgerStory, chosen: Options) -> None:
    page = story.page.specific if story.page is not None else None
    if page is None or not page.live:
        story.state, story.problem = State.NONE, ""
        return
    service = service_of(rules_of(page, chosen).url, chosen)
    text = paragraphs(page, plan_for(type(page), chosen))
    body: dict[str, Any] = {
        "story": draft_of(page.pk),
        "title": page.title,
        "url": page.full_url or "",
        "editor": story.editor,
    }
    said = {"paragraphs": [paragraph.as_json() for paragraph in text]}
    before = story.watch
    if story.checked_revision and story.checked_sha256 == text_digest(page.title, text):
        reply = _post(service, {**body, "draft_revision": story.checked_revision})
        if reply.status in UNKNOWN:  # the service no longer has that revision: its words will do
            reply = _post(service, {**body, **said})
    else:
        reply = _post(service, {**body, **said})
    if not reply.ok:
        raise problem_of(reply)
    story.watch, story.state, story.problem = str(reply.value()["watch"]), State.MADE, ""
    if before and before != story.watch:
        _delete(service, before)  # the text that it watched is no longer the published one


def _end(story: LedgerStory, chosen: Options) -> None:
    if story.watch:
        page = story.page.specific if story.page is not None else None
        # A page that is gone has no site any more: its watch lies where the developers said.
        url = rules_of(page, chosen).url if page is not None else chosen.url
        _delete(service_of(url, chosen), story.watch)
    story.watch, story.state, story.problem = "", State.NONE, ""


def _post(service: Service, body: dict[str, Any]) -> Reply:
    return service.send("POST", "/v1/watches", {}, json.dumps(body).encode())


def _delete(service: Service, watch: str) -> None:
    reply = service.send("DELETE", f"/v1/watches/{quote(watch, safe='')}", {}, None)
    if not reply.ok and reply.status != 404:
        raise problem_of(reply)
