from __future__ import annotations

import json

import pytest

from tests.integrations.wordpress.desk import TOKEN, Answer, Desk
from tests.integrations.wordpress.newsroom import People, Person, WordPress, free_port

pytestmark = [
    pytest.mark.wordpress,
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]

READS = ["checks/c1", "ledger", "revisions", "diff", "watch"]
WRITES = ["checks", "remarks", "notices"]
ALL = [*(("GET", suffix) for suffix in READS), *(("POST", suffix) for suffix in WRITES)]
TEXT = "<!-- wp:paragraph --><p>The fee is 9 marks.</p><!-- /wp:paragraph -->"


def route(post: int, suffix: str) -> str:
    return f"/ledgerrag/v1/posts/{post}/{suffix}"


@pytest.fixture
def post(wordpress: WordPress, desk: Desk) -> int:
    return wordpress.post("ben", "The fee", TEXT)


@pytest.mark.parametrize(("method", "suffix"), ALL)
def test_whoever_may_edit_the_post_reaches_the_service(
    desk: Desk, person: People, post: int, method: str, suffix: str
) -> None:
    person("ben").rest("POST", route(post, "checks"), {"title": "", "paragraphs": []})
    for login in ("ben", "ana", "chief"):
        body: dict[str, object] | None = (
            {"title": "", "paragraphs": []} if method == "POST" else None
        )
        answer = person(login).rest(method, route(post, suffix), body)
        assert answer.status_code in {200, 201, 202}, answer.text
        assert desk.sent[-1].path == f"/v1/drafts/tide/post-{post}/{suffix}"
        assert desk.sent[-1].headers["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.parametrize(("method", "suffix"), ALL)
def test_whoever_may_not_edit_the_post_is_refused_and_the_service_is_not_asked(
    desk: Desk, person: People, post: int, method: str, suffix: str
) -> None:
    body: dict[str, object] | None = {} if method == "POST" else None
    refused = {
        "a subscriber": person("dora").rest(method, route(post, suffix), body),
        "another author": person("cleo").rest(method, route(post, suffix), body),
        "the author without a nonce": person("ben").rest(
            method, route(post, suffix), body, nonce=""
        ),
        "the author with a false nonce": person("ben").rest(
            method, route(post, suffix), body, nonce="0123456789"
        ),
        "nobody": person("").rest(method, route(post, suffix), body),
    }
    assert {who: answer.status_code for who, answer in refused.items()} == {
        "a subscriber": 403,
        "another author": 403,
        "the author without a nonce": 401,
        "the author with a false nonce": 403,
        "nobody": 401,
    }
    assert desk.sent == []


def test_a_post_that_is_not_there_or_has_no_ledger_is_404(
    wordpress: WordPress, desk: Desk, ana: Person
) -> None:
    nav = wordpress.post("ana", "Menu", "", post_type="nav_menu_item")
    assert ana.rest("GET", route(10**9, "ledger")).status_code == 404
    assert ana.rest("GET", route(nav, "ledger")).status_code == 404
    assert desk.sent == []


def test_the_name_of_the_editor_is_that_of_who_is_logged_in(
    desk: Desk, ana: Person, post: int
) -> None:
    ana.rest("POST", route(post, "remarks"), {"item": "i1", "action": "tick", "editor": "chief"})
    assert desk.sent[-1].body == {"item": "i1", "action": "tick", "editor": "Ana"}


def test_parameters_are_numbers_and_waiting_is_short(desk: Desk, ana: Person, post: int) -> None:
    query = {"after": "7", "wait": "300", "revision": "2", "token": "x"}
    ana.rest("GET", route(post, "checks/c1"), query=query)
    assert desk.sent[-1].query == {"after": "7", "wait": "5"}
    bad = ana.rest("GET", route(post, "diff"), query={"from": "../1", "to": "2"})
    assert bad.status_code == 400
    assert len(desk.sent) == 1


def test_a_path_cannot_leave_the_draft(desk: Desk, ana: Person, post: int) -> None:
    for suffix in ("checks/../../../watches", "checks/a%2F..%2Fledger", "exports/ledger", ""):
        assert ana.rest("GET", route(post, suffix)).status_code in {400, 404}
    assert desk.sent == []


def test_what_the_service_says_comes_through_as_it_is(desk: Desk, ana: Person, post: int) -> None:
    answer = ana.rest("GET", route(post, "watch"))
    assert answer.json() == {"items": [], "empty": {}}
    refused = ana.rest("GET", route(post, "ledger"))
    assert refused.status_code == 404
    assert refused.json()["detail"] == "there is no ledger yet"
    assert refused.headers["content-type"].startswith("application/problem+json")


def test_a_busy_service_says_when_to_come_again(desk: Desk, ana: Person, post: int) -> None:
    body = json.dumps({"title": "Too many", "detail": "the queue is full"}).encode()
    desk.instead = Answer(503, body, {"Retry-After": "7"})
    answer = ana.rest("POST", route(post, "checks"), {"title": "", "paragraphs": []})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "7")


