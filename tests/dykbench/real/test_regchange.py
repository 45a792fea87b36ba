"""RegChange-QA from raw sources: what is asked, what is right, and what is set aside."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ledgerrag import LedgerRAG
from ledgerrag.dykbench.items import Item, Label, Part, Wanted
from ledgerrag.dykbench.real.asking import borrowed
from ledgerrag.dykbench.real.regchange import ADAPTERS, build
from ledgerrag.errors import InputError
from ledgerrag.pachon.adapters.provisions import Provision
from tests.rawlaw import LEAK, LOG, canada, everything, section


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return everything(tmp_path_factory.mktemp("raw"))


@pytest.fixture(scope="module")
def part(folder: Path) -> Part:
    return build(Wanted(folder, seed=3))


def texts(part: Part) -> dict[str, str]:
    return {f"{one['doc_id']}@{one['version']}": str(one["text"]) for one in part.documents}


def values(part: Part) -> list[Item]:
    kinds = ("before", "after", "between", "late")
    return [one for one in part.items if one.kind in kinds and one.gold.values]


def test_each_source_gives_questions_in_both_splits(part: Part) -> None:
    found = Counter((one.source, one.split) for one in part.items)
    assert len(found) == 2 * len(ADAPTERS)


def test_gold_stands_word_for_word_in_the_version_that_it_names(part: Part) -> None:
    known = texts(part)
    for one in part.items:
        assert one.gold.version in known
        for quote in one.gold.evidence:
            text = known[f"{quote.doc_id}@{quote.version}"]
            assert 0 <= quote.start < quote.end <= len(text)
    for one in values(part):
        (quote, *_) = one.gold.evidence
        told = known[one.gold.version][quote.start : quote.end]
        assert one.gold.values[0] in told


def test_what_is_in_force_was_published_and_had_begun(part: Part) -> None:
    known = {f"{one['doc_id']}@{one['version']}": one for one in part.documents}
    for one in part.items:
        document = known[one.gold.version]
        assert str(document["published"]) <= one.known_at
        assert str(document["effective_from"]) <= one.as_of


def test_before_and_after_a_change_the_values_differ(part: Part) -> None:
    told = {
        (one.group, one.kind): one.gold.values[0]
        for one in values(part)
        if one.kind in ("before", "after")
    }
    groups = {group for group, kind in told if (group, "before") in told and kind == "after"}
    assert groups
    assert all(told[group, "before"] != told[group, "after"] for group in groups)


def test_a_question_never_holds_the_value(part: Part) -> None:
    assert values(part)
    for one in values(part):
        assert not any(value in one.text for value in one.gold.values)


def test_the_paraphrased_split_takes_no_word_of_the_sentence_but_those_of_the_title(
    folder: Path, part: Part
) -> None:
    provisions: dict[str, Provision] = {
        one.series: one for read in ADAPTERS for one in read(folder)
    }
    asked = [one for one in values(part) if one.split == "paraphrased"]
    assert asked
    for one in asked:
        assert borrowed(one.text, provisions[one.group], one.gold.answer) == ()


def test_a_repealed_section_is_in_force_before_and_not_after(part: Part) -> None:
    asked = [one for one in part.items if one.kind == "repealed"]
    assert {one.form for one in asked} <= {"ask", "check"}
    for one in (one for one in asked if one.form == "check"):
        gone = one.gold.version.endswith("@2")
        says_gone = "repealed" in one.text or "no longer" in one.text
        assert one.gold.label is (Label.SUPPORTED if says_gone is gone else Label.REFUTED)


def test_what_changed_in_the_code_is_told_in_the_words_of_the_legislature(part: Part) -> None:
    asked = [one for one in part.items if one.kind == "changed" and one.source == "dc_code"]
    assert asked
    for one in asked:
        assert one.gold.edits == (("$200", "$350"),)
        assert one.gold.answer.startswith("Paragraph (2) is amended by striking")


def test_two_sentences_that_answer_to_the_same_words_make_no_question(tmp_path: Path) -> None:
    everything(tmp_path)
    again = LEAK.replace("(1)", "(3)")
    states = [
        f"7\n{LEAK.format(first)}\n{LOG}\n{again.format(second)}"
        for first, second in ((30, 30), (45, 60))
    ]
    days = (("2015-03-01", "2021-02-26"), ("2023-06-22", "2023-08-01"))
    rows = [section("7", *[(*day, text) for day, text in zip(days, states, strict=True)])]
    canada(tmp_path, rows)
    made = build(Wanted(tmp_path, seed=3))
    found = [one for one in values(made) if one.source == "canada_laws"]
    assert found == []
    assert any("same words" in one.reason for one in made.dropped)


def test_no_more_items_and_no_more_background_than_wanted(folder: Path) -> None:
    made = build(Wanted(folder, seed=3, items=7, background=1))
    assert len(made.items) == 7
    asked = {one.group for one in made.items}
    around = [
        one
        for one in made.documents
        if one["doc_id"] not in asked and not str(one["doc_id"]).startswith("dc-law:")
    ]
    assert len(around) <= 1


def test_a_folder_without_a_source_is_named_and_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="canada_laws"):
        build(Wanted(tmp_path, seed=1))
    with pytest.raises(InputError, match="raw data"):
        build(Wanted(None, seed=1))


def test_the_same_seed_gives_the_same_bytes_whatever_the_order_of_sets(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path;"
        "from ledgerrag.dykbench.items import Wanted;"
        "from ledgerrag.dykbench.real.regchange import build;"
        "print(repr(build(Wanted(Path(sys.argv[1]), seed=3, items=20, background=3))))"
    )
    told = []
    for number in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder)],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            check=True,
        )
        told.append(hashlib.sha256(done.stdout).hexdigest())
    assert told[0] == told[1]


def test_the_records_are_taken_in_as_they_are(part: Part, tmp_path: Path) -> None:
    import json

    lines = [json.dumps(one, ensure_ascii=False) for one in (*part.documents, *part.acts)]
    (tmp_path / "corpus.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    registry = "".join(
        f'[sources."{one.key}"]\nname = "{one.name}"\nauthority_level = 3\n' for one in part.sources
    )
    (tmp_path / "sources.toml").write_text(registry, encoding="utf-8")
    with LedgerRAG.open(tmp_path / "store.db") as rag:
        report = rag.ingest(tmp_path / "corpus.jsonl", sources=tmp_path / "sources.toml")
        assert not report.rejected
        assert not report.quarantined
        assert rag.counts()["documents"] == len(part.documents)
        asked = next(one for one in values(part) if one.kind == "between")
        answer = rag.ask(asked.text, as_of=asked.as_of, known_at=asked.known_at)
    assert asked.gold.version in {f"{one.doc_id}@{one.version}" for one in answer.citations}


@pytest.mark.skipif("LEDGERRAG_DATA" not in os.environ, reason="LEDGERRAG_DATA names no folder")
def test_the_real_sources_give_at_least_135_questions_of_every_kind() -> None:
    made = build(Wanted(Path(os.environ["LEDGERRAG_DATA"]), seed=1, items=400, background=1000))
    assert len(made.items) >= 135
    assert len({one.source for one in made.items}) == 5
    kinds = {"before", "after", "between", "late", "version", "repealed", "changed"}
    assert {one.kind for one in made.items} == kinds
