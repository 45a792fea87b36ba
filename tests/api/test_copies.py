from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.api.copies import MANIFEST, back_up, restore, tenants_folder
from ledgerrag.errors import InputError, IntegrityError, NotFoundError
from tests.api.rulebook import FEE, HOW_LONG, PERIOD, WHAT_FEE

NOW = datetime(2026, 8, 1, tzinfo=UTC)


def take_in(store: Path, *records: object) -> None:
    lines = store.with_suffix(".jsonl")
    lines.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    with LedgerRAG.open(store, clock=lambda: NOW) as rag:
        rag.ingest(lines, domain="regulation")
    lines.unlink()


def answer(store: Path, question: str) -> str:
    with LedgerRAG.open(store, create=False, clock=lambda: NOW) as rag:
        return rag.ask(question).text


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store, with that of another tenant."""
    path = tmp_path / "in" / "s.db"
    tenants_folder(path).mkdir(parents=True)
    take_in(path, PERIOD)
    take_in(tenants_folder(path) / "valley.db", FEE)
    return path


def test_what_is_restored_answers_as_before_for_every_tenant(store: Path, tmp_path: Path) -> None:
    back_up(store, tmp_path / "kept")
    again = tmp_path / "again.db"
    restore(tmp_path / "kept", again)
    assert answer(again, HOW_LONG) == answer(store, HOW_LONG) != ""
    other, old = tenants_folder(again) / "valley.db", tenants_folder(store) / "valley.db"
    assert answer(other, WHAT_FEE) == answer(old, WHAT_FEE) != ""
    assert answer(other, HOW_LONG) != answer(again, HOW_LONG)


def test_a_backup_is_made_while_the_store_is_open_and_tells_its_journal(
    store: Path, tmp_path: Path
) -> None:
    with LedgerRAG.open(store, clock=lambda: NOW) as rag:
        rag.ask(HOW_LONG)
        made = back_up(store, tmp_path / "kept")
        assert [one.name for one in made.files] == ["main.db", "tenants/valley.db"]
        assert made.files[0].log == rag.store.log_id
        assert made.files[0].entries == rag.store.head()[0]


def test_a_folder_that_is_there_is_left_as_it_is(store: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with pytest.raises(InputError, match="exists already"):
        back_up(store, tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        back_up(tmp_path / "none.db", tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_changed_is_refused_and_nothing_is_restored(
    store: Path, tmp_path: Path
) -> None:
    back_up(store, tmp_path / "kept")
    changed = tmp_path / "kept" / "tenants" / "valley.db"
    body = bytearray(changed.read_bytes())
    body[len(body) // 2] ^= 1
    changed.write_bytes(body)
    with pytest.raises(IntegrityError, match=r"valley\.db is not as it was written"):
        restore(tmp_path / "kept", tmp_path / "again.db")
    assert not (tmp_path / "again.db").exists()


@pytest.mark.parametrize("name", ["../s.db", "/etc/hostname", "missing.db"])
def test_a_list_that_names_a_file_outside_is_refused(
    store: Path, tmp_path: Path, name: str
) -> None:
    back_up(store, tmp_path / "kept")
    listed = tmp_path / "kept" / MANIFEST
    kept = json.loads(listed.read_text())
    kept["files"][0]["name"] = name
    listed.write_text(json.dumps(kept))
    with pytest.raises(IntegrityError, match="which is not in it"):
        restore(tmp_path / "kept", tmp_path / "again.db")


def test_a_store_is_never_overwritten(store: Path, tmp_path: Path) -> None:
    back_up(store, tmp_path / "kept")
    before = store.read_bytes()
    with pytest.raises(InputError, match="exists already"):
        restore(tmp_path / "kept", store)
    assert store.read_bytes() == before


def test_a_folder_without_a_backup_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no backup in"):
        restore(tmp_path, tmp_path / "again.db")
