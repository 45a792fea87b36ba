from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.pachon.readers import Limits, Raw
from ledgerrag.pachon.readers.pagedates import borne_out
from tests.pachon.readers.making import one, records, refusal

RULE = "<p>The reporting period is two hundred and seventy days, as the board decided.</p>"
PAGE = (
    "<!DOCTYPE html><html lang='en-GB'><head><title>Notice 44</title>{head}</head><body>"
    "<nav><a href='/'>Home</a></nav><article><h1>Notice 44</h1>{byline}"
    + RULE
    + "<ul><li>First: firms.</li><li>Second: funds.</li></ul></article>"
    "<footer>© 2019 Regulator</footer><script>var hidden = 1;</script></body></html>"
)


def page(head: str = "", byline: str = "") -> str:
    return PAGE.format(head=head, byline=byline)


def meta(name: str, content: str) -> str:
    return f"<meta property='{name}' content='{content}'>"


def test_text_title_address_and_language_are_taken(tmp_path: Path) -> None:
    found = one(tmp_path, "n.html", page("<link rel='canonical' href='https://reg.example/44'>"))
    text = str(found.fields["text"])
    assert "two hundred and seventy days" in text
    assert "funds" in text
    assert "hidden" not in text
    assert found.fields["title"] == "Notice 44"
    assert found.fields["url"] == "https://reg.example/44"
    assert found.fields["language"] == "en-GB"
    assert found.fields["doc_id"] == "n.html"


def test_the_pages_own_statement_keeps_its_time_and_zone(tmp_path: Path) -> None:
    stamp = "2026-03-01T23:30:00-08:00"
    found = one(tmp_path, "n.html", page(meta("article:published_time", stamp)))
    assert found.fields["published"] == stamp
    assert "published from the page's metadata" in found.notes
    linked = f'<script type="application/ld+json">{{"datePublished": "{stamp}"}}</script>'
    assert one(tmp_path, "n.html", page(linked)).fields["published"] == stamp


def test_a_changed_text_is_published_when_it_was_changed(tmp_path: Path) -> None:
    head = meta("article:published_time", "2026-03-01") + meta("og:updated_time", "2026-04-01")
    found = one(tmp_path, "n.html", page(head))
    assert found.fields["published"] == "2026-04-01"
    assert found.fields["first_published"] == "2026-03-01"


@pytest.mark.parametrize(
    "byline",
    [
        "<time datetime='2020-05-15T10:00:00Z'>last week</time>",
        "<p class='date'>May 15, 2020</p>",
        "<p>Published: 15.05.2020</p>",
    ],
)
def test_a_byline_gives_the_day(tmp_path: Path, byline: str) -> None:
    found = one(tmp_path, "n.html", page(byline=byline))
    assert found.fields["published"] == "2020-05-15"
    assert "published found in the page by htmldate" in found.notes


@pytest.mark.parametrize(
    "byline",
    [
        "",
        "<p>From 2026-07-01 the limit is 80.</p>",
        "<p class='date'>03/04/2020</p>",
        "<p class='date'>2 days ago</p>",
    ],
    ids=["a year in the footer", "a date in running text", "two possible days", "relative"],
)
def test_a_date_that_is_not_the_pages_or_could_be_two_days_is_left_out(
    tmp_path: Path, byline: str
) -> None:
    assert "published" not in one(tmp_path, "n.html", page(byline=byline)).fields


def test_a_date_ahead_of_the_day_of_reading_is_read_like_any_other(tmp_path: Path) -> None:
    found = one(tmp_path, "n.html", page(byline="<p class='date'>May 15, 2039</p>"))
    assert found.fields["published"] == "2039-05-15"


@pytest.mark.parametrize(
    ("source", "borne"),
    [
        ("2020-04-03", True),
        ("/2020/04/03/", True),
        ("20200403", True),
        ("3 April 2020", True),
        ("April 3, 2020", True),
        ("03/04/2020", False),
        ("04/03/2020", False),
        ("April 2020", False),
        ("2020", False),
    ],
)
def test_a_found_day_must_stand_in_the_page(source: str, borne: bool) -> None:
    assert borne_out("2020-04-03", source) is borne


def test_an_address_for_a_page_is_never_fetched(tmp_path: Path) -> None:
    # pytest-socket fails the test where the libraries try to.
    found = one(tmp_path, "n.html", "https://reg.example/44")
    assert found.fields["text"] == "https://reg.example/44"


def test_a_declared_encoding_of_one_byte_is_read(tmp_path: Path) -> None:
    source = "<meta charset='iso-8859-1'><p>The café is closed on Monday.</p>".encode("latin-1")
    assert "café" in str(one(tmp_path, "n.html", source).fields["text"])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<p>caf\xe9</p>", "not UTF-8 at byte 6"),
        (b"<meta charset=utf-7><p>caf\xe9</p>", "not UTF-8"),
        (b"<meta charset=cp1252><p>caf\x81</p>", "not cp1252"),
        (b"<script>x()</script>", "has no text"),
        (b"<!-- nothing -->", "no HTML"),
        (b"<p>start</p>" + b"<div>" * 100_000 + b"end", "nested too deep"),
        (b"PK\x03\x04", "a zip archive"),
        ("<p>x</p>".encode("utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_readable_page_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in refusal(tmp_path, "n.html", content).reason


def test_a_large_page_is_taken_whole_and_says_so(tmp_path: Path) -> None:
    (found,) = records(tmp_path, "n.html", page(), Limits(main_part=100))
    assert isinstance(found, Raw)
    assert "Home" in str(found.fields["text"])
    assert any("whole page" in note for note in found.notes)
    assert "larger than" in refusal(tmp_path, "n.html", page(), Limits(markup=100)).reason
