from __future__ import annotations

import io
from dataclasses import replace

import feedparser  # type: ignore[import-untyped]

from ledgerrag.service.atom import feed
from tests.cms.test_notices import EVENT

SINCE = "2026-03-01T00:00:00Z"


def parsed(body: bytes) -> feedparser.FeedParserDict:
    found = feedparser.parse(io.BytesIO(body))
    assert not found.bozo
    return found


def test_a_feed_without_events_is_a_feed() -> None:
    found = parsed(feed("site:s", "A site", SINCE, (), {}))
    assert (found.feed.title, found.feed.updated) == ("A site", SINCE)
    assert found.entries == []
    assert found.version == "atom10"


def test_an_entry_has_what_happened_and_leads_to_its_story() -> None:
    links = {"w": "https://news.example/a?b=1&c=2"}
    (entry,) = parsed(feed("site:s", "A site", SINCE, (EVENT,), links)).entries
    assert entry.title == "correction: The fee is 12 euros."
    assert entry.link == links["w"]
    assert entry.content[0].value == "The fee is 15 euros."
    assert entry.tags[0].term == "correction"
    assert entry.updated == EVENT.created


def test_what_no_xml_can_hold_and_what_looks_like_markup_is_shown_as_text() -> None:
    quote = 'a \x00\x1b\ud800 <script>alert("x")</script> & more \ufffe'
    (entry,) = parsed(feed("x", "T\x07", SINCE, (replace(EVENT, quote=quote),), {})).entries
    assert entry.content[0].type == "text/plain"
    assert '<script>alert("x")</script> & more' in entry.content[0].value
    assert "\x00" not in entry.content[0].value


def test_events_stand_newest_first_as_they_are_given() -> None:
    later = replace(EVENT, seq=8, created="2026-03-12T00:00:00Z")
    found = parsed(feed("x", "T", SINCE, (later, EVENT), {}))
    assert [entry.id for entry in found.entries] == [
        "urn:ledgerrag:event:w-8",
        "urn:ledgerrag:event:w-7",
    ]
    assert found.feed.updated == "2026-03-12T00:00:00Z"
