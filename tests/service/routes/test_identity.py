from __future__ import annotations

from tests.service.conftest import Served


def test_a_token_of_any_scope_learns_what_it_is_for_and_never_its_text(served: Served) -> None:
    text = served.token("draft", "watch", site="tide")
    told = served.call("GET", "/v1/token", text)
    assert told.status_code == 200
    assert told.json() == {
        "site": "tide",
        "label": "test",
        "tenant": "main",
        "scopes": ["draft", "watch"],
    }
    assert text.rpartition("_")[2] not in told.text


def test_without_a_token_nothing_is_told(served: Served) -> None:
    assert served.call("GET", "/v1/token", "").status_code == 401
