from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings

from tests.integrations.wagtail.site import LEDGERRAG
from wagtail_ledgerrag.checks import check_settings


def told(**changes: Any) -> list[tuple[str, str]]:
    with override_settings(LEDGERRAG={**LEDGERRAG, **changes}):
        return [(str(found.id), str(found.msg)) for found in check_settings()]


def test_good_settings_pass_without_a_word() -> None:
    assert told() == []


def test_no_dictionary_is_told() -> None:
    with override_settings(LEDGERRAG=None):
        (found,) = check_settings()
    assert found.msg == "LEDGERRAG is missing in the Django settings, or is no dictionary"


@pytest.mark.parametrize(
    ("changes", "number", "words"),
    [
        ({"TOKEN": ""}, "E002", "LEDGERRAG['TOKEN'] is missing"),
        ({"MODELS": ["newsroom.Storypag"]}, "E003", "'newsroom.Storypag', and there is no such"),
        ({"MODELS": ["story"]}, "E003", "'story', and there is no such model"),
        ({"MODELS": ["auth.User"]}, "E003", "'auth.User', which is no page model"),
        ({"MODELS": ["newsroom.FrontPage"]}, "E004", "newsroom.FrontPage has no field with text"),
        ({"FIELDS": {"newsroom.StoryPage": ["lead"]}}, "E004", "StoryPage.lead is no text field"),
        ({"FIELDS": {"news.Other": ["body"]}}, "E005", "'news.Other', which is not in"),
        ({"URL": "http://ledger.example"}, "W001", "without encryption"),
    ],
)
def test_each_fault_has_a_line_that_names_it(
    changes: dict[str, Any], number: str, words: str
) -> None:
    (found,) = told(**changes)
    assert found[0] == f"wagtail_ledgerrag.{number}"
    assert words in found[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "INSTALLED_APPS.remove('wagtail.contrib.settings')",
            "wagtail.contrib.settings must be in",
        ),
        ("LEDGERRAG = {}", "LEDGERRAG['URL'] is missing"),
    ],
)
def test_a_site_with_wrong_settings_is_told_at_start_without_a_traceback(
    tmp_path: Path, line: str, words: str
) -> None:
    ended = checked(tmp_path, line)
    assert ended.returncode == 1
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_panel_of_wagtail_7_is_not_wanted_beside_that_of_wagtail_8(tmp_path: Path) -> None:
    ended = checked(tmp_path, "INSTALLED_APPS.insert(0, 'wagtail_ledgerrag.before8')")
    assert ended.returncode == 0
    assert "the panel would show twice" in ended.stderr


def checked(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """`manage.py check` of the site with one more line of settings."""
    (folder / "other.py").write_text(
        f"from tests.integrations.wagtail.site import *\n{line}\n", "utf-8"
    )
    return subprocess.run(
        [sys.executable, "-m", "django", "check"],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
            "DJANGO_SETTINGS_MODULE": "other",
            "PATH": os.environ["PATH"],
        },
    )


def test_the_migrations_hold_every_model(newsroom: None) -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
