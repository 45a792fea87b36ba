from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ledgerrag.dates import Moment
from ledgerrag.errors import IndexDamagedError
from ledgerrag.retrieval import folder, lexical
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.memory import MemoryIndex
from ledgerrag.retrieval.rebuild import catch_up, rebuild
from ledgerrag.retrieval.seam import Places, Where

from .corpus import ListStore, chunk, random_rows

CHILD = """
import sys
from pathlib import Path
from tests.retrieval.corpus import ListStore, random_rows
from ledgerrag.retrieval import folder
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.rebuild import catch_up, rebuild
from ledgerrag.retrieval.seam import Places, Where

path, rows = Path(sys.argv[2]), random_rows(5, 400)
match sys.argv[1]:
    case "hold":
        with folder.lock(path, wait=True):
            print("held", flush=True)
            sys.stdin.readline()
    case "write":
        for size in range(0, 400, 2):
            catch_up(path, ListStore(rows[:size]))
            print(size, flush=True)
    case "rebuild":
        print("ready", flush=True)
        while True:
            rebuild(path, ListStore(rows))
    case "read":
        index = LexicalIndex.open(path, ListStore(rows[:100]))
        print("open", flush=True)
        sys.stdin.readline()
        for size in range(100, 401, 50):
            index._store.rows = rows[:size]
            found = index.lexical("fee tax rate", Where(), Places(k=50))
            print([hit.row for hit in found.hits], index.watermark(), flush=True)
"""


@contextmanager
def child(mode: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, mode, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_the_watermark_is_the_highest_row_of_the_index(tmp_path: Path) -> None:
    rows = random_rows(3, 60)
    store = ListStore()
    index = LexicalIndex.open(tmp_path / "index", store)
    assert index.watermark() == 0
    store.rows = rows[:40]
    assert (index.watermark(), index.sync(), index.watermark()) == (0, 40, rows[39].row)
    assert (index.sync(), index.watermark()) == (0, rows[39].row)
    assert index.lexical("fee", Where(), Places()).receipt.watermark == rows[39].seq


def test_adding_takes_the_record_for_what_it_is(tmp_path: Path) -> None:
    rows = random_rows(3, 60)
    store = ListStore(rows[:50])
    index = LexicalIndex.open(tmp_path / "index", ListStore())
    index._store = store
    assert index.add(rows[30:40]) == 50
    assert index.add(rows[:50]) == 0
    assert index.add(rows[50:]) == 0
    assert index.watermark() == rows[49].row


@pytest.mark.parametrize("behind", [1, 30, 170])
@pytest.mark.parametrize("limit", [0, 100, 1000])
def test_a_document_is_found_as_soon_as_it_is_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behind: int, limit: int
) -> None:
    monkeypatch.setattr(lexical, "TAIL", limit)
    rows = random_rows(8, 200)
    store = ListStore(rows[: 200 - behind])
    index = LexicalIndex.open(tmp_path / "index", store)
    store.rows = rows
    for stats in ("as_of", "index"):
        for where in (Where(), Where(published_before=Moment(9), ingested_before=120)):
            found = index.lexical("tax rate", where, Places(k=20), stats)
            slow = MemoryIndex(rows).lexical("tax rate", where, Places(k=20), stats)
            assert found.hits == slow.hits
            assert found.receipt.watermark == slow.receipt.watermark
    caught_up = rows[-1].row if behind > limit else rows[199 - behind].row
    assert index.watermark() == caught_up


def test_a_search_does_not_wait_for_a_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexical, "TAIL", 10)
    rows = random_rows(8, 200)
    store = ListStore(rows[:50])
    index = LexicalIndex.open(tmp_path / "index", store)
    store.rows = rows
    with folder.lock(tmp_path / "index", wait=True):
        found = index.lexical("tax rate", Where(), Places(k=20))
        assert index.watermark() == rows[49].row
    assert found.hits == MemoryIndex(rows).lexical("tax rate", Where(), Places(k=20)).hits


def test_an_older_state_of_the_store_is_searched_as_it_was(tmp_path: Path) -> None:
    rows = random_rows(8, 200)
    store = ListStore(rows)
    index = LexicalIndex.open(tmp_path / "index", store)
    store.rows = rows[:120]  # as a thread sees it inside a snapshot of the store
    oracle = MemoryIndex(rows[:120])
    for stats in ("as_of", "index"):
        for where in (Where(), Where(ingested_before=60)):
            found = index.lexical("tax rate", where, Places(k=30), stats)
            slow = oracle.lexical("tax rate", where, Places(k=30), stats)
            assert found.hits == slow.hits
            assert found.receipt.watermark == slow.receipt.watermark
            assert found.receipt.n_chunks == slow.receipt.n_chunks


