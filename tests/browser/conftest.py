from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from shutil import which

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from ledgerrag.api import LedgerRAG
from ledgerrag.cli.demonstration import NOW, copy, steady_entropy
from tests.browser.desk import Desk
from tests.browser.relay import Newsroom, newsroom

STORY = [
    "After the flood in Lindhaven 40 people are missing. The Harrow dam is safe.",
    "The reporting period for the annual solvency report is 180 days.",
    "So far 1,850 people have been evacuated in Lindhaven.",
    "The mayor of Lindhaven plays the trombone.",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    place = which("chromium") or which("chromium-browser")
    if place is None:
        pytest.skip("no Chromium here: install it to run the tests of the pages")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    made = chromium.new_context(viewport={"width": 1200, "height": 900}, locale="en-GB")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page that fails its test by an error or by a broken content policy."""
    page = context.new_page()
    return page


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """The draft API over the demo's corpus; checks end at once."""
    folder = tmp_path / "demo"
    copy(resources.files("ledgerrag.demo"), folder)
    with LedgerRAG.open(tmp_path / "s.db", clock=lambda: NOW, entropy=steady_entropy()) as rag:
        rag.ingest(folder / "corpus", sources=folder / "sources.toml")
        made = Desk(rag)
        made.open.set()
        yield made


@pytest.fixture
def room(desk: Desk) -> Iterator[Newsroom]:
    with newsroom(Newsroom(desk.answer, list(STORY))) as made:
        yield made
