from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ledgerrag.errors import IndexDamagedError, StoreError
from ledgerrag.retrieval import folder
from ledgerrag.retrieval.analyzer import ANALYZER
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.rebuild import catch_up, rebuild
from ledgerrag.retrieval.seam import Places, Where

from .corpus import ListStore, random_rows

ROWS = random_rows(4, 120)
WORDS = ("fee tax", Where(), Places(k=20))
NEXT = "ledgerrag index rebuild"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    rebuild(tmp_path / "store.index", ListStore(ROWS))
    return tmp_path / "store.index"


def generation(path: Path) -> Path:
    return path / folder.read(path, ListStore().log_id).generation


def test_an_index_that_is_missing_is_built(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path / "store.index", ListStore(ROWS))
    assert index.watermark() == ROWS[-1].row


def test_an_index_that_is_missing_and_not_to_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(IndexDamagedError, match=rf"store\.index is missing; run `{NEXT}`"):
        LexicalIndex.open(tmp_path / "store.index", ListStore(ROWS), create=False)
    with pytest.raises(IndexDamagedError, match="is missing"):
        catch_up(tmp_path / "store.index", ListStore(ROWS))


def test_a_first_build_that_was_killed_is_begun_again(path: Path) -> None:
    (path / folder.MANIFEST).unlink()
    index = LexicalIndex.open(path, ListStore(ROWS))
    assert index.watermark() == ROWS[-1].row


def test_a_rebuild_finds_what_was_found(path: Path) -> None:
    before = LexicalIndex.open(path, ListStore(ROWS))
    found = before.lexical(*WORDS)
    told: list[tuple[int, int]] = []
    assert rebuild(path, ListStore(ROWS), lambda done, last: told.append((done, last))) == 120
    assert told == [(120, ROWS[-1].row)]
    assert LexicalIndex.open(path, ListStore(ROWS)).lexical(*WORDS) == found
    assert before.lexical(*WORDS) == found  # a reader of the old one goes on with it
    assert [p.name for p in sorted(path.iterdir())] == ["g000002", "index.json", "lock"]


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _flip(file: Path) -> None:
    body = bytearray(file.read_bytes())
    body[len(body) // 3] ^= 0x10
    file.write_bytes(body)


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _noise(file: Path) -> None:
    file.write_bytes(b"\x00\xff{" * 400)


@pytest.mark.parametrize("harm", [_cut, _flip, _empty, _noise, Path.unlink])
@pytest.mark.parametrize("suffix", ["term", "idx", "fieldnorm", "fast", "store", "pos", "json"])
def test_a_damaged_file_of_the_engine_is_detected(
    path: Path, suffix: str, harm: Callable[[Path], None]
) -> None:
    files = [p for p in generation(path).iterdir() if p.name.endswith(f".{suffix}")]
    for file in files:
        if file.name != ".managed.json" and not (suffix == "json" and harm is _flip):
            harm(file)
    if suffix == "json" and harm is _flip:
        meta = generation(path) / "meta.json"
        meta.write_text(meta.read_text().replace('"segment_id": "', '"segment_id": "0'))
    with pytest.raises(IndexDamagedError, match=f"store.index .*; run `{NEXT}`"):
        LexicalIndex.open(path, ListStore(ROWS))
    rebuild(path, ListStore(ROWS))
    assert LexicalIndex.open(path, ListStore(ROWS)).watermark() == ROWS[-1].row


def test_a_generation_that_is_gone_is_detected(path: Path) -> None:
    shutil.rmtree(generation(path))
    with pytest.raises(IndexDamagedError, match=NEXT):
        LexicalIndex.open(path, ListStore(ROWS))
    with pytest.raises(IndexDamagedError, match=NEXT):
        catch_up(path, ListStore(random_rows(4, 130)))


@pytest.mark.parametrize("body", ["", "{", "[]", '{"generation": 3}', "null", '{"x": NaN}', "\x00"])
def test_a_manifest_that_cannot_be_read_is_detected(path: Path, body: str) -> None:
    (path / folder.MANIFEST).write_text(body)
    with pytest.raises(IndexDamagedError, match=NEXT):
        LexicalIndex.open(path, ListStore(ROWS))
    rebuild(path, ListStore(ROWS))
    LexicalIndex.open(path, ListStore(ROWS))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"analyzer": "lr0-000000000000"}, f"lr0-000000000000, not {ANALYZER}"),
        ({"format": 99}, "format 99"),
        ({"store": "ffff"}, "belongs to store ffff"),
        ({"generation": "../g000001"}, "readable"),
    ],
)
def test_an_index_made_for_something_else_is_detected(
    path: Path, change: dict[str, object], told: str
) -> None:
    manifest = json.loads((path / folder.MANIFEST).read_text())
    (path / folder.MANIFEST).write_text(json.dumps(manifest | change))
    with pytest.raises(IndexDamagedError, match=told) as caught:
        LexicalIndex.open(path, ListStore(ROWS))
    assert NEXT in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "store.index").write_text("no folder")
    with pytest.raises(StoreError, match=r"store\.index cannot be written"):
        LexicalIndex.open(tmp_path / "store.index", ListStore(ROWS))
