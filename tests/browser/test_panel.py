from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import STORY
from tests.browser.desk import Desk
from tests.browser.relay import Newsroom
from tests.browser.seen import NARROW, barriers, checked, claim, edit, fits, status

pytestmark = [pytest.mark.browser, pytest.mark.allow_hosts(["127.0.0.1"])]

MISSING = "After the flood in Lindhaven 40 people are missing."
EVENT: dict[str, Any] = {
    "seq": 7,
    "claim": {"id": "c", "text": "So far 1,850 people have been evacuated in Lindhaven."},
    "from": {"status": "verified", "value": "1,850 people"},
    "to": {"status": "refuted", "value": "1,790 people"},
    "authority": "official",
    "source_name": "Civil Protection Lindhaven",
    "effective_from": "2026-02-16T12:00:00Z",
    "quote": "So far <b>1,790</b> people have been evacuated in Lindhaven.",
    "kind": "correction",
}


def test_claims_stand_worst_first_with_status_authority_date_and_as_of(
    page: Page, room: Newsroom
) -> None:
    checked(page, room)
    words = page.locator(".claim .word").all_inner_texts()
    assert words == ["Refuted", "Unverified", "Verified", "Verified", "Verified"]
    first = page.locator(".claim").first
    expect(first).to_contain_text(MISSING)
    for fact in ("official", "2026-02-16", "as of 2026-02-17"):
        expect(first.locator(".facts")).to_contain_text(fact)
    assert first.locator(".word svg path").count() == 2


def test_a_claim_shows_its_quote_its_source_its_conflict_and_what_changed(
    page: Page, room: Newsroom
) -> None:
    checked(page, room)
    row = claim(page, MISSING)
    row.locator("button.more").click()
    expect(row.locator("mark").first).to_have_text(
        "After the flood 3 people are missing in Lindhaven."
    )
    for fact in ("Contradicts", "Civil Protection Lindhaven", "idris-report-3@1 [102:152]"):
        expect(row.locator(".evidence").first).to_contain_text(fact)
    expect(row).to_contain_text("1 post says 40 people")
    expect(row.locator("del").first).to_contain_text("5.4")
    expect(row.locator("ins").first).to_contain_text("5.1")
    expect(row).to_contain_text("journal entry")


def test_an_edited_paragraph_is_stale_at_once_and_alone_is_read_again(
    page: Page, room: Newsroom, desk: Desk
) -> None:
    checked(page, room)
    edit(page, 2, "So far 1,790 people have been evacuated in Lindhaven.")
    stale = claim(page, "So far 1,850 people")
    expect(stale.locator(".word")).to_have_text("Stale (was verified)")
    assert page.locator(".claim.stale").count() == 1
    desk.read.clear()
    page.get_by_role("button", name="Check 1 changed paragraph").click()
    expect(claim(page, "So far 1,790 people").locator(".word")).to_have_text("Refuted")
    assert desk.read == ["So far 1,790 people have been evacuated in Lindhaven."]


def test_a_text_that_is_put_back_is_not_stale_any_more(page: Page, room: Newsroom) -> None:
    checked(page, room)
    edit(page, 2, "x")
    expect(page.locator(".claim.stale")).to_have_count(1)
    edit(page, 2, STORY[2])
    expect(page.locator(".claim.stale")).to_have_count(0)


def test_paragraph_ids_that_are_new_at_each_load_make_nothing_stale(
    page: Page, room: Newsroom
) -> None:
    checked(page, room)
    page.reload()
    expect(page.locator(".claim")).to_have_count(5)
    expect(page.locator(".claim.stale")).to_have_count(0)
    expect(page.get_by_role("button", name="Check again")).to_be_visible()


@pytest.mark.parametrize(
    ("checked_text", "current", "expected"),
    [
        ("a b c", "c a b", [1, 2, 0]),
        ("a b c", "a x b c", [0, 2, 3]),
        ("a b c", "a c", [0, None, 1]),
        ("a b c", "a y c", [0, 1, 2]),
        ("a a b", "b a a", [1, 2, 0]),
        ("a b", "", [None, None]),
        ("a b c d", "a x y d", [0, 1, 2, 3]),
        ("a b c d", "a x d", [0, None, None, 2]),
    ],
)
def test_paragraphs_are_found_again_by_their_words_else_by_their_place(
    page: Page, room: Newsroom, checked_text: str, current: str, expected: list[int | None]
) -> None:
    page.goto(room.address)
    found = page.evaluate(
        """async ([checked, current]) => {
          const { align } = await import("/ledger-panel.js");
          const made = (texts, prefix) => texts.split(" ").filter(Boolean)
            .map((text, n) => ({ id: prefix + n, kind: "paragraph", text }));
          return align(made(checked, "old"), made(current, "new"));
        }""",
        [checked_text, current],
    )
    assert found == expected


