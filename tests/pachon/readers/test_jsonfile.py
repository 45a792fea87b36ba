from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.pachon.readers import Raw, Rejected
from tests.pachon.readers.making import one, records, refusal


def test_a_single_object_is_one_record(tmp_path: Path) -> None:
    assert one(tmp_path, "f.json", '{"doc_id": "a"}').fields == {"doc_id": "a"}
    assert one(tmp_path, "f.json", '{"text": "x"}').fields["doc_id"] == "f.json"
    assert one(tmp_path, "f.json", '{"act": "repeal"}').kind == "act"


def test_a_list_gives_its_items_and_names_the_bad_ones(tmp_path: Path) -> None:
    found = records(tmp_path, "f.json", '[{"doc_id": "a"}, 3, {"act": "retract"}]')
    assert [type(item) for item in found] == [Raw, Rejected, Raw]
    assert [item.where for item in found] == ["f.json#1", "f.json#2", "f.json#3"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[]", "the list is empty"),
        ("3", "a number, not an object"),
        ('{"a": 1, "a": 1}', "occurs twice"),
        ("[" * 100_000, "nested deeper"),
        ("\ufeff", "not JSON"),
    ],
)
def test_what_holds_no_records_is_refused(tmp_path: Path, content: str, words: str) -> None:
    assert words in refusal(tmp_path, "f.json", content).reason


def test_a_json_feed_gives_its_items(tmp_path: Path) -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Wire",
        "language": "en",
        "items": [
            {
                "id": 7,
                "url": "https://wire.example/7",
                "title": "Budget",
                "content_html": "<p>It is <b>100</b>.</p><p>More.</p>",
                "date_published": "2026-03-01T23:30:00-08:00",
            },
            {"id": "8"},
            3,
        ],
    }
    found = records(tmp_path, "f.json", json.dumps(feed))
    assert [type(item) for item in found] == [Raw, Rejected, Rejected]
    first = found[0]
    assert isinstance(first, Raw)
    assert first.fields == {
        "doc_id": "7",
        "url": "https://wire.example/7",
        "title": "Budget",
        "text": "It is 100.\nMore.",
        "published": "2026-03-01T23:30:00-08:00",
        "language": "en",
        "feed": "Wire",
    }
    empty = json.dumps({"version": "https://jsonfeed.org/version/1", "items": []})
    assert "no items" in refusal(tmp_path, "g.json", empty).reason
