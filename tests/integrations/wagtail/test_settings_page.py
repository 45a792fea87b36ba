from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from wagtail.models import Site

from newsroom.models import StoryPage
from tests.integrations.wagtail.test_publishing import said
from wagtail_ledgerrag.models import LedgerSettings
from wagtail_ledgerrag.options import options
from wagtail_ledgerrag.rules import rules_of
from wagtail_ledgerrag.scripted import ScriptedService
from wagtail_ledgerrag.service import ServiceError


def settings_page() -> str:
    return reverse(
        "wagtailsettings:edit",
        args=["wagtail_ledgerrag", "ledgersettings", Site.objects.get().pk],
    )


def save(client: Client, **choices: str) -> str:
    fields = {"url": "", "policy": "", "when_down": "", "watch": "", "comments": ""}
    return client.post(settings_page(), {**fields, **choices}, follow=True).content.decode()


def test_a_site_follows_the_developers_until_it_chooses(story: StoryPage) -> None:
    rules = rules_of(story, options())
    assert (rules.policy, rules.when_down, rules.watch, rules.comments) == (
        "block",
        "warn",
        True,
        False,
    )


def test_what_an_administrator_chooses_holds_for_the_site(chief: Client, story: StoryPage) -> None:
    save(chief, policy="warn", watch="off", comments="on", url="http://127.0.0.1:10/")
    rules = rules_of(story, options())
    assert (rules.policy, rules.watch, rules.comments) == ("warn", False, True)
    assert rules.url == "http://127.0.0.1:10"


def test_an_address_that_the_developers_did_not_allow_never_gets_the_token(
    chief: Client, story: StoryPage
) -> None:
    assert "http://evil.example is not allowed" in save(chief, url="http://evil.example")
    LedgerSettings.objects.update_or_create(
        site=Site.objects.get(), defaults={"url": "http://evil.example"}
    )
    assert rules_of(story, options()).url == "http://127.0.0.1:9"


def test_the_connection_can_be_tested(chief: Client, service: ScriptedService) -> None:
    assert "Test the connection" in chief.get(settings_page()).content.decode()
    address = reverse("wagtail_ledgerrag:connection")
    good = chief.post(address, {"site": Site.objects.get().pk}, follow=True)
    assert "answers and knows the site “varrow-post”" in said(good)
    service.fault = ServiceError("Down", "It does not answer.", "Start it.")
    bad = chief.post(address, {"site": Site.objects.get().pk}, follow=True)
    assert "It does not answer. Start it." in said(bad)


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ({"site": "other", "scopes": ["read"]}, "the token is for the site “other”"),
        ({"site": "varrow-post", "scopes": ["read"]}, "the token may not draft, watch"),
        ({}, "is it the address of LedgerRAG?"),
    ],
)
def test_a_token_that_will_not_do_is_told_with_what_is_wrong(
    chief: Client, service: ScriptedService, token: dict[str, object], words: str
) -> None:
    service.token = token
    address = reverse("wagtail_ledgerrag:connection")
    assert words in said(chief.post(address, {"site": Site.objects.get().pk}, follow=True))


@pytest.mark.parametrize("site", ["", "x", "999"])
def test_a_test_for_a_site_that_is_not_there_still_answers(
    chief: Client, service: ScriptedService, site: str
) -> None:
    address = reverse("wagtail_ledgerrag:connection")
    assert chief.post(address, {"site": site}, follow=True).status_code == 200


def test_who_may_not_change_the_settings_may_not_test_the_connection(
    story: StoryPage, person: Callable[..., Client], service: ScriptedService
) -> None:
    editor = person("ed", story, "change")
    response = editor.post(reverse("wagtail_ledgerrag:connection"), {"site": "1"})
    assert response.status_code == 302
    assert service.sent == []
