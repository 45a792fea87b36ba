from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers import Raw, Rejected
from ledgerrag.pachon.readers.batched import read_batch

ONE = {"doc_id": "a", "text": "b"}


def records(folder: Path, body: bytes | str, *, lines: bool = False) -> list[Raw | Rejected]:
    path = folder / "body"
    path.write_bytes(body.encode() if isinstance(body, str) else body)
    return list(read_batch(path, lines=lines))


@pytest.mark.parametrize("wrapped", [ONE, [ONE], {"documents": [ONE]}, {"items": [ONE]}])
def test_one_record_a_list_and_a_named_list_mean_the_same(tmp_path: Path, wrapped: object) -> None:
    (found,) = records(tmp_path, json.dumps(wrapped))
    assert isinstance(found, Raw)
    assert (found.where, found.kind, dict(found.fields)) == ("record:1", "document", ONE)


def test_a_record_that_has_a_field_named_as_a_list_is_a_record(tmp_path: Path) -> None:
    (found,) = records(tmp_path, json.dumps({**ONE, "items": ["x"]}))
    assert isinstance(found, Raw)
    assert found.fields["doc_id"] == "a"


def test_what_is_no_object_is_refused_by_its_number_and_the_rest_is_read(tmp_path: Path) -> None:
    bad, good = records(tmp_path, json.dumps([7, {"act": "repeal", "target": "a"}]))
    assert isinstance(bad, Rejected)
    assert bad.where == "record:1"
    assert isinstance(good, Raw)
    assert (good.where, good.kind) == ("record:2", "act")


def test_lines_are_numbered_as_they_stand(tmp_path: Path) -> None:
    found = records(tmp_path, json.dumps(ONE) + "\n\n" + json.dumps(ONE), lines=True)
    assert [one.where for one in found] == ["record:1", "record:3"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"7", b"{", b"\xff\xfe\x00", b'{"a": 1, "a": 2}', b"[" * 500]
)
def test_a_body_in_which_no_record_can_be_told_is_refused_whole(
    tmp_path: Path, body: bytes
) -> None:
    with pytest.raises(DocumentError):
        records(tmp_path, body)
