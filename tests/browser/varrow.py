"""The example newsroom as a user starts it: service and site, in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).resolve().parents[2]
START = ROOT / "examples" / "newsroom" / "start.py"
SCREENS = ROOT / "docs" / "screens"
SLOW = 60_000  # a busy machine is slow, not wrong
USUAL = 5_000  # what Playwright waits elsewhere


@dataclass(frozen=True, slots=True)
class Varrow:
    """A newsroom that runs.

    Args:
        state: the folder of what it made.
        said: what it printed, by the first word of each line.
    """

    state: Path
    said: dict[str, str]

    def log_in(self, page: Page) -> None:
        """As the administrator of the example."""
        page.goto(self.said["Newsroom"])
        page.get_by_label("Username").fill(self.said["Name"])
        page.locator("[name=password]").fill(self.said["Password"])
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(self.said["Newsroom"])

    def open(self, page: Page, title: str) -> None:
        """A story in the editor, with the ledger beside it."""
        page.goto(self.said["Newsroom"] + "pages/")
        page.get_by_role("link", name="Explore child pages of 'The Varrow Post'").click()
        # Wagtail opens the side panel of last time by itself, and a click would close it again.
        page.evaluate("localStorage.removeItem('wagtail:side-panel-open')")
        page.get_by_role("link", name=title, exact=True).click()
        expect(page.locator("[data-edit-form]")).to_be_visible()
        page.get_by_role("button", name="Toggle evidence ledger").click()
        expect(page.locator("ledger-panel")).to_be_visible()

    def deliver(self) -> str:
        """Send the news of the example to the service."""
        port = self.said["Service"].rpartition(":")[2]
        words = [str(START), "deliver", "--state", str(self.state), "--service-port", port]
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)
        return done.stdout


@contextmanager
def varrow(state: Path) -> Iterator[Varrow]:
    """Set up and run the newsroom while the block runs."""
    words = [str(START), "--state", str(state), "--service-port", "0", "--site-port", "0"]
    with subprocess.Popen(
        [sys.executable, "-u", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield Varrow(state, _said(process))
        finally:
            process.terminate()
            process.wait(60)


def _said(process: subprocess.Popen[str]) -> dict[str, str]:
    said: dict[str, str] = {}
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Ctrl-C"):
            return said
        word, _gap, rest = line.partition(" ")
        said[word] = rest.strip()
    raise AssertionError("".join(lines))


def screen(page: Page, name: str) -> None:
    """Keep a picture for the manual where pictures are wanted."""
    if os.environ.get("LEDGERRAG_SCREENS"):
        SCREENS.mkdir(exist_ok=True)
        page.mouse.move(0, 0)
        page.wait_for_timeout(600)  # until Wagtail has drawn what the test has seen
        page.screenshot(path=SCREENS / f"wagtail-{name}.png")


def text_of_story(page: Page, words: str) -> Locator:
    """Where these words stand in the editor; the panel quotes them, too."""
    return page.locator("[data-edit-form]").get_by_text(words)


def publish(page: Page) -> None:
    """By the menu at the foot of the editor."""
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("button", name="Publish", exact=True).click()
