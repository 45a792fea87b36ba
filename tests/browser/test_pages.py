from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.seen import NARROW, barriers, fits
from tests.browser.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.allow_hosts(["127.0.0.1"])]

QUESTION = "How long is the reporting period for the annual solvency report?"


def signed(page: Page, service: Served) -> Page:
    page.goto(service.entrance)
    page.wait_for_url(service.address)
    return page


def asked(page: Page, service: Served) -> Page:
    signed(page, service)
    page.get_by_label("Question").fill(QUESTION)
    page.get_by_label("As of").fill("2026-08-01")
    page.get_by_role("button", name="Ask").click()
    page.wait_for_url("**/runs/*")
    return page


def stepped(page: Page, key: str) -> None:
    # The text is there before the page's script is: a key that comes sooner is nobody's.
    page.wait_for_load_state("load")
    page.keyboard.press(key)


def test_a_browser_that_is_not_signed_in_is_told_what_to_do(page: Page, service: Served) -> None:
    page.goto(service.address)
    expect(page.get_by_role("heading")).to_have_text("This browser is not signed in")
    expect(page.get_by_role("main")).to_contain_text("ledgerrag serve")
    assert barriers(page) == []


def test_the_key_leaves_the_address_and_the_browser_stays_signed_in(
    page: Page, service: Served
) -> None:
    signed(page, service)
    assert service.service.door.key not in page.url
    page.goto(service.address + "runs")
    expect(page.get_by_role("heading", level=1)).to_have_text("Answers")


def test_a_question_goes_by_keyboard_alone_to_its_answer_and_evidence(
    page: Page, service: Served
) -> None:
    signed(page, service)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Question")).to_be_focused()
    page.keyboard.type(QUESTION)
    page.keyboard.press("Tab")
    page.keyboard.type("2026-08-01")
    page.keyboard.press("Enter")
    page.wait_for_url("**/runs/*")
    expect(page.locator(".answer")).to_contain_text("two hundred and seventy (270) days")
    page.get_by_role("link", name="Evidence 1").press("Enter")
    expect(page.locator("#e1")).to_be_focused()
    expect(page.locator("#e1 mark")).to_contain_text("two hundred and seventy (270) days")


def test_arrow_keys_step_through_the_versions(page: Page, service: Served) -> None:
    asked(page, service)
    page.get_by_role("link", name="reporting-rule-12").click()
    expect(page.locator(".text ins").last).to_contain_text("270")
    stepped(page, "ArrowLeft")
    expect(page.get_by_text("the first version")).to_be_visible()
    stepped(page, "ArrowRight")
    expect(page.locator(".text del").last).to_contain_text("180")
    page.get_by_label("As of").press("ArrowLeft")
    expect(page.locator(".text ins").last).to_be_visible()


def test_an_answer_that_is_executed_again_tells_the_outcome_first(
    page: Page, service: Served
) -> None:
    asked(page, service)
    page.get_by_role("button", name="Execute again from its record").click()
    expect(page.locator("#report")).to_contain_text("identical")
    expect(page.locator("#report")).to_be_focused()


def test_everything_works_without_a_script(chromium: Browser, service: Served) -> None:
    context = chromium.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    asked(page, service)
    expect(page.locator("#e1 mark")).to_contain_text("(270) days")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#report")).to_contain_text("Verified")
    page.get_by_role("link", name="reporting-rule-12").click()
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator("#text")).to_have_text("Reporting Rule 12: annual solvency report")
    page.get_by_role("link", name="Journal").click()
    page.get_by_role("button", name="Verify the journal").click()
    expect(page.locator("#report")).to_contain_text("Verified")
    context.close()


def test_a_form_of_another_site_is_refused(page: Page, service: Served) -> None:
    signed(page, service)
    before = service.service.tenants.get().counts()["runs"]
    page.set_content(
        f'<form method="post" action="{service.address}ask">'
        '<input name="question" value="Forged?"><button>Send</button></form>'
    )
    with page.expect_navigation():
        page.get_by_role("button", name="Send").click()
    assert service.service.tenants.get().counts()["runs"] == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "320px"])
def test_axe_finds_no_barrier_on_any_page(
    page: Page, service: Served, scheme: Any, narrow: bool
) -> None:
    page.emulate_media(color_scheme=scheme)
    if narrow:
        page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
    signed(page, service)
    page.get_by_label("As of").fill("2026-02-30")
    page.get_by_label("Question").fill(QUESTION)
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#as_of-error")).to_be_visible()
    assert (barriers(page), fits(page)) == ([], True), "ask, with an error"
    asked(page, service)
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#report")).to_be_visible()
    assert (barriers(page), fits(page)) == ([], True), "answer, verified"
    for path in ("runs", "versions", "versions/reporting-rule-12", "journal", "runs/none"):
        page.goto(service.address + path)
        assert (barriers(page), fits(page)) == ([], True), path
