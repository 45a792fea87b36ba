from __future__ import annotations

import logging
import os
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.pachon.readers import Opened, Raw, Rejected, find, read
from ledgerrag.pachon.readers.kinds import registry
from tests.pachon.readers.making import pdf, records, refusal

ENDINGS = sorted(registry().endings)
SEEDS = [
    b"---\ntitle: x\n---\nbody",
    b'{"doc_id": "a", "text": "b"}',
    b"<rss><channel><item><title>T</title></item></channel></rss>",
    b"<html><body><p class='date'>1 May 2020</p><p>text</p></body></html>",
    pdf(["one", "two"]),
]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 8))] = draw(st.binary(max_size=8))
    return bytes(data)


@settings(max_examples=150, deadline=None)
@given(damaged() | st.binary(max_size=200), st.sampled_from(ENDINGS))
def test_no_content_makes_a_reader_raise(content: bytes, ending: str) -> None:
    with TemporaryDirectory() as folder:
        for item in records(Path(folder), "f" + ending, content):
            assert item.where.startswith("f" + ending)
            if isinstance(item, Raw):
                for value in item.fields.values():
                    str(value).encode("utf-8")
            else:
                assert "\n" not in item.reason


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_empty_file_is_refused_under_every_name(tmp_path: Path, ending: str) -> None:
    assert "empty" in refusal(tmp_path, "f" + ending, b"").reason


def test_a_file_that_is_gone_or_of_no_kind_is_a_line_of_the_report(tmp_path: Path) -> None:
    (gone,) = read(Opened("f.md", tmp_path / "f.md"))
    assert isinstance(gone, Rejected)
    assert "cannot be read: no such file" in gone.reason
    assert "no reader takes" in refusal(tmp_path, "f.docx", b"x").reason


def test_names_are_told_apart_whatever_their_case(tmp_path: Path) -> None:
    (found,) = records(tmp_path, "F.MD", "# Title\ntext")
    assert isinstance(found, Raw)


def test_the_libraries_keep_to_themselves(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings(record=True) as caught, caplog.at_level(logging.WARNING):
        warnings.simplefilter("always")
        for ending in (".html", ".pdf", ".rss", ".atom"):
            for content in (*SEEDS, b"<p>", b"<!--", b"%PDF-1.4 broken %%EOF"):
                records(tmp_path, "f" + ending, content)
    assert not caught
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


def _samples() -> Path:
    named = os.environ.get("LEDGERRAG_SAMPLES")
    return Path(named) if named else Path(__file__).parents[4] / "shared" / "samples"


@pytest.mark.samples
@pytest.mark.skipif(not _samples().is_dir(), reason="the folder of samples is absent")
def test_real_files_are_read_and_what_is_broken_in_them_is_named() -> None:
    folder = _samples()
    found = [
        item
        for opened in find([folder / "site_policy", folder / "calfire_stream.jsonl.gz"])
        if isinstance(opened, Opened)
        for item in read(opened)
    ]
    rejected = [item for item in found if isinstance(item, Rejected)]
    # Four files have an unquoted `: ` in a value, which YAML does not allow.
    assert {item.reason for item in rejected} == {
        "broken front matter line 2: a value holds `: `; put it in quotes"
    }
    assert len(rejected) == 4
    assert len(found) > 4000
    assert all(
        {"doc_id", "series", "title", "text", "source", "published"} <= item.fields.keys()
        for item in found
        if isinstance(item, Raw)
    )
