"""Where Wagtail asks the plug-in."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils.translation import gettext as _
from wagtail import hooks
from wagtail.admin import messages
from wagtail.models import Page

from wagtail_ledgerrag import gate
from wagtail_ledgerrag.models import LedgerStory
from wagtail_ledgerrag.panels import REPLACES_EDITORS
from wagtail_ledgerrag.relay import relay
from wagtail_ledgerrag.views import relay_base, test_connection

LAST = 10_000  # after every view set that a site registers itself


@hooks.register("register_admin_viewset", order=LAST)
def register_viewsets() -> Any:
    """The edit views with the panel, where Wagtail lets a plug-in replace them."""
    if not REPLACES_EDITORS:
        return []
    from wagtail_ledgerrag.viewsets import ledger_viewsets

    return ledger_viewsets()


@hooks.register("register_admin_urls")
def register_urls() -> Any:
    """The relay of the panel and the test of the connection."""
    urls = [
        path("pages/", relay_base, name="base"),
        path("pages/<int:page_id>/<path:suffix>", relay, name="relay"),
        path("connection/", test_connection, name="connection"),
    ]
    return [path("ledger/", include((urls, "wagtail_ledgerrag"), namespace="wagtail_ledgerrag"))]


@hooks.register("before_publish_page")
def before_publish_page(request: HttpRequest, page: Page) -> HttpResponse | None:
    """The gate in the editor."""
    return gate.before_publishing(request, page)


@hooks.register("before_bulk_action")
def before_bulk_action(
    request: HttpRequest, action_type: str, objects: Sequence[Any], _action: Any
) -> HttpResponse | None:
    """The gate in the listing."""
    if action_type != "publish" or not all(isinstance(thing, Page) for thing in objects):
        return None
    return gate.before_publishing_many(request, objects)


@hooks.register("after_publish_page")
def after_publish_page(request: HttpRequest, page: Page) -> None:
    """Say so where a story is published and could not be put under watch."""
    story = LedgerStory.objects.filter(page_id=page.pk, state=LedgerStory.State.WANTED).first()
    if story is not None and story.problem:
        told = _(
            "“%(title)s” is not watched yet: %(problem)s It is tried again by "
            "`manage.py ledger_watches`."
        )
        messages.warning(request, told % {"title": page.title, "problem": story.problem})
