from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]
from lxml import html

from ledgerrag.cms.exports.article import Correction, news_article
from ledgerrag.cms.exports.claimreview import claim_reviews
from ledgerrag.cms.exports.evidence import evidence_file, text_sha256
from ledgerrag.cms.exports.ninjs import news_item
from ledgerrag.cms.exports.story import Story, identifier
from ledgerrag.cms.snapshot import Snapshot
from ledgerrag.errors import InputError
from tests.cms.exports.shots import HOSTILE, MARK, NOTICE, STORY, TEXT, shot

NINJS = Draft202012Validator(
    json.loads(Path(__file__).with_name("ninjs_3_1.json").read_text()),
    format_checker=FormatChecker(),
)


def reviews() -> dict[str, Any]:
    graph = claim_reviews(shot(), STORY)["@graph"]
    return {one["claimReviewed"]: one for one in graph}


def test_a_review_says_what_the_sources_say_on_a_scale_that_it_states() -> None:
    found = {text: one["reviewRating"]["ratingValue"] for text, one in reviews().items()}
    assert found == {"The berth fee is 40 euros.": 1, "The pier is open.": 5, "The lake rose.": 3}
    assert all(one["reviewRating"]["bestRating"] == 5 for one in reviews().values())


def test_what_nothing_settles_has_no_review() -> None:
    assert "Nobody came." not in reviews()


def test_a_review_names_the_claim_where_it_appears_and_what_it_rests_on() -> None:
    one = reviews()["The berth fee is 40 euros."]
    assert one["itemReviewed"]["appearance"]["url"] == STORY.url
    assert one["author"]["name"] == "The Paper"
    assert one["citation"][0]["text"] == "The berth fee is 45 euros."
    assert one["citation"][0]["temporalCoverage"] == "2026-07-01/.."


def test_a_draft_without_an_address_is_named_by_a_urn() -> None:
    assert identifier(Story(), "paper", "story 7/ä") == "urn:ledgerrag:paper:story%207%2F%C3%A4"
    assert "url" not in claim_reviews(shot(), Story())["@graph"][0]


def test_an_address_that_no_browser_should_open_is_refused() -> None:
    with pytest.raises(InputError, match="is no web address"):
        Story("javascript:alert(1)")


def test_an_article_carries_its_corrections_and_its_sources_once() -> None:
    made = news_article(shot(), STORY, (NOTICE,))
    correction = made["correction"][0]
    assert correction["@type"] == "CorrectionComment"
    assert correction["text"] == NOTICE.text
    assert correction["datePublished"] == "2026-08-02"
    assert correction["correctedWork"] == {"@id": STORY.url}
    assert [one["identifier"] for one in made["citation"]] == ["dues@2"]


@pytest.mark.parametrize("story", [STORY, Story()])
@pytest.mark.parametrize("notices", [(), (NOTICE, NOTICE)])
def test_a_news_item_is_valid_ninjs(story: Story, notices: Sequence[Correction]) -> None:
    NINJS.validate(news_item(shot(), story, notices))


def test_the_schema_of_ninjs_refuses_what_it_does_not_know() -> None:
    wrong: list[dict[str, Any]] = [
        {"type": "text"},
        {**news_item(shot(), STORY), "correction": "none"},
        {**news_item(shot(), STORY), "bodies": [{"contentType": "text/plain"}]},
        {**news_item(shot(), STORY), "type": "story"},
    ]
    assert [NINJS.is_valid(one) for one in wrong] == [False] * 4


def test_a_news_item_tells_editors_what_is_open_and_only_that() -> None:
    note = news_item(shot(), STORY)["edNote"]
    assert "Nothing was found." in note
    assert "The fee is refuted." not in note


def test_two_notices_of_a_news_item_have_names_of_their_own() -> None:
    made = news_item(shot(), STORY, (NOTICE, NOTICE))["associations"]
    assert len({one["uri"] for one in made}) == 2


def page(one: Snapshot) -> html.HtmlElement:
    return html.document_fromstring(evidence_file(one, STORY, MARK))


def test_an_evidence_file_quotes_exactly_and_says_where() -> None:
    made = page(shot())
    assert made.xpath("//mark/text()")[0] == "The berth fee is 45 euros."
    locator = made.xpath("//figure//span[@class='locator']")[0].text_content()
    assert "dues@2 [10:36]" in locator
    assert hashlib.sha256(b"The berth fee is 45 euros.").hexdigest() in locator


def test_an_evidence_file_tells_dates_journal_text_and_who_decided_otherwise() -> None:
    text = " ".join(page(shot()).text_content().split())
    for told in ("2026-08-01: what held", MARK.root, text_sha256(shot()), "override by paper/Ana"):
        assert told in text


def test_words_of_a_draft_are_never_markup_in_an_evidence_file() -> None:
    made = page(shot())
    assert made.xpath("//script") == []
    assert HOSTILE in made.text_content()


def test_an_evidence_file_needs_nothing_from_elsewhere() -> None:
    made = page(shot())
    assert made.xpath("//@src") == []
    assert all(one.startswith("#") for one in made.xpath("//@href"))


def test_every_claim_of_an_evidence_file_is_reached_from_its_sentence() -> None:
    made = page(shot())
    anchors = {one.removeprefix("#") for one in made.xpath("//sup/a/@href")}
    assert anchors == {f"claim-{n}" for n in range(1, 5)} == set(made.xpath("//article/@id"))


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))), max_size=6))
def test_marking_claims_changes_no_word_of_the_text(cuts: list[tuple[int, int]]) -> None:
    whole = shot()
    claims = tuple(
        replace(whole.claims[0], id=f"c-{n}", start=min(cut), end=max(cut), checklist=())
        for n, cut in enumerate(cuts)
    )
    made = page(replace(whole, claims=claims, checklist=()))
    for number in made.xpath("//p[contains(@class, 'draft')]/sup"):
        number.drop_tree()
    assert made.xpath("//p[contains(@class, 'draft')]")[0].text_content() == TEXT
