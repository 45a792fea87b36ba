from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seen import barriers, claim, status
from tests.browser.varrow import SLOW, USUAL, Varrow, publish, screen, text_of_story, varrow

pytestmark = [pytest.mark.browser, pytest.mark.allow_hosts(["127.0.0.1"])]

FARE = "A single ticket for the night ferry to Ostrel costs 18 crowns."


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Varrow]:
    with varrow(tmp_path_factory.mktemp("varrow") / "state") as newsroom:
        yield newsroom


@pytest.fixture
def editor(page: Page, post: Varrow) -> Iterator[Page]:
    page.set_viewport_size({"width": 1280, "height": 860})
    page.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)
    post.log_in(page)
    yield page
    expect.set_options(timeout=USUAL)


def summary(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate("document.querySelector('ledger-panel').snapshot.summary")
    return found


def check(page: Page) -> None:
    page.locator("ledger-panel button[data-key=check]").click()
    expect(status(page)).to_contain_text("Checked:")


def test_a_story_is_checked_edited_stopped_corrected_and_published(
    editor: Page, post: Varrow
) -> None:
    post.open(editor, "Last boat to Ostrel")
    check(editor)
    expect(claim(editor, FARE)).to_have_class(re.compile(r"\brefuted\b"))
    expect(claim(editor, "carried 61,400 passengers")).to_have_class(re.compile(r"\bverified\b"))
    assert barriers(editor, "ledger-panel") == []

    claim(editor, FARE).locator("button.more").click()
    expect(claim(editor, FARE)).to_contain_text("in force since 2026-01-01")
    assert barriers(editor, "ledger-panel") == []
    screen(editor, "ledger")
    claim(editor, FARE).locator("button.more").click()

    # An edit is saved by Wagtail itself, and the paragraph alone is read again.
    claims = summary(editor)["claims"]
    text_of_story(editor, "Their parents look as if").click()
    editor.keyboard.press("Control+End")
    editor.keyboard.type(" The cook waves.")
    expect(claim(editor, "The cook waves.")).to_be_visible()
    expect(status(editor)).to_contain_text("Checked:")
    assert summary(editor)["paragraphs_changed"] == 1
    assert summary(editor)["claims_cached"] >= claims - 2

    # Enter on a claim leads to its words, Escape back to the claim.
    jump = claim(editor, FARE).locator("button.jump")
    jump.press("Enter")
    expect(editor.locator("[name=standfirst]")).to_be_focused()
    assert editor.evaluate("String(getSelection())") == FARE
    screen(editor, "jump")
    editor.keyboard.press("Escape")
    expect(jump).to_be_focused()

    # A tick stays.
    bees = claim(editor, "eleven beehives")
    bees.locator("button.more").click()
    bees.locator(".item input[type=checkbox]").first.click()
    expect(bees.locator(".item.ticked")).to_have_count(1)
    editor.reload()
    expect(claim(editor, "eleven beehives")).to_be_visible()
    claim(editor, "eleven beehives").locator("button.more").click()
    expect(claim(editor, "eleven beehives").locator(".item.ticked")).to_have_count(1)

    publish(editor)
    told = editor.locator(".messages")
    expect(told).to_contain_text("was not published: the record refutes 1 claim")
    expect(told).to_contain_text(FARE)
    expect(told).to_contain_text("Port Varrow Harbour Office, 2025-11-24")
    expect(editor.locator("ledger-panel")).to_be_visible()
    screen(editor, "stopped")
    readers = post.said["Readers"]
    assert editor.request.get(readers + "night-ferry/").status == 404

    lead = editor.locator("[name=standfirst]")
    lead.fill(lead.input_value().replace("18 crowns", "21 crowns"))
    publish(editor)
    expect(told).to_contain_text("has been published")
    assert "costs 21 crowns" in editor.request.get(readers + "night-ferry/").text()


def test_a_correction_of_the_record_reaches_the_panel_of_the_published_story(
    editor: Page, post: Varrow
) -> None:
    post.open(editor, "A book for three weeks")
    publish(editor)
    expect(editor.locator(".messages")).to_contain_text("has been published")
    assert "stored" in post.deliver()
    post.open(editor, "A book for three weeks")
    watch = editor.locator("ledger-panel section.watch")
    expect(watch).to_contain_text("needs a correction")
    expect(watch).to_contain_text("28 days")
    expect(watch).to_be_visible()
    screen(editor, "correction")
    assert barriers(editor, "ledger-panel") == []


def test_a_story_that_is_begun_gets_its_ledger_with_the_first_save(
    editor: Page, post: Varrow
) -> None:
    editor.goto(post.said["Newsroom"] + "pages/")
    editor.get_by_role("link", name="Explore child pages of 'The Varrow Post'").click()
    editor.get_by_role("link", name="Add child page").click()
    if editor.locator("[data-ledger-host]").is_hidden():
        editor.get_by_role("button", name="Toggle evidence ledger").click()
    expect(editor.locator("[data-ledger-hint]")).to_contain_text("saved for the first time")
    # Wagtail looks for changes a moment after the page is there: a person does not type sooner.
    lead = "The quay crane lifts loads of up to 10 tonnes."
    editor.locator("[name=title]").press_sequentially("The crane", delay=50)
    editor.locator("[name=standfirst]").press_sequentially(lead, delay=50)
    editor.locator("[name=standfirst]").blur()
    expect(claim(editor, "up to 10 tonnes")).to_have_class(re.compile(r"\brefuted\b"))
