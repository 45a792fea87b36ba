from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ledgerrag.dykbench.auditing import Audit, Search, apply, around, audit_task, balance
from ledgerrag.dykbench.items import Item, Label, Quote, Task
from ledgerrag.dykbench.leaking import leaks
from ledgerrag.dykbench.looking import audit, searching
from ledgerrag.dykbench.planning import plan
from ledgerrag.dykbench.running import ask_all
from ledgerrag.dykbench.shelf import Shelf
from ledgerrag.dykbench.stores import prepare
from tests.dykbench.small import FEE_1, conflict, document, find, frozen, regchange, stream

SHELF = Shelf.of(regchange().documents)


def _finds(item: Item, words: str, k: int) -> Sequence[tuple[str, int, int]]:
    return [(f"{one.doc_id}@{one.version}", one.start, one.end) for one in item.gold.evidence]


def _nothing(item: Item, words: str, k: int) -> Sequence[tuple[str, int, int]]:
    return [("lamp@1", 0, 10)]


def _audit(items: Sequence[Item], search: Search = _finds, shelf: Shelf = SHELF) -> Audit:
    return audit_task(items, shelf, search)


def _changed(item: Item, **gold: object) -> Item:
    return replace(item, gold=replace(item.gold, **gold))  # type: ignore[arg-type]


def test_items_that_are_as_they_should_be_pass() -> None:
    for part in (regchange(), conflict(), stream()):
        found = audit_task(part.items, Shelf.of(part.documents), _finds)
        assert found.dropped == ()
        assert found.items == len(part.items)


@pytest.mark.parametrize(
    ("gold", "told"),
    [
        ({"evidence": (Quote("fee", 2, 0, 9),)}, "evidence fee@2 was published 2022-05-01, after"),
        ({"evidence": (Quote("fee", 7, 0, 9),)}, "evidence fee@7 is no document of the task"),
        ({"evidence": (Quote("fee", 1, 0, 999),)}, "outside the text of fee@1"),
        ({"version": "fee@2"}, "version fee@2 was published 2022-05-01, after 2022-04-01"),
        ({"version": "fee@9"}, "version fee@9 is no document"),
    ],
)
def test_gold_that_knows_what_was_not_there_yet_is_dropped(
    gold: dict[str, object], told: str
) -> None:
    before = regchange().items[0]
    (dropped,) = _audit([_changed(before, **gold)]).dropped
    assert (dropped.item_id, dropped.check) == (before.item_id, "leakage")
    assert told in dropped.reason


def test_a_version_that_is_announced_and_has_not_begun_is_no_gold_of_that_day() -> None:
    between = regchange().items[1]
    (dropped,) = _audit([_changed(between, version="fee@2")]).dropped
    assert dropped.reason == "version fee@2 begins 2022-07-01, after 2022-06-01"


def test_evidence_that_no_search_brings_drops_its_item_and_none_is_asked_of_unresolved_ones() -> (
    None
):
    items = conflict().items
    found = audit_task(items, Shelf.of(conflict().documents), _nothing)
    assert {one.item_id for one in found.dropped} == {"con-true", "con-false"}
    assert found.checks == {"retrievability": 2}
    assert "first is lamp@1" in found.dropped[0].reason


def test_a_line_that_names_nothing_may_be_found_by_its_heading_too() -> None:
    def by_heading(item: Item, words: str, k: int) -> Sequence[tuple[str, int, int]]:
        return _finds(item, words, k) if words.startswith("lamp ") else _nothing(item, words, k)

    text = "Lit: 9 lamps"
    shelf = Shelf.of([document("lamp", text, "2022-01-01", "harbour-office")])
    one = _changed(regchange().items[0], evidence=(Quote("lamp", 1, 0, len(text)),), version="")
    assert _audit([one], by_heading, shelf).dropped == ()
    assert [d.check for d in _audit([one], lambda *_: [], shelf).dropped] == ["retrievability"]


def test_one_question_with_two_answers_is_dropped_both_times() -> None:
    one = regchange().items[2]
    other = replace(_changed(one, values=("66 euros",)), item_id="other")
    spelled = replace(one, item_id="spelled", text=one.text.upper())
    assert {d.item_id for d in _audit([one, other]).dropped} == {"reg-after", "other"}
    assert [d.check for d in _audit([one, spelled]).dropped] == ["near-duplicate"]
    later = replace(other, as_of="2023-01-01")
    assert _audit([one, later]).dropped == ()


