"""What a test does and sees in a browser, in a few words."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from tests.browser.relay import Newsroom

NARROW = {"width": 320, "height": 800}


def checked(page: Page, room: Newsroom) -> Page:
    """Open the story and check it."""
    page.goto(room.address)
    page.get_by_role("button", name="Check this draft").click()
    expect(status(page)).to_contain_text("Checked:")
    return page


def status(page: Page) -> Locator:
    """What the panel announces."""
    return page.locator("ledger-panel p[role=status]")


def claim(page: Page, text: str) -> Locator:
    """The row of a claim."""
    return page.locator(".claim").filter(has_text=text)


def edit(page: Page, number: int, text: str) -> None:
    """Write another text into a paragraph, as a person does: select it and type."""
    page.locator("#text").focus()
    page.locator("#text > p").nth(number).evaluate(
        "(node) => getSelection().selectAllChildren(node)"
    )
    page.keyboard.type(text)


def fits(page: Page) -> bool:
    """Whether nothing is wider than the window."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def barriers(page: Page, within: str | None = None) -> list[str]:
    """What axe finds in the page, or in a part of it, as lines."""
    found = Axe().run(page, context=within)
    return [
        f"{one['id']}: {[node['html'] for node in one['nodes']]}"
        for one in found.response["violations"]
    ]
