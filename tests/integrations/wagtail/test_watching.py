from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, TestCase, override_settings
from django.urls import reverse
from wagtail.models import Page, Site

from newsroom.models import StoryPage
from tests.integrations.wagtail.test_publishing import publish, said
from wagtail_ledgerrag.models import LedgerSettings, LedgerStory
from wagtail_ledgerrag.scripted import ScriptedService
from wagtail_ledgerrag.service import ServiceError

DOWN = ServiceError("Down", "The evidence service does not answer.", "Go on writing.")


@contextmanager
def committed() -> Iterator[None]:
    """What is done when a transaction is committed is done when this ends."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        yield


def watches(service: ScriptedService) -> list[dict[str, Any]]:
    return [body for method, path, _q, body in service.sent if path == "/v1/watches"]


def kept(page: StoryPage) -> LedgerStory:
    return LedgerStory.objects.get(page_id=page.pk)


def test_a_published_story_is_watched_with_the_revision_that_was_checked(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    with committed():
        publish(chief, sound)
    (sent,) = watches(service)
    assert sent == {
        "story": f"page-{sound.pk}",
        "title": "A book for three weeks",
        "url": "http://127.0.0.1:8501/town-library/",
        "editor": "chief",
        "draft_revision": 1,
    }
    assert (kept(sound).state, kept(sound).watch) == ("made", service.watches[0])


def test_a_story_that_was_not_checked_is_watched_by_its_words(
    sound: StoryPage, service: ScriptedService
) -> None:
    with committed():
        sound.get_latest_revision().publish()
    (sent,) = watches(service)
    assert "draft_revision" not in sent
    assert sent["paragraphs"][0]["id"] == "standfirst"


def test_a_service_that_lost_the_revision_is_given_the_words(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    service.forgets = True
    with committed():
        publish(chief, sound)
    assert [sorted({"draft_revision", "paragraphs"} & set(sent)) for sent in watches(service)] == [
        ["draft_revision"],
        ["paragraphs"],
    ]
    assert kept(sound).state == "made"


def test_a_story_that_is_published_again_has_one_watch(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    for line in ("The first.", "The second."):
        with committed():
            publish(chief, sound, standfirst=line)
    assert len(watches(service)) == 2
    assert service.watches == [kept(sound).watch]


def test_a_story_that_is_taken_down_is_watched_no_longer(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    with committed():
        publish(chief, sound)
    with committed():
        StoryPage.objects.get(pk=sound.pk).unpublish()
    assert service.watches == []
    assert (kept(sound).state, kept(sound).watch) == ("none", "")


def test_a_story_that_is_deleted_is_watched_no_longer(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    with committed():
        publish(chief, sound)
    with committed():
        Page.objects.get(pk=sound.pk).delete()
    assert service.watches == []


def test_a_service_that_is_down_keeps_no_story_from_its_readers_and_the_watch_is_made_later(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    service.fault = DOWN
    with committed():
        publish(chief, sound)
    assert StoryPage.objects.get(pk=sound.pk).live
    assert kept(sound).state == "wanted"
    assert "does not answer" in kept(sound).problem
    with pytest.raises(CommandError, match="1 still to be done"):
        call_command("ledger_watches", stdout=StringIO())
    service.fault = None
    told = StringIO()
    call_command("ledger_watches", stdout=told)
    assert kept(sound).state == "made"
    assert f"page {sound.pk}: watch made" in told.getvalue()
    call_command("ledger_watches", stdout=StringIO())
    assert len(service.watches) == 1


def test_an_editor_is_told_that_a_story_is_not_watched_yet(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    LedgerStory.objects.create(page=sound, state="wanted", problem="It is down.")
    # Inside a test nothing is committed, so the row stands as a failed try leaves it.
    from wagtail_ledgerrag.wagtail_hooks import after_publish_page

    request = chief.get(reverse("wagtailadmin_home")).wsgi_request
    LedgerStory.objects.filter(page=sound).update(problem="It is down.")
    after_publish_page(request, sound)
    (told,) = list(request._messages)
    assert "is not watched yet: It is down." in str(told)


def test_a_site_that_wants_no_watch_gets_none(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    LedgerSettings.objects.create(site=Site.objects.get(), watch="off")
    with committed():
        publish(chief, sound)
    assert watches(service) == []
    assert kept(sound).state == "none"


def test_wrong_settings_keep_no_story_from_its_readers(
    sound: StoryPage, service: ScriptedService
) -> None:
    with override_settings(LEDGERRAG={}), committed():
        sound.get_latest_revision().publish()
    assert StoryPage.objects.get(pk=sound.pk).live


def test_a_story_is_published_although_its_watch_fails_and_the_message_says_so(
    chief: Client, sound: StoryPage, service: ScriptedService
) -> None:
    service.fault = DOWN
    response = publish(chief, sound)
    assert "has been published" in said(response)
