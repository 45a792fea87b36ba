from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.kept import Cost, keeping
from ledgerrag.dykbench.stores import indexed, prepare, store_path
from ledgerrag.embedding.seam import HashedWords, Role, Vectors
from ledgerrag.errors import StoreError
from tests.dykbench.small import frozen

TEXTS = ["a fee of 40 euros", "", "a fee of 55 euros", "a fee of 40 euros", "half: \ud800"]


@dataclass(slots=True)
class Counting:
    """The shipped double; it notes what it is asked."""

    asked: list[str] = field(default_factory=list)
    inner: HashedWords = field(default_factory=HashedWords)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def digest(self) -> str:
        return self.inner.digest

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        self.asked += texts
        return self.inner.embed(texts, role)


def ticking(step_ns: int) -> Callable[[], int]:
    ticks: Iterator[int] = iter(range(0, 1_000_000_000_000, step_ns))
    return lambda: next(ticks)


def test_a_text_is_embedded_once_and_its_vector_is_the_model_s_bit_for_bit(tmp_path: Path) -> None:
    model = Counting()
    right = model.inner.embed(TEXTS)
    for _ in range(2):
        with keeping(model, tmp_path / "bench", ticking(1)) as kept:
            assert np.array_equal(kept.embed(TEXTS), right)
            assert np.array_equal(kept.embed(TEXTS[::-1]), right[::-1])
    assert model.asked == list(dict.fromkeys(TEXTS))


def test_what_is_found_still_tells_what_making_it_took(tmp_path: Path) -> None:
    with keeping(Counting(), tmp_path / "bench", ticking(9_000)) as kept:
        kept.embed(TEXTS)
        assert kept.cost == Cost(made=4, made_us=9)
    with keeping(Counting(), tmp_path / "bench", ticking(5_000)) as kept:
        kept.embed([*TEXTS, "new"])
        assert kept.cost == Cost(made=1, made_us=5, found=4, found_us=9)


def test_a_query_is_no_passage_and_two_models_never_meet(tmp_path: Path) -> None:
    model, other = Counting(), Counting(inner=HashedWords(digest="2", dimension=8))
    with keeping(model, tmp_path / "bench", ticking(1)) as kept:
        kept.embed(["a"])
        kept.embed(["a"], "query")
        assert kept.embed([]).shape[0] == 0
    with keeping(other, tmp_path / "bench", ticking(1)) as kept:
        assert kept.embed(["a"]).shape == (1, 8)
    assert (model.asked, other.asked) == (["a", "a"], ["a"])


def test_a_vector_that_was_altered_is_made_anew(tmp_path: Path) -> None:
    with keeping(Counting(), tmp_path / "bench", ticking(1)) as kept:
        right = kept.embed(TEXTS)
    (file,) = (tmp_path / "bench.vectors").glob("*.db")
    with sqlite3.connect(file) as db:
        db.execute("UPDATE vectors SET vector = CAST(vector || x'7F' AS BLOB)")
    db.close()
    model = Counting()
    with keeping(model, tmp_path / "bench", ticking(1)) as kept:
        assert np.array_equal(kept.embed(TEXTS), right)
    assert len(model.asked) == 4


def test_a_file_that_holds_something_else_is_told_with_the_next_step(tmp_path: Path) -> None:
    with keeping(Counting(), tmp_path / "bench", ticking(1)):
        pass
    (file,) = (tmp_path / "bench.vectors").glob("*.db")
    file.write_bytes(b"no database" * 100)
    with (
        pytest.raises(StoreError, match=r"cannot be used.*remove its folder .vectors"),
        keeping(Counting(), tmp_path / "bench", ticking(1)) as kept,
    ):
        kept.embed(["a"])


def test_where_nothing_can_be_written_vectors_are_kept_for_the_run_alone(tmp_path: Path) -> None:
    (tmp_path / "bench.vectors").write_text("in the way")
    model = Counting()
    with keeping(model, tmp_path / "bench", ticking(1)) as kept:
        kept.embed(["a"])
        kept.embed(["a"])
    assert model.asked == ["a"]
    assert (tmp_path / "bench.vectors").read_text() == "in the way"


def test_several_threads_may_ask(tmp_path: Path) -> None:
    right = HashedWords().embed(TEXTS)
    wrong: list[int] = []
    with keeping(Counting(), tmp_path / "bench", ticking(1)) as kept:

        def ask(number: int) -> None:
            if not np.array_equal(kept.embed(TEXTS), right):
                wrong.append(number)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong


def test_a_second_run_finds_every_vector_of_the_corpus_and_tells_what_it_cost(
    tmp_path: Path,
) -> None:
    bench = frozen(tmp_path / "bench")
    model = Counting()
    costs = []
    for run in ("one", "two"):
        with keeping(model, bench.folder, ticking(1_000)) as kept:
            prepare(tmp_path / run, bench, Task.REGCHANGE, "hybrid", kept, timer=ticking(10**9))
        found = indexed(tmp_path / run, Task.REGCHANGE)
        assert found is not None
        assert found.documents == len(tuple(bench.records(Task.REGCHANGE)))
        costs.append(found.vectors)
        assert store_path(tmp_path / run, Task.REGCHANGE).is_file()
    first, second = costs
    assert first.made == len(model.asked) > 0
    assert (second.made, second.found) == (0, first.made)
    assert second.found_us == first.made_us
