from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.bench.gold import Case, agrees, cases, load, locate, stated_at
from ledgerrag.errors import InputError
from ledgerrag.model import Value, ValueKind
from ledgerrag.store import Store
from tests.bench.law import CHANGES, Change, write


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    folder = write(tmp_path)
    path = tmp_path / "law.db"
    with LedgerRAG.open(path) as rag:
        report = rag.ingest(folder / "canada_laws.jsonl.gz", sources=folder / "sources.toml")
        assert report.ok
    with Store.open(path, create=False, entropy=os.urandom) as opened:
        yield opened


def made(tmp_path: Path, store: Store) -> tuple[Case, ...]:
    return tuple(cases(load(tmp_path / "regulation_value_changes.jsonl"), store))


def test_each_change_in_the_corpus_is_asked_of_the_day_before_and_its_first_day(
    tmp_path: Path, store: Store
) -> None:
    found = made(tmp_path, store)
    assert len(found) == 2 * len(CHANGES)
    assert [(c.side, c.as_of, c.token) for c in found[:2]] == [
        ("before", "2022-06-30", "10"),
        ("after", "2022-07-01", "20"),
    ]
    keys = [c.document.key if c.document else None for c in found[2:4]]
    assert [str(key) for key in keys] == ["xx:2@2015-01-01@1", "xx:2@2022-07-01@1"]
    assert all(c.posed for c in found)


def test_the_right_value_is_what_the_text_says_at_the_recorded_place(
    tmp_path: Path, store: Store
) -> None:
    told = [[(v.kind, v.amount, v.unit) for v in c.values] for c in made(tmp_path, store)]
    assert told[0::2] == [
        [(ValueKind.DURATION, "10", "day")],
        [(ValueKind.MONEY, "3.5", "$")],
        [(ValueKind.PERCENT, "25", "%")],
        [(ValueKind.DATE, "2025-06-30", "")],
    ]


def test_values_agree_as_numbers_dates_percentages_and_money_not_as_words(
    tmp_path: Path, store: Store
) -> None:
    days, _, money, _, percent, _, date, _ = made(tmp_path, store)
    assert agrees(Value(ValueKind.DURATION, "10", "day", "ten days"), days)
    assert agrees(Value(ValueKind.QUANTITY, "10", "", "ten"), days)
    assert not agrees(Value(ValueKind.DURATION, "10", "month", "10 months"), days)
    assert not agrees(Value(ValueKind.DURATION, "20", "day", "20 days"), days)
    assert agrees(Value(ValueKind.MONEY, "3.5", "$", "$3.5"), money)
    assert not agrees(Value(ValueKind.MONEY, "3.5", "EUR", "EUR 3.50"), money)
    assert not agrees(Value(ValueKind.QUANTITY, "25", "", "25"), percent)
    assert agrees(Value(ValueKind.DATE, "2025-06-30", "", "30 June 2025"), date)
    assert agrees(Value(ValueKind.DATE, "2025", "", "2025"), date)
    assert not agrees(Value(ValueKind.DATE, "2025-12-31", "", "2025-12-31"), date)
    assert not agrees(None, days)


def test_a_question_can_be_asked_without_the_number_of_the_provision(
    tmp_path: Path, store: Store
) -> None:
    entries = load(tmp_path / "regulation_value_changes.jsonl")
    asked = next(cases(entries, store, numbered=False)).question
    assert "Harbour Act" in asked
    assert "s. 1" not in asked
    assert "s. 1" in next(cases(entries, store)).question


def test_no_question_contains_its_value(tmp_path: Path, store: Store) -> None:
    assert not [c for c in made(tmp_path, store) if c.token in c.question]


def test_a_place_is_found_by_the_recorded_words_and_only_where_they_stand_once(
    tmp_path: Path,
) -> None:
    entry = load(write(tmp_path) / "regulation_value_changes.jsonl")[1]
    text = CHANGES[1].text("$3.50")
    place = locate(text, entry, "$3.50,")
    assert place is not None
    assert text[slice(*place)] == "$3.50"
    assert locate(f"{text} {text}", entry, "$3.50") is None
    assert locate(text, entry, "$8.00") is None
    assert [one.amount for one in stated_at(text, place)] == ["3.5"]


def test_a_record_has_not_one_answer_where_a_rival_changed_or_nothing_did(tmp_path: Path) -> None:
    rival = Change(
        1, "Kiln Act, s. 1 Fee", "A kiln pays", "a year", "money", "$5", "$6", beside="$7 a year"
    )
    same = Change(2, "Loom Act, s. 2 Fee", "A loom pays", "a year", "money", "$5", "$5,")
    folder = write(tmp_path, (rival, same))
    with LedgerRAG.open(tmp_path / "a.db") as rag:
        rag.ingest(folder / "canada_laws.jsonl.gz", sources=folder / "sources.toml")
        found = made(folder, rag.store)
    assert [(c.changed, c.rivals) for c in found] == [(True, 1)] * 2 + [(False, 0)] * 2
    assert not any(c.posed for c in found)


def test_a_line_that_lacks_a_field_is_named(tmp_path: Path) -> None:
    path = tmp_path / "changes.jsonl"
    path.write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 1 has no title"):
        load(path)
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path / "missing.jsonl")
