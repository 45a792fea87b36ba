"""A newsroom's day in WordPress: real editor, real service, real browser."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.seen import barriers, claim
from tests.integrations.wordpress import newsroom
from tests.integrations.wordpress.newsdesk import Newsdesk, serving
from tests.integrations.wordpress.newsroom import ROOT, WordPress
from tests.integrations.wordpress.stories import CLASSIC, EVERY_BLOCK

pytestmark = [
    pytest.mark.wordpress,
    pytest.mark.browser,
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]

FEE = "The entrance fee of the tide museum is 7 marks."
STORY = [
    f"From the quay one sees the flag. {FEE}",
    "The footbridge over the Arl carries loads of up to 4 tonnes.",
    "The tide museum counted 38,200 visitors in 2023. The keeper collects teapots.",
    "The new roof of the tide museum costs 1.4 million marks.",
]
SCREENS = ROOT / "docs" / "screens"
PATIENCE = 60_000


@pytest.fixture(scope="module")
def wordpress() -> Iterator[WordPress]:
    lacking = newsroom.lacking()
    if lacking:
        pytest.skip(f"no WordPress here: {lacking} not installed")
    with newsroom.running() as site:
        yield site
        assert site.complaints() == []


@pytest.fixture(scope="module")
def newsdesk(wordpress: WordPress, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Newsdesk]:
    with serving(tmp_path_factory.mktemp("newsdesk")) as desk:
        wordpress.settings(desk.url, desk.token)
        yield desk


@pytest.fixture
def story(wordpress: WordPress, newsdesk: Newsdesk) -> int:
    """A draft of ana's, as the block editor stores it."""
    blocks = [_block(text) for text in STORY]
    head = "<!-- wp:heading --><h2>What we know</h2><!-- /wp:heading -->"
    return wordpress.post("ana", "At the tide museum", "\n\n".join([head, *blocks]))


