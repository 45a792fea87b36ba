"""ConFLICT-QA from raw sources: who is right, on whose word, and what stays open."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ledgerrag import LedgerRAG
from ledgerrag.dykbench.items import Item, Label, Part, Record, Wanted
from ledgerrag.dykbench.real.conflict import build
from ledgerrag.errors import InputError
from ledgerrag.model import Authority
from ledgerrag.pachon.fields import clean
from tests.rawclaims import CURE, everything

KINDS = {
    "after",
    "before",
    "crowd",
    "flood",
    "mutated",
    "no official",
    "reworded",
    "robust: edit war",
    "robust: misinformation",
    "robust: poisoned",
    "robust: replaced",
    "single",
    "stale",
    "thread",
    "thread open",
    "thread verdict",
    "two officials",
    "verdict",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return everything(tmp_path_factory.mktemp("raw"))


@pytest.fixture(scope="module")
def part(folder: Path) -> Part:
    return build(Wanted(folder, seed=3))


def of(part: Part, kind: str) -> list[Item]:
    return [one for one in part.items if one.kind == kind]


def told(part: Part, item: Item) -> list[Record]:
    """Documents that belong to the group of an item."""
    return [one for one in part.documents if f"{item.group}/" in f"{one['doc_id']}/"]


def levels(part: Part) -> dict[str, Authority]:
    return {one.key: one.authority_level for one in part.sources}


def test_every_kind_is_asked_about(part: Part) -> None:
    assert {one.kind for one in part.items} == KINDS
    assert {one.split for one in part.items} == {"plain", "paraphrased"}


def test_what_can_be_decided_rests_on_a_document_that_was_public(part: Part) -> None:
    known = {f"{one['doc_id']}@{one['version']}": one for one in part.documents}
    for item in part.items:
        assert bool(item.gold.evidence) is (item.gold.label is not Label.UNRESOLVED)
        for quote in item.gold.evidence:
            document = known[f"{quote.doc_id}@{quote.version}"]
            assert str(document["published"]) <= item.known_at
            assert 0 <= quote.start < quote.end <= len(str(document["text"]))


def test_the_evidence_outranks_every_post_of_its_case(part: Part) -> None:
    rank = levels(part)
    source = {str(one["doc_id"]): str(one["source"]) for one in part.documents}
    for item in part.items:
        for quote in item.gold.evidence:
            posts = [one for one in told(part, item) if str(one["doc_id"]).startswith("post/conf")]
            assert all(rank[str(one["source"])] is Authority.USER for one in posts)
            assert rank[source[quote.doc_id]] > Authority.USER


def test_a_statement_on_a_law_holds_exactly_if_the_law_has_its_words(part: Part) -> None:
    text = {(one["doc_id"], one["version"]): str(one["text"]) for one in part.documents}
    checked = 0
    for kind in ("flood", "crowd", "mutated", "single", "stale"):
        for item in of(part, kind):
            if item.split == "plain":
                (quote,) = item.gold.evidence
                said = text[quote.doc_id, quote.version][quote.start : quote.end]
                held = item.text.casefold().endswith(said.casefold())
                assert held is (item.gold.label is Label.SUPPORTED)
                checked += 1
    assert checked >= 4


def test_copies_come_after_the_law_and_before_the_question(part: Part) -> None:
    for kind in ("flood", "crowd", "mutated", "reworded", "single", "stale"):
        for item in of(part, kind):
            days = [str(one["published"]) for one in told(part, item)]
            law = next(
                one
                for one in part.documents
                if one["doc_id"] == item.gold.evidence[0].doc_id
                and one["version"] == item.gold.evidence[0].version
            )
            assert days
            assert str(law["published"]) < min(days) <= max(days) < item.known_at


def test_one_owner_posts_a_flood_to_the_letter(part: Part) -> None:
    for item in of(part, "flood"):
        posts = told(part, item)
        assert len({(one["source"], one["text"]) for one in posts}) == 1


def test_many_owners_post_a_crowd_to_the_letter(part: Part) -> None:
    crowds = [told(part, item) for item in of(part, "crowd")]
    assert all(len({one["text"] for one in posts}) == 1 for posts in crowds)
    assert any(len({one["source"] for one in posts}) > 1 for posts in crowds)


def test_after_a_change_copies_repeat_the_value_from_before_it(part: Part) -> None:
    ((item, posts),) = [
        (one, told(part, one)) for one in of(part, "stale") if one.source == "canada_laws"
    ]
    words = ("4 years", "four years", "four (4) years", "4 (4) years")
    assert all(any(word in str(one["text"]) for word in words) for one in posts)
    assert "7 years" in item.gold.answer


def test_a_law_that_is_withheld_is_nowhere_in_the_corpus(part: Part) -> None:
    items = of(part, "no official")
    assert items
    for item in items:
        series = item.group.split("/")[2]
        assert all(one["doc_id"] != series for one in part.documents)
        assert item.gold.label is Label.UNRESOLVED


def test_two_officials_hold_one_text_with_two_values(part: Part) -> None:
    rank = levels(part)
    for item in of(part, "two officials"):
        (copy,) = [one for one in told(part, item) if str(one["doc_id"]).startswith("register/")]
        (law,) = [one for one in part.documents if one["doc_id"] == item.group.split("/")[2]]
        assert copy["source"] != law["source"]
        assert {rank[str(copy["source"])], rank[str(law["source"])]} == {Authority.OFFICIAL}
        left, right = str(copy["text"]).split(), str(law["text"]).split()
        assert sum(a != b for a, b in zip(left, right, strict=True)) == 1


def test_a_claim_is_open_until_it_is_checked_and_refuted_after(part: Part) -> None:
    (before,), (after,) = of(part, "before"), of(part, "after")
    assert before.text == after.text == f"{CURE}."
    assert (before.gold.label, after.gold.label) == (Label.UNRESOLVED, Label.REFUTED)
    (verdict,) = [one for one in part.documents if one["doc_id"] == after.gold.evidence[0].doc_id]
    assert before.known_at < str(verdict["published"]) < after.known_at
    assert "Marsh Check" in str(verdict["text"])


def test_a_verdict_is_that_of_the_source(part: Part) -> None:
    labels = {one.text: one.gold.label for one in of(part, "verdict")}
    assert labels == {
        "The mayor of Ostrava has sold the old bridge.": Label.REFUTED,
        "The town of Lom has two bridges of stone.": Label.SUPPORTED,
        "The marsh fever has reached the valley of Lom.": Label.SUPPORTED,
        "Lom is the richest town of the valley.": Label.UNRESOLVED,
        "Herons can spread the fever in spring.": Label.UNRESOLVED,
        "Boiling reeds can kill the marsh fever.": Label.UNRESOLVED,
    }


def test_a_post_of_a_false_rumour_is_not_called_false_itself(part: Part) -> None:
    assert all("river boats" not in one.text for one in part.items)
    (why,) = [one.reason for one in part.dropped if one.item_id == "rumoureval17:6"]
    assert "not all of them false" in why


def test_an_account_that_the_network_verified_is_an_outlet(part: Part) -> None:
    rank = levels(part)
    assert rank["net-lomnews"] is Authority.OUTLET
    assert rank["net-doubter"] is Authority.USER


def test_a_claim_that_cannot_be_stated_is_listed_with_its_reason(part: Part) -> None:
    found = {one.item_id: one.reason for one in part.dropped}
    assert found["covid19_rumor:4"] == "tells of a telling"


def test_robustness_sets_follow_the_marks_of_the_set(part: Part) -> None:
    rank = levels(part)
    (item,) = of(part, "robust: replaced")
    passages = {str(one["text"]): rank[str(one["source"])] for one in told(part, item)}
    assert {text.split()[6]: level for text, level in passages.items()} == {
        "painter": Authority.OUTLET,
        "builder": Authority.USER,
    }
    assert {one.gold.label for one in of(part, "robust: edit war")} == {Label.UNRESOLVED}


def test_texts_are_as_ingest_keeps_them(part: Part) -> None:
    assert all(clean(str(one["text"])) == one["text"] for one in part.documents)


def test_all_documents_can_be_ingested(part: Part, tmp_path: Path) -> None:
    named = tmp_path / "documents.jsonl"
    named.write_text("".join(f"{json.dumps(one)}\n" for one in part.documents), "utf-8")
    listed = "".join(
        f'[sources."{one.key}"]\nname = {json.dumps(one.name)}\n'
        f"authority_level = {int(one.authority_level)}\n"
        for one in part.sources
    )
    (tmp_path / "sources.toml").write_text(listed, "utf-8")
    with LedgerRAG.open(tmp_path / "l.db") as rag:
        report = rag.ingest(named, sources=tmp_path / "sources.toml")
    assert report.counts["rejected"] == report.counts["quarantined"] == 0
    assert report.counts["accepted"] + report.counts["new_version"] == len(part.documents)


def test_a_smaller_benchmark_has_the_shares_of_a_full_one(folder: Path, part: Part) -> None:
    small = build(Wanted(folder, seed=3, items=16))
    assert len(small.items) == 16
    assert {one.item_id for one in small.items} < {one.item_id for one in part.items}
    assert len({one.kind for one in small.items}) >= 10


def test_wikipedia_stands_beside_the_threads_minute_by_minute(part: Part) -> None:
    rank = levels(part)
    pages = [one for one in part.documents if str(one["source"]).startswith("wikipedia-")]
    assert len({one["published"] for one in pages}) > 1
    assert all(rank[str(one["source"])] < Authority.OFFICIAL for one in pages)


def test_background_fills_a_slice_and_no_more(folder: Path) -> None:
    bare = build(Wanted(folder, seed=3, background=0))
    filled = build(Wanted(folder, seed=3, background=len(bare.documents) + 3))
    assert bare.items == filled.items
    assert len(filled.documents) == len(bare.documents) + 3


def digest(folder: Path, hashing: str) -> str:
    code = (
        "import hashlib, sys; from pathlib import Path\n"
        "from ledgerrag.dykbench.items import Wanted\n"
        "from ledgerrag.dykbench.real.conflict import build\n"
        "made = build(Wanted(Path(sys.argv[1]), seed=5, items=20))\n"
        "print(hashlib.sha256(repr(made).encode()).hexdigest())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hashing},
    )
    return ran.stdout.strip()


def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed(folder: Path) -> None:
    here = hashlib.sha256(repr(build(Wanted(folder, seed=5, items=20))).encode()).hexdigest()
    assert digest(folder, "1") == digest(folder, "2") == here


def test_no_folder_is_told_with_the_next_step() -> None:
    with pytest.raises(InputError, match="--sources"):
        build(Wanted(None, seed=1))


@pytest.mark.skipif("LEDGERRAG_DATA" not in os.environ, reason="LEDGERRAG_DATA names no folder")
def test_the_real_data_give_the_size_and_the_share_that_can_be_decided() -> None:
    made = build(Wanted(Path(os.environ["LEDGERRAG_DATA"]), seed=1, background=1000))
    plain = [one for one in made.items if not one.kind.startswith("robust:")]
    labels = Counter(one.gold.label for one in plain)
    assert len(plain) >= 290
    assert 0.9 <= 1 - labels[Label.UNRESOLVED] / len(plain) <= 0.94
    assert labels[Label.SUPPORTED] / len(plain) > 0.35
