from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from tests.integrations.wordpress.desk import TOKEN, Answer, Desk
from tests.integrations.wordpress.newsroom import People, Person, WordPress, free_port

pytestmark = [
    pytest.mark.wordpress,
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]
PAGE = "/wp-admin/options-general.php?page=ledgerrag"


@pytest.fixture
def chief(person: People) -> Person:
    return person("chief")


def stored(wordpress: WordPress) -> Any:
    both = "get_option('ledgerrag_settings'), get_option('ledgerrag_secret')"
    return json.loads(wordpress.php(f"echo wp_json_encode(array({both}));"))


def nonces(page: str) -> list[str]:
    found = re.findall(r'name="_wpnonce" value="(\w+)"', page)
    assert len(found) == 2
    return found


def save(chief: Person, **fields: Any) -> str:
    """Send the form as a browser would: an empty token field, ticked boxes only."""
    page = chief.client.get(PAGE).text
    form = {"option_page": "ledgerrag", "action": "update", "_wpnonce": nonces(page)[0]}
    now = stored(chief.site)[0]
    for name in ("url", "site", "policy"):
        form[f"ledgerrag_settings[{name}]"] = now[name]
    form |= {"ledgerrag_secret[token]": "", "_wp_http_referer": PAGE}
    form |= fields
    answer = chief.client.post("/wp-admin/options.php", data=form)
    assert answer.status_code == 302, answer.text[:300]
    return unescape(chief.client.get(answer.headers["location"]).text)


def connection(chief: Person) -> tuple[str, str]:
    page = chief.client.get(PAGE).text
    form = {"action": "ledgerrag_test", "_wpnonce": nonces(page)[1]}
    answer = chief.client.post("/wp-admin/admin-post.php", data=form)
    assert answer.status_code == 302
    shown = unescape(chief.client.get(PAGE).text)
    found = re.search(r'notice-(\w+)" role="status"><p>(.*?)</p>', shown)
    assert found
    return found[1], found[2]


def test_settings_are_stored_and_the_token_is_kept_where_its_field_is_empty(
    wordpress: WordPress, desk: Desk, chief: Person
) -> None:
    page = save(chief, **{"ledgerrag_settings[policy]": "warn", "ledgerrag_settings[watch]": "1"})
    assert "Settings saved." in page
    settings, secret = stored(wordpress)
    assert (settings["policy"], settings["watch"]) == ("warn", True)
    assert secret == {"token": TOKEN}
    assert "A token is stored; it is not shown." in page
    assert TOKEN not in page


def test_a_new_token_replaces_the_stored_one_and_a_tick_forgets_it(
    wordpress: WordPress, desk: Desk, chief: Person
) -> None:
    save(chief, **{"ledgerrag_secret[token]": " lr_another_token "})
    assert stored(wordpress)[1] == {"token": "lr_another_token"}
    save(chief, **{"ledgerrag_secret[forget]": "1"})
    assert stored(wordpress)[1] == []


def test_the_stored_token_is_never_sent_to_another_address(
    wordpress: WordPress, desk: Desk, chief: Person
) -> None:
    page = save(chief, **{"ledgerrag_settings[url]": "http://127.0.0.1:8699"})
    assert stored(wordpress)[1] in ([], False)
    assert "the stored token was forgotten" in page
    save(
        chief,
        **{"ledgerrag_settings[url]": desk.url + "/", "ledgerrag_secret[token]": "lr_new_token"},
    )
    assert stored(wordpress)[0]["url"] == desk.url
    assert stored(wordpress)[1] == {"token": "lr_new_token"}


@pytest.mark.parametrize(
    "address",
    [
        "ftp://127.0.0.1",
        "127.0.0.1:8000",
        "http://ana:pw@127.0.0.1",
        "http://h/?a=b",
        "javascript:0",
    ],
)
def test_what_is_no_address_is_named_and_the_old_one_stays(
    wordpress: WordPress, desk: Desk, chief: Person, address: str
) -> None:
    page = save(chief, **{"ledgerrag_settings[url]": address})
    assert "The address was not changed" in page
    assert stored(wordpress)[0]["url"] == desk.url
    assert stored(wordpress)[1] == {"token": TOKEN}


def test_names_and_policies_that_cannot_be_change_nothing(
    wordpress: WordPress, desk: Desk, chief: Person
) -> None:
    page = save(
        chief,
        **{"ledgerrag_settings[site]": "The Tide", "ledgerrag_settings[policy]": "maybe"},
    )
    assert "The name of the site was not changed" in page
    settings = stored(wordpress)[0]
    assert (settings["site"], settings["policy"]) == ("tide", "block")