def test_a_paragraph_that_kept_its_id_is_the_same_one_whatever_it_reads(
    page: Page, room: Newsroom
) -> None:
    page.goto(room.address)
    found = page.evaluate(
        """async () => {
          const { align } = await import("/ledger-panel.js");
          return align(
            [{ id: "p", kind: "paragraph", text: "a" }, { id: "q", kind: "paragraph", text: "b" }],
            [{ id: "q", kind: "paragraph", text: "x" }, { id: "p", kind: "paragraph", text: "y" }],
          );
        }"""
    )
    assert found == [1, 0]


def test_what_concerns_the_whole_draft_can_be_ticked_too(
    page: Page, room: Newsroom, desk: Desk
) -> None:
    checked(page, room)
    item = {"id": "w1", "claim": "", "kind": "as-of", "text": "as of lies after known at"}
    desk.snapshots[-1]["checklist"].append(item)
    page.reload()
    whole = page.get_by_role("region", name="About the whole draft")
    box = whole.get_by_role("checkbox", name=item["text"])
    box.click()
    expect(box).to_be_checked()


def test_enter_jumps_to_the_sentence_and_escape_brings_the_focus_back(
    page: Page, room: Newsroom
) -> None:
    room.story[0] = "\N{WATER WAVE} Storm \N{WATER WAVE}: the city counts. " + MISSING
    checked(page, room)
    jump = claim(page, MISSING).locator("button.jump")
    jump.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("getSelection().toString()") == MISSING
    expect(page.locator("#text")).to_be_focused()
    expect(status(page)).to_contain_text("Press Escape")
    page.keyboard.press("Escape")
    expect(jump).to_be_focused()


def test_a_tick_is_kept_with_the_editors_name_over_a_new_check(
    page: Page, room: Newsroom, desk: Desk
) -> None:
    checked(page, room)
    before = page.locator(".count").inner_text()
    row = claim(page, "trombone")
    row.locator("button.more").click()
    box = row.get_by_role("checkbox").first
    box.click()
    expect(box).to_be_checked()
    expect(page.locator(".count")).not_to_have_text(before)
    suffix, body = desk.requests[-1]
    assert (suffix, body["action"], body["editor"]) == ("remarks", "tick", "Ana")
    page.get_by_role("button", name="Check again").click()
    expect(status(page)).to_contain_text("Checked: 0 claims read anew")
    expect(box).to_be_checked()


def test_an_override_needs_a_reason_and_shows_who_gave_it(page: Page, room: Newsroom) -> None:
    checked(page, room)
    row = claim(page, "trombone")
    row.locator("button.more").click()
    row.get_by_role("button", name="Override:").first.click()
    reason = row.get_by_role("textbox")
    expect(reason).to_be_focused()
    row.locator("form").get_by_role("button", name="Override").click()
    expect(row.locator(".problem")).to_contain_text("Say why")
    reason.fill("I heard her play.")
    row.locator("form").get_by_role("button", name="Override").click()
    expect(row.locator(".remark")).to_contain_text("Ana · override")
    expect(row.locator(".remark")).to_contain_text("I heard her play.")
    expect(row.locator(".facts")).to_contain_text("overridden by Ana")
    expect(row.locator(".word")).to_have_text("Unverified")


def test_a_reason_is_not_lost_when_the_service_is_down(page: Page, room: Newsroom) -> None:
    checked(page, room)
    row = claim(page, "trombone")
    row.locator("button.more").click()
    row.get_by_role("button", name="Comment:").first.click()
    row.get_by_role("textbox").fill("Ask the town band.")
    room.cut = True
    row.get_by_role("button", name="Add comment").click()
    expect(row.locator(".problem")).to_contain_text("Not kept.")
    expect(row.get_by_role("textbox")).to_have_value("Ask the town band.")
    room.cut = False
    row.get_by_role("button", name="Add comment").click()
    expect(row.locator(".remark")).to_contain_text("Ask the town band.")


