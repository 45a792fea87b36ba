from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from tests.product.newsroom import Newsroom

RULE = {
    "doc_id": "rule-12",
    "title": "Rule 12",
    "source": "regulator",
    "text": "The reporting period is 180 days.",
    "published": "2025-01-01",
}
REPEAL = {
    "act": "repeal",
    "target": "rule-12",
    "source": "regulator",
    "published": "2026-01-01",
    "effective_from": "2026-02-01",
}


def spoil(store: Path, statement: str) -> None:
    """Change the file as someone could who drops its triggers."""
    with apsw.Connection(str(store)) as connection:
        names = [row[0] for row in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'")]  # fmt: skip
        for name in names:
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute(statement)


def test_untouched_documents_and_acts_are_those_of_the_journal(room: Newsroom) -> None:
    room.take_in(RULE, REPEAL)
    with room.open() as rag:
        assert rag.verify().ok


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE document SET text = replace(text, '180', '90')", "document rule-12@1"),
        ("UPDATE document SET authority_level = 1", "document rule-12@1"),
        ("UPDATE act SET source = 'chat'", "act "),
        ("DELETE FROM act", "act "),
    ],
)
def test_a_document_or_act_that_was_altered_is_named(
    room: Newsroom, statement: str, told: str
) -> None:
    room.take_in(RULE, REPEAL)
    spoil(room.store, statement)
    with room.open() as rag:
        report = rag.verify()
    assert not report.ok
    assert any(told in problem.text for problem in report.problems)
