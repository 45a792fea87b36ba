from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from newsroom.models import FrontPage, StoryPage
from tests.integrations.wagtail.forms import form_of
from tests.integrations.wagtail.site import LEDGERRAG
from wagtail_ledgerrag.scripted import ScriptedService

HOST = b"data-ledger-host"


def edit(page: Any) -> str:
    return reverse("wagtailadmin_pages:edit", args=[page.pk])


def test_the_editor_of_a_story_has_the_panel_and_its_scripts(
    chief: Client, story: StoryPage
) -> None:
    page = chief.get(edit(story)).content.decode()
    assert f'data-ledger-page="{story.pk}"' in page
    assert 'data-ledger-base="/admin/ledger/pages/"' in page
    assert '<script src="/static/wagtail_ledgerrag/host.js" type="module"></script>' in page
    assert '<script src="/static/wagtail_ledgerrag/ledger-panel.js" type="module"></script>' in page


def test_a_page_without_a_ledger_has_no_panel(chief: Client, newsroom: None) -> None:
    assert HOST not in chief.get(edit(FrontPage.objects.get())).content


def test_a_story_that_is_begun_has_the_panel_before_its_first_save(
    chief: Client, newsroom: None
) -> None:
    address = reverse(
        "wagtailadmin_pages:add", args=["newsroom", "storypage", FrontPage.objects.get().pk]
    )
    page = chief.get(address).content.decode()
    assert 'data-ledger-page=""' in page
    assert "The ledger begins when the draft is saved" in page


def test_an_autosave_and_a_hydration_leave_the_panel_as_it_is(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    saved = chief.post(edit(story), form_of(story), headers={"accept": "application/json"})
    answer = json.loads(saved.content)
    assert answer["success"] is True
    assert "data-side-panel='status'" in answer["html"]
    assert "data-side-panel='ledger'" not in answer["html"]
    hydrated = chief.get(edit(story) + "?_w_hydrate_create_view=1").content
    assert HOST not in hydrated


def test_no_page_of_the_editor_holds_the_token_of_the_site(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    settings = reverse("wagtailsettings:edit", args=["wagtail_ledgerrag", "ledgersettings"])
    for address in (edit(story), settings):
        response = chief.get(address, follow=True)
        assert response.status_code == 200
        assert LEDGERRAG["TOKEN"].encode() not in response.content  # type: ignore[attr-defined]


def test_words_of_a_name_do_not_become_markup(
    story: StoryPage, person: Callable[..., Client]
) -> None:
    from django.contrib.auth import get_user_model

    ana = person("ana", story, "change")
    get_user_model().objects.filter(username="ana").update(first_name='"><b>', last_name="Ana")
    page = ana.get(edit(story)).content.decode()
    assert 'data-ledger-editor="&quot;&gt;&lt;b&gt; Ana"' in page


@pytest.mark.parametrize("wrong", [{}, {**LEDGERRAG, "POLICY": "sometimes"}])
def test_wrong_settings_hide_the_panel_and_the_editor_still_works(
    chief: Client, story: StoryPage, wrong: dict[str, Any]
) -> None:
    with override_settings(LEDGERRAG=wrong):
        response = chief.get(edit(story))
        relay = chief.get(reverse("wagtail_ledgerrag:relay", args=[story.pk, "ledger"]))
    assert response.status_code == 200
    assert HOST not in response.content
    assert relay.status_code == 502
    assert "manage.py check" in relay.json()["next_step"]


def test_the_tag_for_wagtail_7_shows_the_panel_of_a_story_and_of_nothing_else(
    chief: Client, story: StoryPage
) -> None:
    from wagtail_ledgerrag.before8.templatetags.ledger_before8 import ledger_panel

    request = chief.get(reverse("wagtailadmin_home")).wsgi_request
    shown = ledger_panel({"page": story, "request": request})
    assert f'data-ledger-page="{story.pk}"' in shown
    front = FrontPage.objects.get()
    assert ledger_panel({"page": front, "request": request}) == ""
    assert ledger_panel({"request": request}) == ""


def test_the_panel_is_the_file_that_the_service_has() -> None:
    own = files("wagtail_ledgerrag") / "static" / "wagtail_ledgerrag" / "ledger-panel.js"
    source = files("ledgerrag.service") / "static" / "ledger-panel.js"
    assert own.read_bytes() == source.read_bytes()