def test_typing_goes_on_while_a_check_runs(page: Page, room: Newsroom, desk: Desk) -> None:
    desk.open.clear()
    page.goto(room.address)
    page.get_by_role("button", name="Check this draft").click()
    button = page.get_by_role("button", name="Checking")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("progressbar")).to_be_visible()
    edit(page, 3, "She plays the flute.")
    expect(page.locator("#text > p").nth(3)).to_have_text("She plays the flute.")
    desk.open.set()
    expect(page.locator(".claim.stale")).to_have_count(1)
    expect(page.get_by_role("button", name="Check 1 changed paragraph")).to_be_visible()


def test_what_is_saved_while_a_check_runs_is_checked_after_it(
    page: Page, room: Newsroom, desk: Desk
) -> None:
    desk.open.clear()
    page.goto(room.address)
    page.get_by_role("button", name="Check this draft").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    edit(page, 3, "She plays the flute.")
    page.evaluate("document.querySelector('ledger-panel').check()")
    desk.open.set()
    expect(claim(page, "flute").locator(".word")).to_have_text("Unverified")
    checks = [body for suffix, body in desk.requests if suffix == "checks"]
    assert [body["paragraphs"][3]["text"] for body in checks] == [STORY[3], "She plays the flute."]


def test_a_check_that_a_newer_one_replaced_says_so(page: Page, room: Newsroom, desk: Desk) -> None:
    desk.end = "superseded"
    page.goto(room.address)
    page.get_by_role("button", name="Check this draft").click()
    expect(status(page)).to_have_text("A newer check of this draft took over.")
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_when_the_service_is_down_it_says_so_and_keeps_the_last_ledger(
    page: Page, room: Newsroom, desk: Desk
) -> None:
    checked(page, room)
    room.cut = True
    page.get_by_role("button", name="Check again").click()
    note = page.locator(".down")
    expect(note).to_contain_text("cannot be reached")
    expect(page.locator(".claim")).to_have_count(5)
    edit(page, 3, "She plays the flute.")
    expect(page.locator(".claim.stale")).to_have_count(1)
    room.cut = False
    desk.away = True
    note.get_by_role("button", name="Try again").click()
    expect(note).to_be_visible()
    desk.away = False
    note.get_by_role("button", name="Try again").click()
    expect(note).to_be_hidden()


def test_a_check_that_was_accepted_is_followed_over_an_outage(
    page: Page, room: Newsroom, desk: Desk
) -> None:
    desk.open.clear()
    page.goto(room.address)
    page.get_by_role("button", name="Check this draft").click()
    expect(status(page)).to_contain_text("Checking")
    room.cut = True
    expect(page.locator(".down")).to_be_visible()
    room.cut = False
    desk.open.set()
    expect(status(page)).to_contain_text("Checked:")
    expect(page.locator(".down")).to_be_hidden()


def test_a_check_that_fails_says_why_and_what_to_do(page: Page, room: Newsroom, desk: Desk) -> None:
    desk.end = "failed"
    page.goto(room.address)
    page.get_by_role("button", name="Check this draft").click()
    expect(status(page)).to_have_text("the draft is too long: split it in two")
    expect(page.get_by_role("button", name="Check this draft")).to_be_visible()


def test_a_filter_shows_one_status(page: Page, room: Newsroom) -> None:
    checked(page, room)
    chip = page.get_by_role("button", name="Verified 3", exact=True)
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".claim")).to_have_count(3)
    expect(page.locator(".claim:not(.verified)")).to_have_count(0)
    page.get_by_label("Order").select_option("as in the text")
    expect(page.locator(".claim").first).to_contain_text("The Harrow dam")


def test_a_story_that_needs_a_correction_says_so_and_drafts_a_notice_to_copy(
    page: Page, room: Newsroom, desk: Desk
) -> None:
    desk.events.append(EVENT)
    checked(page, room)
    banner = page.locator(".watch")
    expect(banner).to_contain_text("This story needs a correction")
    expect(banner.locator("del")).to_contain_text("1,850 people")
    expect(banner.locator("ins")).to_contain_text("1,790 people")
    expect(banner.locator("mark")).to_have_text(EVENT["quote"])
    banner.get_by_role("button", name="Draft a notice").click()
    area = banner.get_by_role("textbox")
    expect(area).to_be_focused()
    area.press("End")
    page.keyboard.type("!")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    banner.get_by_role("button", name="Copy").click()
    expect(status(page)).to_have_text("Copied.")
    assert "it is 1,790 people" in page.evaluate("navigator.clipboard.readText()")


