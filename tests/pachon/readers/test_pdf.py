from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.pachon.readers import Limits
from tests.pachon.readers.making import one, pdf, refusal

INFO = "/Title (Notice 44) /CreationDate (D:20260515233000-08'00')"
LOCK = (
    "/Encrypt << /Filter /Standard /V 1 /R 2 /O (01234567890123456789012345678901)"
    " /U (01234567890123456789012345678901) /P -4 >> /ID [(a)(a)]"
)


def test_pages_are_joined_and_their_beginnings_kept(tmp_path: Path) -> None:
    pages = ["The period is 270 days.\nSecond line.", "Page two."]
    found = one(tmp_path, "n.pdf", pdf(pages, INFO))
    text = str(found.fields["text"])
    assert text == "The period is 270 days.\nSecond line.\n\nPage two."
    assert [text[start : start + 4] for start in found.pages] == ["The ", "Page"]
    assert found.fields["doc_id"] == "n.pdf"


def test_title_and_date_come_from_the_metadata_with_a_note(tmp_path: Path) -> None:
    found = one(tmp_path, "n.pdf", pdf(["x"], INFO))
    assert found.fields["title"] == "Notice 44"
    assert found.fields["published"] == "2026-05-15T23:30:00-08:00"
    assert "published is the PDF's creation date" in found.notes
    bare = one(tmp_path, "n.pdf", pdf(["x"], "/CreationDate (soon)"))
    assert "published" not in bare.fields
    assert any("'soon'" in note for note in bare.notes)


def test_a_word_broken_at_the_end_of_a_line_is_whole_again(tmp_path: Path) -> None:
    found = one(tmp_path, "n.pdf", pdf(["This is a regu-\nlation of the board."]))
    assert "regulation of the board" in str(found.fields["text"])


def test_a_page_without_text_is_noted(tmp_path: Path) -> None:
    found = one(tmp_path, "n.pdf", pdf(["one", "", "three"]))
    assert "no text on page 2" in found.notes
    assert len(found.pages) == 3


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (pdf(["x"], trailer=LOCK), "encrypted"),
        (pdf(["x"])[:300], "truncated"),
        (pdf(["x"])[:-20], "truncated"),
        (pdf(["x"])[:100] + b"\n%%EOF\n", "truncated or damaged"),
        (pdf(["", ""]), "no text layer"),
        (b"PK\x03\x04", "a zip archive"),
        (b"hello", "named .pdf but it is something else"),
        (b"", "empty"),
    ],
)
def test_what_gives_no_text_is_refused_with_the_reason(
    tmp_path: Path, content: bytes, words: str
) -> None:
    assert words in refusal(tmp_path, "n.pdf", content).reason


def test_size_and_pages_are_bounded(tmp_path: Path) -> None:
    content = pdf(["a", "b", "c"])
    assert "more than 2 pages" in refusal(tmp_path, "n.pdf", content, Limits(pages=2)).reason
    assert "larger than" in refusal(tmp_path, "n.pdf", content, Limits(document=99)).reason