def test_only_administrators_see_or_change_the_settings(
    wordpress: WordPress, desk: Desk, person: People
) -> None:
    for login in ("ana", "ben", "dora"):
        someone = person(login)
        assert someone.client.get(PAGE).status_code == 403
        form = {"option_page": "ledgerrag", "action": "update", "_wpnonce": someone.nonce}
        form["ledgerrag_settings[policy]"] = "off"
        assert someone.client.post("/wp-admin/options.php", data=form).status_code == 403
        test = {"action": "ledgerrag_test", "_wpnonce": someone.nonce}
        assert someone.client.post("/wp-admin/admin-post.php", data=test).status_code == 403
    assert stored(wordpress)[0]["policy"] == "block"
    assert desk.sent == []


def test_a_form_without_its_nonce_changes_and_tests_nothing(
    wordpress: WordPress, desk: Desk, chief: Person
) -> None:
    form = {"option_page": "ledgerrag", "action": "update", "ledgerrag_settings[policy]": "off"}
    assert chief.client.post("/wp-admin/options.php", data=form).status_code == 403
    test = {"action": "ledgerrag_test"}
    assert chief.client.post("/wp-admin/admin-post.php", data=test).status_code == 403
    assert stored(wordpress)[0]["policy"] == "block"
    assert desk.sent == []


def test_the_test_of_the_connection_says_that_all_is_well(desk: Desk, chief: Person) -> None:
    kind, said = connection(chief)
    assert kind == "success"
    assert "accepts the token for the site “tide”" in said


@pytest.mark.parametrize(
    ("about", "kind", "part"),
    [
        ({"site": "wave", "scopes": ["draft", "watch"]}, "error", "made for the site “wave”"),
        ({"site": "tide", "scopes": ["read", "watch"]}, "error", "no scope “draft”"),
        ({"site": "tide", "scopes": ["draft"]}, "warning", "no scope “watch”"),
        ({"site": "tide", "scopes": ["admin"]}, "success", "accepts the token"),
        ({"site": "<b>x</b>", "scopes": []}, "error", "&lt;b&gt;x"),
    ],
)
def test_the_test_of_the_connection_names_what_is_wrong(
    desk: Desk, chief: Person, about: dict[str, object], kind: str, part: str
) -> None:
    desk.about = about
    page = chief.client.get(PAGE).text
    form = {"action": "ledgerrag_test", "_wpnonce": nonces(page)[1]}
    chief.client.post("/wp-admin/admin-post.php", data=form)
    shown = chief.client.get(PAGE).text
    found = re.search(r'notice-(\w+)" role="status"><p>(.*?)</p>', shown)
    assert found
    assert found[1] == kind
    assert part in found[2]


def test_the_test_of_the_connection_names_a_refused_token_and_a_service_that_is_down(
    wordpress: WordPress, desk: Desk, chief: Person
) -> None:
    desk.instead = Answer(401, b"{}")
    assert "does not accept the token" in connection(chief)[1]
    wordpress.settings(f"http://127.0.0.1:{free_port()}", TOKEN)
    assert "does not answer" in connection(chief)[1]
    wordpress.settings("", "")
    assert "address of the evidence service is not set" in connection(chief)[1]


def test_constants_go_before_what_is_stored_and_their_fields_are_closed(
    wordpress: WordPress, desk: Desk
) -> None:
    code = (
        "define('LEDGERRAG_URL', 'http://127.0.0.1:9/'); define('LEDGERRAG_TOKEN', 'lr_constant');"
        "$s = LedgerRAG\\Settings::load(); echo $s->url, ' ', $s->token, ' ', $s->site;"
        "LedgerRAG\\Settings_Fields::url(); LedgerRAG\\Settings_Fields::token();"
    )
    shown = wordpress.php(code)
    assert shown.startswith("http://127.0.0.1:9 lr_constant tide")
    assert shown.count(" disabled") == 2
    assert "Set by LEDGERRAG_TOKEN in wp-config.php." in shown
    assert shown.count("lr_constant") == 1


def test_uninstalling_leaves_nothing_behind(wordpress: WordPress, desk: Desk, ana: Person) -> None:
    post = wordpress.post("ana", "The fee", "Nine marks.", post_status="publish")
    wordpress.php(
        "set_transient('ledgerrag_notice_1', array('x'), 600);"
        f"wp_schedule_single_event(time() + 600, 'ledgerrag_begin_watch', array({post}, 1));"
    )
    count = (
        'global $wpdb; echo $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->options WHERE option_name '
        "LIKE '%ledgerrag%' AND option_name <> 'active_plugins'\")"
        ' + $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_key '
        "LIKE '%ledgerrag%'\")"
        " + (int) (bool) strpos(serialize(_get_cron_array()), 'ledgerrag');"
    )
    assert int(wordpress.php(count)) >= 5
    wordpress.php(
        "define('WP_UNINSTALL_PLUGIN', 'ledgerrag/ledgerrag.php');"
        "require WP_PLUGIN_DIR . '/ledgerrag/uninstall.php';"
    )
    assert int(wordpress.php(count)) == 0
