"""The three tasks: counts, labels, what is right at each moment."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import cache
from itertools import groupby, islice

import pytest

from ledgerrag.dykbench.items import Item, Label, Task, Wanted
from ledgerrag.dykbench.synthetic import Corpus, conflict, corpus
from ledgerrag.dykbench.synthetic.stream import lengths
from ledgerrag.dykbench.synthetic.wording import events
from ledgerrag.model import Authority


@cache
def bare(task: Task, items: int = 0) -> Corpus:
    return corpus(task, Wanted(None, 11, items=items, background=0))


@pytest.mark.parametrize(("task", "wanted"), [(Task.REGCHANGE, 135), (Task.CONFLICT, 110)])
def test_the_default_size_is_the_papers(task: Task, wanted: int) -> None:
    assert len(bare(task).items) == wanted


def test_the_stream_has_125_trajectories_with_479_steps() -> None:
    items = bare(Task.STREAM).items
    assert len({item.trajectory for item in items}) == 125
    assert len({(item.trajectory, item.step) for item in items}) == 479
    assert sum(lengths(125)) == 479


def test_about_92_per_cent_of_conflicts_can_be_decided() -> None:
    items = bare(Task.CONFLICT, 250).items
    decided = sum(item.gold.label is not Label.UNRESOLVED for item in items)
    assert 0.9 <= decided / len(items) <= 0.93


@pytest.mark.parametrize("task", list(Task))
def test_a_third_of_the_groups_is_asked_in_words_of_its_own(task: Task) -> None:
    groups = bare(task).groups
    splits = [group.items[0].split for group in groups if group.items]
    assert abs(splits.count("paraphrased") / len(splits) - 1 / 3) < 0.02
    assert all(len({item.split for item in group.items}) == 1 for group in groups if group.items)


@pytest.mark.parametrize("task", list(Task))
def test_a_larger_benchmark_begins_with_a_smaller_one(task: Task) -> None:
    few, many = bare(task, 10).items, bare(task, 20).items
    assert {item.item_id for item in few} <= {item.item_id for item in many}
    if task is not Task.STREAM:
        assert many[: len(few)] == few


@pytest.mark.parametrize("task", list(Task))
def test_no_question_knows_less_than_the_day_that_it_is_about(task: Task) -> None:
    for item in bare(task).items:
        assert item.known_at >= item.as_of


@pytest.mark.parametrize("task", list(Task))
def test_gold_rests_on_what_was_published_by_k_and_by_an_office(task: Task) -> None:
    made = bare(task)
    level = {source.key: source.authority_level for source in made.sources}
    found = {
        (document.doc_id, document.version): document
        for group in made.groups
        for document in group.told.documents
    }
    rested = 0
    for item in made.items:
        for quote in item.gold.evidence:
            document = found[quote.doc_id, quote.version]
            assert document.published <= item.known_at
            assert level[document.source] is Authority.OFFICIAL
            rested += 1
    assert rested > 100


@pytest.mark.parametrize("task", list(Task))
def test_a_settled_item_has_value_and_evidence_and_an_open_one_no_value(task: Task) -> None:
    for item in bare(task).items:
        gold = item.gold
        if gold.label is Label.UNRESOLVED:
            assert not gold.values
            assert not gold.version
        else:
            assert gold.values
            assert gold.evidence
            assert any(value in gold.answer for value in gold.values)


def test_statements_are_about_as_often_right_as_wrong() -> None:
    items = bare(Task.CONFLICT, 250).items
    labels = Counter(item.gold.label for item in items if item.form == "check")
    assert 0.6 < labels[Label.SUPPORTED] / labels[Label.REFUTED] < 1.7


def test_what_changed_is_told_as_the_value_before_and_after() -> None:
    items = [item for item in bare(Task.REGCHANGE).items if item.kind == "changed"]
    assert len(items) >= 10
    for item in items:
        assert item.gold.edits
        after = " ".join(edit[1] for edit in item.gold.edits)
        assert any(set(after.split()) & set(value.split()) for value in item.gold.values)


def test_a_flood_holds_one_to_two_hundred_copies_of_one_owner_or_many() -> None:
    sizes, owners = [], set()
    for group in bare(Task.CONFLICT, 250).groups:
        if group.items[0].kind not in ("flood", "crowd", "reworded", "mutated"):
            continue
        copies = [one for one in group.told.documents if "/copy-" in one.doc_id]
        sizes.append(len(copies))
        owners.add(min(len({one.source for one in copies}), 2))
    assert 1 <= min(sizes) <= 3
    assert 120 < max(sizes) <= 200
    assert owners == {1, 2}


@pytest.mark.parametrize(
    ("kind", "texts", "sentences"),
    [("flood", False, False), ("mutated", True, False), ("reworded", True, True)],
)
def test_copies_are_alike_to_the_letter_in_the_sentence_or_in_the_claim_only(
    kind: str, texts: bool, sentences: bool
) -> None:
    groups = bare(Task.CONFLICT, 250).groups
    large = next(
        copies
        for group in groups
        if group.items[0].kind == kind
        and len(copies := [d for d in group.told.documents if "/copy-" in d.doc_id]) > 20
    )
    assert (len({one.record()["text"] for one in large}) > 1) is texts
    assert (len({one.sheet.facts[0].plan for one in large}) > 1) is sentences
    assert len({one.sheet.facts[0].value for one in large}) == 1


def test_before_a_clarification_no_office_has_spoken_and_after_it_one_has() -> None:
    made = bare(Task.CONFLICT, 250)
    pairs = [group for group in made.groups if group.items[0].kind == "before clarification"]
    assert pairs
    for group in pairs:
        before, after = group.items
        settled = after.gold.evidence[0]
        spoken = next(one for one in group.told.documents if one.doc_id == settled.doc_id)
        assert before.known_at < spoken.published <= after.known_at
        assert before.gold.label is Label.UNRESOLVED


def test_every_claim_is_disputed_before_one_comes_twice() -> None:
    claims = sum(len(event.claims) for event in events())
    assert len({conflict.chosen(n)[1].key for n in range(claims)}) == claims


def steps() -> list[list[Item]]:
    items = bare(Task.STREAM).items
    return [
        list(found) for _, found in groupby(items, key=lambda item: (item.trajectory, item.claim))
    ]


def test_a_claim_is_asked_in_the_same_words_at_each_step() -> None:
    for claim in steps():
        assert len({item.text for item in claim}) == 1
        assert [item.step for item in claim] == list(range(1, len(claim) + 1))
        moments = [datetime.fromisoformat(item.known_at) for item in claim]
        assert moments == sorted(set(moments))


def test_changed_says_that_the_answer_is_another_than_a_step_before() -> None:
    for claim in steps():
        assert not claim[0].gold.changed
        for before, item in zip(claim, islice(claim, 1, None), strict=False):
            assert item.gold.changed == (before.gold.values != item.gold.values)


def test_figures_go_up_and_down_and_stay() -> None:
    moves: Counter[str] = Counter()
    for claim in steps():
        for before, item in zip(claim, islice(claim, 1, None), strict=False):
            one, two = before.gold.values[-1], item.gold.values[-1]
            if one.isdecimal() and two.isdecimal():
                moves["up" if int(two) > int(one) else "down" if two != one else "same"] += 1
    assert min(moves.values()) > 20


def test_the_steps_hold_corrections_and_quiet_ones() -> None:
    kinds = Counter(claim[n].kind for claim in steps() for n in range(1, len(claim)))
    assert kinds["correction"] > 20
    assert kinds["unchanged"] > 50
    for claim in steps():
        for item in claim:
            assert item.kind != "unchanged" or not item.gold.changed
