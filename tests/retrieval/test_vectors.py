from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.embedding.seam import HashedWords
from ledgerrag.errors import IndexDamagedError, ModelError
from ledgerrag.retrieval import vectors
from ledgerrag.retrieval.dense import DenseIndex
from ledgerrag.retrieval.filling import BATCH, fill, folder_of, refill
from ledgerrag.retrieval.memory import MemoryIndex
from ledgerrag.retrieval.seam import Where

from .corpus import ListStore, chunk, laid_out, random_rows
from .test_lexical import WIDE

MODEL = HashedWords(dimension=16)
ROWS = laid_out(random_rows(7, 400))

CHILD = """
import sys
from pathlib import Path
from ledgerrag.embedding.seam import HashedWords
from ledgerrag.retrieval.filling import fill
from tests.retrieval.corpus import ListStore, laid_out, random_rows
rows = laid_out(random_rows(7, 1_600))
print("ready", flush=True)
model = HashedWords(dimension=16)
fill(Path(sys.argv[1]), ListStore(rows), model, lambda n, of: print(n, flush=True))
"""


def own(path: Path) -> Path:
    return folder_of(path, MODEL)


def exact(path: Path, store: ListStore) -> None:
    index = DenseIndex(path, store, MODEL)
    found = index.dense("fee tax rate", Where(), WIDE)
    assert found.hits == MemoryIndex(store.rows, MODEL).dense("fee tax rate", Where(), WIDE).hits


@pytest.mark.kill
@pytest.mark.parametrize("after", [1, 2, 4, 6])
def test_a_killed_writer_leaves_whole_batches_and_the_next_one_carries_on(
    tmp_path: Path, after: int
) -> None:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    ) as process:
        assert process.stdout is not None
        for _ in range(after):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    rows = laid_out(random_rows(7, 1_600))
    store = ListStore(rows)
    held = vectors.read(own(tmp_path), store.log_id, MODEL.digest)
    done = held.commit.count if held else 0
    assert done % BATCH == 0 or done == len(rows)
    assert fill(tmp_path, store, MODEL) == len(rows) - done
    exact(tmp_path, store)


@settings(max_examples=12, deadline=None)
@given(
    torn=st.sampled_from(["vectors.f32", "columns", "commits"]),
    body=st.binary(min_size=1, max_size=3_000),
)
def test_what_was_written_beyond_the_last_commit_is_passed_over_and_cut_off(
    torn: str, body: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("torn")
    store = ListStore(ROWS[:100])
    fill(path, store, MODEL)
    with (own(path) / torn).open("ab") as file:
        file.write(body)
    exact(path, store)
    store.rows = ROWS[:150]
    assert fill(path, store, MODEL) == 50
    exact(path, store)


def test_a_folder_whose_making_was_cut_off_is_made_anew(tmp_path: Path) -> None:
    own(tmp_path).mkdir()
    (own(tmp_path) / "columns").write_bytes(b"half")
    (own(tmp_path) / "vectors.json.new").write_text("{")
    store = ListStore(ROWS[:10])
    assert fill(tmp_path, store, MODEL) == 10
    exact(tmp_path, store)


@pytest.mark.parametrize("file", ["vectors.f32", "columns"])
def test_one_altered_byte_is_noticed_and_the_rebuild_mends_it(tmp_path: Path, file: str) -> None:
    store = ListStore(ROWS[:100])
    fill(tmp_path, store, MODEL)
    target = own(tmp_path) / file
    body = bytearray(target.read_bytes())
    body[len(body) // 2] ^= 1
    target.write_bytes(body)
    with pytest.raises(IndexDamagedError, match="index rebuild"):
        exact(tmp_path, store)
    assert refill(tmp_path, store, MODEL) == 100
    exact(tmp_path, store)


@pytest.mark.parametrize(
    ("file", "body"),
    [
        ("vectors.json", b"{"),
        ("vectors.json", b'{"store":"0","model":"m","digest":"1","dimension":16,"format":9}'),
        ("vectors.f32", b""),
        ("columns", b""),
    ],
)
def test_files_that_are_cut_short_or_unreadable_are_named(
    tmp_path: Path, file: str, body: bytes
) -> None:
    store = ListStore(ROWS[:20])
    fill(tmp_path, store, MODEL)
    (own(tmp_path) / file).write_bytes(body)
    with pytest.raises(IndexDamagedError, match=own(tmp_path).name):
        exact(tmp_path, store)
    refill(tmp_path, store, MODEL)
    exact(tmp_path, store)


def test_sound_vectors_are_kept_by_a_rebuild(tmp_path: Path) -> None:
    store = ListStore(ROWS[:100])
    fill(tmp_path, store, MODEL)
    store.rows = ROWS[:130]
    assert refill(tmp_path, store, MODEL) == 30


def test_a_store_put_back_from_a_copy_that_went_on_otherwise_is_noticed(tmp_path: Path) -> None:
    fill(tmp_path, ListStore(laid_out([chunk(1, "fee"), chunk(2, "tax")])), MODEL)
    other = ListStore(laid_out([chunk(1, "fee"), chunk(2, "rate")]))
    with pytest.raises(IndexDamagedError, match="differ at row 2"):
        exact(tmp_path, other)
    assert refill(tmp_path, other, MODEL) == 2
    exact(tmp_path, other)


def test_vectors_of_another_store_are_not_used(tmp_path: Path) -> None:
    fill(tmp_path, ListStore(ROWS[:5]), MODEL)
    with pytest.raises(IndexDamagedError, match="another store"):
        exact(tmp_path, ListStore(ROWS[:5], log_id="ffffffffffffffff"))


def test_a_reader_keeps_its_view_while_a_writer_adds_and_a_rebuild_replaces(
    tmp_path: Path,
) -> None:
    store = ListStore(ROWS[:70])
    fill(tmp_path, store, MODEL)
    held = vectors.read(own(tmp_path), store.log_id, MODEL.digest)
    assert held is not None
    before = np.array(held.vectors)
    store.rows = ROWS[:200]
    fill(tmp_path, store, MODEL)
    (own(tmp_path) / "columns").write_bytes(b"")
    refill(tmp_path, store, MODEL)
    assert np.array_equal(held.vectors, before)


def test_a_model_that_changes_its_length_under_one_digest_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, ListStore(ROWS[:5]), HashedWords(dimension=16))
    with pytest.raises(ModelError, match="32, not 16"):
        fill(tmp_path, ListStore(ROWS[:9]), HashedWords(dimension=32))


def test_progress_counts_what_is_left_to_do(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    rows = laid_out(random_rows(7, 700))
    fill(tmp_path, ListStore(rows[:100]), MODEL)
    fill(tmp_path, ListStore(rows), MODEL, lambda done, total: told.append((done, total)))
    to_do = len(rows) - 100
    assert told == [(n, to_do) for n in [*range(0, to_do, BATCH), to_do]]
