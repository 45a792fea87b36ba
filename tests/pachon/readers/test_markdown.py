from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.pachon.readers import Limits
from tests.pachon.readers.making import one, refusal

MATTER = """---
doc_id: policy:11@2022-09-01
version: 2
title: "11. User Protection"
published: {date}
effective_to: ~
language: no
archived: true
tags: [a, b]
---
"""


def test_front_matter_gives_the_fields_and_the_rest_is_the_text(tmp_path: Path) -> None:
    found = one(tmp_path, "p.md", MATTER.format(date="2022-09-01") + "Body.\n\n---\nmore\n")
    assert found.where == "p.md"
    assert found.kind == "document"
    assert found.fields == {
        "doc_id": "policy:11@2022-09-01",
        "version": 2,
        "title": "11. User Protection",
        "published": "2022-09-01",
        "effective_to": None,
        "language": "no",
        "archived": True,
        "tags": ["a", "b"],
        "text": "Body.\n\n---\nmore\n",
    }


@pytest.mark.parametrize(
    "date",
    ["2020-01-25", "2020-01", "2020-01-25T10:30:00-04:00", "2020-01-25 10:30:00", "12:30:45"],
)
def test_a_date_stays_the_text_that_was_written(tmp_path: Path, date: str) -> None:
    assert one(tmp_path, "p.md", MATTER.format(date=date) + "x").fields["published"] == date


@pytest.mark.parametrize("number", ["007", "1_000", "0x1F", "+1", "1.0", "1e3", "'12'"])
def test_only_plain_integers_become_numbers(tmp_path: Path, number: str) -> None:
    found = one(tmp_path, "p.md", f"---\ndoc_id: {number}\n---\nx")
    assert found.fields["doc_id"] == number.strip("'")


def test_without_front_matter_the_name_and_the_first_heading_stand_in(tmp_path: Path) -> None:
    found = one(tmp_path, "p.md", "```\n# code\n```\n\n## Rule 12 ##\nThe period is 180 days.\n")
    assert found.fields["doc_id"] == "p.md"
    assert found.fields["title"] == "Rule 12"
    assert found.notes == ("doc_id from the file's name", "title from the first heading")
    assert one(tmp_path, "q.txt", "Rule 12\n=======\nText").fields["title"] == "Rule 12"
    assert "title" not in one(tmp_path, "r.txt", "plain text\n\n---\n").fields


def test_a_byte_order_mark_and_foreign_line_ends_are_accepted(tmp_path: Path) -> None:
    found = one(tmp_path, "p.md", b"\xef\xbb\xbf---\r\ndoc_id: a\r\n---\r\none\r\ntwo\rthree")
    assert found.fields == {"doc_id": "a", "text": "one\ntwo\nthree"}


def test_front_matter_may_hold_an_act(tmp_path: Path) -> None:
    found = one(tmp_path, "a.md", "---\nact: repeal\ntarget: rule-12\n---\nBecause.\n")
    assert found.kind == "act"
    assert found.fields == {"act": "repeal", "target": "rule-12", "note": "Because."}


def test_the_body_is_the_text_whatever_the_front_matter_says(tmp_path: Path) -> None:
    found = one(tmp_path, "p.md", "---\ntext: other\n---\nbody")
    assert found.fields["text"] == "body"
    assert "ignored" in found.notes[0]


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]"


@pytest.mark.parametrize(
    ("matter", "words"),
    [
        ("a: 1\nb: 2\na: 3", "line 4: the key 'a' occurs twice"),
        (BOMB, "line 3 refers to another value (*a)"),
        ("a: !!python/object:os.system x", "YAML tag"),
        ("a: !!timestamp 2020-01-01", "YAML tag"),
        ("title: Addendum: data", "line 2: a value holds `: `; put it in quotes"),
        ("title: [1, 2", "broken front matter"),
        ('title: "open', "broken front matter"),
        ("a: b\n\tc: d", "broken front matter"),
        ("just prose", "not a list of `key: value`"),
        ("- a\n- b", "not a list of `key: value`"),
        ("? [a, b]\n: c", "a key is not text"),
        ("a: " + "[" * 65 + "]" * 65, "nested deeper than 64"),
        ("a: " + "[" * 100_000, "nest"),
        ("a: \x07", "broken front matter"),
    ],
)
def test_front_matter_that_is_broken_or_means_harm_is_refused(
    tmp_path: Path, matter: str, words: str
) -> None:
    assert words in refusal(tmp_path, "p.md", f"---\n{matter}\n---\nbody").reason


def test_front_matter_that_is_not_closed_is_refused(tmp_path: Path) -> None:
    assert "is not closed" in refusal(tmp_path, "p.md", "---\ntitle: x\n\nbody\n").reason
    limits = Limits(front_matter=10)
    assert "is not closed" in refusal(tmp_path, "p.md", "---\n#23456789\n---\nx", limits).reason


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "there is no text"),
        (b"---\ntitle: x\n---\n", "there is no text"),
        (b"good\ncaf\xe9", "not UTF-8 at byte 8 (0xe9)"),
        (b"\xef\xbb\xbfcaf\xe9", "not UTF-8 at byte 6 (0xe9)"),
        ("text".encode("utf-16"), "UTF-16"),
        ("text".encode("utf-32"), "UTF-32"),
        ("text".encode("utf-16-le"), "NUL at byte 1"),
        (b"a" * 5000 + b"\x00", "NUL at byte 5,000"),
        (b"PK\x03\x04\x14\x00\x00", "a zip archive"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"\x1f\x8b\x08\x00", "gzip"),
    ],
)
def test_what_is_no_utf_8_text_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in refusal(tmp_path, "p.txt", content).reason


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    assert "larger than 10 bytes" in refusal(tmp_path, "p.md", "x" * 11, Limits(document=10)).reason
