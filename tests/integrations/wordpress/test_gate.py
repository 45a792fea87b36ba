from __future__ import annotations

import re
from typing import Any

import httpx2
import pytest

from tests.integrations.wordpress.desk import TOKEN, Desk
from tests.integrations.wordpress.newsroom import Person, WordPress, free_port

pytestmark = [
    pytest.mark.wordpress,
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]

WRONG = "<!-- wp:paragraph -->\n<p>The fee is 7 marks.</p>\n<!-- /wp:paragraph -->"
RIGHT = WRONG.replace("7", "9")


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.script["7 marks"] = "refuted"
    return desk


@pytest.fixture
def draft(wordpress: WordPress, desk: Desk) -> int:
    return wordpress.post("ana", "The fee", WRONG)


def publish(person: Person, post: int, **more: Any) -> httpx2.Response:
    return person.rest("POST", f"/wp/v2/posts/{post}", {"status": "publish", **more})


def quick_edit(person: Person, post: int, status: str) -> httpx2.Response:
    """Send the form of the list of posts that changes a post in its row."""
    listed = person.client.get("/wp-admin/edit.php").text
    nonce = re.search(r'name="_inline_edit" value="(\w+)"', listed)
    assert nonce
    form = {"action": "inline-save", "_inline_edit": nonce[1], "post_ID": str(post)}
    form |= {"post_type": "post", "screen": "edit-post", "post_view": "list", "_status": status}
    form |= {"post_title": "The fee", "post_name": "fee", "edit_date": ""}
    return person.client.post("/wp-admin/admin-ajax.php", data=form)


def test_a_refuted_claim_stops_publishing_and_is_named_with_what_speaks_against_it(
    wordpress: WordPress, ana: Person, draft: int
) -> None:
    answer = publish(ana, draft)
    assert answer.status_code == 409
    said = answer.json()
    assert said["code"] == "ledgerrag_refuted"
    assert "“The fee is 7 marks.” — Kelvarry Harbour Office, 2026-02-03" in said["message"]
    assert not re.search(r"</?[^>]*>", said["message"]), "the editor does not show markup"
    assert wordpress.status(draft) == "draft"