def test_the_history_tells_what_changed_between_two_revisions(page: Page, room: Newsroom) -> None:
    checked(page, room)
    edit(page, 2, "So far 1,790 people have been evacuated in Lindhaven.")
    page.get_by_role("button", name="Check 1 changed paragraph").click()
    expect(status(page)).to_contain_text("Checked: 1 claim read anew")
    page.get_by_text("History").click()
    expect(page.locator(".revisions li")).to_have_count(2)
    page.get_by_role("button", name="What changed").click()
    expect(page.get_by_text("Gone: So far 1,850")).to_be_visible()
    expect(page.get_by_text("New: So far 1,790")).to_be_visible()
    expect(page.locator("details")).to_contain_text("1 paragraph changed")


def test_a_long_history_is_shown_a_part_at_a_time(page: Page, room: Newsroom, desk: Desk) -> None:
    checked(page, room)
    desk.snapshots += [{**desk.snapshots[0], "revision": number} for number in range(2, 6)]
    desk.page = 3
    page.get_by_text("History").click()
    expect(page.locator(".revisions li")).to_have_count(3)
    expect(page.locator(".revisions li").first).to_contain_text("Revision 5")
    page.get_by_role("button", name="Earlier revisions").click()
    expect(page.locator(".revisions li")).to_have_count(5)
    expect(page.get_by_role("button", name="Earlier revisions")).to_be_hidden()


def test_text_of_documents_is_text_and_never_markup(page: Page, room: Newsroom, desk: Desk) -> None:
    room.story[3] = 'The mayor <img src=x onerror="alert(1)"> plays the trombone.'
    desk.events.append(EVENT)
    checked(page, room)
    expect(claim(page, "<img src=x")).to_be_visible()
    assert page.locator("ledger-panel img, ledger-panel b").count() == 0


def test_what_changes_something_carries_the_token_of_the_page(page: Page, room: Newsroom) -> None:
    checked(page, room)
    assert [headers["x-csrftoken"] for headers in room.posted] == ["of-this-page"]


def test_the_whole_panel_can_be_used_with_the_keyboard_alone(page: Page, room: Newsroom) -> None:
    page.goto(room.address)
    page.locator("#text").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Checked:")
    expect(page.locator("[data-key=check]")).to_be_focused()
    rows = page.locator(".claim")
    while not page.evaluate(
        "document.querySelector('ledger-panel').shadowRoot.activeElement.matches('.jump')"
    ):
        page.keyboard.press("Tab")
    expect(rows.first.locator(".jump")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1).locator(".jump")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(rows.nth(1).locator(".why")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    box = rows.nth(1).get_by_role("checkbox").first
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    page.keyboard.press("Escape")
    expect(rows.nth(1).locator(".why")).to_have_count(0)
    expect(rows.nth(1).locator(".jump")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Escape")
    expect(rows.nth(1).locator(".jump")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "320px"])
def test_axe_finds_no_barrier_in_any_state(
    page: Page, room: Newsroom, desk: Desk, scheme: Any, narrow: bool
) -> None:
    page.emulate_media(color_scheme=scheme)
    if narrow:
        page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
    desk.open.clear()
    page.goto(room.address)
    expect(page.locator(".empty")).to_be_visible()
    assert barriers(page) == [], "empty"
    page.get_by_role("button", name="Check this draft").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert barriers(page) == [], "checking"
    desk.open.set()
    expect(status(page)).to_contain_text("Checked:")
    assert barriers(page) == [], "checked"
    for more in page.locator("button.more").all():
        more.click()
    page.get_by_role("button", name="Override:").first.click()
    edit(page, 2, "x")
    expect(page.locator(".claim.stale")).to_have_count(1)
    assert barriers(page) == [], "open, stale"
    desk.events.append(EVENT)
    page.evaluate("document.querySelector('ledger-panel').refresh()")
    page.get_by_role("button", name="Draft a notice").click()
    page.get_by_text("History").click()
    expect(page.locator(".revisions li")).to_have_count(1)
    room.cut = True
    page.get_by_role("button", name="Check 1 changed").click()
    expect(page.locator(".down")).to_be_visible()
    assert barriers(page) == [], "down, correction, history"
    assert fits(page)


def test_the_panel_fits_a_width_of_320_pixels_with_everything_open(
    page: Page, room: Newsroom
) -> None:
    page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
    checked(page, room)
    for more in page.locator("button.more").all():
        more.click()
    assert fits(page)
    assert page.evaluate("document.querySelector('ledger-panel').clientWidth") <= NARROW["width"]