def test_a_service_that_is_down_is_502_with_the_next_step(
    wordpress: WordPress, desk: Desk, ana: Person, post: int
) -> None:
    wordpress.settings(f"http://127.0.0.1:{free_port()}", TOKEN)
    for method, suffix in ALL:
        answer = ana.rest(method, route(post, suffix), {} if method == "POST" else None)
        assert answer.status_code == 502
        assert answer.headers["content-type"].startswith("application/problem+json")
        assert answer.json()["next_step"].startswith("Go on writing")


@pytest.mark.parametrize(
    "strange",
    [
        Answer(200, b"<html>a router's page</html>"),
        Answer(302, b"", {"Location": "http://127.0.0.1:9/"}),
        Answer(401, b"{}"),
        Answer(403, b"{}"),
        Answer(200, b'{"a": '),
    ],
    ids=["html", "redirect", "token refused", "scope refused", "cut off"],
)
def test_what_is_no_answer_of_ours_is_502_and_never_looks_like_a_lost_session(
    desk: Desk, ana: Person, post: int, strange: Answer
) -> None:
    desk.instead = strange
    answer = ana.rest("GET", route(post, "ledger"))
    assert answer.status_code == 502
    assert "administrator" in answer.json()["next_step"]
    assert len(desk.sent) == 1


def test_a_service_that_takes_longer_than_it_may_is_504(wordpress: WordPress, desk: Desk) -> None:
    desk.instead = Answer(200, b"{}", after_seconds=2.5)
    code = (
        "$client = new LedgerRAG\\Client(LedgerRAG\\Settings::load());"
        "try { $client->send('GET', '/v1/token', array(), null, 1.0); echo 'an answer'; }"
        "catch (LedgerRAG\\Service_Error $error) { echo wp_json_encode($error->problem()); }"
    )
    told = json.loads(wordpress.php(code))
    assert told["status"] == 504
    assert told["next_step"] == "Go on writing, and try again in a minute."


def test_a_site_that_is_not_set_up_says_so(
    wordpress: WordPress, desk: Desk, ana: Person, post: int
) -> None:
    wordpress.settings("", "")
    answer = ana.rest("GET", route(post, "ledger"))
    assert answer.status_code == 502
    assert "address" in answer.json()["detail"]


def test_a_body_that_is_too_large_or_no_object_stays_here(
    desk: Desk, ana: Person, post: int
) -> None:
    large = ana.rest("POST", route(post, "checks"), {"title": "x" * 2_100_000})
    assert large.status_code == 413
    assert ana.rest("POST", route(post, "checks"), ["x"]).status_code == 400
    assert desk.sent == []


def test_the_token_is_in_no_answer(
    wordpress: WordPress, desk: Desk, person: People, post: int
) -> None:
    chief = person("chief")
    pages = [
        "/wp-admin/options-general.php?page=ledgerrag",
        "/wp-admin/options.php",
        "/wp-admin/plugins.php",
        f"/wp-admin/post.php?post={post}&action=edit",
        "/index.php?rest_route=/ledgerrag/v1",
        "/index.php?rest_route=/",
    ]
    for page in pages:
        answer = chief.client.get(page)
        assert answer.status_code == 200, page
        assert "ledgerrag" in answer.text
        assert TOKEN not in answer.text, page
        assert TOKEN[-40:] not in answer.text, page
    for method, suffix in ALL:
        answer = chief.rest(method, route(post, suffix), {} if method == "POST" else None)
        assert TOKEN[-40:] not in answer.text + str(answer.headers)
    assert TOKEN[-40:] not in chief.rest("GET", "/wp/v2/settings").text
