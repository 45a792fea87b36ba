from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from pathlib import Path

import pytest

from ledgerrag.pachon.readers import Limits, Opened, Raw, Rejected, read
from tests.pachon.readers.making import records, refusal

LINE = json.dumps({"doc_id": "a", "text": "x", "published": "2020"})


def test_each_line_is_a_document_or_an_act_named_by_its_line(tmp_path: Path) -> None:
    lines = [LINE, "", '{"act": "repeal", "target": "a"}', '{"type": "act", "target": "b"}']
    found = records(tmp_path, "f.jsonl", "\r\n".join(lines))
    assert [(item.where, item.kind) for item in found if isinstance(item, Raw)] == [
        ("f.jsonl:1", "document"),
        ("f.jsonl:3", "act"),
        ("f.jsonl:4", "act"),
    ]
    first = found[0]
    assert isinstance(first, Raw)
    assert first.fields == {"doc_id": "a", "text": "x", "published": "2020"}


BAD = [
    ('{"a": 1, "a": 2}', "the key 'a' occurs twice"),
    ('{"a": NaN}', "NaN"),
    ('{"a": Infinity}', "Infinity"),
    ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested deeper than 64"),
    ("[1]", "a list, not an object"),
    ("null", "null, not an object"),
    ("true", "true or false, not an object"),
    ('"x"', "a string, not an object"),
    ("17", "a number, not an object"),
    ("{", "not JSON at character 2"),
    ('{"a": "\\udc00"}', "surrogate"),
]


@pytest.mark.parametrize(("line", "words"), BAD, ids=[words for _, words in BAD])
@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_a_bad_line_is_named_and_the_others_are_read(
    tmp_path: Path, line: str, words: str, ending: str
) -> None:
    data = f"{LINE}\n{line}\n{LINE}\n".encode()
    found = records(tmp_path, f"f.{ending}", gzip.compress(data) if "gz" in ending else data)
    assert [type(item) for item in found] == [Raw, Rejected, Raw]
    bad = found[1]
    assert isinstance(bad, Rejected)
    assert bad.where == f"f.{ending}:2"
    assert words in bad.reason


def test_a_line_that_is_not_utf_8_is_named_with_its_byte(tmp_path: Path) -> None:
    found = records(tmp_path, "f.jsonl", LINE.encode() + b'\n{"a": "\xe9"}\n' + LINE.encode())
    assert found[1] == Rejected("f.jsonl:2", "not UTF-8 at byte 7 (0xe9); save it as UTF-8")
    assert isinstance(found[2], Raw)


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    (found,) = records(tmp_path, "f.jsonl", b"\xef\xbb\xbf" + LINE.encode())
    assert isinstance(found, Raw)
    assert found.fields["doc_id"] == "a"


def test_a_line_of_200_mb_is_refused_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    with path.open("wb") as stream:
        stream.write(f'{LINE}\n{{"text": "'.encode())
        piece = b"x" * (1 << 20)
        for _ in range(200):
            stream.write(piece)
        stream.write(f'"}}\n{LINE}\n'.encode())
    tracemalloc.start()
    found = list(read(Opened("f.jsonl", path)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [item.where for item in found] == ["f.jsonl:1", "f.jsonl:2", "f.jsonl:3"]
    assert isinstance(found[1], Rejected)
    assert "the line is 200 MB long, more than 16 MB" in found[1].reason
    assert peak < 80 << 20


def test_a_line_may_be_as_long_as_the_limit(tmp_path: Path) -> None:
    limits = Limits(line=len(LINE))
    assert isinstance(records(tmp_path, "f.jsonl", LINE, limits)[0], Raw)
    assert isinstance(records(tmp_path, "f.jsonl", LINE + "\n", limits)[0], Raw)
    assert isinstance(records(tmp_path, "f.jsonl", LINE + " \n", limits)[0], Rejected)


def test_a_decompression_bomb_is_stopped(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as stream:
        stream.write(f"{LINE}\n".encode())
        for _ in range(40):
            stream.write(bytes(1 << 20).replace(b"\0", b" "))
    limits = Limits(inflated=8 << 20, inflation=2)
    found = records(tmp_path, "f.jsonl.gz", packed.getvalue(), limits)
    assert isinstance(found[0], Raw)
    assert isinstance(found[1], Rejected)
    assert "grows beyond 8 MB" in found[1].reason
    assert len(found) == 2


def test_what_was_read_before_damaged_gzip_data_is_kept(tmp_path: Path) -> None:
    packed = gzip.compress((LINE + "\n").encode() * 3, mtime=0)
    early = records(tmp_path, "f.jsonl.gz", packed[:-12])
    assert "ends early" in _reason(early[-1])
    trailing = records(tmp_path, "f.jsonl.gz", packed + b"garbage")
    assert [type(item) for item in trailing] == [Raw, Raw, Raw, Rejected]
    assert "is damaged after 3 lines" in _reason(trailing[-1])
    flipped = packed[:-8] + bytes([packed[-8] ^ 255]) + packed[-7:]
    assert "is damaged" in _reason(records(tmp_path, "f.jsonl.gz", flipped)[-1])


def test_names_and_contents_must_agree(tmp_path: Path) -> None:
    assert "not gzip" in refusal(tmp_path, "f.jsonl.gz", LINE).reason
    assert "it is gzip data" in refusal(tmp_path, "f.jsonl", gzip.compress(LINE.encode())).reason
    wide = gzip.compress(LINE.encode("utf-16"))
    assert "UTF-16" in refusal(tmp_path, "f.jsonl.gz", wide).reason


@pytest.mark.parametrize("content", ["", "\n\n  \n"])
def test_a_file_without_records_is_refused(tmp_path: Path, content: str) -> None:
    refusal(tmp_path, "f.jsonl", content)
    refusal(tmp_path, "f.jsonl.gz", gzip.compress(content.encode()))


def _reason(item: Raw | Rejected) -> str:
    assert isinstance(item, Rejected)
    return item.reason
