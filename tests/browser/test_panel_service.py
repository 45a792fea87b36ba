"""The panel, a newsroom's relay and the real service: the day of a story."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import STORY
from tests.browser.relay import Newsroom, newsroom
from tests.browser.seen import barriers, checked, claim, edit, status
from tests.browser.serving import Forwarding, Served, forwarding

pytestmark = [pytest.mark.browser, pytest.mark.allow_hosts(["127.0.0.1"])]

EVACUATED = "So far 1,850 people have been evacuated in Lindhaven."


@pytest.fixture
def relay(service: Served) -> Forwarding:
    return forwarding(service)


@pytest.fixture
def real(relay: Forwarding) -> Iterator[Newsroom]:
    with newsroom(Newsroom(relay.answer, list(STORY))) as made:
        yield made


def test_a_story_is_checked_edited_and_checked_again_where_it_changed(
    page: Page, real: Newsroom
) -> None:
    checked(page, real)
    words = {
        row.locator(".claim-text").inner_text(): row.locator(".word").inner_text()
        for row in page.locator(".claim").all()
    }
    assert words["After the flood in Lindhaven 40 people are missing."] == "Refuted"
    assert words[EVACUATED] == "Verified"
    assert words["The mayor of Lindhaven plays the trombone."] == "Unverified"
    row = claim(page, "40 people are missing")
    row.locator("button.more").click()
    expect(row.locator("mark").first).to_have_text(
        "After the flood 3 people are missing in Lindhaven."
    )
    expect(row.locator(".context").first).to_contain_text("1,850 people have been evacuated")
    assert barriers(page) == []
    edit(page, 0, "After the flood in Lindhaven 3 people are missing. The Harrow dam is safe.")
    expect(row.locator(".word")).to_have_text("Stale (was refuted)")
    page.get_by_role("button", name="Check 1 changed paragraph").click()
    expect(claim(page, "Lindhaven 3 people").locator(".word")).to_have_text("Verified")
    expect(status(page)).to_contain_text("Checked: 2 claims read anew, 3 taken over")


def test_a_tick_and_an_override_stay_over_a_new_check_and_a_new_load(
    page: Page, real: Newsroom
) -> None:
    checked(page, real)
    row = claim(page, "trombone")
    row.locator("button.more").click()
    row.get_by_role("button", name="Override:").first.click()
    row.get_by_role("textbox").fill("I heard her play.")
    row.locator("form").get_by_role("button", name="Override").click()
    expect(row.locator(".facts")).to_contain_text("overridden by Ana")
    edit(page, 2, "So far 1,850 people have been evacuated.")
    page.get_by_role("button", name="Check 1 changed paragraph").click()
    expect(page.get_by_role("button", name="Check again")).to_be_visible()
    page.reload()
    expect(row.locator(".facts")).to_contain_text("overridden by Ana")
    expect(row.locator(".word")).to_have_text("Unverified")


def test_a_correction_that_comes_in_reaches_the_story_that_rests_on_it(
    page: Page, real: Newsroom, relay: Forwarding, demo: Path
) -> None:
    checked(page, real)
    paragraphs = [{"id": str(n), "text": text} for n, text in enumerate(STORY)]
    made = relay.call("POST", "v1/watches", {"story": relay.draft, "paragraphs": paragraphs})
    assert made.status == 201
    lines = (demo / "later" / "situation.jsonl").read_text("utf-8").splitlines()
    stored = relay.call("POST", "v1/documents", [json.loads(line) for line in lines])
    assert stored.body["counts"]["stored"] == len(lines)
    banner = page.locator(".watch")
    # The watch works beside the requests: it is heard before the panel looks.
    heard = f"v1/watches/{made.body['watch']}/events?after=0&wait=10"
    assert any(relay.call("GET", heard, {}).body["items"] for _ in range(30))
    page.locator("ledger-panel").evaluate("(panel) => panel.refresh()")
    expect(banner).to_contain_text(EVACUATED)
    expect(banner).to_contain_text("Civil Protection Lindhaven")
    banner.get_by_role("button", name="Draft a notice").click()
    expect(banner.get_by_role("textbox")).to_be_visible()
    assert "1,790" in banner.get_by_role("textbox").input_value()
    assert barriers(page) == []


def test_the_history_comes_from_the_service(page: Page, real: Newsroom) -> None:
    checked(page, real)
    edit(page, 2, "So far 1,790 people have been evacuated in Lindhaven.")
    page.get_by_role("button", name="Check 1 changed paragraph").click()
    expect(page.get_by_role("button", name="Check again")).to_be_visible()
    page.get_by_text("History").click()
    expect(page.locator(".revisions li")).to_have_count(2)
    page.get_by_role("button", name="What changed").click()
    expect(page.get_by_text("Gone: So far 1,850")).to_be_visible()
    expect(page.locator("details")).to_contain_text("1 paragraph changed")
