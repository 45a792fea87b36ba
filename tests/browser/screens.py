"""Pictures of the panel and the pages for the manual, taken from the real thing: `make screens`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect, sync_playwright

from ledgerrag.api import LedgerRAG
from ledgerrag.cli.demonstration import NOW, copy, steady_entropy
from tests.browser.relay import Newsroom, newsroom
from tests.browser.seen import checked, edit
from tests.browser.serving import Served, forwarding, serving

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
STORY = (
    "After the flood in Lindhaven 40 people are missing. The Harrow dam is safe.",
    "So far 1,850 people have been evacuated in Lindhaven.",
    "Firms may take their time: the reporting period for the annual solvency report is 180 days.",
    "The mayor of Lindhaven plays the trombone.",
)
QUESTION = "How long is the reporting period for the annual solvency report?"


@contextmanager
def corpus() -> Iterator[Path]:
    """The store of the demo's corpus."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        copy(resources.files("ledgerrag.demo"), folder)
        with LedgerRAG.open(folder / "s.db", clock=lambda: NOW, entropy=steady_entropy()) as rag:
            rag.ingest(folder / "corpus", sources=folder / "sources.toml")
        yield folder / "s.db"


def shoot(page: Page, name: str, *, full: bool = False) -> None:
    """Keep a picture."""
    page.screenshot(path=FOLDER / f"{name}.png", full_page=full)


def panel(browser: Browser, service: Served) -> None:
    """The panel beside a story: light, dark, narrow."""
    for name, width in (("light", 1200), ("dark", 1200), ("320", 320)):
        page = browser.new_page(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if name == "dark" else "light",
        )
        with newsroom(Newsroom(forwarding(service, name).answer, list(STORY))) as room:
            checked(page, room)
            if name == "320":
                page.locator("main").evaluate("(node) => node.remove()")
            else:
                edit(page, 1, "So far 1,900 people have been evacuated in Lindhaven.")
                expect(page.locator(".claim.stale")).to_have_count(1)
            page.locator("button.more").nth(1 if name == "320" else 0).click()
            shoot(page, f"panel-{name}")
        page.close()


def pages(browser: Browser, service: Served) -> None:
    """An answer, and the versions behind it."""
    page = browser.new_page(viewport={"width": 960, "height": 1000}, color_scheme="light")
    page.goto(service.entrance)
    page.wait_for_url(service.address)
    page.get_by_label("Question").fill(QUESTION)
    page.get_by_label("As of").fill("2026-08-01")
    page.get_by_role("button", name="Ask").click()
    page.wait_for_url("**/runs/*")
    shoot(page, "page-answer")
    page.get_by_role("link", name="reporting-rule-12").click()
    shoot(page, "page-versions")
    page.close()


def main() -> int:
    """Take all of them; 1 where there is no browser."""
    place = which("chromium") or which("chromium-browser")
    if place is None:
        print("no Chromium here: install it to take the pictures", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with corpus() as store, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
        with serving(store) as service:
            panel(browser, service)
            pages(browser, service)
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
