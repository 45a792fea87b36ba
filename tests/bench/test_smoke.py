from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from ledgerrag.bench.prepared import cut
from ledgerrag.bench.smoke import Options, smoke
from ledgerrag.bench.synthetic import write_corpus
from ledgerrag.errors import InputError, UnavailableError
from ledgerrag.pachon.spans import chunk

FIGURES = {
    "ingest",
    "search exact as-of",
    "search exact as-of, reserved places",
    "search by index",
    "search by index, reserved places",
    "ask",
    "ask: retrieve",
    "ask: judge",
    "ask: read",
    "ask: commit",
    "ask: journal",
    "journal's share of an ask",
    "add one document until visible",
    "journal",
    "memory, peak resident",
    "store on disk",
    "index on disk",
}
AIMED = {
    "ingest",
    "search exact as-of",
    "ask",
    "journal's share of an ask",
    "memory, peak resident",
}


def test_a_smoke_measures_everything_and_sets_five_figures_beside_their_aims() -> None:
    found = smoke(Options(chunks=200, queries=5, repeats=2))
    assert {figure.name for figure in found.figures} >= FIGURES
    assert {figure.name for figure in found.figures if figure.aim} == AIMED
    assert all(figure.value > 0 for figure in found.figures if figure.name in AIMED)
    assert found.parameters["chunks"] == 200
    assert len(found.raw["ask_ms"]) == 5
    assert [len(r) for r in json.loads(found.json())["raw"]["search by index, ms by round"]] == [
        5,
        5,
    ]


def test_a_made_corpus_is_the_same_for_the_same_seed_and_has_exactly_the_chunks(
    tmp_path: Path,
) -> None:
    written = []
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        (tmp_path / name).mkdir()
        found = write_corpus(tmp_path / name, 120, seed)
        written.append(found.records[0].read_bytes())
    assert written[0] == written[1] != written[2]
    records = [json.loads(line) for line in written[0].splitlines()]
    assert sum(len(chunk(record["text"])) for record in records) == 120
    assert len({record["doc_id"] for record in records}) == len(records)
    assert len({record["series"] for record in records}) < len(records)
    assert {record["domain"] for record in records} == {"regulation", "news"}


def test_real_files_are_cut_to_the_number_of_chunks(tmp_path: Path) -> None:
    source = tmp_path / "laws.jsonl.gz"
    record = {"doc_id": "a", "text": "One day.", "published": "2020-01-01"}
    with gzip.open(source, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps({**record, "doc_id": f"a{n}"}) + "\n" for n in range(5))
    found = cut(source, tmp_path, 3, None)
    assert (found.documents, found.chunks) == (3, 3)
    assert len(found.records[0].read_text("utf-8").splitlines()) == 3


def test_a_model_that_is_not_there_is_told_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The package of the weights is found by its metadata, which lie on the path.
    kept = [one for one in sys.path if "site-packages" not in one]
    monkeypatch.setattr(sys, "path", kept)
    said: list[str] = []
    with pytest.raises(UnavailableError, match="pip install"):
        smoke(Options(chunks=20, queries=1, repeats=1, mode="hybrid"), say=said.append)
    assert said == []


def test_what_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="below 1"):
        smoke(Options(chunks=0))
    with pytest.raises(InputError, match="does not exist"):
        cut(tmp_path / "none.jsonl", tmp_path, 3, None)
    (tmp_path / "x.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1 is no document"):
        cut(tmp_path / "x.jsonl", tmp_path, 3, None)
