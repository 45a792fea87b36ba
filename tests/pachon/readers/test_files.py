from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers import Opened, Rejected, find, sha256


def names(*paths: Path) -> list[str]:
    return [item.name for item in find(paths) if isinstance(item, Opened)]


def put(folder: Path, *files: str) -> None:
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text", "utf-8")


def test_folders_are_walked_in_sorted_order_with_names_relative_to_the_root(tmp_path: Path) -> None:
    put(tmp_path, "b.md", "a/z.txt", "a/b/c.jsonl", "c.html")
    assert names(tmp_path) == ["a/b/c.jsonl", "a/z.txt", "b.md", "c.html"]


def test_a_file_is_named_by_its_own_name_and_given_once(tmp_path: Path) -> None:
    put(tmp_path, "sub/b.md")
    assert names(tmp_path / "sub" / "b.md") == ["b.md"]
    assert names(tmp_path / "sub", tmp_path / "sub" / "b.md") == ["b.md"]


def test_hidden_files_are_passed_over_and_unknown_kinds_are_told(tmp_path: Path) -> None:
    put(tmp_path, ".git/x.md", ".hidden.md", "photo.png", "a.md")
    skipped: list[Rejected] = []
    assert list(find([tmp_path], on_skip=skipped.append)) == [Opened("a.md", tmp_path / "a.md")]
    assert [item.where for item in skipped] == ["photo.png"]


def test_what_was_named_and_cannot_be_taken_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "photo.png")
    os.mkfifo(tmp_path / "pipe.md")
    found = list(find([tmp_path / "none.md", tmp_path / "photo.png", tmp_path / "pipe.md"]))
    assert all(isinstance(item, Rejected) for item in found)
    reasons = [item.reason for item in found if isinstance(item, Rejected)]
    assert "no such file" in reasons[0]
    assert ".jsonl.gz" in reasons[1]
    assert "not a regular file" in reasons[2]


def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    put(tmp_path, "a/x.md")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "self").symlink_to(tmp_path / "a" / "self")
    found = list(find([tmp_path]))
    assert [item.name for item in found if isinstance(item, Opened)] == ["a/x.md"]
    assert [item.where for item in found if isinstance(item, Rejected)] == ["a/self"]


def test_hard_links_are_files_of_their_own(tmp_path: Path) -> None:
    put(tmp_path, "v1.md")
    os.link(tmp_path / "v1.md", tmp_path / "v2.md")
    assert names(tmp_path) == ["v1.md", "v2.md"]


def step(here: int, name: str) -> int:
    there = os.open(name, os.O_RDONLY, dir_fd=here)
    os.close(here)
    return there


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A folder 300 levels deep, taken down level by level: no path to its end is short enough."""
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("d", dir_fd=here)
        here = step(here, "d")
    yield tmp_path
    for _ in range(300):
        here = step(here, "..")
        os.rmdir("d", dir_fd=here)
    os.close(here)


def test_folders_may_be_nested_deeply(deep: Path) -> None:
    put(deep, "z.md")
    assert names(deep) == ["z.md"]


def test_equal_names_below_two_roots_stay_apart(tmp_path: Path) -> None:
    put(tmp_path, "north/policy.md", "south/policy.md")
    assert names(tmp_path / "north", tmp_path / "south") == ["policy.md", "south/policy.md"]


def test_control_characters_in_names_cannot_forge_a_line_of_the_report(tmp_path: Path) -> None:
    put(tmp_path, "a\nb\x1b[2J.md")
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x", "utf-8")
    assert names(tmp_path) == ["a\\nb\\x1b[2J.md", "caf\\udce9.md"]


def test_the_digest_is_that_of_the_bytes(tmp_path: Path) -> None:
    put(tmp_path, "a.md")
    assert sha256(tmp_path / "a.md") == hashlib.sha256(b"text").digest()
    with pytest.raises(DocumentError, match=r"b\.md cannot be read"):
        sha256(tmp_path / "b.md")