@pytest.fixture
def editor(chromium: Browser, wordpress: WordPress) -> Iterator[Callable[..., Page]]:
    """Opens a story in the editor of someone who is logged in, with the ledger beside it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    here = [""]

    def opened(post: int, login: str = "ana") -> Page:
        if here[0] != login:
            sign_in(page, wordpress, login)
            here[0] = login
        page.goto(f"{wordpress.url}/wp-admin/post.php?post={post}&action=edit")
        page.wait_for_selector(".edit-post-layout")
        page.evaluate(
            "wp.data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false)"
        )
        page.wait_for_selector(".block-editor-block-list__block")
        if page.locator("ledger-panel").count() == 0:
            page.get_by_role("button", name="Evidence ledger", exact=True).click()
        page.wait_for_selector("ledger-panel")
        return page

    yield opened
    context.close()
    assert faults == []


def sign_in(page: Page, site: WordPress, login: str) -> None:
    page.context.clear_cookies()
    # Not to the dashboard, which asks others for news before it is there.
    page.goto(f"{site.url}/wp-login.php?redirect_to={site.url}/wp-admin/profile.php")
    page.fill("#user_login", login)
    page.fill("#user_pass", site.password)
    page.click("#wp-submit")
    page.wait_for_selector("#wpadminbar")


def _block(text: str) -> str:
    return f"<!-- wp:paragraph -->\n<p>{text}</p>\n<!-- /wp:paragraph -->"


def status(page: Page, text: str, wanted: str) -> None:
    expect(claim(page, text)).to_have_class(re.compile(rf"\b{wanted}\b"))


def check(page: Page) -> Locator:
    """Press the button, and give the line that says what was done."""
    page.locator("ledger-panel button[data-key=check]").click()
    said = page.locator("ledger-panel .status")
    expect(said).to_contain_text(re.compile(r"^Checked"))
    return said


def retype(page: Page, old: str, new: str) -> None:
    """Change a paragraph as a person does: click into it, and type over what is selected."""
    field = page.locator(".block-editor-block-list__layout p", has_text=old)
    field.click()
    page.keyboard.press("Control+a")
    page.keyboard.type(new)


def screen(page: Page, name: str) -> None:
    """Keep a picture where pictures are wanted."""
    if os.environ.get("LEDGERRAG_SCREENS"):
        SCREENS.mkdir(exist_ok=True)
        page.wait_for_timeout(400)  # until the editor has drawn what the test has seen
        page.screenshot(path=SCREENS / f"wordpress-{name}.png")


def test_a_story_is_checked_corrected_and_published(
    wordpress: WordPress, newsdesk: Newsdesk, story: int, editor: Callable[..., Page]
) -> None:
    page = editor(story)
    assert barriers(page, "ledger-panel") == []

    check(page)
    status(page, FEE, "refuted")
    status(page, "The footbridge", "verified")
    status(page, "The new roof", "disputed")
    status(page, "The keeper", "unverified")
    assert barriers(page, "ledger-panel") == []
    screen(page, "claims")

    # To the sentence in the text, and back to the claim.
    claim(page, FEE).locator("button.jump").click()
    page.wait_for_function(f"String(getSelection()) === {FEE!r}")
    expect(page.locator(".block-editor-block-list__block.is-selected")).to_contain_text(FEE)
    screen(page, "jump")
    page.keyboard.press("Escape")
    expect(claim(page, FEE).locator("button.jump")).to_be_focused()

    # One paragraph is typed anew: its claims are stale at once, and it alone is read again.
    retype(page, "The tide museum counted", "The tide museum counted 38,200 visitors in 2023.")
    status(page, "The tide museum counted", "stale")
    status(page, FEE, "refuted")
    said = check(page)
    expect(said).to_contain_text("1 claim read anew")
    status(page, "The tide museum counted", "verified")
    expect(claim(page, "The keeper")).to_have_count(0)

    # An item of the checklist is ticked, and stays ticked.
    claim(page, "The new roof").locator("button.more").click()
    box = claim(page, "The new roof").locator(".item input[type=checkbox]").first
    box.click()
    expect(box).to_be_checked()
    screen(page, "why")
    assert barriers(page, "ledger-panel") == []

    # Publishing is stopped, in the panel before it and by the server.
    page.get_by_role("button", name="Publish", exact=True).click()
    before = page.locator(".ledgerrag-before")
    expect(before).to_contain_text("The record refutes 1 claim.")
    expect(before).to_contain_text(FEE)
    expect(before).to_contain_text("The entrance fee of the tide museum is 9 marks.")
    publish = page.locator(".editor-post-publish-button")
    expect(publish).to_have_attribute("aria-disabled", "true")
    assert barriers(page, ".ledgerrag-before") == []
    screen(page, "stopped")
    page.evaluate("wp.data.dispatch('core/editor').unlockPostSaving('ledgerrag-refuted')")
    publish.click()
    expect(page.locator(".components-notice.is-error")).to_contain_text(
        "Not published: the record refutes 1 claim.", timeout=PATIENCE
    )
    assert wordpress.status(story) == "draft"

    # The text is corrected, and published.
    page.get_by_role("button", name="Cancel").click()
    retype(page, FEE, STORY[0].replace("7 marks", "9 marks"))
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(before).to_contain_text("The record refutes none of its claims.")
    publish.click()
    expect(page.locator(".post-publish-panel__postpublish-header")).to_contain_text("is now live")
    assert wordpress.status(story) == "publish"
    assert "9 marks" in wordpress.content(story)


def test_a_reload_gives_new_block_ids_and_nothing_is_read_again(
    newsdesk: Newsdesk, story: int, editor: Callable[..., Page]
) -> None:
    page = editor(story)
    check(page)
    ids = "wp.data.select('core/block-editor').getBlocks().map((block) => block.clientId).join()"
    before = page.evaluate(ids)
    page = editor(story)
    assert page.evaluate(ids) != before
    status(page, FEE, "refuted")
    expect(check(page)).to_contain_text("0 claims read anew")
    claim(page, FEE).locator("button.jump").click()
    page.wait_for_function(f"String(getSelection()) === {FEE!r}")


def test_the_editor_reads_a_story_as_the_server_does(
    wordpress: WordPress, newsdesk: Newsdesk, editor: Callable[..., Page]
) -> None:
    for content in (EVERY_BLOCK, CLASSIC):
        post = wordpress.post("ana", "Every block", content)
        page = editor(post)
        seen = page.evaluate(
            "window.ledgerrag.host.paragraphs().map((one) => [one.kind, one.text])"
        )
        read = wordpress.php(
            f"echo wp_json_encode(LedgerRAG\\Story::paragraphs(get_post({post})->post_content));"
        )
        assert seen == [[one["kind"], one["text"]] for one in json.loads(read)]
        assert len(seen) > 4


def test_what_the_editor_checked_is_not_read_again_at_publishing(
    wordpress: WordPress, newsdesk: Newsdesk, story: int, editor: Callable[..., Page]
) -> None:
    page = editor(story)
    check(page)
    wordpress.php(
        "wp_set_current_user(get_user_by('login', 'ana')->ID);"
        f"wp_update_post(array('ID' => {story}, 'post_status' => 'publish'));"
    )
    assert wordpress.status(story) == "draft"
    said = page.evaluate(
        f"wp.apiFetch({{ path: '/ledgerrag/v1/posts/{story}/ledger' }}).then((one) => one.summary)"
    )
    assert said["claims_checked"] == 0
    assert said["claims_cached"] == said["claims"] > 0


def test_an_override_with_a_reason_lets_the_story_pass(
    wordpress: WordPress, newsdesk: Newsdesk, story: int, editor: Callable[..., Page]
) -> None:
    page = editor(story)
    check(page)
    refuted = claim(page, FEE)
    refuted.locator("button.more").click()
    refuted.get_by_role("button", name=re.compile("^Override")).first.click()
    refuted.locator("textarea").fill("Children pay 7: the story is about them.")
    refuted.locator("form button.main").click()
    expect(refuted.locator(".item.overridden").first).to_contain_text("Ana")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".ledgerrag-before")).to_contain_text(
        "The record refutes none of its claims.", timeout=PATIENCE
    )
    page.locator(".editor-post-publish-button").click()
    expect(page.locator(".post-publish-panel__postpublish-header")).to_contain_text("is now live")
    assert wordpress.status(story) == "publish"


def test_who_may_not_publish_hands_a_refuted_story_in_for_review(
    wordpress: WordPress, newsdesk: Newsdesk, editor: Callable[..., Page]
) -> None:
    post = wordpress.post("emil", "By a contributor", _block(FEE))
    page = editor(post, "emil")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".ledgerrag-before")).to_contain_text("The record refutes 1 claim.")
    page.locator(".editor-post-publish-button").click()
    expect(page.locator(".components-snackbar").first).to_be_visible()
    assert wordpress.status(post) == "pending"


def test_while_the_service_is_down_the_ledger_stays_and_typing_goes_on(
    wordpress: WordPress, newsdesk: Newsdesk, story: int, editor: Callable[..., Page]
) -> None:
    page = editor(story)
    check(page)
    newsdesk.stop()
    try:
        retype(page, "The footbridge", "The footbridge is closed.")
        page.locator("ledger-panel button[data-key=check]").click()
        expect(page.locator("ledger-panel .down")).to_be_visible()
        status(page, FEE, "refuted")
        assert barriers(page, "ledger-panel") == []
        screen(page, "down")
        page.keyboard.press("Control+s")
        expect(page.locator(".editor-post-saved-state.is-saved")).to_be_visible()
        assert "The footbridge is closed." in wordpress.content(story)
    finally:
        newsdesk.start()


def test_a_published_story_that_the_record_overtakes_needs_a_correction(
    wordpress: WordPress,
    newsdesk: Newsdesk,
    editor: Callable[..., Page],
    tmp_path: Path,
) -> None:
    text = "The footbridge over the Arl carries loads of up to 4 tonnes."
    post = wordpress.post("ana", "Over the Arl", _block(text), post_status="publish")
    newsdesk.add(
        tmp_path,
        doc_id="footbridge-2",
        series="footbridge",
        title="Order on the footbridge, amended",
        source="harbour-office",
        published="2024-08-01",
        effective_from="2024-08-01",
        text="The footbridge over the Arl carries loads of up to 3 tonnes.",
    )
    page = editor(post)
    watch = page.locator("ledger-panel .watch")
    for _look in range(60):
        if watch.is_visible():
            break
        page.evaluate("document.querySelector('ledger-panel').refresh()")
        page.wait_for_timeout(500)
    expect(watch).to_contain_text("This story needs a correction")
    expect(watch).to_contain_text("3 tonnes")
    assert barriers(page, "ledger-panel") == []
    watch.get_by_role("button", name="Draft a notice").click()
    expect(watch.locator("textarea")).to_have_value(re.compile("3 tonnes"))
    screen(page, "correction")


def test_the_page_of_settings_tests_the_connection(
    chromium: Browser, wordpress: WordPress, newsdesk: Newsdesk
) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    sign_in(page, wordpress, "chief")
    page.goto(f"{wordpress.url}/wp-admin/options-general.php?page=ledgerrag")
    page.get_by_role("button", name="Test the connection").click()
    expect(page.locator(".notice-success")).to_contain_text("accepts the token for the site")
    assert barriers(page, "#wpbody-content") == []
    screen(page, "settings")
    page.close()