@pytest.mark.kill
def test_a_reader_in_another_process_sees_what_is_committed(tmp_path: Path) -> None:
    rows = random_rows(5, 400)
    path = tmp_path / "index"
    rebuild(path, ListStore(rows[:100]))
    with child("read", path) as reader:
        assert line(reader) == "open\n"
        catch_up(path, ListStore(rows[:300]))
        assert reader.stdin is not None
        reader.stdin.write("go\n")
        reader.stdin.flush()
        for size in range(100, 401, 50):
            slow = MemoryIndex(rows[:size]).lexical("fee tax rate", Where(), Places(k=50))
            assert line(reader).startswith(str([hit.row for hit in slow.hits]))


@pytest.mark.kill
def test_the_lock_of_a_killed_process_blocks_nobody(tmp_path: Path) -> None:
    path = tmp_path / "index"
    rebuild(path, ListStore())
    with child("hold", path) as holder:
        assert line(holder) == "held\n"
        with folder.lock(path, wait=False) as held:
            assert not held
        assert catch_up(path, ListStore(random_rows(5, 9)), wait=False) == 0
    assert catch_up(path, ListStore(random_rows(5, 9))) == 9


@pytest.mark.kill
def test_a_writer_that_is_killed_is_carried_on_with(tmp_path: Path) -> None:
    rows = random_rows(5, 400)
    path = tmp_path / "index"
    rebuild(path, ListStore())
    for commits in (1, 4, 9):
        with child("write", path) as writer:
            for _ in range(commits):
                line(writer)
        index = LexicalIndex.open(path, ListStore(rows))
        found = index.lexical("fee tax rate", Where(), Places(k=50))
        slow = MemoryIndex(rows).lexical("fee tax rate", Where(), Places(k=50))
        assert found.hits == slow.hits
        assert found.receipt.df == slow.receipt.df
    index.sync()
    assert index.watermark() == rows[-1].row
    assert index.lexical("fee", Where(), Places()).receipt.n_chunks == 400


@pytest.mark.kill
def test_a_rebuild_that_is_killed_leaves_the_index_usable(tmp_path: Path) -> None:
    rows = random_rows(5, 400)
    path = tmp_path / "index"
    rebuild(path, ListStore(rows[:50]))
    expected = MemoryIndex(rows).lexical("tax", Where(), Places()).hits
    with child("rebuild", path) as worker:
        line(worker)
        index = LexicalIndex.open(path, ListStore(rows))
        for _ in range(20):
            assert index.lexical("tax", Where(), Places()).hits == expected
            index.close()  # the next search looks again, in the middle of a rebuild
    index = LexicalIndex.open(path, ListStore(rows))
    assert index.lexical("tax", Where(), Places()).hits == expected
    rebuild(path, ListStore(rows))  # and the next one clears up
    assert sum(1 for entry in path.iterdir() if entry.is_dir()) == 1


def test_threads_that_write_and_search_agree_with_the_record(tmp_path: Path) -> None:
    rows = random_rows(6, 240)
    store = ListStore(rows[:40])
    index = LexicalIndex.open(tmp_path / "index", store)
    wrong: list[str] = []

    def search() -> None:
        for _ in range(15):
            where = Where(ingested_before=rows[39].seq - 1)
            found = index.lexical("tax rate", where, Places(k=20)).hits
            if found != expected:
                wrong.append(str(found))

    bound = Where(ingested_before=rows[39].seq - 1)
    expected = MemoryIndex(rows[:40]).lexical("tax rate", bound, Places(k=20)).hits
    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for size in range(40, 241, 20):
        store.rows = rows[:size]
        index.sync()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert index.watermark() == rows[-1].row


def test_a_store_put_back_from_a_copy_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "index"
    rows = [chunk(n, f"fee {n}") for n in range(1, 9)]
    rebuild(path, ListStore(rows))
    with pytest.raises(IndexDamagedError, match=r"row 8.*ledgerrag index rebuild"):
        LexicalIndex.open(path, ListStore(rows[:5]))
    other = [*rows[:5], *(chunk(n, f"tax {n}") for n in range(6, 12))]
    with pytest.raises(IndexDamagedError, match=r"row 8.*ledgerrag index rebuild"):
        LexicalIndex.open(path, ListStore(other))
