from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from shutil import copytree, which

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ledgerrag.api import LedgerRAG
from ledgerrag.cli.demonstration import NOW, copy, steady_entropy
from tests.browser.desk import Desk
from tests.browser.relay import Newsroom, newsroom
from tests.browser.serving import Served, serving

STORY = (
    "After the flood in Lindhaven 40 people are missing. The Harrow dam is safe.",
    "The reporting period for the annual solvency report is 180 days.",
    "So far 1,850 people have been evacuated in Lindhaven.",
    "The mayor of Lindhaven plays the trombone.",
)
# A busy machine is slow, not wrong: milliseconds until what is expected must be there.
PATIENCE = 90_000
# What a test does on purpose is told by the browser as an error of the network.
_EXPECTED = "Failed to load resource"


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
    expect.set_options(timeout=PATIENCE)
    # Without motion: a colour on its way is no colour that anybody chose.
    made = chromium.new_context(
        viewport={"width": 1200, "height": 900}, locale="en-GB", reduced_motion="reduce"
    )
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; an error of a script or a broken content policy fails the test."""
    errors: list[str] = []
    made = context.new_page()
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.on(
        "console",
        lambda said: (
            errors.append(said.text)
            if said.type == "error" and _EXPECTED not in said.text
            else None
        ),
    )
    yield made
    assert errors == []


@pytest.fixture(scope="session")
def demo_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo's corpus and its store."""
    folder = tmp_path_factory.mktemp("demo")
    copy(resources.files("ledgerrag.demo"), folder)
    with LedgerRAG.open(folder / "s.db", clock=lambda: NOW, entropy=steady_entropy()) as rag:
        rag.ingest(folder / "corpus", sources=folder / "sources.toml")
    return folder


@pytest.fixture
def demo(tmp_path: Path, demo_store: Path) -> Path:
    """A copy of that folder which a test may change."""
    return copytree(demo_store, tmp_path / "demo")


@pytest.fixture
def desk(demo: Path) -> Iterator[Desk]:
    """The draft API over the demo's corpus; checks end at once."""
    with LedgerRAG.open(demo / "s.db", clock=lambda: NOW) as rag:
        made = Desk(rag)
        made.open.set()
        yield made


@pytest.fixture
def room(desk: Desk) -> Iterator[Newsroom]:
    with newsroom(Newsroom(desk.answer, list(STORY))) as made:
        yield made


@pytest.fixture
def service(demo: Path) -> Iterator[Served]:
    """The real service over the demo's corpus, on loopback."""
    with serving(demo / "s.db") as made:
        yield made