def test_a_version_with_an_equal_that_says_something_else_is_not_unique() -> None:
    documents = [
        *regchange().documents,
        document(
            "fee", FEE_1, "2022-05-01", "harbour-office", effective_from="2022-07-01", version=3
        ),
    ]
    found = _audit(regchange().items, shelf=Shelf.of(documents))
    assert [(one.item_id, one.check) for one in found.dropped] == [("reg-after", "uniqueness")]


def test_alike_questions_about_other_things_or_days_stay() -> None:
    one = replace(regchange().items[2], text="How much does a berth at the northern quay cost now?")
    day = replace(one, item_id="day", as_of="2022-09-01", known_at="2022-09-01")
    thing = replace(_changed(one, version="lamp@1"), item_id="thing")
    thing = replace(thing, text="How much does a berth at the southern quay cost now?")
    assert _audit([one, day, thing]).dropped == ()


def test_a_step_that_fails_takes_its_claim_along_and_no_other() -> None:
    part = stream()
    bad = _changed(part.items[1], version="osprey@9")
    whole = [part.items[0], bad, *part.items[2:]]
    beside = [replace(one, item_id=f"b{one.step}", claim="lost") for one in part.items]
    beside = [replace(one, text="How many passengers were lost?") for one in beside]
    found = _audit([*whole, *beside], shelf=Shelf.of(part.documents))
    assert {one.item_id for one in found.dropped} == {f"str-{n}" for n in (1, 2, 3, 4)}
    assert "another step of the claim failed: str-2" in found.dropped[0].reason


def test_labels_that_give_the_answer_away_are_told() -> None:
    items = [replace(conflict().items[0], item_id=str(n)) for n in range(20)]
    assert any("who always says so" in line for line in balance(items))
    mixed = [_changed(one, label=Label.REFUTED) for one in items[:8]] + items[8:]
    assert not any("who always says so" in line for line in balance(mixed))


def test_a_short_quote_is_looked_for_with_the_line_around_it() -> None:
    text = "First line.\nThe fee is 40 euros a night.\nLast line."
    at = text.index("40")
    assert around(text, Quote("a", 1, at, at + 2)) == "The fee is 40 euros a night."
    assert around(text, Quote("a", 1, 0, len(text)))[:11] == "First line."


def test_a_benchmark_is_audited_over_its_own_corpus_and_what_fails_is_a_new_revision(
    tmp_path: Path,
) -> None:
    bench = frozen(tmp_path / "b")
    found = audit(bench, bench.tasks)
    assert [one.dropped for one in found.values()] == [(), (), ()]
    assert apply(bench, found) is bench
    first = regchange().items[0]
    bad = _audit([_changed(first, version="fee@2")])
    new = apply(bench, {Task.REGCHANGE: bad})
    assert new.manifest.revision == 2
    assert [one.item_id for one in new.dropped(Task.REGCHANGE)] == [first.item_id]
    assert [event.what for event in new.history()] == ["built", "audited", "dropped"]


def test_the_oracle_search_sees_only_the_slice_of_its_item(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    before, _, after = regchange().items
    with searching(prepare(tmp_path / "run", bench, Task.REGCHANGE)) as search:
        assert {key for key, _, _ in search(before, FEE_1, 9)} == {"fee@1", "lamp@1"}
        assert {key for key, _, _ in search(after, FEE_1, 9)} == {"fee@1", "fee@2", "lamp@1"}


def test_what_a_run_was_shown_or_cites_from_after_its_question_is_found(tmp_path: Path) -> None:
    bench = frozen(tmp_path / "b")
    run = tmp_path / "run"
    prepare(run, bench, Task.REGCHANGE)
    ask_all(run, plan(run, bench, ("product", "parrot"), (Task.REGCHANGE,))[0], find)
    items = bench.items(Task.REGCHANGE)
    assert list(leaks(run, ("product", "parrot"), items, SHELF)) == []
    # As if its corpus had been published later: then everything that was shown is too early.
    late = [{**one, "published": "2030-01-01"} for one in regchange().documents]
    found = list(leaks(run, ("product", "parrot"), items, Shelf.of(late)))
    assert {one.system for one in found} == {"product"}
    assert {one.item_id for one in found} == {item.item_id for item in items}
    assert any("cites fee@2, published 2030-01-01" in one.what for one in found)
    gone = list(leaks(run, ("product",), items, Shelf.of(list(regchange().documents)[2:])))
    assert any("no document of the task" in one.what for one in gone)
