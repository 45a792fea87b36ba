from __future__ import annotations

import base64
import hashlib
import re
from typing import Any, Final

import pytest
from lxml import html

from ledgerrag.cms.snapshot import read_snapshot
from tests.service.conftest import Served

PLACE: Final = "/v1/drafts/newsroom/story-7"
TRUE: Final = "The reporting period for the annual solvency report is 270 days."
FALSE: Final = "The reporting period for the annual solvency report is 180 days."
DAY: Final = "2026-08-01"
KINDS: Final = ("claimreview", "article", "ninjs", "ledger", "evidence.html")


@pytest.fixture
def checked(served: Served) -> tuple[Served, str]:
    """A service, and a token whose site has checked a draft of a true and a false paragraph."""
    token = served.token()
    body = {
        "title": "Longer to report",
        "as_of": DAY,
        "paragraphs": [{"id": "a", "text": TRUE}, {"id": "b", "text": FALSE}],
    }
    made = served.call("POST", f"{PLACE}/checks", token, json=body)
    assert made.status_code == 202
    done = served.call("GET", f"/v1/checks/{made.json()['check']}?wait=30", token).json()
    while done["status"] in ("queued", "running"):
        done = served.call("GET", f"/v1/checks/{made.json()['check']}?wait=30", token).json()
    assert done["status"] == "done"
    return served, token


def get(checked: tuple[Served, str], kind: str, query: str = "") -> Any:
    served, token = checked
    return served.call("GET", f"{PLACE}/exports/{kind}{query}", token)


def test_reviews_say_which_claim_is_true_and_which_is_not(checked: tuple[Served, str]) -> None:
    told = get(checked, "claimreview", "?url=https://paper.example/7&publisher=The+Paper")
    assert told.headers["content-type"].startswith("application/ld+json")
    found = {
        one["claimReviewed"]: one["reviewRating"]["ratingValue"] for one in told.json()["@graph"]
    }
    assert found == {TRUE: 5, FALSE: 1}


def test_an_article_quotes_the_official_text_that_it_rests_on(checked: tuple[Served, str]) -> None:
    cited = get(checked, "article").json()["citation"]
    told = {one["publisher"]["name"]: one["text"] for one in cited}
    assert "(270) days" in told["Aldermark Market Authority"]


def test_an_article_carries_the_correction_that_a_later_document_asks_for(
    checked: tuple[Served, str],
) -> None:
    served, token = checked
    story = {"story": "story-7", "published": DAY, "paragraphs": [{"id": "a", "text": TRUE}]}
    assert served.call("POST", "/v1/watches", token, json=story).status_code == 201
    later = {
        "doc_id": "notice-45",
        "series": "reporting-rule-12",
        "title": "Reporting Rule 12 as amended",
        "text": "The reporting period for the annual solvency report is 300 days.",
        "source": "market-authority",
        "published": "2026-09-01",
        "effective_from": "2026-10-01",
        "domain": "regulation",
    }
    assert served.call("POST", "/v1/documents", token, json=[later]).status_code == 200
    served.call("GET", "/v1/events?wait=30", token)
    notices = get(checked, "article").json()["correction"]
    assert len(notices) == 1
    assert "300" in notices[0]["text"]
    assert (
        get(checked, "ninjs").json()["associations"][0]["bodies"][0]["value"] == notices[0]["text"]
    )


def test_the_ledger_of_a_file_is_the_ledger_of_the_panel(checked: tuple[Served, str]) -> None:
    served, token = checked
    told = get(checked, "ledger")
    assert told.headers["content-disposition"] == 'attachment; filename="ledger-1.json"'
    assert read_snapshot(told.content).claims
    assert told.json() == served.call("GET", f"{PLACE}/ledger", token).json()


def test_an_evidence_file_runs_nothing_and_its_style_is_the_one_allowed(
    checked: tuple[Served, str],
) -> None:
    told = get(checked, "evidence.html")
    policy = told.headers["content-security-policy"]
    allowed = re.findall(r"'sha256-([^']+)'", policy)
    style = str(html.document_fromstring(told.text).xpath("string(//style)"))
    assert allowed == [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()]
    assert "default-src 'none'" in policy
    assert "script" not in policy


def test_an_evidence_file_names_the_journal_that_proves_it(checked: tuple[Served, str]) -> None:
    served, _ = checked
    store = served.service.tenants.get().store
    told = get(checked, "evidence.html").text
    assert store.log_id in told
    assert FALSE in told


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_that_was_never_checked_has_no_export(served: Served, kind: str) -> None:
    told = served.call("GET", f"/v1/drafts/newsroom/none/exports/{kind}", served.token())
    assert told.status_code == 404
    assert "start one" in told.json()["next_step"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_that_is_none_is_named(checked: tuple[Served, str], kind: str) -> None:
    told = get(checked, kind, "?url=javascript:alert(1)")
    assert told.status_code == 422
    assert "is no web address" in told.json()["detail"]
