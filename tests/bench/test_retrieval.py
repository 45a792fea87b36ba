"""`bench retrieval` on a collection of six documents."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from ledgerrag.bench.collections import load
from ledgerrag.bench.retrieval import WAYS, Options, check, expected, retrieval, score
from ledgerrag.errors import InputError

DOCUMENTS = {
    "a": ("Lift of wings", "The lift of a wing grows with the square of the speed of the air."),
    "b": ("Heat of bodies", "The heat that a body takes up in a stream depends on its surface."),
    "c": ("Boundary layer", "The boundary layer thickens along a plate until it turns turbulent."),
    "d": ("Slender wings", "A slender wing bears vortices along its leading edges."),
    "e": ("Shock waves", "A shock stands off a blunt nose in a fast stream."),
    "f": ("", ""),
}
QUERIES = {"1": "lift of a wing", "2": "turbulent boundary layer", "3": "never judged"}


def collection(folder: Path, judgements: str, name: str = "qrels.txt") -> Path:
    folder.mkdir()
    documents = [{"_id": k, "title": t, "text": said} for k, (t, said) in DOCUMENTS.items()]
    queries = [{"_id": key, "text": text} for key, text in QUERIES.items()]
    for file, rows in (("corpus", documents), ("queries", queries)):
        with gzip.open(folder / f"{file}.jsonl.gz", "wt", encoding="utf-8") as handle:
            handle.writelines(json.dumps(row) + "\n" for row in rows)
    (folder / name).write_text(judgements, "utf-8")
    return folder


def test_both_forms_of_judgements_say_the_same(tmp_path: Path) -> None:
    trec = load(collection(tmp_path / "trec", "1 0 a 1\n1 0 e 0\n\n2 0 c 2\n"))
    headed = "query-id\tcorpus-id\tscore\n1\ta\t1\n1\te\t0\n2\tc\t2\n"
    table = load(collection(tmp_path / "table", headed, "beir_qrels_test.tsv"))
    assert trec.judgements == table.judgements == {"1": {"a": 1, "e": 0}, "2": {"c": 2}}
    assert trec.queries == {"1": "lift of a wing", "2": "turbulent boundary layer"}


@pytest.mark.parametrize("judgements", ["1 0 a\n", "1 0 a x\n", "9 0 a 1\n"])
def test_judgements_that_are_none_are_named(tmp_path: Path, judgements: str) -> None:
    with pytest.raises(InputError, match=r"qrels\.txt"):
        load(collection(tmp_path / "set", judgements))


def test_a_folder_without_its_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no judgements"):
        load(tmp_path)
    folder = collection(tmp_path / "set", "1 0 a 1\n")
    (folder / "corpus.jsonl.gz").write_bytes(b"no gzip")
    with pytest.raises(InputError, match="cannot be read"):
        load(folder)


def test_a_perfect_list_scores_one_and_its_order_counts(tmp_path: Path) -> None:
    from ir_measures import nDCG

    one = load(collection(tmp_path / "set", "1 0 a 1\n2 0 c 1\n"))
    assert score(one, {"1": ["a", "b"], "2": ["c"]}, nDCG @ 10) == pytest.approx(1)
    second = score(one, {"1": ["b", "a"], "2": ["c"]}, nDCG @ 10)
    assert second == pytest.approx((1 + 0.6309) / 2, abs=1e-4)
    assert score(one, {"1": [], "2": []}, nDCG @ 10) == 0


def test_every_way_is_measured_and_a_second_run_uses_the_store(tmp_path: Path) -> None:
    folder = collection(tmp_path / "set", "1 0 a 1\n1 0 d 1\n2 0 c 1\n")
    options = Options((folder,), store=tmp_path / "stores")
    found = retrieval(options)
    again = retrieval(options)
    for way in WAYS:
        assert found.figure(f"set, {way}: Recall@100").value == pytest.approx(1)
        for name in ("nDCG@10", "Recall@100"):
            assert (
                found.figure(f"set, {way}: {name}").value
                == again.figure(f"set, {way}: {name}").value
            )
    assert found.figure("set, dense: search").note.startswith("minilm ")
    assert found.raw["set: hybrid"] == again.raw["set: hybrid"]


def test_words_alone_ask_for_no_model(tmp_path: Path) -> None:
    folder = collection(tmp_path / "set", "1 0 a 1\n")
    found = retrieval(Options((folder,), ("lexical",), store=tmp_path / "stores"))
    assert {figure.name.split(":")[0] for figure in found.figures} == {
        "set, lexical",
        "set, lexical, statistics of the index",
    }
    assert not (tmp_path / "stores" / "set.db.vectors").exists()


def test_a_mode_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="'semantic'"):
        check(Options((), ("semantic",)))


def test_every_expected_row_names_a_way_and_a_measure_that_there_are() -> None:
    for row in expected():
        assert row.way in WAYS
        assert row.measure in {"nDCG@10", "Recall@100"}
        assert 0 < row.score < 1
