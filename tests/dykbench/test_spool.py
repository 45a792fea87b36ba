from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.dykbench.items import Record, Task, Wanted
from ledgerrag.dykbench.spool import Spool
from ledgerrag.dykbench.synthetic import corpus
from ledgerrag.errors import StoreError


def filled(records: list[Record], run: int) -> Spool:
    spool = Spool(run)
    for record in records:
        spool.add(record)
    return spool


@given(
    st.lists(st.sampled_from(["2020", "2020-01-01", "2020-01-01T10:00:00Z", "2021"]), max_size=40),
    st.integers(1, 9),
)
def test_the_order_is_that_of_one_stable_sort_however_few_records_are_held(
    days: list[str], run: int
) -> None:
    records: list[Record] = [
        {"published": day, "text": f"\u2028{number}", "saves": {"before": day}}
        for number, day in enumerate(days)
    ]
    spool = filled(records, run)
    right = sorted(records, key=lambda record: str(record["published"]))
    assert len(spool) == len(records)
    assert list(spool) == right
    assert list(spool) == right  # and a second time


@pytest.mark.parametrize("task", list(Task))
def test_a_corpus_is_the_same_whether_or_not_it_fits_into_memory(task: Task) -> None:
    made = corpus(task, Wanted(None, 3, items=5, background=60))
    whole, parted = made.part(), made.part(run=7)
    assert list(parted.documents) == list(whole.documents)
    assert list(parted.acts) == list(whole.acts)


def test_what_lay_on_disk_is_gone_with_the_spool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    spool = filled([{"published": "2020", "text": "a"}] * 4, 2)
    assert len(list(tmp_path.rglob("*.jsonl"))) == 2
    del spool
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_room_is_told_with_the_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(StoreError, match=r"no room for what is built.*TMPDIR"):
        filled([{"published": "2020", "text": "a"}], 1)
