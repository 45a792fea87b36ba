"""A newsroom in memory: the example's site, its drafts, and a service that follows a script."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import django
import pytest

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.integrations.wagtail.site"
django.setup()

from django.apps import apps  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.auth.models import Group, Permission  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import (  # noqa: E402
    setup_databases,
    setup_test_environment,
    teardown_databases,
    teardown_test_environment,
)
from wagtail.models import GroupPagePermission, Locale, Page  # noqa: E402

from newsroom.models import StoryPage  # noqa: E402
from newsroom.seeding import seed  # noqa: E402
from wagtail_ledgerrag.scripted import ScriptedService  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
STORIES = ROOT / "examples" / "newsroom" / "stories.toml"
PASSWORD = "correct horse"  # noqa: S105

SCRIPT = {
    "costs 18 crowns": "refuted",
    "61,400 passengers": "verified",
    "lifts loads of up to 12 tonnes": "verified",
    "21 days": "verified",
    "4.2 million": "disputed",
}


@pytest.fixture(scope="session")
def database() -> Iterator[None]:
    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    yield
    teardown_databases(made, verbosity=0)
    teardown_test_environment()


@pytest.fixture
def newsroom(database: None) -> Iterator[None]:
    """The seeded site; what a test does to it is undone."""
    with transaction.atomic():
        Locale.objects.create(language_code="en-gb")
        Page.add_root(title="Root", slug="root")
        seed(STORIES, user="chief", password=PASSWORD, email="chief@example.org", port=8501)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def service() -> Iterator[ScriptedService]:
    """The service that the site is connected to."""
    scripted = ScriptedService(SCRIPT)
    application: Any = apps.get_app_config("wagtail_ledgerrag")
    application.connect = lambda _address, _options: scripted
    yield scripted
    del application.connect


@pytest.fixture
def story(newsroom: None) -> StoryPage:
    """A draft with one claim that the record refutes."""
    return StoryPage.objects.get(slug="night-ferry")


@pytest.fixture
def sound(newsroom: None) -> StoryPage:
    """A draft that the record does not contradict."""
    return StoryPage.objects.get(slug="town-library")


@pytest.fixture
def chief(newsroom: None) -> Client:
    """The browser of the administrator."""
    return browser_of("chief")


@pytest.fixture
def person(newsroom: None) -> Callable[..., Client]:
    """Makes a person of the newsroom, who may do the given things with the pages below a page."""

    def make(name: str, page: Page | None = None, *rights: str) -> Client:
        group = Group.objects.create(name=f"{name}s")
        group.permissions.add(Permission.objects.get(codename="access_admin"))
        for right in rights:
            codename = Permission.objects.get(
                content_type__app_label="wagtailcore", codename=f"{right}_page"
            )
            GroupPagePermission.objects.create(group=group, page=page, permission=codename)
        user = get_user_model().objects.create_user(name, password=PASSWORD)
        user.groups.add(group)
        return browser_of(name)

    return make


def browser_of(name: str) -> Client:
    client = Client()
    assert client.login(username=name, password=PASSWORD)
    return client
