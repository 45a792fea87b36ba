from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ledgerrag.dykbench.folder import ACTS, Event, open_bench
from ledgerrag.dykbench.freezing import free, revise, write
from ledgerrag.dykbench.items import Dropped, Part, Task
from ledgerrag.errors import InputError, IntegrityError, NotFoundError, StoreError
from ledgerrag.model import Authority, Source
from tests.dykbench.small import MADE, frozen, parts, regchange


def _bytes(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_a_part_that_is_written_is_read_as_it_was(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    assert bench.tasks == (Task.REGCHANGE, Task.CONFLICT, Task.STREAM)
    for part in parts():
        read = bench.part(part.task)
        assert read.items == part.items
        assert [dict(one) for one in read.documents] == [dict(one) for one in part.documents]
        assert set(read.sources) == set(part.sources)
    counts = bench.manifest.counts["stream"]
    assert (counts["items"], counts["documents"], counts["trajectories"]) == (4, 3, 1)
    assert bench.manifest.counts["conflict"]["label unresolved"] == 1


def test_the_same_parts_give_the_same_bytes_wherever_they_are_written(tmp_path: Path) -> None:
    one, other = frozen(tmp_path / "one"), frozen(tmp_path / "elsewhere" / "other")
    assert _bytes(one.folder) == _bytes(other.folder)
    assert one.digest == other.digest
    moved = write(tmp_path / "third", parts(), replace(MADE, seed=8))
    assert moved.digest != one.digest


@pytest.mark.parametrize("name", ["sources.toml", "history.jsonl", "stream/items.jsonl"])
def test_a_changed_or_missing_file_is_named(tmp_path: Path, name: str) -> None:
    bench = frozen(tmp_path / "b")
    file = bench.folder / name
    body = file.read_bytes()
    file.write_bytes(body.replace(b"a", b"e", 1))
    with pytest.raises(IntegrityError, match=name):
        open_bench(bench.folder)
    file.unlink()
    with pytest.raises(IntegrityError, match=f"{name} is missing"):
        open_bench(bench.folder)
    file.write_bytes(body)
    assert open_bench(bench.folder).digest == bench.digest


def test_what_is_no_benchmark_is_told_apart_from_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no benchmark"):
        open_bench(tmp_path / "none")
    with pytest.raises(InputError, match=r"has no manifest\.json"):
        open_bench(tmp_path)
    foreign = tmp_path / "manifest.json"
    for body, kind, told in (
        ("{}", InputError, "another one's"),
        ('{"format": 9}', InputError, "format 9"),
        ("{", IntegrityError, "not JSON"),
        ('{"format": 1, "track": "moon"}', IntegrityError, "is damaged"),
    ):
        foreign.write_text(body)
        with pytest.raises(kind, match=told):
            open_bench(tmp_path)


def test_a_manifest_may_not_point_outside_its_folder(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    file = bench.folder / "manifest.json"
    found = json.loads(file.read_text())
    found["files"][0]["path"] = "../secret"
    file.write_text(json.dumps(found))
    with pytest.raises(IntegrityError, match="outside the folder"):
        open_bench(bench.folder)


def test_nothing_that_stands_there_is_replaced_unless_it_is_a_benchmark_and_that_is_asked_for(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    for wanted in (False, True):
        with pytest.raises(InputError, match="not by a benchmark"):
            write(tmp_path / "mine", parts(), MADE, replace_old=wanted)
    bench = frozen(tmp_path / "b")
    with pytest.raises(InputError, match="--replace"):
        frozen(bench.folder)
    again = write(bench.folder, (regchange(),), MADE, replace_old=True)
    assert again.tasks == (Task.REGCHANGE,)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["b", "mine"]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    before = _bytes(bench.folder)
    bad = replace(regchange(), acts=({"act": object()},))
    with pytest.raises(InputError, match=r"regchange/acts\.jsonl cannot be written"):
        write(bench.folder, (bad,), MADE, replace_old=True)
    assert _bytes(bench.folder) == before


def test_what_a_killed_write_left_beside_is_no_hindrance(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    shutil.copytree(bench.folder, tmp_path / "c.partial")
    assert frozen(tmp_path / "c").digest == bench.digest
    bench.folder.rename(tmp_path / "b.previous")
    with pytest.raises(NotFoundError, match=r"rename b\.previous to b"):
        open_bench(bench.folder)


def test_the_only_copy_left_by_a_killed_write_is_not_removed_unasked(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    before = _bytes(bench.folder)
    bench.folder.rename(tmp_path / "b.previous")
    with pytest.raises(InputError, match=r"rename it to b, or give --replace"):
        frozen(bench.folder)
    assert _bytes(tmp_path / "b.previous") == before
    bad = replace(regchange(), acts=({"act": object()},))
    with pytest.raises(InputError, match=r"acts\.jsonl cannot be written"):
        write(bench.folder, (bad,), MADE, replace_old=True)
    assert _bytes(tmp_path / "b.previous") == before
    write(bench.folder, (regchange(),), MADE, replace_old=True)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["b"]


@pytest.mark.parametrize("beside", ["b.partial", "b.previous"])
def test_a_folder_of_somebody_else_beside_it_is_never_removed(tmp_path: Path, beside: str) -> None:
    bench = frozen(tmp_path / "b")
    (tmp_path / beside).mkdir()
    (tmp_path / beside / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="is in the way"):
        write(bench.folder, parts(), MADE, replace_old=True)
    with pytest.raises(InputError, match="is in the way"):
        revise(bench, [bench.part(task) for task in bench.tasks], [])
    assert (tmp_path / beside / "letter.txt").read_text() == "dear"
    assert open_bench(bench.folder).digest == bench.digest


def test_an_empty_folder_may_take_a_benchmark(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    assert frozen(tmp_path / "b").digest == frozen(tmp_path / "c").digest


def test_parts_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    twice = replace(regchange(), task=Task.CONFLICT)
    with pytest.raises(InputError, match="item reg-after is built twice"):
        write(tmp_path / "b", (regchange(), twice), MADE)
    with pytest.raises(InputError, match="task regchange is built twice"):
        write(tmp_path / "b", (regchange(), regchange()), MADE)
    other = Part(Task.STREAM, (), (), (Source("tarn-post", "Else", Authority.USER),), ())
    with pytest.raises(InputError, match="source tarn-post is described in two ways"):
        write(tmp_path / "b", (regchange(), other), MADE)
    assert not (tmp_path / "b").exists()


def test_a_revision_keeps_the_documents_and_adds_to_the_history(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    gone = parts()[0].items[0]
    kept = [
        replace(part, items=tuple(item for item in part.items if item is not gone))
        for part in (bench.part(task) for task in bench.tasks)
    ]
    kept[0] = replace(
        kept[0],
        items=kept[0].items[1:],
        dropped=(Dropped(gone.item_id, "uniqueness", "two answers"),),
    )
    told = Event(0, "dropped", gone.item_id, "uniqueness", "two answers")
    new = revise(bench, kept, [told])
    assert new.manifest.revision == 2
    assert new.digest != bench.digest
    assert len(new.items(Task.REGCHANGE)) == 2
    assert new.dropped(Task.REGCHANGE)[0].reason == "two answers"
    assert [event.what for event in new.history()] == ["built", "dropped"]
    assert new.history()[-1] == replace(told, revision=2)
    before = {one.path: one.sha256 for one in bench.manifest.files}
    after = {one.path: one.sha256 for one in new.manifest.files}
    assert after["regchange/documents.jsonl"] == before["regchange/documents.jsonl"]
    assert not list(new.records(Task.REGCHANGE, ACTS))


def test_a_place_that_takes_no_folder_is_told_before_anything_is_built(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(StoreError, match="takes no folder"):
        free(file / "bench")
    with pytest.raises(StoreError, match="takes no folder"):
        free(file / "some" / "bench")
    free(tmp_path / "some" / "bench")