def test_a_text_that_the_record_does_not_refute_is_published_and_watched(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    answer = publish(ana, draft, content=RIGHT)
    assert answer.status_code == 200
    assert wordpress.status(draft) == "publish"
    made = desk.sent[-1]
    assert (made.method, made.path) == ("POST", "/v1/watches")
    assert made.body["story"] == f"post-{draft}"
    assert made.body["title"] == "The fee"
    assert made.body["draft_revision"] == 1, "the text that was checked a moment ago"
    assert made.body["url"].startswith(wordpress.url)
    assert made.body["editor"] == "Ana"


def test_the_text_that_is_checked_is_the_one_that_is_sent_not_the_stored_one(
    wordpress: WordPress, desk: Desk, ana: Person
) -> None:
    post = wordpress.post("ana", "The fee", RIGHT)
    assert publish(ana, post, content=WRONG).status_code == 409
    assert wordpress.status(post) == "draft"


def test_an_overridden_claim_does_not_stop_publishing(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    desk.overridden.add("The fee is 7 marks.")
    assert publish(ana, draft).status_code == 200


def test_a_post_for_a_later_hour_is_checked_when_it_is_scheduled(
    wordpress: WordPress, ana: Person, draft: int
) -> None:
    answer = publish(ana, draft, status="future", date="2099-01-01T08:00:00")
    assert answer.status_code == 409
    assert wordpress.status(draft) == "draft"


def test_a_new_post_is_checked_before_it_exists(desk: Desk, ana: Person) -> None:
    answer = ana.rest(
        "POST", "/wp/v2/posts", {"status": "publish", "title": "New", "content": WRONG}
    )
    assert answer.status_code == 409
    assert desk.checks()[0].path.startswith("/v1/drafts/tide/unsaved-")


def test_drafts_are_saved_without_a_check(desk: Desk, ana: Person, draft: int) -> None:
    answer = ana.rest("POST", f"/wp/v2/posts/{draft}", {"content": WRONG + WRONG})
    assert answer.status_code == 200
    assert desk.sent == []


def test_a_published_story_may_change_beside_its_text_although_it_is_refuted_by_now(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    desk.script.clear()
    publish(ana, draft)
    desk.script["7 marks"] = "refuted"
    desk.sent.clear()
    assert publish(ana, draft, sticky=True).status_code == 200
    assert desk.checks() == []
    refused = publish(ana, draft, content=WRONG.replace("fee", "new fee"))
    assert refused.status_code == 409


@pytest.mark.parametrize(("policy", "asked"), [("off", 0), ("warn", 0)])
def test_by_rest_a_policy_that_does_not_block_asks_nothing(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int, policy: str, asked: int
) -> None:
    wordpress.settings(desk.url, TOKEN, policy=policy)
    assert publish(ana, draft).status_code == 200
    assert len(desk.checks()) == asked


def test_while_the_service_is_down_publishing_goes_on_unless_the_site_wants_a_check(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    wordpress.settings(nowhere, TOKEN, when_down="block")
    refused = publish(ana, draft)
    assert (refused.status_code, refused.json()["code"]) == (503, "ledgerrag_unchecked")
    assert wordpress.status(draft) == "draft"
    wordpress.settings(nowhere, TOKEN, when_down="warn")
    assert publish(ana, draft).status_code == 200


def test_quick_edit_does_not_lead_past_the_gate_and_says_why_on_the_next_page(
    wordpress: WordPress, ana: Person, draft: int
) -> None:
    assert quick_edit(ana, draft, "publish").status_code == 200
    assert wordpress.status(draft) == "draft"
    notice = ana.client.get("/wp-admin/edit.php").text
    assert "Not published: the record refutes 1 claim." in notice
    assert "(b)9(/b)" in notice
    assert "Not published" not in ana.client.get("/wp-admin/edit.php").text


def test_bulk_edit_does_not_lead_past_the_gate(
    wordpress: WordPress, ana: Person, draft: int
) -> None:
    page = ana.client.get("/wp-admin/edit.php").text
    nonce = re.search(r'name="_wpnonce" value="(\w+)"', page)
    assert nonce
    form = {"action": "edit", "bulk_edit": "Update", "_status": "publish", "post[]": str(draft)}
    form |= {"_wpnonce": nonce[1], "post_type": "post", "post_author": "-1", "screen": "edit-post"}
    ana.client.get("/wp-admin/edit.php", params=form)
    assert wordpress.status(draft) == "draft"


def test_a_program_cannot_lead_past_the_gate(wordpress: WordPress, draft: int) -> None:
    wordpress.php(f"wp_update_post(array('ID' => {draft}, 'post_status' => 'publish'));")
    assert wordpress.status(draft) == "draft"


def test_a_refuted_change_of_a_published_story_is_kept_as_an_autosave_and_readers_see_the_old_text(
    wordpress: WordPress, desk: Desk, ana: Person
) -> None:
    post = wordpress.post("ana", "The fee", RIGHT, post_status="publish")
    wordpress.php(
        "wp_set_current_user(get_user_by('login', 'ana')->ID);"
        f"$new = array('ID' => {post}, 'post_content' => 'The \"fee\" is 7 marks.');"
        "wp_update_post(wp_slash($new));"
    )
    assert wordpress.content(post) == RIGHT
    assert wordpress.status(post) == "publish"
    kept = wordpress.php(
        f"$kept = wp_get_post_autosave({post}, get_user_by('login', 'ana')->ID);"
        f"$older = get_post({post})->post_modified_gmt <= $kept->post_modified_gmt;"
        "echo $kept->post_content, $older ? ' is newer' : ' is not offered';"
    )
    assert kept == 'The "fee" is 7 marks. is newer'


def test_the_watch_of_a_story_ends_when_it_is_taken_down(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    publish(ana, draft, content=RIGHT)
    assert len(desk.watches) == 1
    ana.rest("POST", f"/wp/v2/posts/{draft}", {"status": "draft"})
    assert desk.watches == []


def test_a_changed_story_is_watched_anew_and_the_old_watch_ends(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    publish(ana, draft, content=RIGHT)
    first = list(desk.watches)
    publish(ana, draft, sticky=True)
    assert desk.watches == first
    publish(ana, draft, content=RIGHT.replace("fee", "entrance fee"))
    assert len(desk.watches) == 1
    assert desk.watches != first


def test_a_watch_that_could_not_be_made_is_made_later(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    wordpress.settings(f"http://127.0.0.1:{free_port()}", TOKEN, when_down="warn")
    assert publish(ana, draft, content=RIGHT).status_code == 200
    assert desk.watches == []
    wordpress.settings(desk.url, TOKEN)
    wordpress.php(
        f"do_action_ref_array('ledgerrag_begin_watch', array_values(wp_get_scheduled_event("
        f"'ledgerrag_begin_watch', array({draft}, 1))->args));"
    )
    assert len(desk.watches) == 1


def test_what_was_not_checked_is_watched_by_its_text(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    wordpress.settings(desk.url, TOKEN, policy="off")
    publish(ana, draft, content=RIGHT)
    made = desk.sent[-1]
    assert made.path == "/v1/watches"
    assert [one["text"] for one in made.body["paragraphs"]] == ["The fee is 9 marks."]


def test_a_site_that_does_not_watch_makes_no_watch(
    wordpress: WordPress, desk: Desk, ana: Person, draft: int
) -> None:
    wordpress.settings(desk.url, TOKEN, watch=False)
    assert publish(ana, draft, content=RIGHT).status_code == 200
    assert desk.watches == []
