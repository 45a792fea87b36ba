from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.service.tokens import Tokens
from tests.product.newsroom import Newsroom, seeded

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)


def tokens(rag: LedgerRAG) -> Tokens:
    return Tokens(rag.store, lambda: NOW, seeded("tokens"))


def test_a_token_is_found_by_its_text_and_by_nothing_else(room: Newsroom) -> None:
    with room.open() as rag:
        made = tokens(rag).create("city", "desk", ("read", "ask"))
        held = tokens(rag)
        assert held.find(made.token) == made.row
        head, id, secret = made.token.split("_")
        wrong = "0" * len(secret)
        for text in ("", made.row.id, made.row.digest, f"{head}_{id}_{wrong}", made.token + "0"):
            assert held.find(text) is None


def test_the_secret_is_neither_in_the_store_nor_in_the_journal(room: Newsroom) -> None:
    with room.open() as rag:
        made = tokens(rag).create("city", "desk", ("read",))
        lines = b"".join(body for _, body in rag.store.entries())
    secret = made.token.split("_")[2].encode()
    assert secret not in lines
    for file in Path(room.folder).glob("store.db*"):
        assert file.is_dir() or secret not in file.read_bytes()


def test_a_revoked_token_is_not_found_and_stays_on_record(room: Newsroom) -> None:
    with room.open() as rag:
        held = tokens(rag)
        made = held.create("city", "desk", ("read",))
        first = held.revoke(made.row.id)
        assert held.find(made.token) is None
        assert held.revoke(made.row.id) == first
        assert [row.ended for row in held.listed()] == [first.ended]


def test_making_and_ending_a_token_are_entries_of_the_journal_with_their_actor(
    room: Newsroom,
) -> None:
    with room.open() as rag:
        held = tokens(rag)
        made = held.create("city", "desk", ("read",), actor="cli/ana")
        held.revoke(made.row.id, actor="cli/ben")
        told = [json.loads(body) for _, body in rag.store.entries()]
        assert rag.verify().ok
    entries = [(one["actor"], one["det"]["what"]) for one in told if one["type"] == "token"]
    assert entries == [("cli/ana", "created"), ("cli/ben", "revoked")]


@pytest.mark.parametrize(
    ("site", "tenant", "scopes"),
    [
        ("City", "main", ("read",)),
        ("city", "../other", ("read",)),
        ("city", "a/b", ("read",)),
        ("", "main", ("read",)),
        ("city", "main", ("root",)),
        ("city", "main", ()),
    ],
)
def test_a_name_that_could_leave_its_folder_and_a_scope_that_is_none_are_refused(
    room: Newsroom, site: str, tenant: str, scopes: tuple[str, ...]
) -> None:
    with room.open() as rag, pytest.raises(InputError):
        tokens(rag).create(site, "desk", scopes, tenant)


def test_a_token_that_is_not_there_cannot_be_revoked(room: Newsroom) -> None:
    with room.open() as rag, pytest.raises(NotFoundError):
        tokens(rag).revoke("0011")
