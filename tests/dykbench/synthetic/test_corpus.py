"""The whole corpus: order, size, bytes, and what ingest makes of it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from ledgerrag import LedgerRAG
from ledgerrag.dykbench.items import Label, Part, Task, Wanted
from ledgerrag.dykbench.synthetic import (
    build_conflict,
    build_regchange,
    build_stream,
    corpus,
    names,
    small,
)
from ledgerrag.dykbench.synthetic.corpus import END
from ledgerrag.model import DocKey

BUILDERS = {
    Task.REGCHANGE: build_regchange,
    Task.CONFLICT: build_conflict,
    Task.STREAM: build_stream,
}
FROZEN = {
    Task.REGCHANGE: "07269c115037a8a6",
    Task.CONFLICT: "3184e9b27c141544",
    Task.STREAM: "62146c72125d52fc",
}


@cache
def tiny(task: Task) -> Part:
    return small(task)


@cache
def medium(task: Task) -> Part:
    return BUILDERS[task](
        Wanted(None, 3, items=20 if task is not Task.STREAM else 6, background=800)
    )


def digest(part: Part) -> str:
    whole = replace(part, documents=tuple(part.documents), acts=tuple(part.acts))
    content = json.dumps(asdict(whole), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


@pytest.mark.parametrize("task", list(Task))
def test_the_small_instance_is_frozen(task: Task) -> None:
    # A change of plans or of the generator changes it; then say so in the change log.
    assert digest(tiny(task)) == FROZEN[task]


def test_the_small_instance_is_a_few_hundred_documents_and_some_thirty_items() -> None:
    parts = [tiny(task) for task in Task]
    assert 300 <= sum(len(part.documents) for part in parts) <= 800
    assert 28 <= sum(len(part.items) for part in parts) <= 40
    labels = {item.gold.label for part in parts for item in part.items}
    assert labels == set(Label)


@pytest.mark.parametrize("task", list(Task))
def test_documents_come_in_order_of_publication_and_none_twice(task: Task) -> None:
    part = medium(task)
    days = [str(record["published"]) for record in part.documents]
    assert days == sorted(days)
    assert days[-1] <= END
    keys = [(record["doc_id"], record["version"]) for record in part.documents]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("task", list(Task))
def test_an_item_finds_on_average_as_many_documents_as_were_wanted(task: Task) -> None:
    part = medium(task)
    days = [str(record["published"]) for record in part.documents]
    slices = [sum(day <= item.known_at + "~" for day in days) for item in part.items]
    assert sum(slices) / len(slices) == pytest.approx(800, rel=0.1)


@pytest.mark.parametrize("task", list(Task))
def test_ten_million_documents_begin_at_once(task: Task) -> None:
    many = corpus(task, Wanted(None, 3, items=2, background=10**7))
    assert many.places > 10**5
    assert len(list(islice(many.records(), 300))) == 300


def test_acts_and_documents_name_sources_of_the_registry() -> None:
    for task in Task:
        part = tiny(task)
        known = {source.key for source in part.sources}
        assert {record["source"] for record in (*part.documents, *part.acts)} <= known


def test_the_background_says_nothing_of_a_place_that_is_asked_about() -> None:
    made = corpus(Task.REGCHANGE, Wanted(None, 3, items=8, background=400))
    own = {document.doc_id for group in made.groups for document in group.told.documents}
    asked = {names.place(number).lower() for number in range(2 * len(made.groups))}
    added = [record for record in made.part().documents if record["doc_id"] not in own]
    assert len(added) > 150
    for record in added:
        assert asked.isdisjoint(str(record["doc_id"]).split("/"))


@pytest.mark.parametrize("task", list(Task))
def test_quotes_are_exact_after_ingest(task: Task, tmp_path: Path) -> None:
    part = tiny(task)
    records = tmp_path / "records.jsonl"
    lines = [json.dumps(dict(record)) for record in (*part.documents, *part.acts)]
    records.write_text("\n".join(lines), encoding="utf-8")
    registry = tmp_path / "sources.toml"
    registry.write_text(
        "".join(
            f'[sources."{one.key}"]\nname = "{one.name}"\nauthority_level = {one.authority_level}\n'
            for one in part.sources
        ),
        encoding="utf-8",
    )
    texts = {(one["doc_id"], one["version"]): str(one["text"]) for one in part.documents}
    quoted = 0
    with LedgerRAG.open(tmp_path / "s.db") as rag:
        report = rag.ingest(records, sources=registry)
        assert not report.quarantined
        for item in part.items:
            for quote in item.gold.evidence:
                stored = rag.store.document(DocKey(quote.doc_id, quote.version)).text
                assert stored == texts[quote.doc_id, quote.version]
                said = stored[quote.start : quote.end]
                assert said.endswith(".")
                if item.gold.label is Label.SUPPORTED:
                    assert any(value.lower() in said.lower() for value in item.gold.values)
                quoted += 1
    assert quoted >= 8


def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    program = (
        "import hashlib, json, sys\n"
        "from dataclasses import asdict, replace\n"
        "from ledgerrag.dykbench.items import Task, Wanted\n"
        "from ledgerrag.dykbench.synthetic import corpus\n"
        "for task in Task:\n"
        "    part = corpus(task, Wanted(None, 21, items=9, background=200)).part()\n"
        "    part = replace(part, documents=tuple(part.documents), acts=tuple(part.acts))\n"
        "    print(hashlib.sha256(json.dumps(asdict(part)).encode()).hexdigest())\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "4711")
    }
    assert len(seen) == 1
    assert len(seen.pop().split()) == len(Task)


def test_another_seed_gives_other_documents() -> None:
    one, two = (build_stream(Wanted(None, seed, items=2, background=0)) for seed in (1, 2))
    assert {r["text"] for r in one.documents}.isdisjoint({r["text"] for r in two.documents})
